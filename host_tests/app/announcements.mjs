// What the page of the simulator announces (words.js) for pictures in words: reads {"folder", "shown"} as JSON from the
// standard input, writes a list of announcements for each of `shown` to the standard output.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const job = JSON.parse(readFileSync(0, "utf8"));

class Element {
  children = [];
  get childElementCount() {
    return this.children.length;
  }
  append(child) {
    this.children.push(child);
  }
  replaceChildren() {}
  setAttribute() {}
}

globalThis.document = { createElement: () => new Element() };
const { Words } = await import(pathToFileURL(`${job.folder}/words.js`).href);
const log = new Element();
const words = new Words(new Element(), log, Array.from({ length: 9 }, () => new Element()));
const announced = job.shown.map((shown) => {
  log.children = [];
  words.show(shown);
  return log.children.map((entry) => entry.textContent);
});
process.stdout.write(JSON.stringify(announced));
