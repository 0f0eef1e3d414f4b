// Paints the picture of a step as PNG. share.js loads this when somebody asks for one.
(() => {
  'use strict';

  const SCALE = 2; // pixels for each unit of the picture
  const MOST = 16_000; // pixels in one direction, beyond which browsers paint nothing

  // The text alternative goes into the file as a chunk of its own: iTXt, which holds UTF-8. See https://www.w3.org/TR/png-3/#11iTXt
  function withText(png, text) {
    const head = 33; // the signature and the chunk IHDR, which has to come first
    const body = new TextEncoder().encode('iTXtDescription\0\0\0en\0\0' + text);
    const chunk = new Uint8Array(body.length + 8);
    const view = new DataView(chunk.buffer);
    view.setUint32(0, body.length - 4); // without the name of the chunk
    chunk.set(body, 4);
    view.setUint32(body.length + 4, crc(body));
    return new Blob([png.subarray(0, head), chunk, png.subarray(head)], {type: 'image/png'});
  }

  function crc(bytes) {
    let sum = ~0;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
  }

  // Returns a promise of a Blob. Its error says in a sentence what is wrong.
  window.firmOffer.png = async (svg) => {
    const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    const said = (name) => drawing.querySelector(`:scope > ${name}`).textContent;
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
    await image.decode().catch(() => { throw new Error('This browser cannot draw the picture. Save it as SVG instead.'); });
    const canvas = document.createElement('canvas');
    const scale = Math.min(SCALE, MOST / image.naturalHeight);
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('This browser cannot make a picture of this size. Save it as SVG instead.');
    return withText(new Uint8Array(await blob.arrayBuffer()), `${said('title')}. ${said('desc')}`);
  };
})();
