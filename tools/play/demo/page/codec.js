// Turns the log of a game into the fragment of a link, and back. The twin of tools/play/share/codec.py,
// which describes the format: both give the same fragment. Nothing is sent anywhere.

import { Damaged, Reader, Writer } from "./range_coder.js";

export const VERSION = 1;
export const MOST_LETTERS = 1500; // of a link
const MOST_LINES = 6000;

export const WORDS = (
  "\n dice-10000 ten-grand ten-thousand family-10000 phase-10 seven-dice five-cubes farkle farkle-retail " +
  "farkle-online zilch kingdom pure players= first= head_start= seats= mark= person timid steady bold master dice= " +
  "hot_dice= multiples= three_ones= straight= straight_gather= three_pairs= pairs_count= two_triplets= " +
  "short_straights= full_house= opening= opening_rolls= bank_min= grow= no_risk= busts= cold_start= train_wreck= " +
  "pick_up= rescue= last_die= second_chance= calls= must_keep_all= extend= wild_die= six_alike= four_twos= six_ones= " +
  "five_alike= press_on= clear= empty_six= max_rolls= end= target= reach= negative= start= optional forced triples " +
  "doubling adding fixed no yes strict 4+2 none 500/750 1250/1500 all score out last-turn same-round beat-or-bust " +
  "exact sudden last-licks at above seated all-dice one-die 000"
).split(" ");
const FIRST_LETTER = 32;
const LETTERS = 95;
const OTHER = LETTERS + 1;
const TOKENS = OTHER + 1 + WORDS.length;

const KINDS = ["", "roll", "keep", "bank", "take", "fresh", "call", "stop", "back", "advises", "other"];
const CALLS = ["one", "five", "alike", "pairs", "straight", "chance"];
const PIPS = ["1", "2", "3", "4", "5", "6"];
const DICE = new Map([["ten-grand", ["A", "K", "Q", "J", "50", "100"]], ["five-cubes", ["2", "3", "4", "5", "6", "10"]]]);
const UNMARKED_DICE = (
  "dice-10000 ten-thousand family-10000 seven-dice farkle farkle-retail farkle-online ten-grand zilch kingdom pure"
).split(" ");
const SUN = "sun";
const UNMARKED = "unmarked";
const MOST_DICE = 9;
const SIX = 6;
const ADVISES = "# the coach advises ";

const SPACES = /[\t\v\f\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/gu;
const UNSEEN = /[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff]/u;
const MOST_PASTED = 20_000;
const MOST_RUNS = 200;
const LEAST_PACKED = 8;
const MOST_PACKED = 4000;
const PERCENTS = /(?:%[0-9a-f]{2})+/gi;
const ENTITIES = /&#(?:x([0-9a-f]{1,2})|([0-9]{1,3}));/gi;
const DASHES = new Map([["\u2010", "-"], ["\u2011", "-"], ["\u2013", "-"], ["\u2014", "--"], ["\u2212", "-"]]);

export const NO_LINK = "This is no link of a game: copy the whole link, from https to its last letter.";
export const DAMAGED = "This link is cut or changed: copy it again, from https to its last letter.";
export const NEWER = "This link is of a newer Sixpip: open it with the newest one.";

/** A link or a log that cannot be read; the message says why, and what to do. */
export class BadLink extends Error {}

/** The fragment for the log of a game. Throws BadLink. */
export function encode(text) {
  const writer = new Writer();
  try {
    new Log(writer).code(linesOf(text));
  } catch (error) {
    throw error instanceof Damaged ? new BadLink(`A link holds no line of more than ${MOST_LINES} letters`) : error;
  }
  const packed = writer.packed();
  const letters = btoa(String.fromCharCode(...checkSum(packed), ...packed));
  return VERSION + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The log in a link, or in its fragment. Throws BadLink. */
export function decode(link) {
  return read(link).log;
}

/** The log in a link, or in its fragment, and the fragment as it was made. Throws BadLink. */
export function read(link) {
  const fragments = fragmentsOf(link);
  const isOurs = (runs) => runs[0][0] === String(VERSION);
  for (const letters of fragments.filter(isOurs).flatMap(readings)) {
    const log = unpacked(letters);
    if (log) return { log, fragment: VERSION + letters };
  }
  throw new BadLink(fragments.some(isOurs) ? DAMAGED : fragments.length ? NEWER : NO_LINK);
}

/** A text without the escapes of addresses and HTML, also where several programs have escaped it. */
export function unescaped(text) {
  text = text.slice(0, MOST_PASTED);
  for (let time = 0; time < 3; time++)
    text = text.replace(PERCENTS, bytesIn).replace(ENTITIES, letterOf).replaceAll("&amp;", "&");
  return text.replace(/[\u2010-\u2014\u2212]/g, (dash) => DASHES.get(dash) ?? dash);
}

function bytesIn(percents) {
  const bytes = percents.slice(1).split("%").map((pair) => parseInt(pair, 16));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

function letterOf(_, hexadecimal, decimal) {
  return String.fromCharCode(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal));
}

/** Each part of a link that may be its fragment, as runs of letters, without what is between them. */
function fragmentsOf(link) {
  const parts = unescaped(link).split("#");
  const inRuns = (part) => part.split(/[^0-9A-Za-z_-]+/).filter((run) => run);
  return (parts.length > 1 ? parts.slice(1) : parts).map(inRuns).filter((runs) => /^[0-9]/.test(runs[0] ?? ""));
}

/** What the letters of a fragment may be, without its version: the first runs, all of them if possible. */
function readings(runs) {
  const letters = runs.join("").slice(1);
  let end = letters.length;
  return [...runs].reverse().slice(0, MOST_RUNS).flatMap((last) => {
    const run = letters.slice(0, end);
    end -= last.length;
    return [run, run.slice(0, -1), run.slice(0, -2), run + "_", run + "-"]; // both letters may be punctuation, too
  });
}

/** The log in the letters of a fragment, "" for damaged ones. */
function unpacked(letters) {
  if (letters.length < LEAST_PACKED || letters.length > MOST_PACKED || letters.length % 4 === 1) return "";
  const bytes = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const data = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
  const packed = data.slice(3);
  if (checkSum(packed).some((byte, at) => byte !== data[at])) return "";
  try {
    const lines = new Log(new Reader(packed)).code([]);
    return lines.some((line) => line.search(SPACES) >= 0 || UNSEEN.test(line)) ? "" : lines.join("\n") + "\n";
  } catch {
    return "";
  }
}

/** The lines of a log that a link keeps. Throws BadLink. */
function linesOf(text) {
  const lines = text.replace(SPACES, " ").split("\n");
  if (lines.some((line) => UNSEEN.test(line)))
    throw new BadLink("This is no log of a game: it has characters that no console writes");
  const kept = withoutUndone(lines.map((line) => wordsOf(line).join(" ")));
  if (!kept[0].startsWith("game ") || kept.slice(1).some((line) => /^game( |$)/.test(line)))
    throw new BadLink("This is no log of a game: it begins with a line 'game VARIANT'");
  if (kept.includes("gap")) throw new BadLink("The log has a gap: a link needs a whole game");
  if (kept.length > MOST_LINES) throw new BadLink(`A link holds up to ${MOST_LINES} actions`);
  lines.forEach((line, at) => line.startsWith(ADVISES) && (kept[at] = line.trim()));
  const names = lines[1]?.startsWith("# ") && !lines[1].startsWith(ADVISES) ? lines[1].trim() : "";
  return [kept[0], names, ...kept.slice(names ? 2 : 1).filter((line) => line)];
}

function wordsOf(line) {
  return line.split("#")[0].split(" ").filter((word) => word);
}

/** The lines, empty where an action was taken back. Throws BadLink. */
function withoutUndone(lines) {
  let places = []; // of the actions that can be taken back
  const left = [...lines];
  lines.forEach((line, at) => {
    const [kind, count, ...more] = line.split(" ");
    if (kind === "undo") {
      const isCount = /^[0-9]{1,9}$/.test(count) && Number(count) > 0 && Number(count) <= places.length;
      if (!isCount || more.length) throw new BadLink(`Line ${at + 1} takes back a roll`);
      for (const place of [...places.slice(-Number(count)), at]) left[place] = "";
      places = [];
    } else if (["roll", "game", "gap"].includes(kind)) places = [];
    else if (line) places.push(at);
  });
  return left;
}

/** CRC-32, its lower 24 bits. */
function checkSum(packed) {
  let crc = -1;
  for (const byte of packed) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  crc = ~crc;
  return [(crc >> 16) & 255, (crc >> 8) & 255, crc & 255];
}

/** The numbers of the letters and words of a text; of several words that fit the longest. */
function tokensOf(text) {
  const tokens = [];
  const letters = [...text];
  for (let at = 0; at < letters.length; ) {
    const rest = letters.slice(at, at + 20).join("");
    const fitting = WORDS.filter((word) => rest.startsWith(word));
    const word = fitting.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
    const number = letters[at].codePointAt(0);
    if (word.length > 1 || word === "\n") tokens.push(OTHER + 1 + WORDS.indexOf(word));
    else if (number >= FIRST_LETTER && number < FIRST_LETTER + LETTERS) tokens.push(1 + number - FIRST_LETTER);
    else tokens.push(OTHER, number >> 14, (number >> 7) & 127, number & 127);
    at += word.length || 1;
  }
  return [...tokens, 0];
}

function codeText(coder, context, text) {
  const tokens = tokensOf(text);
  let found = "";
  for (let count = 0; count < MOST_LINES; count++) {
    const token = coder.number(context, TOKENS, tokens.shift() ?? 0);
    if (token === 0) return found;
    if (token > OTHER) found += WORDS[token - OTHER - 1];
    else if (token < OTHER) found += String.fromCharCode(FIRST_LETTER + token - 1);
    else {
      const [high, middle, low] = [0, 0, 0].map(() => coder.uniform(128, tokens.shift() ?? 0));
      found += String.fromCodePoint((high << 14) | (middle << 7) | low);
    }
  }
  throw new Damaged();
}

class Log {
  before = "";
  names = [];

  constructor(coder) {
    this.coder = coder;
  }

  /** Codes the lines of linesOf; the reader gets none. Returns them as a link has them. */
  code(lines) {
    const { coder } = this;
    const [head = "", names = "", ...actions] = lines;
    const first = "game " + codeText(coder, "head", head.slice("game ".length));
    const shown = codeText(coder, "names", names.slice("# ".length));
    this.names = shown.split(", ");
    const isPhase = coder.number("phase", 2, Number(actions.some((line) => line.split(" ").length > MOST_DICE + 1)));
    const tray = isPhase ? new PhaseTray(coder) : new Tray(coder, first, actions);
    const coded = shown ? [first, `# ${shown}`] : [first];
    while (coded.length <= MOST_LINES + 2) {
      const line = this.codeLine(tray, actions.shift() ?? "");
      if (!line) return coded;
      coded.push(line);
    }
    throw new Damaged();
  }

  codeLine(tray, line) {
    const { coder } = this;
    const words = coder.writes ? this.fitting(tray, line) : [""];
    const number = coder.number(`kind ${this.before} ${tray.state()}`, KINDS.length, KINDS.indexOf(words[0]));
    const kind = (this.before = KINDS[number]);
    if (kind === "advises") {
      const seat = coder.number("seat", 6, this.names.indexOf(words[1]));
      if (seat >= this.names.length) throw new Damaged();
      return ADVISES + this.names[seat];
    }
    if (kind === "call") return `call ${CALLS[coder.number("call", CALLS.length, CALLS.indexOf(words[1]))]}`;
    if (kind === "other") return codeText(coder, "other", words[1] ?? "");
    return [kind, ...tray.code(kind, words.slice(1))].join(" ").trim();
  }

  /** The kind of a line, and what is to be coded of it. */
  fitting(tray, line) {
    const [kind, ...words] = line.split(" ");
    if (line.startsWith(ADVISES)) {
      const name = line.slice(ADVISES.length).trim();
      return this.names.slice(0, 6).includes(name) ? ["advises", name] : ["other", line];
    }
    if (kind === "call" && words.length === 1 && CALLS.includes(words[0])) return [kind, ...words];
    if (["bank", "take", "fresh", "stop", ""].includes(kind) && !words.length) return [kind];
    const fitting = ["roll", "keep", "back"].includes(kind) ? tray.fit(kind, words) : null;
    return fitting ? [kind, ...fitting] : ["other", line];
  }
}

class Tray {
  last = [];
  left = 0;

  constructor(coder, head, actions) {
    this.coder = coder;
    const words = head.split(" ");
    this.firstStays = !UNMARKED_DICE.includes(words[1]) || words.includes("wild_die=yes");
    const usual = DICE.get(words[1]) ?? PIPS;
    const rolled = actions.filter((line) => line.startsWith("roll ")).flatMap((line) => line.split(" ").slice(1));
    const others = [...new Set(rolled)].filter((face) => face !== SUN).slice(0, SIX);
    const own = coder.number("own", 2, Number(others.some((face) => !usual.includes(face))));
    this.faces = own ? codeText(coder, "faces", others.join(" ")).split(" ") : usual;
    if (this.faces.length > SIX) throw new Damaged();
  }

  state() {
    return String(this.left);
  }

  sorted(words) {
    return [...words].sort((one, other) => this.faces.indexOf(one) - this.faces.indexOf(other));
  }

  fit(kind, words) {
    if (kind === "roll" && words.length > 0 && words.length <= MOST_DICE) {
      const head = words.slice(0, Number(this.firstStays));
      const tail = words.slice(head.length);
      const fits = head.every((face) => face === SUN || this.faces.includes(face));
      if (fits && tail.every((face) => this.faces.includes(face))) return [...head, ...this.sorted(tail)];
    }
    if (kind === "keep") return this.fitKeep(words.filter((word) => word !== UNMARKED), words.includes(UNMARKED));
    return null;
  }

  fitKeep(words, unmarked) {
    const marked = this.last.slice(0, Number(this.firstStays));
    const first = marked.length && words.includes(marked[0]) && !unmarked ? marked : [];
    const tail = [...words];
    for (const face of first) tail.splice(tail.indexOf(face), 1);
    const others = this.last.slice(marked.length);
    if (tail.some((face) => !this.faces.includes(face) || count(tail, face) > count(others, face))) return null;
    return this.writtenKeep(first, this.sorted(tail));
  }

  writtenKeep(first, tail) {
    const leavesMarked = this.firstStays && !first.length && tail.includes(this.last[0]);
    return leavesMarked ? [...first, ...tail, UNMARKED] : [...first, ...tail];
  }

  code(kind, words) {
    if (kind === "roll") return this.codeRoll(words);
    if (kind === "keep") return this.codeKeep(words);
    this.left = 0;
    return [];
  }

  codeRoll(words) {
    const { coder, faces } = this;
    let left = (this.left = 1 + coder.number(`dice ${this.left}`, MOST_DICE, words.length - 1));
    const rolled = [];
    if (this.firstStays) {
      const all = [...faces, SUN];
      rolled.push(all[coder.number(`first ${left}`, all.length, all.indexOf(words[0]))]);
      left -= 1;
    }
    const tail = words.slice(rolled.length);
    faces.forEach((face, at) => {
      const others = faces.length - 1 - at;
      const weights = Array.from({ length: left + 1 }, (_, dice) => binomial(left, dice) * others ** (left - dice));
      const alike = coder.weighted(weights, count(tail, face));
      rolled.push(...Array(alike).fill(face));
      left -= alike;
    });
    this.last = rolled;
    return rolled;
  }

  codeKeep(words) {
    const { coder } = this;
    let first = this.last.slice(0, Number(this.firstStays));
    const others = this.last.slice(first.length);
    if (first.length) {
      const taken = words[0] === first[0] && !words.includes(UNMARKED);
      if (!coder.number(`keep first ${first[0]}`, 2, Number(taken))) first = [];
    }
    const tail = [];
    for (const face of this.faces) {
      const alike = count(others, face);
      if (!alike) continue;
      const kept = coder.number(`keep ${face} ${alike}`, alike + 1, count(words.slice(first.length), face));
      tail.push(...Array(kept).fill(face));
    }
    this.left = Math.max(0, this.left - first.length - tail.length);
    return this.writtenKeep(first, tail);
  }
}

const PHASE_DICE = 10;
const HIGH_DICE = 6;
const FACES = 6;
const COLORS =
  "ROBGOG GRGOBR OBRBGO RGOBRB BBRORG BOGRGO BGOGRO RBGOBO ORRBGB GOBRRG".split(" "); // firmware/sixpip/rules/phase_ten/dice.py
const HIGH_WORDS = ["5", "6", "7", "8", "9", "10"];
const LOW_WORDS = ["1", "2", "3", "4", "W", "W"];
const ALL_DICE = Array.from({ length: PHASE_DICE }, (_, die) => die);

function written(die, face) {
  return (die < HIGH_DICE ? HIGH_WORDS : LOW_WORDS)[face] + COLORS[die][face];
}

function faceOf(die, word) {
  return HIGH_WORDS.findIndex((_, face) => written(die, face) === word);
}

function label(die) {
  return die < HIGH_DICE ? `H${die + 1}` : `L${die - HIGH_DICE + 1}`;
}

class PhaseTray {
  faces = Array(PHASE_DICE).fill(0);
  kept = new Set();
  rolls = 0;

  constructor(coder) {
    this.coder = coder;
  }

  state() {
    return `${this.rolls} ${this.kept.size}`;
  }

  fit(kind, words) {
    if (kind === "roll") {
      const thrown = this.thrown(words.length === PHASE_DICE);
      return words.length === thrown.length && thrown.every((die, at) => faceOf(die, words[at]) >= 0) ? words : null;
    }
    const among = this.among(kind);
    const positions = this.positions(words, among);
    return positions.size ? this.named(positions, among) : null;
  }

  code(kind, words) {
    if (kind === "roll") return this.codeRoll(words);
    if (kind === "keep" || kind === "back") return this.codePositions(kind, words);
    this.clear();
    return [];
  }

  clear() {
    this.kept = new Set();
    this.rolls = 0;
  }

  codeRoll(words) {
    const { coder } = this;
    const isNew = this.kept.size > 0 && words.length === PHASE_DICE;
    if (coder.number(`new turn ${this.state()}`, 2, Number(isNew))) this.clear();
    this.rolls = Math.min(this.rolls + 1, FACES);
    const thrown = this.thrown(false);
    thrown.forEach((die, at) => (this.faces[die] = coder.uniform(FACES, faceOf(die, words[at]))));
    return thrown.map((die) => this.word(die));
  }

  codePositions(kind, words) {
    const among = this.among(kind);
    const wanted = this.positions(words, among);
    const named = (dice) => this.coder.number(`${kind} ${Number(dice >= HIGH_DICE)}`, 2, Number(wanted.has(dice)));
    const positions = new Set(among.filter(named));
    const shown = this.named(positions, among);
    for (const die of positions) if (!this.kept.delete(die)) this.kept.add(die);
    return shown;
  }

  among(kind) {
    return ALL_DICE.filter((die) => this.kept.has(die) === (kind !== "keep"));
  }

  thrown(all) {
    return ALL_DICE.filter((die) => all || !this.kept.has(die));
  }

  /** The dice that a line names, as the log parser finds them; none if one of them is not there. */
  positions(words, among) {
    const named = ALL_DICE.filter((die) => words.includes(label(die)));
    const found = new Set(named);
    if (named.some((die) => !among.includes(die))) return new Set();
    for (const word of words) {
      if (ALL_DICE.some((die) => label(die) === word)) continue;
      const die = among.find((die) => !found.has(die) && this.word(die) === word);
      if (die === undefined) return new Set();
      found.add(die);
    }
    return found;
  }

  named(positions, among) {
    const left = [];
    const words = [];
    for (const die of among) {
      if (!positions.has(die)) left.push(this.word(die));
      else words.push(left.includes(this.word(die)) ? label(die) : this.word(die));
    }
    return words;
  }

  word(die) {
    return written(die, this.faces[die]);
  }
}

function count(words, wanted) {
  return words.filter((word) => word === wanted).length;
}

function binomial(all, some) {
  let ways = 1;
  for (let at = 0; at < some; at++) ways = (ways * (all - at)) / (at + 1);
  return ways;
}
