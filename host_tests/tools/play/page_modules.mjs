// Runs the modules of the pages in Node, with stand-ins for what a browser has: reads a job from the standard input
// (JSON), writes what came of it to the standard output. A job names an action below.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import { Element, Listeners, Page, blocked, define, penOf, setClock, settled, storageOf, until } from "../browser.mjs";

const job = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(pathToFileURL(`${job.folder}/${name}.js`).href);

// ---- the browser ---------------------------------------------------------------------------------------------------

const page = new Page();
const byId = page.getElementById;
const address = "https://example.org/demo/";
const copied = [];
const timers = [];
if (job.zone) process.env.TZ = job.zone;
let nowMs = Date.parse(job.now ?? "2026-11-28T12:00Z");
setClock(() => nowMs);

/** Runs what was set to run within so many milliseconds, in order. */
async function pass(ms) {
  const until = nowMs + ms;
  for (;;) {
    await settled();
    timers.sort((one, other) => one.atMs - other.atMs);
    if (!timers.length || timers[0].atMs > until) break;
    const timer = timers.shift();
    nowMs = Math.max(nowMs, timer.atMs);
    timer.action();
  }
  nowMs = until;
}

const window = new Listeners();
define({
  localStorage: job.isBlocked ? blocked : storageOf(job.items, job.room ?? Infinity),
  location: {
    href: address + (job.href ?? job.search ?? ""), pathname: "/demo/", search: job.search ?? "", hash: job.hash ?? "", host: "127.0.0.1:8617",
    replace: (to) => (location.replaced = to), reload: () => (location.isReloaded = true),
  },
  document: page,
  window: globalThis,
  self: globalThis,
  top: job.isFramed ? {} : globalThis,
  history: { replaceState: (_, __, to) => (history.replaced = to) },
  addEventListener: (kind, action) => window.addEventListener(kind, action),
  devicePixelRatio: 2, scrollX: 0, scrollY: 0,
  navigator: { clipboard: { writeText: async (text) => job.isBlocked ? Promise.reject(new Error()) : copied.push(text) } },
  matchMedia: () => ({ matches: Boolean(job.isCalm) }),
  setTimeout: (action, ms) => timers.push({ action, atMs: nowMs + ms, id: timers.length + nowMs * 1000 }) && timers.at(-1).id,
  clearTimeout: (id) => {
    const at = timers.findIndex((timer) => timer.id === id);
    if (at >= 0) timers.splice(at, 1);
  },
});

/** What is said of an element and those in it. */
function described(element) {
  return element.children.length ? element.children.map(described) : element.textContent;
}

// ---- the file system of MicroPython ----------------------------------------------------------------------------------

class Files {
  root = { isFolder: true, contents: {} };
  made = 0;
  lookupPath(path) {
    let node = this.root;
    for (const name of path.split("/").filter(Boolean)) {
      if (!node.isFolder || !node.contents[name]) throw new Error(`there is no ${path}`);
      node = node.contents[name];
    }
    return { node };
  }
  mkdirTree(path) {
    let node = this.root;
    for (const name of path.split("/").filter(Boolean)) {
      node = node.contents[name] ??= { isFolder: true, contents: {} };
      if (!node.isFolder) throw new Error(`${path} is a file`);
    }
  }
  parentOf(path) {
    const at = path.lastIndexOf("/");
    return [this.lookupPath(path.slice(0, at)).node.contents, path.slice(at + 1)];
  }
  writeFile(path, contents) {
    const [folder, name] = this.parentOf(path);
    if (folder[name]?.isFolder) throw new Error(`${path} is a folder`);
    const id = folder[name]?.id ?? ++this.made;
    const room = contents.length ? Uint8Array.from([...contents, 120, 120, 120]) : null; // MicroPython has more room than a file needs
    folder[name] = { isFolder: false, id, contents: room, usedBytes: contents.length, timestamp: nowMs };
  }
  readFile(path, { encoding } = {}) {
    const { contents: room, usedBytes } = this.lookupPath(path).node, contents = room?.subarray(0, usedBytes) ?? [];
    return encoding === "utf8" ? Buffer.from(contents).toString("utf8") : contents;
  }
  unlink(path) {
    const [folder, name] = this.parentOf(path);
    delete folder[name];
  }
  rmdir(path) {
    if (Object.keys(this.lookupPath(path).node.contents).length) throw new Error(`${path} is not empty`);
    this.unlink(path);
  }
}

const bytesOf = (text) => Uint8Array.from(Buffer.from(text, "latin1"));

// ---- what a job asks for ---------------------------------------------------------------------------------------------

async function days() {
  const { dayIn, inWords, addressOf, itemOf, today } = await load("calendar");
  const day = { date: "2026-11-05", variant: "farkle" };
  return {
    found: job.queries.map(dayIn), words: inWords(day.date), address: addressOf(day), item: itemOf(day), today: today(),
  };
}

async function apart() {
  const { apartIn, consoleOf, filesOf, gamesOf, itemOf, pageOf, storeFiles, wordsOf, asBytes, asText } = await load("apart");
  const games = job.games ?? [];
  const found = {
    found: (job.queries ?? []).map(apartIn), items: games.map(itemOf), pages: games.map(pageOf), consoles: games.map(consoleOf),
    words: games.map(wordsOf), before: games.map(filesOf), listed: gamesOf("duel").map(({ id }) => id),
    texts: (job.texts ?? []).map((text) => [asBytes(text), asText(asBytes(text))]),
  };
  found.stored = games.map((game) => storeFiles(game, { duel: game.id }));
  return { ...found, after: games.map(filesOf), left: job.isBlocked ? [] : Object.keys(localStorage).sort() };
}

async function streak() {
  const { noteFinished, streakOn } = await load("calendar");
  return job.steps.map(([name, date]) => (name === "finish" ? (noteFinished(date), null) : Object.values(streakOn(date))));
}

async function played() {
  const { playedDays, deleteOldDays } = await load("calendar");
  const before = playedDays();
  if (job.isKept)
    localStorage.removeItem = () => {
      throw new Error("blocked");
    };
  deleteOldDays(job.day);
  return { before, left: playedDays().map(({ item }) => item) };
}

async function logs() {
  const { logsIn, linkTo } = await load("logs");
  return { logs: logsIn("item"), links: job.logs.map((log) => linkTo(log, job.date)) };
}

async function links() {
  const { encode, read } = await load("codec");
  const attempt = (action) => {
    try {
      return action();
    } catch (error) {
      return `${error.constructor.name}: ${error.message}`;
    }
  };
  return { made: job.logs.map((log) => attempt(() => encode(log))), read: job.links.map((link) => attempt(() => read(link))) };
}

async function coder() {
  const { Reader, Writer } = await load("range_coder");
  return job.numbers.map((numbers) => {
    const writer = new Writer();
    const code = (made) => numbers.map(([context, count, value]) => context ? made.number(context, count, value) : made.uniform(count, value));
    code(writer);
    const packed = writer.packed();
    return { packed: [...packed], read: code(new Reader(packed)) };
  });
}

async function curves() {
  const { drawCurves, inPoints } = await load("curves");
  const canvas = new Element("canvas");
  drawCurves(canvas, job.game);
  return { points: job.points.map(inPoints), calls: canvas.pen.calls };
}

async function words() {
  const spoken = [];
  define({
    speechSynthesis: { cancel: () => spoken.push(null), speak: ({ text }) => spoken.push(text) },
    SpeechSynthesisUtterance: class {
      constructor(text) {
        this.text = text;
      }
    },
  });
  const { Words } = await load("words");
  const buttons = Array.from({ length: 9 }, () => new Element("button"));
  const shown = new Words(byId("text"), byId("log"), buttons);
  return job.steps.map((step) => {
    const before = byId("log").childElementCount;
    spoken.length = 0;
    if ("speak" in step) shown.speak(step.speak);
    else if (step.announce) shown.announce(step.announce);
    else shown.show(step);
    return {
      text: byId("text").children.map(described),
      news: byId("log").children.slice(before).map(described),
      entries: byId("log").children.map(described),
      names: buttons.map((button) => button.attributes["aria-label"]),
      spoken: [...spoken],
    };
  });
}

async function disk() {
  const asked = [];
  navigator.storage = {
    persist: async () => {
      asked.push("persist");
      if (job.isRefused) throw new Error("refused");
    },
  };
  const { Disk } = await load("disk");
  let saves = new Disk(job.day ?? null);
  const files = new Files();
  const item = () => saves.item;
  const actions = {
    mount: () => saves.mount(files),
    write: (name, text) => {
      files.mkdirTree(`/saves/${name}`.replace(/\/[^/]*$/, ""));
      files.writeFile(`/saves/${name}`, bytesOf(text));
    },
    save: () => saves.save(),
    wait: (ms) => void (nowMs += ms),
    room: (characters) => void (localStorage.room = characters),
    notice: () => saves.notice(),
    isOurs: () => saves.isOurs(),
    isSaved: () => saves.isSaved,
    owner: (name) => void (name === null ? localStorage.removeItem(saves.owner) : localStorage.setItem(saves.owner, name)),
    remove: () => void localStorage.removeItem(item()),
    stored: () => JSON.parse(localStorage.getItem(item())),
    damaged: () => localStorage.getItem(`${item()} damaged`),
    items: () => Object.keys(localStorage).sort(),
    read: () => saves.read(),
    take: (given) => saves.take(given.map(([name, text]) => [name, bytesOf(text)])),
    copy: () => [...saves.copy()].map(([name, bytes]) => [name, [...bytes]]),
    asked: () => asked.length,
    takeOver: async () => {
      const began = nowMs;
      const taken = saves.takeOver();
      await pass(timers[0].atMs - nowMs);
      await taken;
      return nowMs - began;
    },
  };
  const found = [];
  for (const [name, ...args] of job.steps) {
    const result = await actions[name](...args);
    if (result !== undefined) found.push(result);
  }
  return found;
}

/** The page of a console: notes what it is asked to show. */
function notingPage(calls) {
  return new Proxy({}, { get: (_, name) => (...args) => void calls.push([name, ...args]) });
}

async function socket() {
  const calls = [], sockets = [];
  class Socket {
    static OPEN = 1;
    readyState = 0;
    sent = [];
    constructor(to) {
      this.address = to;
      sockets.push(this);
    }
    send(message) {
      this.sent.push(typeof message === "string" ? message : [...message]);
    }
    close() {}
  }
  define({ WebSocket: Socket });
  const { Backend } = await load("backend");
  const backend = new Backend(notingPage(calls));
  backend.send(1, true);
  sockets[0].readyState = 1;
  sockets[0].onopen();
  for (const [button, down] of job.sent) backend.send(button, down);
  for (const data of job.received) {
    const bytes = typeof data === "string" ? data : Uint8Array.from(data).buffer;
    sockets[0].onmessage({ data: typeof data === "string" || sockets[0].binaryType === "arraybuffer" ? bytes : new Blob([bytes]) });
  }
  sockets[0].readyState = 3;
  sockets[0].onclose();
  backend.send(2, true);
  await pass(job.wait);
  const shown = calls.map((call) => call.map((part) => (ArrayBuffer.isView(part) ? [...part] : part)));
  return {
    shown, sent: sockets.map(({ sent }) => sent), addresses: sockets.map(({ address: to }) => to),
    replaced: location.replaced ?? null, stored: { ...localStorage },
  };
}

async function escaped() {
  const source = readFileSync(`${job.folder}/escaped.js`, "utf8");
  return job.paths.map((pathname) => {
    const place = { pathname, search: job.search, replace: (to) => (place.replaced = to) };
    runInNewContext(source, { location: place });
    return place.replaced ?? null;
  });
}

async function worker() {
  const source = readFileSync(`${job.folder}/sw.js`, "utf8");
  const hashOf = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const hashed = (names) => JSON.stringify(Object.fromEntries(names.map((name) => [name, hashOf(job.built[name])])));
  const built = source
    .replace('{ "@FILES@": "" }', hashed(job.files)).replace('{ "@GUIDE@": "" }', hashed(job.guide))
    .replace("@VERSION@", "two");
  const stores = new Map(Object.entries(job.stores ?? {}).map(([name, files]) => [name, new Map(Object.entries(files))]));
  const scope = "https://example.org/demo/";
  const full = (name) => new URL(name, scope).href;
  const asked = [], headers = {}, fetched = [];
  let network = job.network;
  const cacheOf = (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    return {
      put: async (file, answer) => {
        headers[file] = Object.fromEntries(answer.headers);
        store.set(full(file), await answer.text());
      },
      match: async (file) => (store.has(full(file)) ? new Response(store.get(full(file))) : undefined),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    };
  };
  const events = new Listeners();
  const context = {
    registration: { scope }, URL, Response: class extends Response {
      static redirect = (to) => ({ status: 302, to });
    }, Headers, Set, Object, Promise, TypeError,
    skipWaiting: async () => asked.push("skipWaiting"), clients: { claim: async () => asked.push("claim") },
    caches: {
      open: async (name) => cacheOf(name),
      keys: async () => [...stores.keys()],
      delete: async (name) => stores.delete(name),
    },
    fetch: async (request, { integrity, cache } = {}) => {
      fetched.push(typeof request === "string" ? `${request} ${cache}` : "as asked");
      const name = typeof request === "string" ? request : request.url.slice(scope.length);
      if (!network || !(name in network)) throw new TypeError(`no network for ${name}`);
      if (network[name] === null) return new Response("", { status: 404 });
      if (integrity && integrity !== hashOf(network[name])) throw new TypeError(`${name} is of another build`);
      return new Response(network[name], {
        headers: { "Content-Type": "text/x", Vary: "*", "Content-Encoding": "gzip", "Content-Length": "1", "X-Other": "y" },
      });
    },
    addEventListener: (kind, action) => events.addEventListener(kind, action),
  };
  runInNewContext(built, context);
  const happen = async (kind, request) => {
    const waited = [];
    let answered;
    events.emit(kind, { request, waitUntil: (work) => waited.push(work), respondWith: (answer) => (answered = answer) });
    const ends = await Promise.allSettled(waited);
    const failed = ends.some(({ status }) => status === "rejected");
    if (!answered) return request ? "not answered" : failed ? "failed" : "done";
    const answer = await Promise.resolve(answered).catch((error) => ({ status: 0, text: () => error.message }));
    if (answer.status === 503) headers[request.url] = Object.fromEntries(answer.headers);
    return answer.to ?? [answer.status, await answer.text()];
  };
  const found = [];
  for (const step of job.steps) {
    if (step.network !== undefined) network = step.network;
    else if (step.url) {
      const integrity = step.of ? hashOf(step.of) : "";
      found.push(await happen("fetch", { method: step.method ?? "GET", mode: step.mode ?? "no-cors", url: step.url, integrity }));
    } else found.push(await happen(step.event));
  }
  return { found, stores: Object.fromEntries([...stores].map(([name, store]) => [name, [...store.keys()].sort()])), asked, headers, fetched };
}

async function demo() {
  const calls = [], fetched = [], registered = [];
  let at = 0;
  let memory = new Uint8Array(8192);
  if (job.hasWorkers)
    navigator.serviceWorker = { register: async (name) => (registered.push(name), Promise.reject(new Error("refused"))) };
  const turns = job.turns; // what the console shows in each call of step
  const turn = () => turns[Math.min(at, turns.length) - 1] ?? {};
  const console = {
    start: (...args) => (calls.push(["start", ...args]), job.variant !== "none"),
    step: () => {
      at += 1;
      const { oled, last, words: lit, crash, text, write } = turn();
      if (crash) throw new Error(crash);
      if (text) throw text;
      if (turn().grows) python._module.HEAPU8 = memory = Uint8Array.from(memory);
      if (oled) memory[2048] = oled;
      if (last) memory[2048 + 1023] = last;
      if (lit) memory.set(lit, 4096);
      for (const [name, text] of Object.entries(write ?? {})) {
        files.mkdirTree(`/saves/${name}`.replace(/\/[^/]*$/, ""));
        files.writeFile(`/saves/${name}`, bytesOf(text));
      }
      return turn().pause ?? 1000;
    },
    press: (...args) => calls.push(["press", ...args]),
    oled: () => 2048,
    words: () => 4096,
    rest: () => turn().rest ?? "",
    typing: () => turn().typing ?? "",
    has_left: () => turn().left ?? false,
    finished: () => turn().finished ?? "",
    read_oled: () => JSON.stringify({ lines: ["OLED"], round: at }),
    read_dice: () => JSON.stringify({ dice: null, round: at }),
  };
  const files = new Files();
  const python = {
    FS: files, _module: { HEAPU8: memory }, pyimport: (name) => (name === "demo" ? console : null),
    runPython: (text) => (python.hasRun = text),
    registerJsModule: (name, functions) => void (python.registered = name === "page" ? functions : null),
  };
  define({
    python: job.fails ? null : python,
    fetch: async (...args) => (fetched.push(args), new Response(new Blob([Buffer.from(job.firmware, "base64")]))),
    sixpip: job.isAlone ? undefined : { files: { "firmware.bin": "sha256-of-this-build" }, explain: async () => "the fault" },
  });
  const { Backend } = await load("backend");
  const backend = new Backend(notingPage(calls));
  await until(() => python.hasRun || calls.length);
  await pass(300);
  for (const [name, ...args] of job.steps) {
    if (name === "pass") await pass(args[0]);
    else if (name === "send") backend.send(...args);
    else if (name === "owner") localStorage.setItem(backend.disk.owner, args[0]);
    else if (name === "load") {
      try {
        calls.push(["loaded", backend.load(args[0].map(([file, text]) => [file, bytesOf(text)]))]);
      } catch (error) {
        calls.push(["refused", error.message]);
      }
    } else if (name === "random") {
      memory.fill(0, 0, 1024);
      const given = python.registered.random(...args);
      calls.push(["random", given, [...memory.subarray(0, 1024)].map(Boolean).indexOf(true), [...memory.subarray(0, 1024)].map(Boolean).lastIndexOf(true)]);
    } else if (name === "item") {
      calls.push(["item", args[0], localStorage.getItem(args[0])]);
      continue;
    } else if (name === "tone") python.registered.tone(...args);
    calls.push([name]);
  }
  const shown = calls.map((call) => call.map((part) => (ArrayBuffer.isView(part) ? [...part.slice(0, 6)] : part)));
  return {
    shown, rounds: at, isOn: backend.isOn, replaced: location.replaced ?? null,
    switches: described(byId("about")), unpacked: Object.keys(files.root.contents), fetched, registered,
    contents: ["/one.mpy", "/sixpip/two.mpy"].map((path) => "sixpip" in files.root.contents ? files.readFile(path, { encoding: "utf8" }) : null),
    options: python.options ?? null, path: python.hasRun ?? null,
    stored: JSON.parse(localStorage.getItem?.(backend.disk?.item) ?? "null"),
    ends: calls.filter(([, part]) => ArrayBuffer.isView(part)).map(([name, part]) => [name, part.length, ...part.slice(-3)]),
  };
}

/** Notes what is downloaded: the links that a page makes and presses, with what is in their files. */
function noteDownloads() {
  const downloads = [], blobs = new Map();
  let made = 0;
  URL.createObjectURL = (blob) => {
    blobs.set(`blob:${++made}`, blob);
    return `blob:${made}`;
  };
  URL.revokeObjectURL = (address) => blobs.delete(address);
  const click = Element.prototype.click;
  Element.prototype.click = function () {
    if (this.tag === "a") downloads.push([this.download, blobs.get(this.href)]);
    else click.call(this);
  };
  const base64 = async ([name, blob]) => [name, Buffer.from(await blob.arrayBuffer()).toString("base64")];
  return { found: () => Promise.all(downloads.map(base64)), left: () => blobs.size };
}

async function shared() {
  const opened = [], sent = [];
  const downloads = noteDownloads();
  const files = ({ files: [file, ...others] }) => ({ name: file.name, type: file.type, size: file.size, others: others.length });
  Element.prototype.toBlob = function (done) {
    done(new Blob([`picture of ${this.id}`]));
  };
  if (job.shares !== undefined) {
    navigator.canShare = (given) => (sent.push(["can", files(given)]), job.shares !== "never");
    navigator.share = async (given) => {
      sent.push(["share", files(given)]);
      if (job.shares === "refused") throw new Error("the visitor has changed their mind");
    };
  }
  if (job.hasNoClipboard) delete navigator.clipboard;
  const game = {
    open_log: (log, day) => (opened.push([log, day]), JSON.stringify(job.game)),
    judge_on: () => JSON.stringify(job.judged.shift()),
  };
  define({
    python: { FS: new Files(), runPython() {}, pyimport: () => (job.fails ? game.none() : game) },
    fetch: async () => new Response(new Blob([Buffer.from(job.firmware, "base64")])),
    sixpip: job.isAlone ? undefined : { files: {}, explain: async () => job.fault ?? "" },
  });
  byId("game").hidden = byId("list").hidden = byId("rated").hidden = byId("same").hidden = true; // as in game.html
  byId("send").hidden = true;
  byId("games").dataset.titles = JSON.stringify({ pure: "Pure", farkle: "Farkle" });
  await load("game");
  await until(() => "data-ready" in page.body.attributes);
  const looks = [], first = sent.splice(0);
  for (const [id, kind, value] of job.steps ?? []) {
    if (id === "pass") await pass(kind);
    else if (id === "window") window.emit(kind);
    else {
      const element = id === "worst" ? byId("worst").children[value].children[0] : byId(id);
      if (kind === "input") element.value = value;
      element.emit(kind);
      await settled();
    }
    looks.push({
      title: byId("turn-title").textContent, steps: byId("steps").children.map((item) => item.textContent),
      classes: byId("steps").children.flatMap((item) => item.children.map((part) => part.className)),
      before: byId("before").disabled, next: byId("next").disabled, status: byId("status").textContent,
      judging: byId("judging").textContent, turn: byId("turn").value ?? null, scrolled: Boolean(byId("turn-title").isShown),
      downloads: await downloads.found(), blobs: downloads.left(), sent: sent.splice(0), isReloaded: Boolean(location.isReloaded),
    });
  }
  const texts = ["status", "title", "about", "unit"].map((id) => [id, byId(id).textContent]);
  const links = byId("games").children.map((item) => [item.textContent, item.children[0]?.href ?? null]);
  return {
    ...Object.fromEntries(texts), looks, links, opened, copied, hidden: ["list", "game", "same", "rated", "send"].filter((id) => byId(id).hidden),
    ratings: byId("ratings").children.map(described), worst: byId("worst").children.map((item) => item.textContent),
    same: byId("same").href ?? null, most: byId("turn").max ?? null, isReady: "data-ready" in page.body.attributes,
    replaced: history.replaced ?? null, documentTitle: page.title ?? null,
    heads: byId("ratings").children.map((row) => row.children[0].scope ?? null), first,
    drawn: (byId("curves").pen?.calls ?? []).filter(([name]) => name === "fillText").map(([, text]) => text),
  };
}

async function copies() {
  const loaded = [], questions = [], asked = [], attempts = [];
  const downloads = noteDownloads();
  define({
    fetch: async (name) => {
      asked.push(name);
      if (job.isOffline) throw new TypeError("no network");
      return new Response(job.description);
    },
    confirm: (question) => (questions.push(question), job.confirms ?? true),
  });
  page.createElement = (tag) => {
    const made = new Element(tag);
    if (tag === "input") made.addEventListener("click", () => asked.push("a file"));
    return made;
  };
  const { Copies } = await load("copies");
  const { attempt } = Copies.prototype;
  Copies.prototype.attempt = function (action) {
    const done = attempt.call(this, action);
    attempts.push(done);
    return done;
  };
  const disk = { copy: () => new Map(job.files.map(([name, text]) => [name, bytesOf(text)])) };
  const load_ = (files) => {
    loaded.push(files.map(([name, bytes]) => [name, [...bytes]]));
    if (job.refusal) throw new Error(job.refusal);
    return job.leftOut === undefined ? [] : job.leftOut;
  };
  new Copies({ disk, load: load_ }).offer();
  const [words, switches, status] = byId("about").children;
  const [save, copy, input] = switches.children;
  const found = [];
  for (const [name, ...args] of job.steps) {
    status.textContent += name === "choose" ? "before" : "";
    if (name === "with") Object.assign(job, args[0]); // from now on
    else if (name === "save") save.emit("click");
    else if (name === "load") copy.emit("click");
    else if (name === "focus") args.push(...[save, copy].map((button) => Boolean(button.emit("mousedown").isPrevented)));
    else if (name === "pass") await pass(args[0]);
    else {
      const files = args[0] === null ? [] : [{ name: args[0], arrayBuffer: async () => Uint8Array.from(Buffer.from(args[1], "base64")).buffer }];
      Object.assign(input, { files, value: args[0] ?? "" });
      input.emit("change");
    }
    const during = status.textContent;
    await Promise.all(attempts);
    found.push({
      status: status.textContent, during, downloads: await downloads.found(), blobs: downloads.left(), loaded: loaded.splice(0),
      questions: questions.splice(0), asked: asked.splice(0), chosen: input.value ?? null, args,
    });
  }
  const { type, accept, hidden, ariaLabel } = input;
  return {
    found, words: words.textContent, input: { type, accept, hidden, ariaLabel }, status: [status.id, status.role, status.style.flexBasis],
    buttons: [save, copy].map((button) => [button.textContent, button.className, button.type]), switches: switches.className,
  };
}

async function day() {
  page.selected["#games li"] = job.variants.map((variant) => {
    const item = new Element("li");
    item.dataset.variant = variant;
    const link = item.querySelector("a");
    link.textContent = variant.toUpperCase();
    return item;
  });
  await load("day");
  const linked = ({ href, textContent, attributes }) => [textContent, href, attributes["aria-label"] ?? null];
  return {
    date: byId("date").textContent, status: byId("status").textContent, hidden: byId("games").hidden,
    streak: byId("streak").textContent,
    isReady: "data-ready" in page.body.attributes,
    links: page.selected["#games li"].map((item) => [linked(item.querySelector("a")), ...item.children.filter((child) => child instanceof Element).map(linked)]),
  };
}

async function keys() {
  const sent = [], buttons = [8, 6, 7].map((number) => {
    const button = new Element("button");
    button.dataset.button = String(number);
    return button;
  });
  const tones = [];
  define({
    ResizeObserver: class {
      observe() {}
    },
    requestAnimationFrame: (action) => timers.push({ action, atMs: nowMs + 16 }),
    WebSocket: class {
      static OPEN = 1;
      readyState = job.isClosed ? 3 : 1;
      constructor() {
        define({ console_socket: this });
      }
      send(bytes) {
        sent.push([...bytes]);
      }
    },
  });
  page.createElement = (tag) => {
    const made = new Element(tag);
    made.clientWidth = 0;
    made.querySelector = (selector) => {
      const part = Element.prototype.querySelector.call(made, selector);
      part.parentElement = made;
      part.createImageData ??= () => ({});
      return part;
    };
    if (tag === "button") buttons.push(made);
    return made;
  };
  const image = () => ({ data: new Uint8ClampedArray(4 * 256) });
  Element.prototype.getContext = function () {
    this.pen ??= penOf();
    this.pen.createImageData = image;
    return this.pen;
  };
  page.selected["[data-button]"] = buttons;
  page.selected[".switch"] = [];
  page.fullscreenEnabled = false;
  await load("app");
  const socketOf = globalThis.console_socket;
  const found = [];
  for (const [kind, event] of job.steps) {
    sent.length = 0;
    if (kind === "focus") page.activeElement = event === null ? null : Object.assign(new Element(event.tag ?? "button"), event);
    else if (kind === "report") socketOf.onmessage({ data: JSON.stringify(event) });
    else if (kind === "close") {
      socketOf.readyState = 3;
      socketOf.onclose();
    } else if (kind === "hide") {
      page.hidden = true;
      page.emit("visibilitychange");
    } else if (kind === "pass") await pass(event);
    else if (event.on !== undefined) buttons.find((button) => Number(button.dataset.button) === event.on).emit(kind, event);
    else window.emit(kind, event);
    found.push({ sent: sent.map((edge) => [...edge]), isPrevented: Boolean(event?.isPrevented) });
  }
  const hidden = ["crash", "asleep", "off", "keys", "typing", "notice", "full", "speech"].filter((id) => byId(id).hidden);
  return {
    found, hidden, muted: localStorage.getItem?.("muted") ?? null, notice: byId("notice").textContent,
    remedy: byId("remedy").textContent, trace: byId("traceback").textContent, tones,
    connected: "data-connected" in page.body.attributes, down: buttons.filter((button) => button.classes.has("down")).map((button) => Number(button.dataset.button)),
  };
}

async function oled() {
  const { Oled } = await load("oled");
  const canvas = new Element("canvas");
  const shown = new Oled(canvas);
  return job.frames.map(({ width, height, bytes }) => {
    shown.fit({ clientWidth: width, clientHeight: height });
    const picture = new Uint8Array(1024);
    for (const [at, byte] of bytes) picture[at] = byte;
    shown.paint(picture);
    const first = canvas.pen.calls.length;
    shown.paint(picture);
    const again = canvas.pen.calls.length - first;
    const lit = canvas.pen.calls.splice(0).filter(([name]) => name === "fillRect").map((call) => call.slice(1, 5));
    return { size: [canvas.width, canvas.height, canvas.style.width, canvas.style.height], lit, again, move: canvas.style.translate };
  });
}

async function sound() {
  const calls = [];
  class Param {
    constructor(name) {
      this.name = name;
    }
    setValueAtTime(...args) {
      calls.push([this.name, ...args]);
    }
    setTargetAtTime(...args) {
      calls.push([this.name, ...args]);
    }
  }
  const context = { currentTime: 10, state: "suspended", resume: async () => (context.state = "running") };
  const nodes = [];
  const made = (kind) => class {
    constructor(_, options) {
      Object.assign(this, { kind, options, frequency: new Param("hz"), gain: Object.assign(new Param("gain"), { value: options.gain }) });
      nodes.push(this);
    }
    connect(to) {
      return to;
    }
    start() {}
  };
  define({
    AudioContext: class {
      constructor() {
        return context;
      }
    },
    OscillatorNode: made("wave"), GainNode: made("gain"), BiquadFilterNode: made("filter"),
  });
  const { Buzzer } = await load("sound");
  const buzzer = new Buzzer();
  const found = [];
  for (const [name, ...args] of job.steps) {
    calls.length = 0;
    if (name === "time") context.currentTime = args[0];
    else buzzer[name](...args);
    await settled();
    found.push([...calls]);
  }
  return { found, volume: nodes.filter(({ kind }) => kind === "gain").map(({ gain }) => gain.value) };
}

const actions = { days, apart, streak, played, logs, links, coder, curves, words, disk, socket, escaped, worker, demo, shared, copies, day, keys, oled, sound };
const result = await actions[job.action]();
process.stdout.write(JSON.stringify(result), () => process.exit(0));
