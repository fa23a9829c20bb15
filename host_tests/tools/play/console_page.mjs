// Runs the modules that show the console (app.js with its canvases and its buzzer) in Node, with stand-ins for the back
// end, the canvases and the sound of a browser: reads a job from the standard input (JSON), writes what came of it to
// the standard output. A job names an action below.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { Element, Listeners, Page, blocked, define, settled, storageOf } from "../browser.mjs";

const job = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(pathToFileURL(`${job.folder}/${name}.js`).href);

// ---- canvases that have pixels -----------------------------------------------------------------------------------------

/** A color of CSS as red, green, blue (0..255) and alpha (0..1). */
function colorOf(style) {
  const hex = /^#(..)(..)(..)$/.exec(style);
  if (hex) return [...hex.slice(1).map((pair) => parseInt(pair, 16)), 1];
  return /^rgba\((.*)\)$/.exec(style)[1].split(",").map(Number);
}

class Gradient {
  stops = [];
  constructor(x, y, from, to) {
    Object.assign(this, { x, y, from, to });
  }
  addColorStop(at, style) {
    this.stops.push([at, colorOf(style)]);
  }
  colorAt(x, y) {
    const at = (Math.hypot(x - this.x, y - this.y) - this.from) / (this.to - this.from);
    const next = this.stops.findIndex(([place]) => place >= at);
    if (next <= 0) return this.stops.at(next)[1];
    const [[low, before], [high, after]] = this.stops.slice(next - 1, next + 1);
    return before.map((part, channel) => part + ((after[channel] - part) * (at - low)) / (high - low));
  }
}

/** A drawing context with the pixels of its canvas: red, green, blue (0..255) and alpha (0..1). Its operations do what the
 *  modules use of them, without smoothing. */
class Pen {
  globalCompositeOperation = "source-over";
  fillStyle = "#000000";
  boxes = [];
  draws = 0; // pictures that were drawn here
  constructor(canvas) {
    this.canvas = canvas;
    this.resized();
  }
  resized() {
    const { width, height } = this.canvas;
    this.pixels = new Float32Array(4 * width * height);
    Object.assign(this, { globalCompositeOperation: "source-over", fillStyle: "#000000", imageSmoothingEnabled: true });
  }
  blend(x, y, [red, green, blue, alpha]) {
    const { pixels, canvas: { width, height } } = this;
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const at = 4 * (y * width + x);
    if (this.globalCompositeOperation === "destination-in") return void (pixels[at + 3] *= alpha);
    if (this.globalCompositeOperation !== "source-over") throw new Error("an operation without a stand-in");
    const rest = pixels[at + 3] * (1 - alpha), all = alpha + rest;
    const mixed = (part, before) => (all ? (part * alpha + before * rest) / all : 0);
    pixels.set([mixed(red, pixels[at]), mixed(green, pixels[at + 1]), mixed(blue, pixels[at + 2]), all], at);
  }
  eachIn(left, top, width, height, action) {
    for (let y = Math.round(top); y < Math.round(top + height); y++)
      for (let x = Math.round(left); x < Math.round(left + width); x++) action(x, y);
  }
  clearRect(...box) {
    this.eachIn(...box, (x, y) => this.pixels.fill(0, 4 * (y * this.canvas.width + x), 4 * (y * this.canvas.width + x) + 4));
  }
  fillRect(...box) {
    const { fillStyle } = this;
    const colorAt = fillStyle instanceof Gradient ? (x, y) => fillStyle.colorAt(x + 0.5, y + 0.5) : () => colorOf(fillStyle);
    this.eachIn(...box, (x, y) => this.blend(x, y, colorAt(x, y)));
    this.draws += 1;
  }
  beginPath() {
    this.boxes = [];
  }
  roundRect(...box) {
    this.boxes.push(box.slice(0, 4));
  }
  fill() {
    this.boxes.forEach((box) => this.fillRect(...box));
  }
  createRadialGradient(x, y, from, x2, y2, to) {
    if (x !== x2 || y !== y2) throw new Error("a gradient without a stand-in");
    return new Gradient(x, y, from, to);
  }
  createImageData(width, height) {
    return { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }
  putImageData({ width, height, data }, left, top) {
    this.eachIn(0, 0, width, height, (x, y) => {
      const [red, green, blue, alpha] = data.subarray(4 * (y * width + x));
      this.pixels.set([red, green, blue, alpha / 255], 4 * ((y + top) * this.canvas.width + x + left));
    });
  }
  drawImage(source, left, top, width = source.width, height = source.height) {
    this.draws += 1;
    const across = source.width / width, down = source.height / height, { pixels } = source.getContext("2d");
    const at = (x, y) => 4 * (Math.floor((y - top + 0.5) * down) * source.width + Math.floor((x - left + 0.5) * across));
    this.eachIn(left, top, width, height, (x, y) => this.blend(x, y, pixels.subarray(at(x, y), at(x, y) + 4)));
  }
}

class Canvas extends Element {
  constructor(...args) {
    super(...args);
    const sides = { width: this.width, height: this.height };
    for (const side of ["width", "height"]) {
      Object.defineProperty(this, side, {
        get: () => sides[side],
        set: (pixels) => {
          sides[side] = pixels;
          this.pen?.resized();
        },
      });
    }
  }
  getContext() {
    return (this.pen ??= new Pen(this));
  }
  pixel(x, y) {
    const at = 4 * (y * this.width + x);
    return [...this.getContext().pixels.subarray(at, at + 4)].map((part, channel) => Math.round(channel < 3 ? part : part * 255));
  }
}

const canvasOf = (width, height, id = "") => Object.assign(new Canvas("canvas", id), { width, height });

/** The LEDs of a die that shine: [number, color of their edge]. */
function shining(leds) {
  const cell = leds.width / 8;
  const edge = (led) => leds.pixel(Math.floor((led % 8) * cell + cell * 0.1), Math.floor(((led >> 3) + 0.5) * cell));
  return Array.from({ length: 64 }, (_, led) => [led, edge(led)]).filter(([, color]) => color.length && color[3]);
}

/** The pixels of the OLED that are lit, and bright: [x, y]. */
function lit(canvas) {
  const scale = canvas.width / 128, found = [];
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 128; x++) {
      const [red, green, blue, alpha] = canvas.pixel(x * scale, y * scale);
      if (alpha && Math.min(red, green, blue) > 128) found.push([x, y]);
    }
  return found;
}

// ---- the browser -------------------------------------------------------------------------------------------------------

const page = new Page();
const byId = page.getElementById;
const window = new Listeners();
const frames = [];
const timers = [];
define({
  localStorage: job.isBlocked ? blocked : storageOf(job.items),
  document: page,
  window: globalThis,
  addEventListener: (kind, action) => window.addEventListener(kind, action),
  requestAnimationFrame: (action) => frames.push(action),
  setTimeout: (action, ms) => timers.push([action, ms]),
  devicePixelRatio: job.ratio ?? 2, scrollX: 0, scrollY: 0,
});
page.createElement = (tag) => (tag === "canvas" ? new Canvas(tag) : new Element(tag));

/** What a tone sets: [parameter, value, time]. */
const heard = [];
const sounds = { made: [], isStarted: false, links: [], contexts: 0, resumed: 0 };

class Param {
  constructor(owner, value) {
    Object.assign(this, { owner, value });
  }
  setValueAtTime(value, time) {
    heard.push([`${this.owner} at`, value, time]);
  }
  setTargetAtTime(value, time) {
    heard.push([`${this.owner} to`, value, time]);
  }
}

const nodeOf = (kind) => class {
  constructor(context, options) {
    Object.assign(this, { kind, options, context, gain: new Param("gain", options.gain), frequency: new Param("hz") });
    sounds.made.push(this);
  }
  connect(to) {
    sounds.links.push([this, to]);
    return to;
  }
  start() {
    sounds.isStarted = true;
  }
};

if (!job.isSilent)
  define({
    AudioContext: class {
      currentTime = 10;
      destination = { kind: "loudspeaker" };
      state = "suspended";
      constructor() {
        sounds.contexts += 1;
        sounds.context = this;
      }
      async resume() {
        sounds.resumed += 1;
        if (job.staysSuspended) throw new Error("no gesture");
        this.state = "running";
      }
    },
    OscillatorNode: nodeOf("wave"), GainNode: nodeOf("gain"), BiquadFilterNode: nodeOf("filter"),
  });

// ---- what a job asks for -----------------------------------------------------------------------------------------------

/** A die: what it shows after each step, and how many pictures its canvas got in it. */
async function tiles() {
  const { Die } = await load("tiles");
  const parent = { clientWidth: 0 };
  const leds = Object.assign(canvasOf(300, 150), { parentElement: parent }), halo = canvasOf(300, 150);
  const die = new Die(leds, halo);
  return job.steps.map(([name, given]) => {
    const before = leds.getContext("2d").draws;
    if (name === "fit") {
      parent.clientWidth = given;
      die.fit();
    } else {
      const light = new Uint8Array(192);
      for (const [led, color] of given) light.set(color, 3 * led);
      die.paint(light);
    }
    const look = { draws: leds.getContext("2d").draws - before, sizes: [leds.width, leds.height, halo.width, halo.height] };
    if (name === "fit") return look;
    const cell = leds.width / 8, wide = halo.width / 16;
    const at = (x, y) => leds.pixel(Math.floor(x * cell), Math.floor(y * cell));
    return {
      ...look, shining: shining(leds),
      middle: given.map(([led]) => at((led % 8) + 0.5, (led >> 3) + 0.5)),
      gaps: given.map(([led]) => at(led % 8, led >> 3)[3]),
      halo: Array.from({ length: 16 }, (_, y) => Array.from({ length: 16 }, (_, x) => halo.pixel(x * wide, y * wide))),
      smoothing: [die.layerPen?.imageSmoothingEnabled ?? null, halo.getContext("2d").imageSmoothingQuality ?? null],
    };
  });
}

async function sound() {
  const { Buzzer } = await load("sound");
  const buzzer = new Buzzer();
  const found = [];
  for (const [name, ...args] of job.steps) {
    heard.length = 0;
    if (name === "time") sounds.context.currentTime = args[0];
    else buzzer[name](...args);
    await settled();
    found.push([...heard]);
  }
  const way = [];
  for (let node = sounds.made.find(({ kind }) => kind === "wave"); node; node = sounds.links.find(([from]) => from === node)?.[1])
    way.push([node.kind, node.options?.type ?? null]);
  const volume = sounds.made.filter(({ kind }) => kind === "gain").map(({ gain }) => gain.value);
  return { found, way, volume, isStarted: sounds.isStarted, contexts: sounds.contexts, resumed: sounds.resumed };
}

/** The page with app.js: what it shows after each step, and what the back end got in it. */
async function app() {
  const sent = [], captured = [], asked = [], spoken = [], observers = [];
  const size = { width: 32, screen: [128, 64] };
  const buttons = [8, 6, 7].map((number) => Object.assign(new Element("button"), { dataset: { button: String(number) } }));
  const slots = [];
  byId("oled"); // the markup has a canvas there
  const markup = canvasOf(300, 150, "oled");
  const known = page.getElementById;
  page.getElementById = (id) => (id === "oled" ? markup : known(id));
  Object.defineProperty(known("screen"), "clientWidth", { get: () => size.screen[0] });
  Object.defineProperty(known("screen"), "clientHeight", { get: () => size.screen[1] });
  const create = page.createElement;
  page.createElement = (tag) => {
    const made = create(tag);
    if (tag !== "button") return made;
    slots.push(made);
    buttons.push(made);
    const parentElement = { get clientWidth() { return size.width; } };
    const canvases = new Map([".leds", ".halo"].map((name) => [name, Object.assign(canvasOf(300, 150), { parentElement })]));
    made.querySelector = (name) => canvases.get(name);
    return made;
  };
  const switches = ["share", "mute", "speech", "full"].map(known);
  Element.prototype.setPointerCapture = function (id) {
    captured.push([Number(this.dataset.button), id]);
  };
  page.selected = { "[data-button]": buttons, ".switch": switches };
  page.fullscreenEnabled = Boolean(job.hasFullScreen);
  page.fullscreenElement = null;
  page.exitFullscreen = () => {
    asked.push("exit");
    page.fullscreenElement = null;
  };
  page.documentElement.requestFullscreen = async () => {
    asked.push("full");
    if (job.isFullRefused) throw new Error("refused");
    page.fullscreenElement = page.documentElement;
  };
  if (job.hasSpeech)
    define({
      speechSynthesis: { cancel: () => spoken.push(null), speak: ({ text }) => spoken.push(text) },
      SpeechSynthesisUtterance: class {
        constructor(text) {
          this.text = text;
        }
      },
    });
  define({
    ResizeObserver: class {
      constructor(action) {
        this.action = action;
      }
      observe(element) {
        observers.push([element, this.action]);
      }
    },
    console_page: { sent, isOn: job.isOn ?? true },
  });
  await load("app");
  const { page: shown } = console_page;
  const targetOf = (name) =>
    name === "window" ? window : name === "document" ? page : typeof name === "number" ? buttons.find((button) => Number(button.dataset.button) === name) : known(name);
  const frameOf = (given) => {
    const light = new Uint8Array(1152);
    for (const [led, color] of given) light.set(color, 3 * led);
    return light;
  };
  const screenOf = (given) => {
    const bytes = new Uint8Array(1024);
    for (const [at, byte] of given) bytes[at] = byte;
    return bytes;
  };
  const found = [];
  const look = (event) => ({
    sent: sent.splice(0).map((edge) => [...edge]), captured: captured.splice(0), asked: asked.splice(0), spoken: spoken.splice(0),
    heard: heard.splice(0).map(([name, value]) => [name, value]),
    visible: ["crash", "asleep", "off", "keys", "typing", "notice", "day", "share", "full", "speech"].filter((id) => !known(id).hidden),
    texts: Object.fromEntries(["remedy", "traceback", "notice", "day"].map((id) => [id, known(id).textContent])),
    share: known("share").href ?? null, log: known("log").children.map((entry) => entry.textContent), text: known("text").textContent,
    body: [...page.body.classes].sort(), attributes: Object.keys(page.body.attributes).sort(),
    mute: [known("mute").attributes["aria-pressed"] ?? null, known("mute").querySelector("span").textContent],
    speech: known("speech").attributes["aria-pressed"] ?? null, muted: job.isBlocked ? null : localStorage.getItem("muted"),
    volume: sounds.made.filter(({ kind }) => kind === "gain").at(-1)?.gain.value ?? null,
    down: buttons.filter((button) => button.classes.has("down")).map((button) => Number(button.dataset.button)).sort(),
    frames: frames.length, sizes: [slots[0].querySelector(".leds").width, markup.width],
    isPrevented: Boolean(event?.isPrevented),
  });
  found.push(look());
  for (const [name, ...args] of job.steps) {
    let event;
    if (name === "tiles") shown.showTiles(frameOf(args[0]));
    else if (name === "oled") shown.showOled(screenOf(args[0]));
    else if (name === "frame") frames.splice(0).forEach((action) => action());
    else if (name === "resize") {
      [size.width, size.screen] = args;
      if (args[2] === "window") window.emit("resize");
      else observers.filter(([element]) => element.id === args[2]).forEach(([, action]) => action());
    } else if (name === "timers") timers.splice(0).forEach(([action]) => action());
    else if (name === "hidden") {
      page.hidden = args[0];
      page.emit("visibilitychange");
    } else if (name === "isOn") console_page.isOn = args[0];
    else if (name === "on") event = targetOf(args[0]).emit(args[1], { ...args[2] });
    else shown[name](...args);
    await settled();
    found.push({ ...look(event), timers: timers.map(([, ms]) => ms) });
    if (name === "frame") Object.assign(found.at(-1), { dice: slots.map((slot) => shining(slot.querySelector(".leds"))), oled: lit(markup) });
  }
  const named = slots.map(({ attributes, className, innerHTML, dataset }) => ({ attributes, className, innerHTML, button: dataset.button }));
  return { found, slots: named, places: known("dice").children.map((slot) => slots.indexOf(slot)), names: buttons.map((button) => button.attributes["aria-label"]) };
}

const actions = { app, sound, tiles };
const result = await actions[job.action]();
process.stdout.write(JSON.stringify(result), () => process.exit(0));
