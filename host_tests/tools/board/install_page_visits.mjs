// Visits of install.html in Node: the page runs its own install.js with the elements of its own HTML, and a user presses
// buttons and chooses files. What it shows is noted after each step, and what happens in the meantime in its order.

import { setTimeout as runLater } from "node:timers";
import { pathToFileURL } from "node:url";

import { Element, Listeners, Page, define, setClock, settled } from "../browser.mjs";
import { Port, driveOf, fromHex, toHex } from "./devices.mjs";

const MOST_MS = 20_000;
const BEGAN_MS = 5_000_000; // the time of performance.now() when a page is opened
const SHORT_MS = 200; // shorter waits are over at once
const LATER_MS = 40_000; // longer waits are over when the user leaves the page

const TODAY = Date.UTC(2026, 10, 28, 12);

class Sentence extends Element {
  get textContent() {
    return super.textContent;
  }
  set textContent(text) {
    super.textContent = text;
    this.onText?.(text);
  }
}

class Bar extends Element {
  get value() {
    return this.attributes.value ?? null;
  }
  set value(value) {
    this.attributes.value = value;
    this.onValue?.();
  }
  removeAttribute(name) {
    delete this.attributes[name];
    this.onValue?.();
  }
}

class Table extends Element {
  insertRow() {
    const row = new Table("tr");
    this.append(row);
    return row;
  }
  insertCell() {
    const cell = new Element("td");
    this.append(cell);
    return cell;
  }
}

/** As a browser's: the same choice again is no change, and an emptied value has no files. */
class FileInput extends Element {
  files = [];
  path = "";
  set value(text) {
    if (text !== "") throw new Error("only an empty value can be set");
    this.choose([]);
  }
  choose(files) {
    this.files = files;
    this.path = files.map(({ name }) => name).join();
  }
  change(files) {
    const { accept, multiple } = this.attributes;
    if (files.length > 1 && multiple === undefined) throw new Error("only one file can be chosen");
    if (!files.every(({ name }) => name.endsWith(accept))) throw new Error("such a file cannot be chosen");
    const isSame = files.length && files.map(({ name }) => name).join() === this.path;
    this.choose(files);
    if (!isSame) this.emit("change");
  }
}

const KINDS = { p: Sentence, progress: Bar, tbody: Table, input: FileInput };

class Visit {
  happened = [];
  later = [];
  urls = new Map();
  window = new Listeners();
  nowMs = BEGAN_MS;

  /** `given`: the job, with `elements` of the page, `ports`, which of them the browser has `known` from the start and
   *  which the user has `chosen`, the `steps`, and how the browser is. */
  constructor(given) {
    this.given = given;
    this.elements = new Map(given.elements.map((found) => [found.id, this.made(found)]));
    this.page = new Page(this.elements);
    this.page.createElement = (tag) => this.created(tag);
    this.ports = given.ports.map(({ port, vendor }, at) => new Port(port, { vendor, note: (what) => this.note(what, at) }));
    this.known = given.known.map((at) => this.ports[at]);
    this.drives = [];
    this.byId("message").onText = (text) => this.note("message", text);
    this.byId("bar").onValue = () => this.noteProgress();
  }

  byId(id) {
    return this.elements.get(id);
  }

  note(...what) {
    this.happened.push(what);
  }

  made({ id, tag, attributes, above, text }) {
    const element = new (KINDS[tag] ?? Element)(tag, id);
    const { hidden, disabled, class: classes = "" } = attributes;
    Object.assign(element, { attributes: { ...attributes }, above, hidden: hidden !== undefined, name: text });
    Object.assign(element, { disabled: disabled !== undefined, classes: new Set(classes.split(" ").filter(Boolean)) });
    if (tag === "input") element.click = () => (this.asking = element);
    return element;
  }

  created(tag) {
    const element = new Element(tag);
    if (tag === "a") element.click = () => this.note("download", element.download, this.urls.get(element.href));
    return element;
  }

  isVisible(element) {
    return [element.id, ...element.above].every((id) => !this.byId(id).hidden);
  }

  /** The names of the buttons that can be pressed. */
  buttons() {
    const all = [...this.elements.values()].filter(({ tag }) => tag === "button");
    return all.filter((button) => this.isVisible(button) && !button.disabled).map(({ name }) => name);
  }

  canLeave() {
    return !this.window.emit("beforeunload").isPrevented;
  }

  /** Notes progress that is visible, and what must not be possible in the meantime. */
  noteProgress() {
    if (!this.isVisible(this.byId("step"))) return;
    const { value, max } = this.byId("bar");
    this.note("progress", this.byId("step").textContent, ...(value === null ? [] : [value, max]));
    this.noteIdle();
  }

  noteIdle() {
    const buttons = this.buttons();
    if (buttons.length) this.note("can be pressed", buttons);
    if (this.canLeave()) this.note("can be left");
    if (this.byId("message").textContent) this.note("still shows", this.byId("message").textContent);
    if (this.byId("report").children.length) this.note("still shows a report");
  }

  async fetch(name) {
    const { description, bin, offline, status } = this.given;
    if (name === "install.json") return new Response(JSON.stringify(description));
    if (name !== "install.bin") throw new Error(`the page has no ${name}`);
    this.note("loaded");
    this.nowMs += this.given.loading_ms;
    if (offline) throw new TypeError(offline);
    return new Response(Buffer.from(bin, "base64"), { status, statusText: status === 200 ? "OK" : "Not Found" });
  }

  async requestPort({ filters }) {
    this.noteIdle();
    this.note("asked for a port", filters);
    const port = this.ports[this.given.chosen];
    if (!port) throw new Error("No port selected by the user.");
    if (!this.known.includes(port)) this.known.push(port);
    return port;
  }

  async chooseDrive(options) {
    const { choose, written } = driveOf(this.given.drive);
    this.noteIdle();
    this.note("asked for a drive", written);
    return choose(options);
  }

  setTimeout(action, ms) {
    if (ms > LATER_MS) return this.later.push({ action, ms });
    const atMs = this.nowMs + ms;
    const run = () => {
      this.nowMs = Math.max(this.nowMs, atMs);
      action();
    };
    return runLater(run, ms <= SHORT_MS ? 1 : ms);
  }

  define() {
    const { location, isFramed, isSecure, hasSerial, hasDrives } = this.given;
    const serial = { getPorts: async () => [...this.known], requestPort: (options) => this.requestPort(options) };
    define({
      document: this.page, window: globalThis, self: globalThis, top: isFramed ? {} : globalThis, location,
      isSecureContext: isSecure, navigator: hasSerial ? { serial } : {},
      showDirectoryPicker: hasDrives ? (options) => this.chooseDrive(options) : undefined,
      fetch: (name) => this.fetch(name), performance: { now: () => this.nowMs },
      setTimeout: (action, ms) => this.setTimeout(action, ms),
      addEventListener: (kind, action) => this.window.addEventListener(kind, action),
    });
    process.env.TZ = "UTC";
    setClock(() => TODAY);
    URL.createObjectURL = (blob) => {
      const url = `blob:${this.urls.size}`;
      this.urls.set(url, blob);
      return url;
    };
    URL.revokeObjectURL = (url) => this.urls.delete(url);
  }

  /** Waits until something is true. */
  async until(isDone) {
    const end = process.hrtime.bigint() + BigInt(MOST_MS) * 1_000_000n;
    while (!isDone()) {
      if (process.hrtime.bigint() > end) throw new Error("the page does not come to an end");
      await new Promise((done) => runLater(done, 1));
    }
    await settled();
  }

  press(name) {
    const button = [...this.elements.values()].find((element) => element.tag === "button" && element.name === name);
    if (!button || !this.isVisible(button) || button.disabled) throw new Error(`${name} cannot be pressed`);
    button.click();
  }

  /** A step is the name of a button, that with files which are chosen, or what is otherwise from now on. */
  async take(step) {
    if (!Array.isArray(step)) return Object.assign(this.given, step);
    const [name, files] = step;
    this.asking = null;
    this.press(name);
    if (Boolean(files) !== Boolean(this.asking)) throw new Error(files ? `${name} asks for no files` : `${name} asks for files`);
    if (files) this.asking.change(files.map(fileOf));
    await this.until(() => !this.byId("connect").disabled);
  }

  /** What the page shows, and what has happened since the last call. */
  async shown() {
    const happened = await Promise.all(this.happened.splice(0).map(async (what) => {
      if (what[0] !== "download" || !what[2]) return what;
      return [what[0], what[1], what[2].type, toHex(await what[2].arrayBuffer())];
    }));
    const texts = (id) => this.byId(id).children.map((child) => child.textContent);
    const board = () => ({
      name: this.byId("name").textContent, plan: texts("plan"), files: this.byId("details").hidden ? null : texts("files"),
    });
    return {
      message: this.byId("message").textContent,
      is_fault: this.byId("message").classes.has("fault"),
      buttons: this.buttons(),
      board: this.byId("board").hidden ? null : board(),
      report: this.byId("report").children.map(({ tag, classes, textContent }) => [tag, textContent, classes.has("fault")]),
      uf2: this.byId("uf2").textContent,
      progress: this.isVisible(this.byId("step")) ? this.byId("step").textContent : "",
      can_leave: this.canLeave(),
      happened,
    };
  }

  /** What the page shows when it is opened. */
  async opened() {
    const cellOf = ({ textContent, children: [link] }) =>
      link ? [link.textContent, link.href, link.target, link.rel] : textContent;
    const boards = this.byId("boards").children.map((row) => row.children.map(cellOf));
    return { ...(await this.shown()), boards, release: this.byId("release").href ?? null };
  }

  /** What happens later: after how many milliseconds which downloads are released. */
  leave() {
    return this.later.map(({ action, ms }) => {
      const before = [...this.urls.keys()];
      action();
      return [ms, before.filter((url) => !this.urls.has(url))];
    });
  }
}

function fileOf({ name, content }) {
  if (content !== null) return new File([fromHex(content)], name);
  return { name, arrayBuffer: () => Promise.reject(new Error("the file is gone")) };
}

/** What a page shows when it is opened and after each step. `at`: the number of the visit. */
export async function visited(given, at) {
  const visit = new Visit(given);
  visit.define();
  await import(`${pathToFileURL(`${given.folder}/install.js`).href}?visit=${at}`);
  await visit.until(() => visit.page.body.hasAttribute("data-ready"));
  const opened = await visit.opened(), steps = [];
  for (const step of given.steps) {
    await visit.take(step);
    if (Array.isArray(step)) steps.push(await visit.shown());
  }
  const later = visit.leave();
  for (const port of visit.ports) port.socket?.destroy();
  return { opened, steps, later };
}
