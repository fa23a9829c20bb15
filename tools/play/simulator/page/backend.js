// Connects the page to the console of `make play` by a WebSocket. The demo has a backend.js of its own (tools/play/demo).
// The console plays the games of the folder of saves, or a game apart (apart.js), whose files are in this browser.

import { apartIn, filesOf, itemOf, NOT_HERE, pageOf, wordsOf } from "./apart.js";
import { deleteOldDays, inWords, NO_DAY } from "./calendar.js";
import { Ended } from "./ended.js";
import { NOT_KEPT } from "./parts.js";

const TILES = 0, OLED = 1, TONE = 2;
const RETRY_MS = 700;

const AFTER_CRASH = "The game is saved. Press Ctrl-C in the terminal, then start again with “make play”.";
const SWITCHED_OFF = "The console is switched off. Start it with “make play”: this page reconnects automatically.";
const ELSEWHERE = "A game apart is played on another page. The console goes on here when that page is closed.";
const IN_ANOTHER_TAB = "Another page plays now. Reload this page to play here.";

export class Backend {
  /** `page`: the functions that show what the console does (app.js). */
  constructor(page) {
    this.page = page;
    this.day = apartIn(location.search); // or another game apart
    this.ended = new Ended(page, this.day);
    this.hasEnded = false; // no other connection is tried
    if (this.day?.refusal) this.stop(this.day.refusal);
    else this.connect();
  }

  get isOn() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Tells the console that a button goes down or up, or that a letter (its code) is typed. */
  send(button, down) {
    if (this.isOn) this.socket.send(new Uint8Array([button, Number(down)]));
  }

  connect() {
    const { day, page } = this;
    this.socket = new WebSocket(`ws://${location.host}/${day ? "apart" : "console"}`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      if (day) this.open();
      page.switchedOn();
    };
    this.socket.onmessage = ({ data }) => (typeof data === "string" ? this.report(JSON.parse(data)) : this.receive(data));
    this.socket.onclose = () => {
      if (this.hasEnded) return;
      page.switchedOff(SWITCHED_OFF);
      setTimeout(() => this.connect(), RETRY_MS);
    };
  }

  /** Opens the game apart with its files. */
  open() {
    const { day, page } = this;
    if (!day.kind) deleteOldDays(day);
    this.socket.send(JSON.stringify({ ...day, files: filesOf(day) ?? {} }));
    page.showDay(day.kind ? wordsOf(day) : `Game of the day, ${inWords(day.date)}`);
  }

  /** Shows a sentence in place of the console. */
  stop(sentence) {
    this.hasEnded = true;
    this.socket?.close();
    this.page.switchedOff(sentence);
  }

  receive(data) {
    const kind = new Uint8Array(data, 0, 1)[0];
    if (kind === TILES) this.page.showTiles(new Uint8Array(data, 1));
    if (kind === OLED) this.page.showOled(new Uint8Array(data, 1));
    if (kind === TONE) {
      const view = new DataView(data);
      this.page.sound(view.getUint16(1, true), view.getUint8(3), view.getUint32(4, true));
    }
  }

  report(message) {
    const { day, page } = this;
    if ("rest" in message) page.showRest(message.rest);
    else if ("typing" in message) page.showTyping(message.typing);
    else if ("lines" in message || "dice" in message) page.showWords(message);
    else if ("finished" in message) this.ended.show(message.finished, () => message.finished);
    else if ("elsewhere" in message) page.showNotice(message.elsewhere ? ELSEWHERE : "");
    else if ("files" in message) this.keep(message.files);
    else if ("left" in message) location.replace(pageOf(day));
    else if ("unknown" in message) this.stop(day.kind ? NOT_HERE : NO_DAY);
    else if ("taken" in message) this.stop(IN_ANOTHER_TAB);
    else page.showCrash(message.crash, AFTER_CRASH);
  }

  /** Stores the files of the game apart. */
  keep(files) {
    try {
      localStorage.setItem(itemOf(this.day), JSON.stringify(files));
    } catch {
      this.page.showNotice(NOT_KEPT);
    }
  }
}
