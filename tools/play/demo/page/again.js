// A game with the dice of another one: says whom to beat, and compares both games turn by turn. The log of the game to
// beat is in the fragment of the address; a second log after a full stop is that of a game with its dice. The firmware
// replays both (again.py). The console plays the game (backend.js) and comes back to this page.

import { asBytes, asText, consoleOf, deleteGame, filesOf, gamesOf, itemOf, storeFiles } from "./apart.js";
import { BadLink, decode, encode, read, unescaped } from "./codec.js";
import { inPoints } from "./curves.js";
import { openModule } from "./firmware.js";
import { addressOn, linkTo, logsIn, plainLog } from "./logs.js";
import { add, addDelete, at, fail, IN_A_FRAME, NOT_KEPT, NOT_STARTED, offerLink, setReady } from "./parts.js";
import { forOthers, WHERE_LINKS_OPEN } from "./place.js";

const HEAP_BYTES = 8 << 20;
const ID_LETTERS = 12; // of a fragment
const NAME = /^[A-Za-z0-9.!+-]{1,12}$/;
const NOTHING = "There is no challenge to show: open the link of one, or make one on the page of a shared game.";
const DELETED = "The challenge is deleted.";
const OTHER_DICE = "The dice of this game are not those of the game to beat.";
const FAIR =
  "Your throws are those of the other game by the number of the turn and of the throw in it. Dice that it does not have follow from " +
  "its log. The game has the same house rules, is played alone, and counts for no records.";

const ofGame = (id) => ({ kind: "again", id });
let games; // again.py
let challenge; // what open_log has returned of the game to beat
let fragment = ""; // of the game to beat

async function start() {
  if (window.top !== window.self) return fail(IN_A_FRAME);
  const id = /[?&]again=([\w-]+)/.exec(location.search)?.[1] ?? "";
  const given = location.search + location.hash;
  if (!id && !/#./.test(unescaped(given))) return list(NOTHING);
  try {
    const files = id && filesOf(ofGame(id));
    if (id && !files) return list(NOTHING);
    const text = files ? asText(files.again) : read(given).log;
    games = await openModule("again", HEAP_BYTES);
    await show(text, files ? "" : secondLog(given));
  } catch (error) {
    list(error instanceof BadLink ? error.message : (await window.sixpip?.explain()) || NOT_STARTED);
  }
}

/** The log after the full stop in a link, "" without one that can be read. */
function secondLog(given) {
  try {
    return read(`#${/#[^#.]*\.([^#]+)/.exec(unescaped(given))?.[1] ?? ""}`).log;
  } catch {
    return "";
  }
}

/** Shows the game to beat, and the games with its dice: that of the link and that of this browser. */
async function show(log, sent) {
  fragment = encode(log);
  challenge = JSON.parse(await games.open_log(log));
  if (challenge.error) return list(`${challenge.error}.`);
  const game = ofGame(idOf());
  const files = filesOf(game);
  const played = files ? (logsIn(itemOf(game)).at(-1)?.[1] ?? "") : "";
  const own = played && (await compare(log, played));
  const other = sent && encode(sent) !== (played && encode(played)) ? await compare(log, sent) : null;
  const { name, title, rules, scores } = challenge;
  document.title = `Sixpip: ${goal()}`;
  at("title").textContent = `${title} with the dice of ${name}`;
  at("about").textContent = rules ? `House rules: ${rules}` : "";
  at("goal").textContent = goal();
  at("how").textContent = how(scores.length);
  at("fair").textContent = FAIR;
  at("form").hidden = Boolean(files);
  at("play").hidden = !files || Boolean(own?.isOver);
  at("play").href = consoleOf(game);
  at("play").textContent = own ? "Go on" : "Play with these dice";
  at("other").href = linkTo(plainLog(log));
  at("own").hidden = !own?.isOver;
  at("own").href = own ? linkTo(played) : "";
  const address = addressOn("again.html", fragment + (own?.isOver ? `.${encode(played)}` : ""));
  history.replaceState(null, "", other && !own ? addressOn("again.html", `${fragment}.${encode(sent)}`) : address);
  const compared = [other, own].filter(Boolean);
  at("status").textContent = compared.map(resultOf).join(" ");
  showTurns(compared);
  at("copy").hidden = !own?.isOver;
  offerLink(at("send"), at("copy"), () => `Sixpip, ${title}: ${own ? resultOf(own) : goal()}\n${forOthers(address)}`);
  at("send").hidden ||= !own?.isOver;
  at("where").textContent = own?.isOver ? WHERE_LINKS_OPEN : "";
  at("game").hidden = false;
  at("form").onsubmit = (event) => begin(event, log);
  list(at("status").textContent);
}

/** What again.py says of a game with the dice of a log. */
async function compare(log, own) {
  const found = JSON.parse(await games.open_log(log, decode(encode(own))));
  return found.error ? null : { ...found.own, log: own };
}

const idOf = () => fragment.slice(1, 1 + ID_LETTERS);
const turnsText = (count) => `${count} ${count === 1 ? "turn" : "turns"}`;

function goal() {
  const { name, scores } = challenge;
  return `Beat the ${inPoints(scores.at(-1))} points of ${name} in ${turnsText(scores.length)}`;
}

/** Who wins, in a sentence. */
function how(turns) {
  const sooner = challenge.isPhase ? " Points count as in a game alone." : " Who reaches the end in fewer turns wins, too.";
  return `Who has more points after ${turnsText(turns)} wins.${sooner}`;
}

/** How a game with these dice has ended, in sentences. */
function resultOf({ name, scores, isOver, hasDice, verdict }) {
  const points = `${inPoints(scores.at(-1) ?? 0)} points in ${turnsText(scores.length)}`;
  const against = `the ${inPoints(challenge.scores.at(-1))} of ${challenge.name}`;
  const dice = hasDice ? "" : ` ${OTHER_DICE}`;
  if (verdict === null) return `The game of ${name} has ${points} and is not finished.${dice}`;
  if (verdict > 0) return `${name} beats ${against} with ${points}.${dice}`;
  const end = isOver ? "" : " so far";
  return `${name} ${verdict ? "does not beat" : "equals"} ${against}, with ${points}${end}.${dice}`;
}

/** The points of each turn and the total after it, of the game to beat and of those with its dice; of three games, only
 *  the totals fit on a phone. */
function showTurns(others) {
  const players = [challenge, ...others];
  const isCrowd = others.length > 1;
  const columnsOf = (player) => (isCrowd ? [[player.name, player, false]] : [[player.name, player, true], ["Total", player, false]]);
  const columns = players.flatMap(columnsOf);
  at("heads").replaceChildren();
  at("turns").replaceChildren();
  at("compared").hidden = !others.length;
  for (const text of ["Turn", ...columns.map(([head]) => head)]) add(at("heads"), "th", text).scope = "col";
  for (let turn = 0; turn < Math.max(...players.map(({ scores }) => scores.length)); turn++) {
    const row = add(at("turns"), "tr", "");
    add(row, "th", turn + 1).scope = "row";
    for (const [, { scores }, isTurn] of columns) add(row, "td", turn < scores.length ? inPoints(pointsOf(scores, turn, isTurn)) : "–");
  }
}

/** The points of a turn (`isTurn`), or the total after it. */
const pointsOf = (scores, turn, isTurn) => scores[turn] - (isTurn ? (scores[turn - 1] ?? challenge.start) : 0);

/** Stores the game to beat and the name of the player, and opens the console. */
function begin(event, log) {
  event.preventDefault();
  const name = at("name").value.trim();
  if (!NAME.test(name)) return (at("status").textContent = `A name has up to 12 letters from A to Z or digits.`);
  const files = { again: asBytes(log), name, opened: String(Date.now()) };
  if (!storeFiles(ofGame(idOf()), files)) return (at("status").textContent = NOT_KEPT);
  location.assign(consoleOf(ofGame(idOf())));
}

/** Lists the other challenges in this browser, after a sentence. */
function list(sentence) {
  const titles = new Map(Object.entries(JSON.parse(at("title").dataset.titles)));
  at("status").textContent = sentence;
  at("games").replaceChildren();
  for (const { id, files } of gamesOf("again")) {
    if (challenge && id === idOf()) continue;
    const [head, names] = asText(files.again).split("\n");
    const who = names.startsWith("# ") ? names.slice(2) : "one player";
    const title = titles.get(head.split(" ")[1]) ?? "Game", item = add(at("games"), "li", "");
    add(item, "a", `${title}: ${who}`).href = `again.html?again=${id}`;
    addDelete(item, `the challenge in ${title}, ${who}`, () => (deleteGame(ofGame(id)), list(DELETED)));
  }
  at("list").hidden = !at("games").children.length;
  setReady();
}

addEventListener("hashchange", () => location.reload());
addEventListener("pageshow", (event) => event.persisted && location.reload()); // the console may have played the game
start();
