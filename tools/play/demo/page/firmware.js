// Starts the firmware under MicroPython (WebAssembly), for the console and for the pages of games. make play has a firmware.js
// of its own (tools/play/simulator).

import { loadMicroPython } from "./micropython.js";

/** Starts MicroPython with a heap of so many bytes, and with the files of the firmware at the root of its file system. */
export async function startMicroPython(heapsize) {
  const url = new URL("micropython.wasm", import.meta.url).href;
  const [python, bytes] = await Promise.all([loadMicroPython({ heapsize, url }), unpacked("firmware.bin")]);
  let at = bytes.indexOf(10) + 1; // after one line with the sizes of the files by path
  for (const [path, size] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))))) {
    python.FS.mkdirTree(`/${path.slice(0, path.lastIndexOf("/") + 1)}`);
    const content = bytes.slice(at, at + Math.abs(size));
    python.FS.writeFile(`/${path}`, size < 0 ? summed(content) : content);
    at += content.length;
  }
  python.runPython("import sys\nsys.path[:] = ['/']");
  return python;
}

/** Opens a module of the pages of games, with a heap of so many bytes. */
export const openModule = async (name, heapsize) => (await startMicroPython(heapsize)).pyimport(name);

/** The content of a file of this build that is compressed with gzip, never that of another build in a cache. */
async function unpacked(name) {
  const { body } = await fetch(name, { cache: "no-cache", integrity: window.sixpip?.files[name] });
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** The table of numbers of 16 bits whose differences these are: first their lower bytes, then their higher ones. */
function summed(differences) {
  const half = differences.length / 2, table = new Uint8Array(2 * half);
  let number = 0;
  for (let at = 0; at < half; at++) {
    number = (number + differences[at] + (differences[half + at] << 8)) & 0xffff;
    table[2 * at] = number & 255;
    table[2 * at + 1] = number >> 8;
  }
  return table;
}
