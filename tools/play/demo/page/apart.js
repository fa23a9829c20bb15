// The games that are played apart from those of the console: the game of the day (calendar.js), a duel by link (duel.js)
// and a game with the dice of another one (again.js). Which one an address asks for, and where its files are.

import { dayIn, itemOf as itemOfDay } from "./calendar.js";

const scope = new URL(".", location.href).pathname; // another demo on the same server has saves of its own
const KINDS = { duel: "A duel by link", again: "A game with the dice of another one" };
const ADDRESS = /[?&](duel|again)=([\w-]{1,24})(?:[&#]|$)/;
const MOST_GAMES = 60; // of each kind; the oldest ones are deleted

export const NOT_HERE = "This game is not in this browser: open its link again.";

/** The game apart that an address asks for: {date, variant}, or {kind, id}; null for none, {refusal} for a wrong one. */
export function apartIn(query) {
  const [, kind, id] = ADDRESS.exec(query) ?? [];
  return kind ? { kind, id } : dayIn(query);
}

/** The words of the page for a duel, or a game with the dice of another one. */
export const wordsOf = ({ kind }) => KINDS[kind];

/** The name of the item with the files of a game apart. */
export function itemOf(game) {
  return game.kind ? `sixpip ${game.kind} ${scope} ${game.id}` : itemOfDay(game);
}

/** The address of the console with a duel, or with a game with the dice of another one. */
export const consoleOf = ({ kind, id }) => `./?${kind}=${id}`;

/** The address of the page that shows a game apart when the console has left it. */
export function pageOf({ kind, id }) {
  return kind ? `${kind}.html?${kind}=${id}` : "day.html";
}

/** The files of a game apart by name; null if this browser has none. */
export function filesOf(game) {
  try {
    return JSON.parse(localStorage.getItem(itemOf(game)));
  } catch {
    return null; // blocked or damaged
  }
}

/** Stores the files of a game apart, and stops the tab that plays with the old ones; false if there is no room. */
export function storeFiles(game, files) {
  try {
    localStorage.setItem(itemOf(game), JSON.stringify(files));
    localStorage.setItem(`sixpip owner ${scope} ${game.kind}`, "page"); // as in disk.js
    return true;
  } catch {
    return false;
  }
}

/** Deletes the files of a game apart, and stops the tab that plays with them. */
export function deleteGame(game) {
  try {
    localStorage.removeItem(itemOf(game));
    localStorage.setItem(`sixpip owner ${scope} ${game.kind}`, "page"); // as in disk.js
  } catch {
    // blocked: it stays
  }
}

/** The games of a kind in this browser, the last one first: {kind, id, files}. Deletes the oldest if there are many. */
export function gamesOf(kind) {
  const prefix = `sixpip ${kind} ${scope} `;
  let names = [];
  try {
    names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) && !name.endsWith(" damaged"));
  } catch {
    // blocked by the settings of the browser
  }
  const games = names.map((name) => ({ kind, id: name.slice(prefix.length) }));
  const found = games.map((game) => ({ ...game, files: filesOf(game) })).filter(({ files }) => files);
  found.sort((one, other) => Number(other.files.opened ?? 0) - Number(one.files.opened ?? 0));
  for (const game of found.splice(MOST_GAMES)) localStorage.removeItem(itemOf(game));
  return found;
}

/** A text as the files of the console are stored: a letter for each byte. */
export const asBytes = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** The text of stored bytes. */
export const asText = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
