// What the page shares with `make flash`: boards, limits, scripts for the board and sentences. The build writes them to
// install.json (tools/board/install_page); `useDescription` comes first.

export let description = null;

/** Sets the content of install.json. */
export function useDescription(content) {
  description = content;
}

/** A sentence with its facts. */
export function sentence(name, facts = {}) {
  return description.sentences[name].replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
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
