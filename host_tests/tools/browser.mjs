// Stand-ins for what a browser has, so that the scripts of the pages run in Node: elements and a document, events, storage
// and a drawing context. They do only what the pages use.

/** Sets globals, also those that Node has itself. */
export const define = (names) => {
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};

const RealDate = Date;

/** Lets the time of day be what `now` returns, in milliseconds. */
export function setClock(now) {
  define({
    Date: class extends RealDate {
      constructor(...parts) {
        super(...(parts.length ? parts : [now()]));
      }
      static now = now;
    },
  });
}

/** A stand-in for localStorage with room for so many characters. */
export function storageOf(items = {}, room = Infinity) {
  const storage = { ...items };
  const methods = {
    getItem: (name) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem(name, text) {
      const others = Object.entries(storage).filter(([other]) => other !== name);
      const used = others.reduce((total, [other, kept]) => total + other.length + kept.length, 0);
      if (used + name.length + String(text).length > storage.room) throw new Error("full");
      storage[name] = String(text);
    },
    removeItem: (name) => delete storage[name],
  };
  for (const [name, value] of Object.entries({ ...methods, room }))
    Object.defineProperty(storage, name, { value, writable: true });
  return storage;
}

export const blocked = new Proxy({}, {
  get() {
    throw new Error("blocked");
  },
  ownKeys() {
    throw new Error("blocked");
  },
});

/** A drawing context that notes what is drawn. */
export function penOf() {
  const calls = [];
  const known = { calls, measureText: (text) => ({ width: 10 * text.length }) };
  return new Proxy({}, {
    get: (set, name) => known[name] ?? set[name] ?? ((...args) => calls.push([name, ...args, { ...set }])),
    set: (set, name, value) => {
      set[name] = value;
      return true;
    },
  });
}

export class Listeners {
  listeners = {};
  addEventListener(kind, action) {
    (this.listeners[kind] ??= []).push(action);
  }
  emit(kind, event = {}) {
    event.preventDefault ??= () => (event.isPrevented = true);
    for (const action of this.listeners[kind] ?? []) action(event);
    return event;
  }
}

export class Element extends Listeners {
  constructor(tag, id = "") {
    super();
    Object.assign(this, { tag, id, children: [], attributes: {}, dataset: {}, style: {}, hidden: false, parent: null });
    Object.assign(this, { own: "", className: "", classes: new Set(), parts: new Map(), width: 1200, height: 630 });
    this.classList = {
      toggle: (name, on = !this.classes.has(name)) => (on ? this.classes.add(name) : this.classes.delete(name)),
    };
  }
  get textContent() {
    return this.own + this.children.map((child) => child.textContent ?? child).join("");
  }
  set textContent(text) {
    this.children = [];
    this.own = String(text);
  }
  get firstElementChild() {
    return this.children[0];
  }
  get childElementCount() {
    return this.children.length;
  }
  append(...children) {
    for (const child of children) {
      this.children.push(child);
      if (child instanceof Element) child.parent = this;
    }
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  remove() {
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  hasAttribute(name) {
    return name in this.attributes;
  }
  toggleAttribute(name, on) {
    if (on) this.attributes[name] = "";
    else delete this.attributes[name];
  }
  querySelector(selector) {
    if (!this.parts.has(selector)) this.parts.set(selector, new Element(selector));
    return this.parts.get(selector);
  }
  matches(selector) {
    return selector.split(", ").some((each) => each === this.tag || each === `.${this.className}`);
  }
  click() {
    this.emit("click", { detail: 0 });
  }
  getContext() {
    return (this.pen ??= penOf());
  }
  getBoundingClientRect() {
    return { left: 10.25, top: 20.5 };
  }
  setPointerCapture() {}
  scrollIntoView() {
    this.isShown = true;
  }
}

/** A stand-in for `document`. An element that is asked for by an ID is made, unless `elements` (a Map by ID) holds all
 *  that there are. */
export class Page extends Listeners {
  constructor(elements) {
    super();
    const made = elements ?? new Map();
    Object.assign(this, { body: new Element("body"), head: new Element("head"), documentElement: new Element("html") });
    Object.assign(this, { selected: {}, hidden: false, activeElement: null });
    this.getElementById = (id) => {
      if (!elements && !made.has(id)) made.set(id, new Element("div", id));
      return made.get(id) ?? null;
    };
  }
  createElement(tag) {
    return new Element(tag);
  }
  querySelectorAll(selector) {
    return this.selected[selector] ?? [];
  }
}

/** Lets all promises go on. */
export const settled = async () => {
  for (let time = 0; time < 5; time++) await new Promise((done) => setImmediate(done));
};

/** Waits until something is true; the files of MicroPython are unpacked in another thread. */
export async function until(isDone) {
  for (let time = 0; time < 100_000 && !isDone(); time++) await new Promise((done) => setImmediate(done));
}
