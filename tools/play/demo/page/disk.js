// The files of the console in this browser: saves, settings, records and logs. They are kept as one item of the local
// storage, so that after a crash of the browser all are of the same moment. Only one tab at a time writes it. A game
// apart (apart.js) has files of its own, so that it changes nothing of the console: only the settings are copied to it.

import { itemOf } from "./apart.js";
import { deleteOldDays } from "./calendar.js";

const FOLDER = "/saves";
const SETTLE_MS = 300; // longer than a tab takes to see that another one has taken over
const scope = new URL(".", location.href).pathname; // another demo on the same server has saves of its own
const FILES = `sixpip files ${scope}`;
const OWNER = `sixpip owner ${scope}`;
const SETTINGS = /^settings/;
const MOST_ASIDE = 4 << 20; // characters; a browser stores about 5 << 20, and the saves need the rest
const MOST_FILES = 1000;
const MOST_NAME = 100;
const MOST_NAMED = 3;
const NAME = /^[a-z0-9][\w.-]*(?:\/[a-z0-9][\w.-]*)*$/i;

const NOT_KEPT = "This browser keeps no data for this page: your game is lost when you close it.";
const NOT_SAVED =
  "The storage of this browser is full or blocked: what you play from now on is lost when you close the page, unless you make room.";
const RETRY_MS = 2000; // to save again what was not saved

export class Disk {
  /** `day`: the game of the day, or another game apart, that is played; null: the console of the visitor. */
  constructor(day = null) {
    this.day = day;
    this.item = day ? itemOf(day) : FILES;
    this.owner = OWNER + (day ? ` ${day.kind ?? "day"}` : "");
    this.folder = FOLDER;
    this.trouble = ""; // a sentence about what was stored before
    this.isSaved = true;
    this.triedMs = 0;
    this.own = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.saved = "";
    this.seen = "";
    this.isPersistent = false; // whether that was asked for
    try {
      this.storage = localStorage;
      this.before = this.storage.getItem(this.owner);
    } catch {
      this.storage = null; // blocked by the settings of the browser, so nothing may be written over what is there
      this.trouble = NOT_KEPT;
    }
    this.claim();
  }

  /** Makes this tab the one that writes the files; false if the storage is blocked or full. */
  claim() {
    return (this.isClaimed ||= this.put(this.owner, this.own));
  }

  /** Waits until a tab that had the files has stopped. */
  takeOver() {
    return new Promise((done) => setTimeout(done, this.storage ? SETTLE_MS : 0));
  }

  /** Whether no other tab has taken the files over. */
  isOurs() {
    try {
      const owner = this.storage.getItem(this.owner);
      if (this.isClaimed && owner === null) this.forget();
      return owner === (this.isClaimed ? this.own : this.before);
    } catch {
      return true; // there is no storage, or it is blocked now: `save` reports it
    }
  }

  /** Saves all files again: the visitor has deleted the data of the site, and the game goes on. */
  forget() {
    this.isClaimed = false;
    this.before = null;
    this.seen = this.saved = "";
  }

  /** Writes the saved files into the file system of MicroPython. */
  mount(files) {
    this.files = files;
    files.mkdirTree(FOLDER);
    this.load();
    this.isSaved = this.claim();
  }

  /** What the visitor has to know of the storage, "" if nothing. */
  notice() {
    return this.isSaved || !this.storage ? this.trouble : NOT_SAVED;
  }

  /** Writes the saved files into the folder. What cannot be read is set aside and named in `trouble`. */
  load() {
    const text = this.storage?.getItem(this.item);
    if (this.day) this.copySettings();
    const isRefused = ([name, content], at) => at >= MOST_FILES || !this.restore(name, content);
    const refused = (text ? filesIn(text) : [])?.filter(isRefused);
    this.saved = JSON.stringify(this.read());
    if (refused?.length === 0) return;
    const kept = this.setAside(text) === text.length ? "are" : "only their beginning is";
    const names = refused ? `: ${listed(refused)}` : "";
    this.trouble = `Saves in this browser cannot be read and ${kept} set aside${names}.`;
  }

  /** Writes the settings of the console into the folder of a game apart; deletes the files of old days. */
  copySettings() {
    if (!this.storage) return;
    const settings = filesIn(this.storage.getItem(FILES) ?? "{}")?.filter(([name]) => SETTINGS.test(name)) ?? [];
    for (const [name, content] of settings) this.restore(name, content);
    if (!this.day.kind) deleteOldDays(this.day);
  }

  /** Writes a saved file; false if the console cannot have saved it. */
  restore(name, content) {
    if (name.length > MOST_NAME || !NAME.test(name) || !isBinary(content)) return false;
    try {
      this.write(`${FOLDER}/${name}`, content);
      return true;
    } catch {
      return false; // a file and a folder of one name
    }
  }

  /** Stores a damaged text under another name, as far as there is room for it; returns how many characters. */
  setAside(text) {
    this.put(this.item, this.saved);
    let part = text.slice(0, MOST_ASIDE);
    while (part && !this.put(`${this.item} damaged`, part)) part = part.slice(0, part.length >> 1);
    return part.length;
  }

  /** Stores a text; false if the storage is blocked or full. */
  put(name, text) {
    try {
      this.storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  }

  write(path, content) {
    this.files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    this.files.writeFile(path, Uint8Array.from(content, (letter) => letter.charCodeAt(0)));
  }

  /** Stores the files if one has changed, and tries again when that failed. */
  save() {
    const now = Date.now();
    if (!this.isSaved && now - this.triedMs < RETRY_MS) return;
    const seen = [...this.walk(FOLDER)].map(([path, node]) => `${path} ${node.id} ${node.usedBytes} ${+node.timestamp}`);
    if (this.isSaved && seen.join() === this.seen) return;
    const text = JSON.stringify(this.read());
    const isNew = seen.some((line) => Number(line.slice(line.lastIndexOf(" ") + 1)) >= now - 1);
    this.seen = isNew ? "" : seen.join(); // a file of this very millisecond may change again
    if (this.isSaved && text === this.saved) return;
    this.saved = text;
    this.triedMs = now;
    this.isSaved = this.claim() && this.put(this.item, text);
    if (this.isSaved) this.persist();
  }

  /** Asks the browser once to keep the files also when it is short of room, or (Safari) for longer than a week without a
   *  visit: when a game is saved, not when the page is opened, because some browsers ask the visitor. */
  persist() {
    if (this.isPersistent || !Object.keys(this.read()).some((name) => !SETTINGS.test(name))) return;
    this.isPersistent = true;
    Promise.resolve(navigator.storage?.persist?.()).catch(() => {}); // the copy that can be saved is left
  }

  /** The files as a Map of bytes by name. */
  copy() {
    const bytes = (content) => Uint8Array.from(content, (letter) => letter.charCodeAt(0));
    return new Map(Object.entries(this.read()).map(([name, content]) => [name, bytes(content)]));
  }

  /** Puts files ([name, bytes]) in the place of those of their names, and stores all. Returns the names of those that the
   *  console cannot have saved, which are left out; null if there is no room, and nothing is changed. */
  take(files) {
    const before = this.read();
    const added = new Map(files), older = [...added.keys()].flatMap((name) => [`${name}.new`, `${name}.old`]);
    const kept = Object.entries(before).filter(([name]) => !added.has(name) && !older.includes(name));
    const text = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const leftOut = this.replace([...kept, ...files.map(([name, bytes]) => [name, text(bytes)])]);
    this.seen = "";
    this.triedMs = 0; // now, also just after a save that failed
    this.save();
    if (this.isSaved || !this.storage) return leftOut;
    this.replace(Object.entries(before));
    return null;
  }

  /** Makes these files ([name, content]) the only ones; returns the names of those that are refused. */
  replace(files) {
    this.clear(FOLDER);
    const isRefused = ([name, content], at) => at >= MOST_FILES || !this.restore(name, content);
    return files.filter(isRefused).map(([name]) => name);
  }

  /** Deletes all files in a folder, and the folders in it. */
  clear(folder) {
    for (const [name, child] of Object.entries(this.files.lookupPath(folder).node.contents)) {
      const path = `${folder}/${name}`;
      if (child.isFolder) {
        this.clear(path);
        this.files.rmdir(path);
      } else this.files.unlink(path);
    }
  }

  read() {
    const content = {};
    for (const [path, node] of this.walk(FOLDER)) {
      const bytes = node.contents?.subarray(0, node.usedBytes) ?? [];
      content[path.slice(FOLDER.length + 1)] = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    }
    return content;
  }

  /** Yields path and node of each file in a folder and those below it. */
  *walk(folder) {
    const { node } = this.files.lookupPath(folder);
    for (const [name, child] of Object.entries(node.contents)) {
      if (child.isFolder) yield* this.walk(`${folder}/${name}`);
      else yield [`${folder}/${name}`, child];
    }
  }
}

/** The [name, content] of each file in a stored text, a file before a folder of its name; null if there are none. */
function filesIn(text) {
  try {
    const saved = JSON.parse(text);
    const files = text.trimStart().startsWith("{") ? Object.entries(saved) : null;
    return files?.sort(([name], [other]) => name.length - other.length);
  } catch {
    return null; // not JSON
  }
}

/** Whether a content is a string with a character for each byte. */
function isBinary(content) {
  return typeof content === "string" && !/[^\0-\xff]/.test(content);
}

/** The names of the first files, shortened, with "?" for letters that may be invisible or change the order of the text. */
function listed(files) {
  const short = (name) => (name.length > 20 ? `${name.slice(0, 20)}...` : name);
  const shown = files.slice(0, MOST_NAMED).map(([name]) => JSON.stringify(short(name)).replace(/[^ -~]/g, "?"));
  const more = files.length - shown.length;
  return shown.join(", ") + (more ? ` and ${more} more` : "");
}
