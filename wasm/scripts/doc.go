// Package scripts has the tests of the script API in Node: static/firm-offer-api.mjs as the npm package that it comes in, installed
// into an empty folder. They need Node.js with npm.
package scripts
