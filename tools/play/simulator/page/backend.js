// Connects the page to the console of `make play` by a WebSocket. The demo has a backend.js of its own (tools/play/demo).

const TILES = 0, OLED = 1, TONE = 2;
const RETRY_MS = 700;

const AFTER_CRASH = "The game is saved. Press Ctrl-C in the terminal, then start again with “make play”.";

export class Backend {
  /** `page`: the functions that show what the console does (app.js). */
  constructor(page) {
    this.page = page;
    this.connect();
  }

  get isOn() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Tells the console that a button goes down or up, or that a letter (its code) is typed. */
  send(button, down) {
    if (this.isOn) this.socket.send(new Uint8Array([button, Number(down)]));
  }

  connect() {
    const { page } = this;
    this.socket = new WebSocket(`ws://${location.host}/console`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => page.switchedOn();
    this.socket.onmessage = ({ data }) => (typeof data === "string" ? this.report(JSON.parse(data)) : this.receive(data));
    this.socket.onclose = () => {
      page.switchedOff("The console is switched off. Start it with “make play”: this page reconnects automatically.");
      setTimeout(() => this.connect(), RETRY_MS);
    };
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
    if ("rest" in message) this.page.showRest(message.rest);
    else if ("typing" in message) this.page.showTyping(message.typing);
    else if ("lines" in message || "dice" in message) this.page.showWords(message);
    else this.page.showCrash(message.crash, AFTER_CRASH);
  }
}
