// One 8x8 LED tile on a canvas: each LED behind a diffuser cell, with a halo around the tile.
// Light is linear (0..255 per channel, as on the wire); it is mixed in linear light and gamma-encoded at the end.

const SIDE = 8;
const MARGIN = 4; // width of the halo around the tile, in LED pitches
const GRID = SIDE + 2 * MARGIN;
const REACH = 4;
const GLOW = 0.08; // share of an LED's light that the diffuser and the case scatter, along one axis
const EXPOSURE = 1 / 30; // the console uses a low LED brightness: about 32 of 255 is shown as bright

const SPREAD = Array.from({ length: 2 * REACH + 1 }, (_, at) => (1 - ((at - REACH) / (REACH + 0.1)) ** 2) ** 2);

/** LED light (0..255) to display light (0..1), with soft clipping like an eye or a camera. */
const EXPOSED = Float32Array.from({ length: 256 }, (_, level) => 1 - Math.exp(-level * EXPOSURE));

/** Converts 64 x red, green, blue to a display's linear light: exposes the strongest channel and keeps the hue. */
function expose(light, into) {
  for (let at = 0; at < light.length; at += 3) {
    const top = Math.max(light[at], light[at + 1], light[at + 2]);
    const gain = top && EXPOSED[top] / top;
    for (let channel = at; channel < at + 3; channel++) into[channel] = light[channel] * gain;
  }
}

/** Writes a linear color as full color, with its strength in the alpha channel. */
function encode(data, at, red, green, blue) {
  const top = Math.max(red, green, blue);
  if (top <= 0) {
    data[at + 3] = 0;
    return;
  }
  data[at] = 255 * (red / top) ** (1 / 2.2);
  data[at + 1] = 255 * (green / top) ** (1 / 2.2);
  data[at + 2] = 255 * (blue / top) ** (1 / 2.2);
  data[at + 3] = 255 * Math.min(1, top) ** (1 / 2.2);
}

function canvasOf(side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  return canvas;
}

/** A mask of the diffuser: `draw` paints one cell, `cell` device pixels wide, for each LED. */
function diffuser(cell, draw) {
  const mask = canvasOf(cell * SIDE);
  const pen = mask.getContext("2d");
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) draw(pen, (x + 0.5) * cell, (y + 0.5) * cell);
  }
  return mask;
}

function cellMask(cell) {
  return diffuser(cell, (pen, x, y) => {
    const half = cell * 0.44;
    const fall = pen.createRadialGradient(x, y, cell * 0.1, x, y, cell * 0.62);
    fall.addColorStop(0, "rgba(0,0,0,1)");
    fall.addColorStop(0.6, "rgba(0,0,0,.9)");
    fall.addColorStop(1, "rgba(0,0,0,.5)");
    pen.fillStyle = fall;
    pen.beginPath();
    pen.roundRect(x - half, y - half, 2 * half, 2 * half, cell * 0.24);
    pen.fill();
  });
}

function coreMask(cell) {
  return diffuser(cell, (pen, x, y) => {
    const fall = pen.createRadialGradient(x, y, 0, x, y, cell * 0.36);
    fall.addColorStop(0, "rgba(0,0,0,.8)");
    fall.addColorStop(0.35, "rgba(0,0,0,.45)");
    fall.addColorStop(1, "rgba(0,0,0,0)");
    pen.fillStyle = fall;
    pen.fillRect(x - cell / 2, y - cell / 2, cell, cell);
  });
}

const masks = new Map(); // cell width -> { cells, cores }, shared by all dice

function masksFor(cell) {
  if (!masks.has(cell)) masks.set(cell, { cells: cellMask(cell), cores: coreMask(cell) });
  return masks.get(cell);
}

export class Die {
  /** `leds` and `halo` are two canvases: the halos of all dice are below the LEDs of all dice. */
  constructor(leds, halo) {
    this.leds = leds;
    this.pen = leds.getContext("2d");
    this.halo = halo;
    this.haloPen = halo.getContext("2d");
    this.small = canvasOf(SIDE);
    this.smallPen = this.small.getContext("2d");
    this.colors = this.smallPen.createImageData(SIDE, SIDE);
    this.grid = canvasOf(GRID);
    this.gridPen = this.grid.getContext("2d");
    this.gridColors = this.gridPen.createImageData(GRID, GRID);
    this.across = new Float32Array(GRID * SIDE);
    this.field = [0, 1, 2].map(() => new Float32Array(GRID * GRID));
    this.exposed = new Float32Array(SIDE * SIDE * 3);
    this.shown = new Uint8Array(SIDE * SIDE * 3);
    this.stale = true;
    this.cell = 0;
  }

  /** Takes the size of the die from the style sheet, rounded to whole device pixels per LED. */
  fit() {
    const cell = Math.max(2, Math.round((this.leds.parentElement.clientWidth * devicePixelRatio) / SIDE));
    if (cell === this.cell) return;
    this.cell = cell;
    this.leds.width = this.leds.height = cell * SIDE;
    this.halo.width = this.halo.height = (cell * GRID) >> 1; // soft, so half the resolution is enough
    this.haloPen.imageSmoothingQuality = "high";
    this.layer = canvasOf(cell * SIDE);
    this.layerPen = this.layer.getContext("2d");
    this.layerPen.imageSmoothingEnabled = false;
    this.stale = true;
  }

  /** Paints 64 x red, green, blue of light, unless they are already shown. */
  paint(light) {
    if (!this.cell || (!this.stale && light.every((level, at) => level === this.shown[at]))) return;
    this.shown.set(light);
    this.stale = false;
    expose(light, this.exposed);
    this.paintHalo();
    const { cells, cores } = masksFor(this.cell);
    this.pen.clearRect(0, 0, this.leds.width, this.leds.height);
    this.paintLeds(cells, 0);
    this.paintLeds(cores, 0.32);
  }

  paintHalo() {
    const { field, gridColors } = this;
    for (let channel = 0; channel < 3; channel++) this.scatter(channel);
    for (let at = 0; at < GRID * GRID; at++) encode(gridColors.data, at * 4, field[0][at], field[1][at], field[2][at]);
    this.gridPen.putImageData(gridColors, 0, 0);
    this.haloPen.clearRect(0, 0, this.halo.width, this.halo.height);
    this.haloPen.drawImage(this.grid, 0, 0, this.halo.width, this.halo.height);
  }

  /** Spreads one channel of the tile over the grid around it: first along the rows, then along the columns. */
  scatter(channel) {
    const { across, exposed } = this, field = this.field[channel];
    across.fill(0);
    field.fill(0);
    for (let at = 0; at < SIDE * SIDE; at++) {
      const level = exposed[at * 3 + channel] * GLOW * GLOW;
      if (!level) continue;
      const start = (at >> 3) * GRID + (at & 7) + MARGIN - REACH;
      for (let step = 0; step < SPREAD.length; step++) across[start + step] += level * SPREAD[step];
    }
    for (let at = 0; at < GRID * SIDE; at++) {
      if (!across[at]) continue;
      for (let step = 0; step < SPREAD.length; step++) field[at + step * GRID] += across[at] * SPREAD[step];
    }
  }

  /** Paints the LEDs through a mask, mixed with white by the share `whiter` (0..1). */
  paintLeds(mask, whiter) {
    const { exposed, colors, layerPen } = this, side = this.cell * SIDE;
    for (let at = 0; at < SIDE * SIDE; at++) {
      const [red, green, blue] = exposed.subarray(at * 3, at * 3 + 3);
      const white = Math.max(red, green, blue) * whiter, rest = 1 - whiter;
      encode(colors.data, at * 4, red * rest + white, green * rest + white, blue * rest + white);
    }
    this.smallPen.putImageData(colors, 0, 0);
    layerPen.clearRect(0, 0, side, side);
    layerPen.drawImage(this.small, 0, 0, side, side);
    layerPen.globalCompositeOperation = "destination-in";
    layerPen.drawImage(mask, 0, 0);
    layerPen.globalCompositeOperation = "source-over";
    this.pen.drawImage(this.layer, 0, 0);
  }
}
