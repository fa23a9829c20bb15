// Listens to a console: after Enter it prints what its screen and its dice show to the serial port, line by line
// (firmware/sixpip/app/announcer.py). The console is not interrupted.

import { Refusal, shown } from "./install-sentences.js";
import { Silence, Wire } from "./install-wire.js";

const ENTER = "\r", PROMPT = ">>> ";
const ANSWER_S = 5; // a console that has just been plugged in needs some of it to start
const LATER_S = 3600;
const MOST_LETTERS = 500; // of a line that is shown

export class Listener {
  /** `port`: a SerialPort that is not open; `show`: gets each line; `isSilent`: called when the console says nothing. */
  constructor(port, show, isSilent) {
    Object.assign(this, { wire: new Wire(port), show, isSilent });
  }

  /** Opens the port and asks for what is shown now. Raises Refusal. */
  async open() {
    await this.wire.open().catch(() => {
      throw new Refusal("port in use");
    });
    try {
      await this.wire.send(ENTER);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Shows each line that comes. Ends with ConnectionLost, or with a refusal at the MicroPython prompt. */
  async run() {
    const { wire } = this;
    for (let seconds = ANSWER_S; ; ) {
      try {
        await wire.wait(() => /\n|^>>> $/.test(wire.received), seconds);
      } catch (error) {
        if (!(error instanceof Silence)) throw error;
        if (seconds === LATER_S) continue;
        this.isSilent();
        await wire.send(ENTER); // it may have been lost while the console was starting
        seconds = LATER_S;
        continue;
      }
      seconds = LATER_S;
      if (wire.received === PROMPT) throw new Refusal("at the prompt");
      const line = wire.cut(wire.received.indexOf("\n") + 1).trim();
      if (line) this.show(shown(line, MOST_LETTERS));
    }
  }

  async close() {
    await this.wire.close();
  }
}
