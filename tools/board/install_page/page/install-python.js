// Python literals: written into the programs for the board, and read from what it prints with repr().

import { Refusal } from "./install-sentences.js";

const TOKEN = /\s*(?:([(),])|(-?\d+)|(b?)(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"))/y;
const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gis;
const LETTERS = { n: "\n", r: "\r", t: "\t" };

/** A text as a Python literal, as repr() writes it. */
export function literal(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\'"\0-\x1f\x7f]/g, (letter) => {
    if (letter === "'" || letter === '"') return letter === quote ? `\\${letter}` : letter;
    if (letter === "\\") return "\\\\";
    const short = Object.keys(LETTERS).find((name) => LETTERS[name] === letter);
    return short ? `\\${short}` : `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return quote + escaped + quote;
}

/** The values of a tuple of these types that the board printed; "object" is a tuple in it, or bytes. A damaged board can
 *  print anything. */
export function parsed(text, ...types) {
  let tokens, values;
  try {
    tokens = tokensOf(text.trim());
    values = tuple(tokens);
  } catch {
    throw new Refusal("bad answer"); // also too many brackets, and a number that is no letter
  }
  const isRight = values.length === types.length && values.every((value, at) => typeof value === types[at]);
  if (tokens.length || !isRight) throw new Refusal("bad answer");
  return values;
}

function tokensOf(answer) {
  const tokens = [];
  for (let at = 0; at < answer.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(answer);
    if (!found) throw new Refusal("bad answer");
    const [, mark, number, isBytes, text, other] = found;
    tokens.push(mark ? { mark } : { value: number ? Number(number) : string(unescaped(text ?? other), isBytes) });
  }
  return tokens;
}

/** The value of a literal: bytes as an array of a character for each. */
function string(text, isBytes) {
  return isBytes ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : text;
}

/** Takes a tuple of values and tuples off the front of `tokens`. */
function tuple(tokens) {
  const values = [];
  if (tokens.shift()?.mark !== "(") throw new Refusal("bad answer");
  while (tokens.length && tokens[0].mark !== ")") {
    values.push(tokens[0].mark === "(" ? tuple(tokens) : single(tokens.shift()));
    if (tokens[0]?.mark === ",") tokens.shift();
  }
  if (tokens.shift()?.mark !== ")") throw new Refusal("bad answer");
  return values;
}

function single(token) {
  if (token.mark) throw new Refusal("bad answer");
  return token.value;
}

/** The text that UTF-8 bytes are; in others each byte above 127 is a surrogate. */
export function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join("");
  }
}

function unescaped(text) {
  return text.replace(ESCAPE, (_, two, four, eight, letter) =>
    letter ? (LETTERS[letter] ?? letter) : String.fromCodePoint(parseInt(two ?? four ?? eight, 16)),
  );
}
