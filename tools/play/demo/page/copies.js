// "Save a copy" and "Load a copy" below the console: all saves in this browser as the .zip of `make backup`, so that
// games move between browsers and boards. The modules for that come with the first click.

const STATUS_ID = "copy-status";

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
    this.status = element("span", { id: STATUS_ID, role: "status" });
  }

  /** Shows the buttons. */
  offer() {
    const input = element("input", { type: "file", accept: ".zip", hidden: true, ariaLabel: "Copy" });
    const button = (text, action) => {
      const made = element("button", { className: "switch", type: "button", textContent: text });
      made.addEventListener("click", action);
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
    const words = "Your games stay in this browser. A copy keeps them safe, or takes them to another computer or console.";
    document.getElementById("about").append(element("p", { id: "copies" }, words, " ", ...buttons, input, " ", this.status));
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
