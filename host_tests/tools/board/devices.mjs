// Stand-ins for what a browser gives the page that installs: serial ports and drives.

import net from "node:net";
import { Readable } from "node:stream";

export const fromHex = (content) => Uint8Array.from(Buffer.from(content, "hex"));
export const toHex = (content) => Buffer.from(content).toString("hex");

/** A stand-in for a SerialPort; the board is at the TCP port `number`, none at null. `writes`: the cable breaks at the
 *  write after so many; `note`: gets each opening, closing and end of the raw REPL. */
export class Port {
  constructor(number, { vendor = 0x2e8a, writes = Infinity, note = () => {} } = {}) {
    Object.assign(this, { number, vendor, writes, note });
  }
  getInfo() {
    return { usbVendorId: this.vendor };
  }
  async open() {
    if (this.socket) throw new Error("The port is already open.");
    if (this.number === null) throw new Error("Failed to open serial port.");
    this.note("opened");
    const socket = (this.socket = net.connect(this.number, "127.0.0.1").setNoDelay());
    socket.on("error", () => {});
    this.readable = Readable.toWeb(socket);
    this.writable = new WritableStream({ write: (bytes) => this.write(socket, bytes) });
  }
  async write(socket, bytes) {
    if (--this.writes < 0) {
      socket.destroy();
      throw new Error("The device has been lost.");
    }
    if (toHex(bytes) === "0d02") this.note("console started");
    await new Promise((done, fail) => socket.write(bytes, (error) => (error ? fail(error) : done())));
  }
  async close() {
    this.socket.destroy();
    this.socket = null;
    this.note("closed");
  }
}

/** A drive that the user chooses, and what was written on it. `info`: its INFO_UF2.TXT; `looks`: how often it is still
 *  there after a file was written; `refused`, `lost`, `cut`: the errors of choosing, writing and closing. */
export function driveOf({ info, looks, refused, lost, cut }) {
  const written = {};
  let isWritten = false;
  const raise = (name) => {
    if (name) throw Object.assign(new Error(name), { name });
  };
  const text = async () => (isWritten && looks-- <= 0 ? raise("gone") : info);
  const writable = {
    write: async (bytes) => raise(lost),
    close: async () => raise(cut),
  };
  const getFileHandle = async (name, options) => {
    if (name === "INFO_UF2.TXT") return info === null ? raise("none") : { getFile: async () => ({ text }) };
    if (!options?.create) raise("not created");
    const write = async (bytes) => {
      await writable.write(bytes);
      isWritten = true;
      written[name] = toHex(bytes);
    };
    return { createWritable: async () => ({ ...writable, write }) };
  };
  return { choose: async () => raise(refused) ?? { getFileHandle }, written };
}
