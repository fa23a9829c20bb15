// "Save a copy" and "Load a copy" below the console: all saves in this browser as the .zip of `make backup`, so that
// games move between browsers and boards. The modules for that come with the first click.

const WORDS = "Your games are kept in this browser only. Save a copy to keep them safe, or to play them somewhere else.";

/** The modules of install.html that read and write backups. */
async function tools() {
  const [sentences, backups, answer] = await Promise.all([
    import("./install-sentences.js"),
    import("./install-backup.js"),
    fetch("install-backup.json"),
  ]);
  sentences.useDescription(await answer.json());
  return { ...sentences, ...backups };
}

function element(tag, attributes, ...children) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
}

export class Copies {
  /** `backend`: runs the console; its `disk` has the files. */
  constructor(backend) {
    this.backend = backend;
    this.status = element("p", { id: "copy-status", role: "status" });
    this.status.style.flexBasis = "100%"; // a line of its own
  }

  /** Shows the buttons. */
  offer() {
    const input = element("input", { type: "file", accept: ".zip", hidden: true, ariaLabel: "Copy" });
    const button = (text, action) => {
      const made = element("button", { className: "switch", type: "button", textContent: text });
      made.addEventListener("click", action);
      made.addEventListener("mousedown", (event) => event.preventDefault()); // no focus by mouse, so that Space stays ROLL
      return made;
    };
    input.addEventListener("change", () => {
      const [file] = input.files;
      input.value = ""; // the same file can be chosen again
      if (file) this.attempt((made) => this.load(made, file));
    });
    const buttons = [
      button("Save a copy", () => this.attempt((made) => this.save(made))),
      button("Load a copy", () => input.click()),
    ];
    const switches = element("div", { className: "switches" }, ...buttons, input);
    document.getElementById("about").append(element("p", { textContent: WORDS }), switches, this.status);
  }

  /** Runs an action with the tools and shows the sentence that it returns, or why it refuses. */
  async attempt(action) {
    this.status.textContent = "";
    try {
      this.status.textContent = await action(await tools());
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  /** Downloads all saves. */
  async save({ backupName, packBackup, sentence }) {
    const files = this.backend.disk.copy();
    if (!files.size) return sentence("nothing");
    const name = backupName();
    const link = element("a", { href: URL.createObjectURL(new Blob([await packBackup(files)])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return sentence("saved", { name });
  }

  /** Puts the files of a copy in the place of those of the same name, and starts the console with them. */
  async load({ firstNames, isOurRecord, readBackup, sentence }, file) {
    const source = file.name;
    const files = await readBackup(source, new Uint8Array(await file.arrayBuffer()));
    if (!confirm(sentence("load", { source }))) return "";
    const rank = ([path]) => Number(!isOurRecord(path)); // if there are too many, the others are left out
    const leftOut = this.backend.load([...files].sort((one, other) => rank(one) - rank(other)));
    if (!leftOut) return sentence("no room", { source });
    return sentence("loaded", { source }) + (leftOut.length ? ` ${sentence("left out", { names: firstNames(leftOut) })}` : "");
  }
}
