// Runs start.js in Node: reads a job with visits of pages from the standard input (JSON), writes what each visitor sees to
// the standard output.

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { Element, Listeners, blocked, settled, storageOf } from "../browser.mjs";

const job = JSON.parse(readFileSync(0, "utf8"));
const source = readFileSync(job.source, "utf8");

/** One visit of a page in a tab; the storage of the tab is that of the visits before. */
class Visit {
  asked = [];
  timers = [];
  observers = [];
  reloads = 0;
  wentBack = 0;

  constructor(visit, storage) {
    this.visit = visit;
    this.unscripted = new Element("p");
    this.unscripted.parentNode = { removeChild: (child) => (this.removed = child === this.unscripted) };
    this.sentence = new Element("p");
    this.sentence.hidden = true;
    this.head = new Element("head");
    this.body = new Element("body");
    this.body.append("Page");
    this.nav = visit.nav ? new Element("nav") : null;
    for (const element of [this.head, this.body, this.nav]) {
      if (element) element.appendChild = (child) => element.append(child);
    }
    if (this.nav) {
      this.nav.append("Play");
      Object.defineProperty(this.nav, "firstChild", { get: () => this.nav.children[0] });
      this.nav.insertBefore = (child, next) => this.nav.children.splice(this.nav.children.indexOf(next), 0, child);
    }
    this.worker = visit.worker ? Object.assign(new Listeners(), { controller: visit.worker === "controls" }) : undefined;
    this.run(storage);
  }

  run(storage) {
    const { visit } = this, script = new Element("script");
    Object.assign(script.attributes, visit.script);
    if (!visit.isOld) script.noModule = false;
    this.window = Object.assign(new Listeners(), { Promise, String, fetch: this.fetch.bind(this) });
    for (const name of visit.has ?? []) this.window[name] = true;
    for (const name of visit.lacks ?? []) delete this.window[name];
    this.window.self = this.window;
    this.window.top = visit.isFramed ? {} : this.window;
    const media = visit.display && ((query) => ({ matches: query === `(display-mode: ${visit.display})` }));
    if (media) this.window.matchMedia = media;
    const ids = { unscripted: visit.script["data-module"] ? this.unscripted : null, status: this.sentence };
    runInNewContext(source, {
      window: this.window, matchMedia: media, navigator: { serviceWorker: this.worker }, fetch: this.window.fetch, Promise, String,
      location: { href: visit.address ?? "https://example.org/demo/", pathname: "/demo/", reload: () => (this.reloads += 1) },
      history: { length: visit.pages ?? 1, back: () => (this.wentBack += 1) },
      sessionStorage: visit.isBlocked ? blocked : storage,
      setTimeout: (action, ms) => this.timers.push({ action, ms }),
      MutationObserver: this.observerClass(),
      document: {
        head: this.head, body: this.body, referrer: visit.referrer ?? "",
        querySelector: (selector) => ({ "script[src$='start.js']": script, nav: this.nav })[selector],
        querySelectorAll: () => (visit.styles ?? [true]).map((isLoaded) => ({ sheet: isLoaded ? {} : null })),
        getElementById: (id) => ids[id] ?? null,
        createElement: (tag) => new Element(tag),
      },
    });
  }

  observerClass() {
    const { observers } = this;
    return class {
      constructor(action) {
        this.action = action;
      }
      observe(element, { attributes }) {
        observers.push({ element, attributes, action: () => this.action([], this), from: this });
      }
      disconnect() {
        observers.splice(0);
      }
    };
  }

  async fetch(name, { cache, integrity } = {}) {
    this.asked.push([name, cache ?? null, integrity ?? null]);
    const answer = this.visit.network?.[name];
    if (answer === undefined) return { ok: true, status: 200, headers: new Headers({ "Content-Type": "text/javascript" }) };
    if (answer === null || (integrity && answer.isOther)) throw new TypeError("no network");
    const headers = new Headers(answer.type ? { "Content-Type": answer.type } : {});
    return { ok: (answer.status ?? 200) === 200, status: answer.status ?? 200, headers };
  }

  async act([name, value]) {
    const changed = () => this.observers.slice().forEach(({ element, attributes, action }) => element === this.body && attributes && action());
    if (name === "ready") {
      this.body.toggleAttribute("data-ready", true);
      changed();
    } else if (name === "changed") changed();
    else if (name === "error") this.window.emit("error", { error: value === null ? null : { toString: () => value } });
    else if (name === "rejection") this.window.emit("unhandledrejection", { reason: { toString: () => value } });
    else if (name === "unloaded") this.head.children.find(({ tag }) => tag === "script").onerror();
    else if (name === "wait") this.timers.filter(({ ms }) => ms <= value).forEach(({ action }) => action());
    else if (name === "explain") this.explained = await this.window.sixpip.explain();
    else if (name === "controllerchange") this.worker.emit(name);
    else if (name === "back") this.isFollowed = this.nav.children[0].onclick();
    await settled();
  }

  look() {
    const linked = (child) => (child instanceof Element ? [child.textContent, child.href, child.target ?? null] : child);
    return {
      sentence: this.sentence.hidden ? null : this.sentence.textContent,
      kept: this.sentence.textContent,
      reloads: this.reloads, removed: this.removed ?? false, explained: this.explained ?? null,
      head: this.head.children.map(({ tag, rel, type, href, src, integrity }) => [tag, rel ?? type, href ?? src, integrity ?? null]),
      body: this.body.children.map(linked), isWatched: this.observers.length > 0,
      nav: (this.nav?.children ?? []).map(linked),
      asked: this.asked, wentBack: this.wentBack, isFollowed: this.isFollowed ?? null,
    };
  }
}

const storage = storageOf();
const found = [];
for (const visit of job.visits) {
  if (visit.isNewTab) Object.keys(storage).forEach((item) => storage.removeItem(item));
  const made = new Visit(visit, storage);
  await settled();
  const looks = [made.look()];
  for (const step of visit.steps ?? []) {
    await made.act(step);
    looks.push(made.look());
  }
  found.push(looks);
}
process.stdout.write(JSON.stringify(found), () => process.exit(0));
