// The game of the day: which one an address asks for, and where its files are in the local storage of the browser.

import { unescaped } from "./codec.js";

const scope = new URL(".", location.href).pathname; // another demo on the same server has saves of its own
const EARLIEST_MS = 14 * 3_600_000; // a day begins first where clocks are 14 hours before UTC
const PREFIX = `sixpip day ${scope} `; // the date and the variant follow
const MOST_GAMES = 26; // of two days; older ones are deleted
const STREAK = `sixpip streak ${scope}`;
const DAY_MS = 24 * 3_600_000;

export const NO_DAY = "This address is of no game of the day: choose a game on the page Game of the day.";
export const NOT_YET = "This day has not begun yet: come back then.";

/** The date of the visitor, such as 2026-11-28. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The date in words. */
export function inWords(date) {
  return new Date(`${date}T00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

/** The value of a parameter in the query of an address, also where a program has wrapped, escaped or ended it. */
function valueIn(query, name) {
  const letters = unescaped(query).replace(/[^\w=&?#-]/g, "");
  const value = new RegExp(`[?&]${name}=(?:3D)?([^&#]*)`).exec(letters)?.[1] ?? ""; // =3D: quoted-printable
  return value.replace(/[=_]/g, "").replace(/-+/g, "-").replace(/-$/, "");
}

/** The date in the query of an address, "" without one; null for a text that is no date. */
export function dateIn(query) {
  const date = valueIn(query, "day");
  const parsed = /^20\d\d-\d\d-\d\d$/.test(date) ? new Date(`${date}T00:00Z`) : NaN;
  return !date || (!isNaN(parsed) && parsed.toISOString().startsWith(date)) ? date : null;
}

/** The game of the day that an address asks for: {date, variant}; null for none, {refusal} for one that there is not. */
export function dayIn(query) {
  const date = dateIn(query);
  if (date === "") return null;
  const variant = valueIn(query, "game");
  if (!date || !/^[a-z0-9-]{1,16}$/.test(variant)) return { refusal: NO_DAY };
  // The friend who sent the address may live where the day has begun, however far behind the clock of the visitor is.
  if (Date.parse(date) > Date.now() + EARLIEST_MS) return { refusal: NOT_YET };
  return { date, variant };
}

/** The address of the game of a day. */
export function addressOf({ date, variant }) {
  return `./?day=${date}&game=${variant}`;
}

/** The name of the item with the files of a day. */
export function itemOf({ date, variant }) {
  return `${PREFIX}${date} ${variant}`;
}

/** The games of the days that were played in this browser: {date, variant, item}, the oldest first. */
export function playedDays() {
  let names = [];
  try {
    names = Object.keys(localStorage);
  } catch {
    // blocked by the settings of the browser
  }
  const items = names.filter((name) => name.startsWith(PREFIX) && !name.endsWith(" damaged")).sort();
  return items.map((item) => {
    const [date, variant] = item.slice(PREFIX.length).split(" ");
    return { date, variant, item };
  });
}

/** Deletes the files of old days, but not those of `day`. */
export function deleteOldDays(day) {
  const others = playedDays().filter(({ item }) => item !== itemOf(day));
  try {
    for (const { item } of others.slice(0, Math.max(0, others.length - MOST_GAMES + 1))) localStorage.removeItem(item);
  } catch {
    // blocked: they stay
  }
}

/** The first and the last of the days in a row on which a game of the day was finished in this browser; null for none. */
function streakDates() {
  try {
    const { first, last } = JSON.parse(localStorage.getItem(STREAK));
    return Date.parse(first) <= Date.parse(last) ? { first, last } : null;
  } catch {
    return null; // blocked or damaged, or there is none
  }
}

const dayBefore = (date) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);

/** Notes that a game of the day was finished on its date. */
export function noteFinished(date) {
  const dates = streakDates();
  if (dates && dates.last >= date) return;
  const first = dates?.last === dayBefore(date) ? dates.first : date;
  try {
    localStorage.setItem(STREAK, JSON.stringify({ first, last: date }));
  } catch {
    // blocked or full: the streak ends
  }
}

/** On how many days in a row a game of the day was finished in this browser, up to a date or the day before it: {days,
 *  last}, where `last` is the last one of them. */
export function streakOn(date) {
  const dates = streakDates();
  if (!dates || ![date, dayBefore(date)].includes(dates.last)) return { days: 0, last: "" };
  return { days: 1 + Math.round((Date.parse(dates.last) - Date.parse(dates.first)) / DAY_MS), last: dates.last };
}
