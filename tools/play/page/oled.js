// The 128x64 screen: one bit a point, each a whole number of device pixels wide, so that letters stay crisp.
// Byte page * 128 + x holds eight rows, the least bit on top.

const WIDTH = 128, HEIGHT = 64;
const COLOUR = "#d8ecff";

export class Oled {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.scale = 0;
    this.shown = null;
  }

  /** Take the largest whole scale that fits into `frame`, and sit on whole device pixels. */
  fit(frame) {
    const dpr = devicePixelRatio;
    const room = Math.min(frame.clientWidth / WIDTH, frame.clientHeight / HEIGHT) * dpr;
    const scale = Math.max(1, Math.floor(room));
    const { style } = this.canvas;
    if (scale !== this.scale) {
      this.scale = scale;
      this.canvas.width = WIDTH * scale;
      this.canvas.height = HEIGHT * scale;
      this.shown = null;
    }
    style.width = `${(WIDTH * scale) / dpr}px`;
    style.height = `${(HEIGHT * scale) / dpr}px`;
    style.translate = "none";
    const { left, top } = this.canvas.getBoundingClientRect();
    const nudge = (at) => `${(Math.round(at * dpr) - at * dpr) / dpr}px`;
    style.translate = `${nudge(left + scrollX)} ${nudge(top + scrollY)}`;
  }

  /** Show 1024 bytes; nothing is done when they are shown already. */
  paint(bytes) {
    if (bytes === this.shown) return;
    this.shown = bytes;
    const { pen, scale } = this;
    const dot = scale > 7 ? scale - 1 : scale; // a hair of black between points, where there is room for it
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.fillStyle = COLOUR;
    for (let at = 0; at < bytes.length; at++) {
      if (!bytes[at]) continue;
      const x = at % WIDTH, top = (at >> 7) * 8;
      for (let bit = 0; bit < 8; bit++) {
        if ((bytes[at] >> bit) & 1) pen.fillRect(x * scale, (top + bit) * scale, dot, dot);
      }
    }
  }
}
