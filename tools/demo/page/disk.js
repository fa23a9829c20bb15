// The files of the console in this browser: saves, settings, records and logs. They are kept as one item of the local
// storage, so that after a crash of the browser all are of the same moment. Only one tab at a time writes it.

const FOLDER = "/saves";
const SETTLE_MS = 300; // longer than a tab takes to see that another one has taken over
const scope = new URL(".", location.href).pathname; // another demo on the same server has saves of its own
const FILES = `sixpip files ${scope}`;
const OWNER = `sixpip owner ${scope}`;

const NOT_KEPT = "This browser keeps no data for this page: your game is lost when you close it.";
const NOT_SAVED = "The storage of this browser is full: what you play from now on is lost when you close the page.";
const SET_ASIDE = "The saves in this browser are damaged. They are set aside, and the console starts without them.";

export class Disk {
  constructor() {
    this.folder = FOLDER;
    this.trouble = "";
    this.own = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.saved = "";
    this.seen = "";
    try {
      this.storage = localStorage;
      this.storage.setItem(OWNER, this.own);
    } catch {
      this.storage = null; // blocked by the settings of the browser
      this.trouble = NOT_KEPT;
    }
  }

  /** Waits until a tab that had the files has stopped. */
  takeOver() {
    return new Promise((done) => setTimeout(done, this.storage ? SETTLE_MS : 0));
  }

  /** Whether no other tab has taken the files over. */
  isOurs() {
    return !this.storage || this.storage.getItem(OWNER) === this.own;
  }

  /** Writes the firmware (base64 by path) and the saved files into the file system of MicroPython. */
  mount(files, firmware) {
    this.files = files;
    for (const [path, content] of Object.entries(firmware)) this.write(`/${path}`, atob(content));
    files.mkdirTree(FOLDER);
    for (const [path, content] of Object.entries(this.load())) this.write(`${FOLDER}/${path}`, content);
    this.saved = JSON.stringify(this.read());
  }

  load() {
    const text = this.storage?.getItem(FILES);
    if (!text) return {};
    try {
      const saved = JSON.parse(text);
      if (Object.values(saved).every((content) => typeof content === "string")) return saved;
    } catch {
      // not JSON
    }
    this.trouble = SET_ASIDE;
    this.storage.setItem(`${FILES} damaged`, text);
    return {};
  }

  write(path, content) {
    this.files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    this.files.writeFile(path, Uint8Array.from(content, (letter) => letter.charCodeAt(0)));
  }

  /** Stores the files if one has changed; returns a sentence if that fails, once for each change. */
  save() {
    const now = Date.now();
    const seen = [...this.walk(FOLDER)].map(([path, node]) => `${path} ${node.id} ${node.usedBytes} ${+node.timestamp}`);
    if (seen.join() === this.seen) return "";
    const text = JSON.stringify(this.read());
    const isNew = seen.some((line) => Number(line.slice(line.lastIndexOf(" ") + 1)) >= now - 1);
    this.seen = isNew ? "" : seen.join(); // a file of this very millisecond may change again
    if (text === this.saved || !this.storage) return "";
    this.saved = text;
    try {
      this.storage.setItem(FILES, text);
    } catch {
      return NOT_SAVED;
    }
    return "";
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
