// The console without sight: the text of the OLED as text, a name for each button, and announcements of what changed,
// for screen readers (a live log) and as speech of the browser. The words are read from the pictures when they rest
// (tools/play/host/picture_reader.py), so that no frame of an animation is announced.

const KEEPS = 6;
const BUTTONS = { 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, ROLL: 6, BANK: 7, MENU: 8 };
const MOST_ENTRIES = 30; // announcements that stay in the log
const FEW = 2; // up to so many changed dice are announced without the others
const SELECTED = ", selected";
const NUMBER = /^[+-]?[\d ]+$/;
const WORTH = /, (?:does not score|scores|does not fit|fits)/; // of a die; it means something among dice to choose from
const DARK = "not in play";

export class Words {
  /** `text`, `log`: elements for the text of the OLED and for announcements; `buttons`: by their numbers. */
  constructor(text, log, buttons) {
    Object.assign(this, { text, log, buttons, lines: [], picks: [], does: [], labels: ["", ""], menu: "", chooses: true });
    Object.assign(this, { dice: null, areMoving: true, isSpoken: false, places: {} });
  }

  /** The button whose label is at a pixel of the OLED, undefined where there is none. */
  buttonAt(x, y) {
    const isThere = ([, [row, from, end]]) => row === Math.floor(y / 8) && from <= x && x < end;
    return BUTTONS[Object.entries(this.places).find(isThere)?.[0]];
  }

  /** Shows what was read (picture_reader.py): the OLED, or the `dice` (null: they move). */
  show({ dice, ...oled }) {
    if (oled.lines) this.showOled(oled);
    else this.showDice(dice);
    this.nameButtons();
  }

  showOled(oled) {
    const known = new Set(this.lines.flatMap((line) => [line, line.replace(SELECTED, "")]));
    const isPassing = !oled.labels.some(Boolean); // nothing can be done now: its numbers are of what moves
    const isNews = (line) => !known.has(line) && !(isPassing && NUMBER.test(line));
    this.announce(oled.lines.filter(isNews));
    Object.assign(this, oled);
    const paragraphs = this.lines.map((line) => Object.assign(document.createElement("p"), { textContent: line }));
    this.text.replaceChildren(...paragraphs);
  }

  showDice(dice) {
    this.areMoving = !dice;
    if (!dice) return;
    const isNew = (die, place) => die !== this.dice?.[place];
    const areMany = dice.filter(isNew).length > FEW; // a roll: also those that show the same as before
    const isNews = (die, place) => die.includes(": a") && (isNew(die, place) || (areMany && !die.endsWith("kept")));
    const isList = this.picks.length > 0; // its lines say more than the dice
    const news = dice.map(isNews);
    this.dice = dice;
    if (!isList) this.announce(this.named().filter((_, place) => news[place]));
  }

  /** The dice as they are named: where none is chosen from them, dice that are all bright or all dim only have faces. */
  named() {
    const dice = this.dice ?? [];
    const kinds = new Set(dice.map((die) => WORTH.exec(die)?.[0]).filter(Boolean));
    return !this.chooses && kinds.size < 2 ? dice.map((die) => die.replace(WORTH, "")) : dice;
  }

  nameButtons() {
    const dice = this.areMoving ? [] : this.named(); // what they showed before is not true any more
    for (let place = 0; place < KEEPS; place++) {
      const die = dice[place] ?? `die ${place + 1}`;
      const does = this.does[place];
      const pick = this.picks.length && `line ${place + 1}: ${this.picks[place] || "empty"}`;
      const key = does && (die.endsWith(DARK) ? `button ${place + 1}: ${does}` : `${die}, ${does}`);
      this.buttons[place].setAttribute("aria-label", pick || key || die);
    }
    const [roll, bank] = this.labels;
    for (const [button, name, does] of [[6, "ROLL", roll], [7, "BANK", bank], [8, "MENU", this.menu]])
      this.buttons[button].setAttribute("aria-label", does ? `${name}: ${does}` : name);
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
    if (on) speechSynthesis.speak(new SpeechSynthesisUtterance([...this.lines, ...this.named()].join(". ")));
  }
}
