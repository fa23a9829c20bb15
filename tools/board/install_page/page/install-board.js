// A board at the end of a cable: interrupt its console, read and write its files. As tools/board/flash/board.py, with
// the same programs on the board. Paths are as in the manifest: "main.py", "sixpip/compat.mpy".

import { checkIdentity, fileBlocks } from "./install-plan.js";
import { decoded, literal, parsed } from "./install-python.js";
import { ConnectionLost, DiskFull, Refusal, description } from "./install-sentences.js";
import { BoardError, Silence, TooMuch, Wire } from "./install-wire.js";

const HASH = /^(?:[0-9a-f]{64}|-)$/;

export class Board {
  /** `port`: a SerialPort that is not open. */
  constructor(port) {
    this.wire = new Wire(port);
    this.isInterrupted = false;
    this.bootFault = ""; // what boot.py does in place of ending, as a predicate
  }

  /** Opens the port, interrupts the running program and checks the board. Raises Refusal. */
  async connect() {
    await this.wire.open().catch(() => {
      throw new Refusal("port failed");
    });
    try {
      if (!(await this.wire.responds())) throw new Refusal("not MicroPython");
      await this.interrupt();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Interrupts the running program and checks the board. Raises Refusal. */
  async interrupt() {
    await this.enterRawRepl();
    this.identity = identityOf(await this.run(description.scripts.identity));
    checkIdentity(this.identity);
    const chip = this.identity.machine.includes("RP2350") ? "RP2350" : "RP2040";
    await this.run(description.scripts.stop_watchdog[chip]);
    await this.run(description.scripts.helpers);
  }

  /** A second attempt helps when the first meets a program that was cut off while it was being sent. */
  async enterRawRepl() {
    for (const isLast of [false, true]) {
      try {
        const { output, isEnded } = await this.wire.enterRawRepl();
        const error = raised(output);
        this.bootFault = !isEnded ? "does not end" : error && `stops with ${error}`;
        this.isInterrupted = true;
        return;
      } catch (error) {
        if (!(error instanceof Silence)) throw error;
        if (isLast) throw new Refusal("not MicroPython");
      }
    }
  }

  /** Runs a program and returns its output of at most `most` bytes; a longer one ends with the refusal named `tooMuch`.
   *  Interrupts the board again if it is not any more, as after a console that did not start. */
  async run(program, most = description.most_answer, tooMuch = "bad answer") {
    if (!this.isInterrupted) await this.interrupt();
    try {
      const output = await this.wire.run(program, most);
      const bytes = Uint8Array.from(output, (letter) => letter.charCodeAt(0));
      return new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
    } catch (error) {
      if (error instanceof BoardError) throw refusalOf(error.message);
      this.isInterrupted = false;
      if (error instanceof TooMuch) throw new Refusal(tooMuch);
      throw error instanceof Silence ? new ConnectionLost() : error;
    }
  }

  // Reading

  /** Every file with its size in bytes, as a Map, and every folder, as a Set. */
  async listFiles() {
    const sizes = new Map(), folders = new Set();
    const output = await this.run('list_files("")', description.most_list, "too many files");
    for (const line of output.split("\n").filter(Boolean)) {
      const [name, size] = parsed(line, "object", "number");
      const path = decoded(name).replace(/^\/+/, "");
      if (size < 0) folders.add(path);
      else sizes.set(path, size);
    }
    return { sizes, folders };
  }

  /** The SHA-256 of each file by path, as a Map; "-" for one that cannot be read. */
  async hashes(paths) {
    const found = [];
    for (let at = 0; at < paths.length; at += description.hashes_at_once) {
      const group = paths.slice(at, at + description.hashes_at_once).map((path) => literal(`/${path}`));
      found.push(...(await this.run(`for p in [${group.join(", ")}]: print_hash(p)`)).split(/\s+/).filter(Boolean));
    }
    if (found.length !== paths.length || !found.every((hash) => HASH.test(hash))) throw new Refusal("bad answer");
    return new Map(paths.map((path, at) => [path, found[at]]));
  }

  /** The content of a file, of at most `most_bytes`. */
  async read(path) {
    const { piece, most_bytes: most } = description, parts = [];
    for (let at = 0; at < most; at += piece) {
      const count = Math.min(piece, most - at);
      const text = await this.run(`print_file(${literal(`/${path}`)}, ${at}, ${count})`, 2 * piece);
      const bytes = bytesOf(text);
      parts.push(bytes);
      if (bytes.length < count) break;
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  /** The size of the disk, and how much of it is free: MicroPython counts the blocks of each folder twice. */
  async diskSpace({ sizes, folders }) {
    const answer = await this.run("print(os.statvfs('/')[:4])");
    const [, blockSize, blocks, free] = parsed(answer, "number", "number", "number", "number");
    let used = description.folder_blocks * (1 + folders.size);
    for (const size of sizes.values()) used += fileBlocks(size, blockSize);
    return { blockSize, blocks, free: Math.max(free, blocks - used) };
  }

  // Writing

  /** Writes a file and makes its folders. An interruption leaves the old file, none, or a part of the new one. */
  async write(path, data, progress = () => {}) {
    const name = literal(`/${path}`);
    let start = `make_parents(${name})\nf = open(${name}, 'wb')\n`;
    for (let at = 0; at < Math.max(data.length, 1); at += description.chunk) {
      const chunk = data.subarray(at, at + description.chunk);
      const isLast = at + description.chunk >= data.length;
      const text = btoa(String.fromCharCode(...chunk));
      await this.run(`${start}f.write(a2b_base64(b'${text}'))\n${isLast ? "f.close()" : ""}`);
      start = "";
      progress(chunk.length);
    }
  }

  async delete(path) {
    await this.run(`os.remove(${literal(`/${path}`)})`);
  }

  /** Renames a file, atomically replacing a file of the new name, and makes its folders. */
  async rename(path, name) {
    const target = literal(`/${name}`);
    await this.run(`make_parents(${target})\nos.rename(${literal(`/${path}`)}, ${target})`);
  }

  async deleteEmptyFolder(path) {
    await this.run(`try:\n os.rmdir(${literal(`/${path}`)})\nexcept OSError:\n pass`);
  }

  // Restarting

  /** Starts the console and waits until it prints its version. `hasBoot`: whether there is a boot.py, which runs first.
   *  Raises Refusal. */
  async start(version, hasBoot = false) {
    const banner = `Sixpip ${version}\r\n`;
    await this.softReset();
    let output = await this.wire.takeUntilOrAll(banner, description.banner_s);
    if (output.endsWith(banner)) {
      const after = await this.wire.takeUntilOrAll(description.crash, description.watch_s);
      if (!after.includes(description.crash)) return;
      output += after;
    }
    output += await this.wire.takeUntilOrAll(">>> ", description.watch_s);
    const error = raised(output);
    if (hasBoot && !output.includes(banner))
      throw new Refusal("boot.py first", { fault: error ? `stops with ${error}` : "keeps Sixpip from starting" });
    throw error ? new Refusal("stops", { error }) : new Refusal("not started", { version });
  }

  /** Closes the port; with `restart`, starts the interrupted console again if the board is still connected. */
  async close(restart = true) {
    if (this.isInterrupted && restart) await this.softReset().catch(() => {});
    await this.wire.close();
  }

  async softReset() {
    this.isInterrupted = false;
    try {
      await this.wire.softReset();
    } catch (error) {
      throw error instanceof Silence ? new ConnectionLost() : error;
    }
  }
}

/** The bytes that a board printed as lines of base64. */
function bytesOf(text) {
  try {
    const lines = text.split(/\s+/).filter(Boolean).map(atob);
    return Uint8Array.from(lines.join(""), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Refusal("bad answer");
  }
}

/** What MicroPython reports about itself and the board; empty fields for another program. */
function identityOf(answer) {
  try {
    const [name, version, machine, platform, mpy] = parsed(answer, "string", "object", "string", "string", "number");
    return { name, version, machine, platform, mpy };
  } catch {
    return { name: "", version: [0, 0, 0], machine: "", platform: "", mpy: 0 };
  }
}

/** The exception of the last traceback in the board's output; "" if there is none. */
function raised(output) {
  const at = output.lastIndexOf(description.crash);
  const lines = at < 0 ? [] : output.slice(at).split(/\r?\n/).slice(1);
  return lines.find((line) => line && !line.startsWith(" "))?.trimEnd() ?? "";
}

/** The refusal for a traceback from the board. */
function refusalOf(traceback) {
  const lines = traceback.split("\n").map((line) => line.trim()).filter(Boolean);
  const error = lines.at(-1) ?? "no reason given";
  const number = /OSError: (?:\[Errno )?(\d+)/.exec(error);
  if (number && Number(number[1]) === description.no_space) return new DiskFull("disk full");
  return new Refusal(number ? "disk failed" : "failed", { error });
}
