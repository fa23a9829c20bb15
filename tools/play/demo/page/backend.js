// Runs the console in the page itself: the firmware under MicroPython (WebAssembly), a few milliseconds at a time, so
// that the page is never blocked. Its files are kept by disk.js. Has the same class as tools/play/simulator/page/backend.js.

import { apartIn, NOT_HERE, pageOf, wordsOf } from "./apart.js";
import { inWords, NO_DAY } from "./calendar.js";
import { Copies } from "./copies.js";
import { Disk } from "./disk.js";
import { Ended } from "./ended.js";
import { startMicroPython } from "./firmware.js";

const HEAP_BYTES = 4 << 20;
const LEDS = 384;
const OLED_BYTES = 1024;
const FRAME_MS = 30; // the pause before the next frame; a console that rests waits longer
const PAINT_MS = 20; // the picture is painted before it is read
const ROUNDS = 6; // OLED or dice are read at rest, or when they stay as they are for so many rounds
const IN_ANOTHER_TAB = "Sixpip is open in another tab now. Reload this page to play here.";
const NOT_STARTED = "The console did not start, and no save was deleted. Reload this page to try again.";
const SAVED = "The game is saved. Reload this page to play on.";
const LOST = "The game is not saved: the storage of this browser is blocked or full. Reload this page to start again.";

export class Backend {
  /** `page`: the functions that show what the console does (app.js). */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.timer = 0;
    this.unread = new Map(); // functions of console.py -> rounds since the picture has changed
    this.start().catch((error) => this.reportStart(error));
  }

  /** Tells the console that a button goes down or up, or that a letter (its code) is typed. */
  send(button, down) {
    if (!this.isOn) return;
    this.console.press(button, down);
    if (down) this.runAfter(0);
  }

  async start() {
    const { page } = this;
    navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it the page needs a network
    const day = apartIn(location.search); // or another game apart
    if (day?.refusal) return this.stop(day.refusal);
    this.ended = new Ended(page, day);
    const disk = (this.disk = new Disk(day));
    const [python] = await Promise.all([startMicroPython(HEAP_BYTES), disk.takeOver()]);
    disk.mount(python.FS);
    if (!day) new Copies(this).offer();
    this.memory = () => python._module.HEAPU8; // a new array whenever the memory grows
    python.registerJsModule("page", {
      tone: (hz, volume, atMs) => page.sound(hz, volume, atMs),
      random: (at, count) => crypto.getRandomValues(this.memory().subarray(at, at + count)) && null,
    });
    this.console = python.pyimport("demo");
    if (!this.startConsole()) return this.stop(day.kind ? NOT_HERE : NO_DAY);
    if (day) page.showDay(day.kind ? wordsOf(day) : `Game of the day, ${inWords(day.date)}`);
    this.run();
  }

  /** Switches the console on with the files of the disk; false for a game apart that there is not. */
  startConsole() {
    const { folder, day } = this.disk;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const kind = day?.kind ? [day.kind] : [];
    if (!this.console.start(folder, isCalm, day?.date ?? "", day?.variant ?? "", ...kind)) return false;
    this.isOn = true;
    this.page.switchedOn();
    return true;
  }

  /** Starts the console with files ([name, bytes]) in the place of its own. Returns what Disk.take does. */
  load(files) {
    if (!this.disk.isOurs()) throw new Error(IN_ANOTHER_TAB);
    const leftOut = this.disk.take(files);
    if (!leftOut) return null;
    clearTimeout(this.timer);
    this.startConsole();
    this.run();
    return leftOut;
  }

  runAfter(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), ms);
  }

  /** Runs the firmware for one call of `step`, shows what it sent, and saves what it wrote. */
  run() {
    if (!this.disk.isOurs()) return this.stop(IN_ANOTHER_TAB);
    try {
      const pauseMs = this.console.step();
      this.showFrames();
      this.readAtRest(pauseMs > FRAME_MS);
      this.disk.save();
      this.showStorage();
      if (this.console.has_left()) return location.replace(pageOf(this.disk.day));
      const ended = this.console.finished(); // the path of a log, or ""
      this.ended.show(ended, () => this.disk.files.readFile(ended, { encoding: "utf8" }));
      this.runAfter(pauseMs);
    } catch (error) {
      this.crash(error);
    }
  }

  /** Shows what the visitor has to know of the storage, and takes that away when it holds no longer. */
  showStorage() {
    const notice = this.disk.notice();
    if (notice !== this.notice) this.page.showNotice((this.notice = notice));
  }

  showFrames() {
    const memory = this.memory();
    const oled = memory.subarray(this.console.oled(), this.console.oled() + OLED_BYTES);
    if (differ(oled, this.oled)) {
      this.page.showOled((this.oled = oled.slice()));
      this.unread.set("read_oled", 0);
    }
    const words = memory.subarray(this.console.words(), this.console.words() + 4 * LEDS);
    if (differ(words, this.words)) {
      this.words = words.slice();
      this.page.showTiles(lightOf(words));
      this.unread.set("read_dice", 0);
    }
    const rest = this.console.rest();
    if (rest !== this.rest) this.page.showRest((this.rest = rest));
    const typing = this.console.typing();
    if (typing !== this.typing) this.page.showTyping((this.typing = typing));
  }

  /** Reads OLED and dice in words when they have come to rest: frames of an animation are not read. */
  readAtRest(isResting) {
    for (const read of ["read_oled", "read_dice"]) {
      if (!this.unread.has(read)) continue;
      const rounds = this.unread.get(read) + 1;
      this.unread.set(read, rounds);
      if (!isResting && rounds < ROUNDS) continue;
      this.unread.delete(read);
      setTimeout(() => this.isOn && this.page.showWords(JSON.parse(this.console[read]())), PAINT_MS);
    }
  }

  stop(sentence) {
    this.isOn = false;
    clearTimeout(this.timer);
    this.page.switchedOff(sentence);
  }

  /** Reports that the console did not start, and which of its files is to blame. */
  async reportStart(error) {
    this.crash(error);
    this.page.showNotice((await window.sixpip?.explain()) ?? "");
  }

  crash(error) {
    const remedy = !this.isOn ? NOT_STARTED : this.disk.isSaved ? SAVED : LOST;
    this.isOn = false;
    clearTimeout(this.timer);
    this.page.showCrash(String(error.message ?? error), remedy);
  }
}

/** The light of the LEDs, 384 x red, green, blue, of their words: 0, blue, red, green. */
function lightOf(words) {
  const light = new Uint8Array(3 * LEDS);
  for (let led = 0; led < LEDS; led++) {
    light[3 * led] = words[4 * led + 2];
    light[3 * led + 1] = words[4 * led + 3];
    light[3 * led + 2] = words[4 * led + 1];
  }
  return light;
}

function differ(bytes, others) {
  return !others || bytes.some((byte, at) => byte !== others[at]);
}
