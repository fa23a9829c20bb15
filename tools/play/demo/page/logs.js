// The logs of the games in this browser, and the links to them.

import { encode, MOST_LETTERS } from "./codec.js";

/** The logs in an item of the local storage (disk.js): [number, text], the first game first. */
export function logsIn(item) {
  let files = {};
  try {
    files = JSON.parse(localStorage.getItem(item)) ?? {};
  } catch {
    // blocked or damaged: there are none
  }
  const logs = Object.entries(files).map(([path, text]) => [Number(/^logs\/game-(\d+)\.log$/.exec(path)?.[1] ?? 0), text]);
  return logs.filter(([number, text]) => number && typeof text === "string").sort(([one], [other]) => one - other);
}

/** The address of game.html with the game of a log; "" for one that no link holds. `date`: of a game of the day. */
export function linkTo(log, date = "") {
  try {
    const address = new URL(`game.html${date && `?day=${date}`}#${encode(log)}`, location.href).href;
    return address.length > MOST_LETTERS ? "" : address;
  } catch {
    return ""; // a log with a gap, or too long
  }
}

/** A log without what a duel or a challenge adds to its first line. */
export const plainLog = (log) => log.replace(/^([^\n]*?) (?:duel|beat)=\S*/, "$1");

/** The address of a page with a fragment. */
export const addressOn = (page, fragment) => new URL(`${page}#${fragment}`, location.href).href;
