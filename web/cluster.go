package web

import "firmoffer/web/app"

// Cluster shows one window of the nodes.
type Cluster struct {
	App  *app.App
	View app.ClusterView
}
