// What the page shares with `make flash`: boards, limits, scripts for the board and sentences. The build writes them to
// install.json (tools/board/install_page); `useDescription` comes first.

export let description = null;

/** Sets the content of install.json. */
export function useDescription(content) {
  description = content;
}

// Characters that change the order of a text, or are invisible, as in tools/terminal.py.
const UNSAFE = /[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/gu;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const MOST_SHOWN = 900;

function escaped(letter) {
  const code = letter.charCodeAt(0), isShort = code < 0x100;
  return SHORT[letter] ?? `\\${isShort ? "x" : "u"}${code.toString(16).padStart(isShort ? 2 : 4, "0")}`;
}

/** A text that may be a stranger's as one line of about `most` characters; the middle of a longer one is left out. */
export function shown(text, most = 80) {
  const letters = Array.from(String(text).replace(UNSAFE, escaped)), half = most >> 1;
  if (letters.length <= most) return letters.join("");
  return `${letters.slice(0, half).join("")} ... ${letters.slice(-half).join("")}`;
}

/** The first few of the paths, and how many more there are. */
export function firstNames(paths) {
  const { most_named: most } = description;
  const more = paths.length > most ? ` and ${paths.length - most} more` : "";
  return paths.slice(0, most).map((path) => shown(path)).join(", ") + more;
}

/** A sentence with its facts, which are shown as by `shown`. */
export function sentence(name, facts = {}) {
  return description.sentences[name].replace(/\{(\w+)\}/g, (_, fact) => shown(facts[fact], MOST_SHOWN));
}

/** What cannot be done with the board as it is. The message is one sentence that names the remedy. */
export class Refusal extends Error {
  constructor(name, facts) {
    super(sentence(name, facts));
  }
}

export class DiskFull extends Refusal {}

export class ConnectionLost extends Refusal {
  constructor() {
    super("connection lost");
  }
}
