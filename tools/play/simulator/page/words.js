// The console without sight: the text of the OLED as text, a name for each button, and announcements of what changed,
// for screen readers (a live log) and as speech of the browser. The words are read from the pictures when they rest
// (tools/play/host/picture_reader.py), so that no frame of an animation is announced.

const KEEPS = 6;
const MOST_ENTRIES = 30; // announcements that stay in the log
const FEW = 2; // up to so many changed dice are announced without the others
const SELECTED = ", selected";
const NUMBER = /^[+-]?[\d ]+$/;

export class Words {
  /** `text`, `log`: elements for the text of the OLED and for announcements; `buttons`: by their numbers. */
  constructor(text, log, buttons) {
    Object.assign(this, { text, log, buttons, lines: [], picks: [], labels: ["", ""], dice: null, isSpoken: false });
  }

  /** Shows what was read: `lines` of the OLED and the `picks` of the KEEP buttons, what ROLL and BANK do (`labels`), or the `dice` (null: they
   *  move). */
  show({ lines, picks, labels, dice }) {
    if (lines) this.showLines(lines, picks, labels);
    else if (dice) this.showDice(dice);
    this.nameButtons();
  }

  showLines(lines, picks, labels) {
    const known = new Set(this.lines.flatMap((line) => [line, line.replace(SELECTED, "")]));
    const isPassing = !labels.some(Boolean); // nothing can be done now: its numbers are of what moves
    const isNews = (line) => !known.has(line) && !(isPassing && NUMBER.test(line));
    this.announce(lines.filter(isNews));
    Object.assign(this, { lines, picks, labels });
    this.text.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  }

  showDice(dice) {
    const isNew = (die, place) => die !== this.dice?.[place];
    const areMany = dice.filter(isNew).length > FEW; // a roll: also those that show the same as before
    const isNews = (die, place) => die.includes(": a") && (isNew(die, place) || (areMany && !die.endsWith("kept")));
    const isList = this.picks.length > 0; // its lines say more than the dice
    if (!isList) this.announce(dice.filter(isNews));
    this.dice = dice;
  }

  nameButtons() {
    for (let place = 0; place < KEEPS; place++) {
      const die = this.dice?.[place] ?? `die ${place + 1}`;
      const line = this.picks[place];
      const name = line ? `line ${place + 1}: ${line}` : this.picks.length ? `line ${place + 1}: empty` : die;
      this.buttons[place].setAttribute("aria-label", name);
    }
    const [roll, bank] = this.labels;
    this.buttons[6].setAttribute("aria-label", roll ? `ROLL: ${roll}` : "ROLL");
    this.buttons[7].setAttribute("aria-label", bank ? `BANK: ${bank}` : "BANK");
  }

  /** Adds one entry to the log, and speaks it; nothing for an empty list. */
  announce(parts) {
    if (!parts.length) return;
    const sentence = parts.reduce((before, part) => before + (/[.!?:]$/.test(before) ? " " : ", ") + part);
    const entry = Object.assign(document.createElement("p"), { textContent: sentence });
    this.log.append(entry);
    while (this.log.childElementCount > MOST_ENTRIES) this.log.firstElementChild.remove();
    if (this.isSpoken) speechSynthesis.speak(new SpeechSynthesisUtterance(sentence));
  }

  /** Speaks announcements with the voice of the browser, or stops that. */
  speak(on) {
    this.isSpoken = on;
    speechSynthesis.cancel();
    if (on) speechSynthesis.speak(new SpeechSynthesisUtterance([...this.lines, ...(this.dice ?? [])].join(". ")));
  }
}
