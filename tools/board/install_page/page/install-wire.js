// The bytes to and from the board: a serial port of Web Serial, and the raw REPL of MicroPython on it
// (docs.micropython.org/en/latest/reference/repl.html, "Raw mode and raw-paste mode").

import { ConnectionLost, description } from "./install-sentences.js";

const BAUD = 115200; // USB ignores it
const INTERRUPT = "\x03", RAW = "\x01", FRIENDLY = "\x02", END = "\x04", PASTE = "\x05A\x01";
const OLD_PIECE = 256; // bytes that a MicroPython without raw-paste mode receives without loss
const OLD_PAUSE_MS = 10;
const CLOSING_MS = 1000;
const FULL_MS = 10; // between two looks whether there is room for more

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A program on the board ended with an exception; the message is its traceback. */
export class BoardError extends Error {}

export class Silence extends Error {}

/** The board sends more than any answer has, or does not come to the end of one. */
export class TooMuch extends Silence {}

export class Wire {
  /** `port`: a SerialPort that is not open. */
  constructor(port) {
    this.port = port;
    this.received = ""; // a character for each byte
    this.isLost = false;
    this.most = description.most_answer; // bytes that are received before they are taken
    this.wake = () => {};
  }

  /** Opens the port. Raises the error of Web Serial if another program uses it. */
  async open() {
    await this.port.open({ baudRate: BAUD, bufferSize: 1 << 14 });
    this.writer = this.port.writable.getWriter();
    this.reader = this.port.readable.getReader();
    this.pump();
  }

  async pump() {
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) break;
        for (const byte of value) this.received += String.fromCharCode(byte);
        this.wake();
        while (this.received.length > this.most) await pause(FULL_MS);
      }
    } catch {
      // the cable is out
    }
    this.isLost = true;
    this.wake();
  }

  /** Closes the port. A device that takes no bytes does not delay that for long. */
  async close() {
    this.received = ""; // it is not read any more
    const closing = async () => {
      await this.reader.cancel().catch(() => {});
      await this.writer.abort().catch(() => {});
      this.reader.releaseLock();
      this.writer.releaseLock();
      await this.port.close().catch(() => {});
    };
    await Promise.race([closing(), pause(CLOSING_MS)]);
  }

  // Bytes

  /** Sends bytes, or a text as UTF-8. Raises ConnectionLost, also when the board takes none for `seconds`. */
  async send(data, seconds = description.read_s) {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    let timer;
    const stuck = new Promise((_, fail) => (timer = setTimeout(fail, seconds * 1000)));
    try {
      await Promise.race([this.writer.write(bytes), stuck]);
    } catch {
      this.isLost = true;
      throw new ConnectionLost();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until `found()` of what was received is true. Raises Silence after `seconds`, and ConnectionLost. */
  async wait(found, seconds) {
    const end = performance.now() + seconds * 1000;
    while (!found()) {
      const left = end - performance.now();
      if (this.isLost) throw new ConnectionLost();
      if (left <= 0) throw new Silence();
      await new Promise((done) => {
        const timer = setTimeout(done, left);
        this.wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  }

  /** Returns the next `count` bytes. */
  async take(count, seconds = description.read_s) {
    await this.wait(() => this.received.length >= count, seconds);
    return this.cut(count);
  }

  /** Returns what was received up to and with `ending`. The time starts again with each byte. Raises TooMuch. */
  async takeUntil(ending, seconds = description.read_s) {
    const end = performance.now() + description.answer_s * 1000;
    for (let from = 0; ; ) {
      const at = this.received.indexOf(ending, from);
      if (at >= 0) return this.cut(at + ending.length);
      const { length } = this.received;
      from = Math.max(0, length - ending.length + 1);
      if (length > this.most || performance.now() > end) throw new TooMuch();
      await this.wait(() => this.received.length > length, seconds);
    }
  }

  /** As takeUntil, but returns what there is after `seconds` in all. */
  async takeUntilOrAll(ending, seconds) {
    try {
      await this.wait(() => this.received.includes(ending), seconds);
      return this.cut(this.received.indexOf(ending) + ending.length);
    } catch (error) {
      if (!(error instanceof Silence)) throw error;
      return this.cut(this.received.length);
    }
  }

  cut(count) {
    const part = this.received.slice(0, count);
    this.received = this.received.slice(count);
    return part;
  }

  // The raw REPL

  /** Whether the device sends anything: MicroPython responds to Ctrl-C, or to Ctrl-A in the raw REPL. */
  async responds() {
    try {
      await this.send("\r" + INTERRUPT + RAW, description.silent_s);
      await this.take(1, description.silent_s);
      return true;
    } catch (error) {
      if (error instanceof Silence || error instanceof ConnectionLost) return false;
      throw error;
    }
  }

  /** Enters the raw REPL, with a soft reset that frees the memory and closes open files, and in which MicroPython runs
   *  boot.py. Interrupts a boot.py that does not end. Returns the output, and whether it ended. Raises Silence. */
  async enterRawRepl() {
    const prompt = `${description.raw_prompt}>`, { interrupt_s: seconds, boot_s: bootSeconds } = description;
    await this.send("\r" + INTERRUPT);
    await pause(100);
    this.received = "";
    await this.send("\r" + RAW);
    await this.takeUntil(prompt, seconds);
    await this.send(END);
    await this.takeUntil("soft reboot\r\n", seconds);
    const output = await this.takeUntilOrAll(prompt, bootSeconds);
    const isEnded = output.endsWith(prompt);
    if (!isEnded) {
      await this.send(INTERRUPT);
      await this.takeUntil(prompt, seconds);
    }
    return { output, isEnded };
  }

  /** Leaves the raw REPL and soft resets, after which main.py runs. */
  async softReset() {
    await this.send("\r" + FRIENDLY);
    await this.takeUntil(">>> ");
    await this.send(END);
    await this.takeUntil("soft reboot\r\n");
  }

  /** Runs a program and returns its output of at most `most` bytes as a binary string. Raises BoardError, TooMuch. */
  async run(program, most) {
    this.most = most;
    const code = new TextEncoder().encode(program);
    await this.send(PASTE);
    const answer = await this.take(2);
    if (answer === "R\x01") await this.paste(code);
    else await this.sendSlowly(code, answer);
    const output = await this.takeUntil(END);
    if (output.length > most + END.length) throw new TooMuch();
    const traceback = await this.takeUntil(END);
    await this.takeUntil(">");
    if (traceback.length > 1) throw new BoardError(traceback.slice(0, -1));
    return output.slice(0, -1);
  }

  /** Sends a program in raw-paste mode: the board says how much it takes, and takes more after each \x01. */
  async paste(code) {
    const size = await this.take(2);
    const step = size.charCodeAt(0) + 256 * size.charCodeAt(1);
    let room = step;
    for (let at = 0; at < code.length; ) {
      if (!room || this.received) {
        const flow = await this.take(1);
        if (flow === END) return this.send(END); // the board wants no more: its error follows
        room += step;
        continue;
      }
      await this.send(code.subarray(at, at + room));
      at += Math.min(room, code.length - at);
      room = 0;
    }
    await this.send(END);
    await this.takeUntil(END);
  }

  /** Sends a program to a MicroPython that has no raw-paste mode. */
  async sendSlowly(code, answer) {
    if (answer !== "R\x00") await this.takeUntil(">");
    for (let at = 0; at < code.length; at += OLD_PIECE) {
      await this.send(code.subarray(at, at + OLD_PIECE));
      await pause(OLD_PAUSE_MS);
    }
    await this.send(END);
    await this.takeUntil("OK");
  }
}
