// The 128x64 OLED. Each of its pixels is a whole number of device pixels wide, so that text stays sharp.
// Byte page * 128 + x has eight rows, the least significant bit on top.

const WIDTH = 128, HEIGHT = 64;
const COLOR = "#d8ecff";
const MOST_GROWTH = 1.08; // of the glass around it, so that the next integer scale fits

export class Oled {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.scale = 0;
    this.shown = null;
  }

  /** Sets the largest integer scale that fits into `frame`, which may grow a little, and aligns the canvas to device pixels. */
  fit(frame) {
    const dpr = devicePixelRatio;
    const { style } = this.canvas;
    style.width = style.height = "0"; // it holds the frame open
    const room = Math.min(frame.clientWidth / WIDTH, frame.clientHeight / HEIGHT) * dpr;
    const scale = Math.max(1, Math.floor(room * MOST_GROWTH));
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
    const offset = (at) => `${(Math.round(at * dpr) - at * dpr) / dpr}px`;
    style.translate = `${offset(left + scrollX)} ${offset(top + scrollY)}`;
  }

  /** Paints 1024 bytes, unless they are already shown. */
  paint(bytes) {
    if (bytes === this.shown) return;
    this.shown = bytes;
    const { pen, scale } = this;
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.fillStyle = COLOR;
    for (let at = 0; at < bytes.length; at++) {
      if (!bytes[at]) continue;
      const x = at % WIDTH, top = (at >> 7) * 8;
      for (let bit = 0; bit < 8; bit++) {
        if ((bytes[at] >> bit) & 1) pen.fillRect(x * scale, (top + bit) * scale, scale, scale);
      }
    }
  }
}
