// Runs one script under the real MicroPython (WebAssembly) with a file system in memory.
// Reads a job as JSON from stdin: {heap, script, files: {"/path": base64}}. The script's output goes to stdout.
// Exit status: 0 done; 3 the script raised an exception (its traceback is on stderr). Does not depend on Sixpip.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { readFileSync, writeSync } from "node:fs";

const job = JSON.parse(readFileSync(0, "utf-8"));

// MicroPython writes single bytes, which are buffered because a write for each would be slow.
const buffers = { 1: [], 2: [] };
function flush(stream) {
  let rest = Uint8Array.from(buffers[stream]);
  buffers[stream] = [];
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(stream, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // EAGAIN: the pipe is full, try again
    }
  }
}
const writer = (stream) => (bytes) => {
  buffers[stream].push(...bytes);
  if (buffers[stream].length >= 4096) flush(stream);
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
  buffers[2].push(...Buffer.from(String(error.message ?? error)));
}
flush(1);
flush(2);
