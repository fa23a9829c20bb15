// Starts the firmware under MicroPython (WebAssembly), for the console and for a shared game.

import { loadMicroPython } from "./micropython.js";

/** Starts MicroPython with a heap of so many bytes, and with the files of the firmware at the root of its file system. */
export async function startMicroPython(heapsize) {
  const url = new URL("micropython.wasm", import.meta.url).href;
  const [python, bytes] = await Promise.all([loadMicroPython({ heapsize, url }), unpacked("firmware.bin")]);
  let at = bytes.indexOf(10) + 1; // after one line with the sizes of the files by path
  for (const [path, size] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))))) {
    python.FS.mkdirTree(`/${path.slice(0, path.lastIndexOf("/") + 1)}`);
    python.FS.writeFile(`/${path}`, bytes.slice(at, at + size));
    at += size;
  }
  python.runPython("import sys\nsys.path[:] = ['/']");
  return python;
}

/** The content of a file of this build that is compressed with gzip, never that of another build in a cache. */
async function unpacked(name) {
  const { body } = await fetch(name, { cache: "no-cache", integrity: window.sixpip?.files[name] });
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
