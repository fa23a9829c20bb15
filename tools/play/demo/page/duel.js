// A duel by link: starts one, or shows what the others have done and whose turn it is. The log of the duel is in the
// fragment of the address, which a browser never sends; the firmware replays it and checks its dice (duel.py). The
// console takes the turn (backend.js) and comes back to this page, which then has the link for the next player.

import { asText, consoleOf, deleteGame, filesOf, gamesOf, itemOf, storeFiles } from "./apart.js";
import { BadLink, decode, encode, read, unescaped } from "./codec.js";
import { inPoints } from "./curves.js";
import { openModule } from "./firmware.js";
import { addressOn, linkTo, logsIn, plainLog } from "./logs.js";
import { add, addDelete, addStep, at, fail, IN_A_FRAME, NOT_KEPT, NOT_STARTED, offerLink, offerOpening, setReady } from "./parts.js";
import { forOthers, WHERE_LINKS_OPEN } from "./place.js";

const HEAP_BYTES = 8 << 20;
const MOST_LETTERS = 1500; // of a link that no program cuts
const ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const ID_LENGTH = 10;
const NAME = /^[A-Za-z0-9.!+-]{1,12}$/;
const NO_DUEL = "There is no such duel in this browser: open its link, or start a duel.";
const OLDER = "This link is older than what this browser has seen of the duel. The page shows the newest state.";
const TAKEN = "This turn was already taken in this browser. The page shows it, with its link.";
const OTHER_GAME =
  "This link does not go on from what this browser has seen of the duel, so somebody has taken a turn twice. The page shows what was seen first.";
const TOO_LONG = "This duel is too long for another turn, because its link would not open. It ends here with these scores.";
const DELETED = "The duel is deleted.";
const LONG = "This link is long, and some programs cut it. Check that all of it arrives.";

const ofDuel = (id) => ({ kind: "duel", id });
let duels; // duel.py
let shown; // what open_log has returned of the duel on the page

async function start() {
  if (window.top !== window.self) return fail(IN_A_FRAME);
  const given = location.search + location.hash;
  const id = /[?&]duel=([\w-]+)/.exec(location.search)?.[1] ?? "";
  if (!id && !/#./.test(unescaped(given))) return showStart("");
  try {
    const log = id ? logOf(id) : read(given).log;
    if (!log) return showStart(NO_DUEL);
    duels = await openModule("duel", HEAP_BYTES);
    await open(log, Boolean(id));
  } catch (error) {
    showStart(error instanceof BadLink ? error.message : (await window.sixpip?.explain()) || NOT_STARTED);
  }
}

/** The log of a duel as this browser has seen it last, as a link has it; "" without one. */
function logOf(id) {
  const files = filesOf(ofDuel(id));
  if (!files) return "";
  const played = logsIn(itemOf(ofDuel(id))).at(-1)?.[1];
  return decode(encode(played ? played.replace("\n", ` duel=${id}\n`) : files.duel));
}

/** Opens a log, of a link or (`isOurs`) of this browser, and shows the newest state of the duel. */
async function open(log, isOurs) {
  const found = JSON.parse(await duels.open_log(log));
  if (found.error) return showStart(`${found.error}.`);
  const seen = isOurs ? "" : logOf(found.id);
  const known = seen ? JSON.parse(await duels.open_log(seen)) : null;
  if (found.wrong >= 0) return show(known ?? found, wrongDice(found), !known);
  if (isOurs) return show(found, "");
  if (known?.whole.startsWith(found.whole)) {
    const isTaken = decode(encode(filesOf(ofDuel(found.id)).duel)) === found.whole;
    return show(known, known.whole === found.whole ? "" : isTaken ? TAKEN : OLDER);
  }
  if (known && !found.whole.startsWith(known.whole)) return show(known, OTHER_GAME);
  if (!keep(found, filesOf(ofDuel(found.id))?.seats ?? "")) return show(found, NOT_KEPT, true);
  show(found, "");
}

const wrongDice = ({ wrong, turns, names }) =>
  `Turn ${wrong + 1}${turns[wrong] ? `, of ${names[turns[wrong].player]},` : ""} has other dice than the duel gives, so somebody has changed this link. No turn can be taken from it.`;

/** Stores a duel as its link has it; false if there is no room. `seats`: of the people who play in this browser. */
function keep({ id, whole }, seats) {
  return storeFiles(ofDuel(id), { duel: whole, seats, opened: String(Date.now()) });
}

/** The seats of the people who play a duel in this browser. */
const seatsOf = (id) => (filesOf(ofDuel(id))?.seats ?? "").split(",").filter(Boolean).map(Number);

/** Shows a duel. `notice`: a sentence about its link; `isClosed`: no turn is taken from it. */
function show(found, notice, isClosed = false) {
  shown = found;
  const { id, title, names, rules, computers, over, player, isTooLong } = found;
  notice ||= isTooLong ? TOO_LONG : "";
  const address = addressOn("duel.html", encode(found.whole));
  history.replaceState(null, "", address);
  document.title = `Sixpip: ${title}, duel of ${names.join(", ")}`;
  at("title").textContent = `A duel in ${title}`;
  at("about").textContent = names.join(", ") + (rules ? ` · house rules: ${rules}` : "");
  at("status").textContent = notice;
  const seats = seatsOf(id);
  const isOwn = !over && !isTooLong && !isClosed && (seats.includes(player) || computers[player]);
  at("whose").textContent = isOwn && !computers[player] ? `It is your turn, ${names[player]}` : whoseTurn();
  const isBegun = found.isBegun || computers[player];
  at("take").hidden = !isOwn;
  at("take").href = consoleOf(ofDuel(id));
  at("take").textContent = isBegun ? "Go on" : "Take your turn";
  at("here").hidden = over || isTooLong || isClosed || isOwn;
  at("here").textContent = seats.length ? `Let ${names[player]} play in this browser` : `Take the turn of ${names[player]}`;
  at("copy").hidden = isClosed || isOwn; // the link is sent after the turn
  offerLink(at("send"), at("copy"), () => `${inWords()}\n${forOthers(address)}`);
  at("send").hidden ||= isClosed || isOwn;
  at("where").textContent = isClosed || isOwn ? "" : WHERE_LINKS_OPEN;
  at("all").hidden = !found.turns.length || !linkTo(plainLog(found.whole));
  at("all").href = linkTo(plainLog(found.whole));
  at("advice").textContent = isClosed ? "" : adviceFor(isOwn, seats, address);
  showScores();
  showTurns(seats[0] ?? player);
  at("game").hidden = false;
  showStart(notice);
}

function whoseTurn() {
  const { over, winner, names, player, isTooLong } = shown;
  if (isTooLong) return "The duel ends here";
  if (over) return winner < 0 ? "The duel is over: no one wins" : `${names[winner]} wins the duel`;
  return `It is the turn of ${names[player]}`;
}

/** What to do with the link. */
function adviceFor(isOwn, seats, address) {
  const { over, names, player, isTooLong } = shown;
  const long = address.length > MOST_LETTERS ? ` ${LONG}` : "";
  if (over || isTooLong) return `Send the link to the others: it shows them how the duel ended.${long}`;
  if (isOwn) return "";
  if (!seats.length) return `Are you ${names[player]}? Then take the turn here. Otherwise send the link to ${names[player]}.${long}`;
  return `Send the link to ${names[player]}, who opens it to take the turn.${long}`;
}

/** The scores and whose turn it is, as the text that goes with the link. */
function inWords() {
  const { title, names, scores, ranking } = shown;
  const players = ranking.map((seat) => `${names[seat]} ${inPoints(scores[seat])}`).join(", ");
  return `Sixpip duel, ${title}: ${players}. ${whoseTurn()}.`;
}

function showScores() {
  const { names, scores, turns, ranking, over } = shown;
  at("scores").replaceChildren();
  for (const seat of over ? ranking : names.keys()) {
    const row = add(at("scores"), "tr", "");
    add(row, "th", names[seat]).scope = "row";
    add(row, "td", inPoints(scores[seat]));
    add(row, "td", turns.filter(({ player }) => player === seat).length);
  }
}

/** Shows the turns from the last one of a player on. */
function showTurns(seat) {
  const { names, turns } = shown;
  const first = turns.findLastIndex(({ player }) => player === seat);
  at("played").hidden = !turns.length;
  at("since").textContent = first < 0 ? "All turns so far" : `Since the last turn of ${names[seat]}`;
  at("turns").replaceChildren();
  for (const { player, words, before, after } of turns.slice(Math.max(0, first))) {
    add(at("turns"), "h3", `${names[player]}, ${inPoints(before)} → ${inPoints(after)}`);
    const list = add(at("turns"), "ol", "");
    for (const each of words) addStep(list, each, shown.hasPips);
  }
}

/** Opens the console for the player whose turn it is, who plays in this browser from now on. */
function take(event) {
  event.preventDefault();
  const { id, whole, player, computers, isBegun } = shown;
  const files = filesOf(ofDuel(id));
  const isFresh = !isBegun && !computers[player] && whole !== decode(encode(files?.duel ?? whole));
  const seats = computers[player] ? files?.seats : [...new Set([...seatsOf(id), player])].join(",");
  const kept = isFresh ? { duel: whole, opened: files.opened } : files; // else the console goes on with its files
  if (!files || !storeFiles(ofDuel(id), { ...kept, seats })) return (at("status").textContent = NOT_KEPT);
  location.assign(consoleOf(ofDuel(id)));
}

/** Lists the duels in this browser, and offers to start one. */
function showStart(sentence) {
  at("status").textContent = sentence;
  const titles = new Map([...at("variant").options].map(({ value, textContent }) => [value, textContent]));
  at("games").replaceChildren();
  for (const { id, files } of gamesOf("duel")) {
    if (id === shown?.id) continue;
    const [head, names] = asText(files.duel).split("\n");
    const title = titles.get(head.split(" ")[1]) ?? "Duel", item = add(at("games"), "li", "");
    add(item, "a", `${title}: ${names.slice(2)}`).href = `duel.html?duel=${id}`;
    addDelete(item, `the duel of ${names.slice(2)} in ${title}`, () => (deleteGame(ofDuel(id)), showStart(DELETED)));
  }
  at("list").hidden = !at("games").children.length;
  at("new").hidden = Boolean(shown);
  setReady();
}

/** Starts a duel with the choices in the form. */
function begin(event) {
  event.preventDefault();
  const names = [1, 2, 3, 4].map((number) => at(`name${number}`).value.trim()).filter(Boolean);
  const styles = [1, 2].map((number) => at(`computer${number}`).value).filter(Boolean);
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong) return refuse(`The name "${wrong}" cannot be used. A name has up to 12 letters from A to Z or digits.`);
  const second = styles[1] === styles[0] ? `${styles[1]}2` : styles[1];
  const all = [...names, ...styles.slice(0, 1), ...(styles[1] ? [second] : [])];
  const differing = new Set(all.map((name) => name.toLowerCase()));
  if (differing.size < all.length) return refuse("Give each player another name.");
  const seats = [...names.map(() => "person"), ...styles.map((style) => style.toLowerCase())].join(",");
  const id = newId();
  const head = `game ${at("variant").value} players=${all.length}${styles.length ? ` seats=${seats}` : ""} duel=${id}`;
  if (!keep({ id, whole: `${head}\n# ${all.join(", ")}\n` }, "")) return refuse(NOT_KEPT);
  location.assign(`duel.html?duel=${id}`);
}

function refuse(sentence) {
  at("status").textContent = sentence;
  at("status").scrollIntoView({ block: "center" });
}

function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(ID_LENGTH));
  return Array.from(numbers, (number) => ID_LETTERS[number % ID_LETTERS.length]).join("");
}

offerOpening();
at("form").addEventListener("submit", begin);
at("here").addEventListener("click", take);
at("take").addEventListener("click", take);
addEventListener("hashchange", () => location.reload());
addEventListener("pageshow", (event) => event.persisted && location.reload()); // the console may have taken the turn
start();
