// Runs one script under the real MicroPython (WebAssembly), with an in-memory file system.
// A job comes as JSON on stdin: {heap, script, files: {"/path": base64}}. The script's output goes to stdout.
// Exit status: 0 done; 3 the script raised (its traceback is on stderr). Nothing of Sixpip is known here.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { readFileSync, writeSync } from "node:fs";

const job = JSON.parse(readFileSync(0, "utf-8"));

// MicroPython hands over single bytes: they are gathered, for a write each would be slow.
const gathered = { 1: [], 2: [] };
function flush(stream) {
  let rest = Uint8Array.from(gathered[stream]);
  gathered[stream] = [];
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(stream, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // a full pipe: try again
    }
  }
}
const writer = (stream) => (bytes) => {
  gathered[stream].push(...bytes);
  if (gathered[stream].length >= 4096) flush(stream);
};

const mp = await loadMicroPython({
  heapsize: job.heap,
  linebuffer: false,
  stdout: writer(1),
  stderr: writer(2),
});

for (const [path, content] of Object.entries(job.files)) {
  mp.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  mp.FS.writeFile(path, Buffer.from(content, "base64"));
}

try {
  mp.runPython("import sys\nsys.path[:] = ['/', '.frozen', '/lib']\ndel sys"); // as on the Pico
  mp.runPython(job.script);
} catch (error) {
  process.exitCode = 3;
  gathered[2].push(...Buffer.from(String(error.message ?? error)));
}
flush(1);
flush(2);
