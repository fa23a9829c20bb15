// Shows a game that is shared as a link: turn by turn, with the curves of the scores, what Master would have done and
// what each decision cost. The log is in the fragment of the address, which a browser never sends. The firmware replays
// and judges it (shared_game.py), a few milliseconds at a time. Without a link the page lists the games in this browser.

import { addressOf, dateIn, inWords, itemOf, playedDays, streakOn, today } from "./calendar.js";
import { BadLink, encode, read, unescaped } from "./codec.js";
import { drawCurves, inPoints } from "./curves.js";
import { openModule } from "./firmware.js";
import { addressOn, linkTo, logsIn, plainLog } from "./logs.js";
import { add, addStep, at, copy, fail, IN_A_FRAME, NOT_STARTED, offerLink, offerOpening, setReady } from "./parts.js";
import { consoleLogs, forOthers, WHERE_LINKS_OPEN } from "./place.js";

const PICTURE = "sixpip-game.png";
const HEAP_BYTES = 8 << 20;
const SAME = 0.05; // a smaller loss is shown as none
const MOST_WORST = 5;
const NO_GAMES = "There is no game to show: open a link to one, or play a game in this browser first.";
const NOT_OF_THE_DAY = "Its dice are not those of the game of that day.";

const date = dateIn(location.search); // of a game of the day
let about;
let turns = []; // each: the player, the steps, the scores after it; the first one begins with the throws for the start
let shown = 0;

async function start() {
  if (window.top !== window.self) return fail(IN_A_FRAME);
  const given = location.search + location.hash;
  if (!/#./.test(unescaped(given))) return list();
  let log;
  try {
    const found = read(given);
    log = plainLog(found.log);
    history.replaceState(null, "", `${location.pathname}${date ? `?day=${date}` : ""}#${found.fragment}`);
  } catch (error) {
    if (error instanceof BadLink) return fail(error.message);
    throw error; // start.js reports it
  }
  try {
    await show(log, await openModule("shared_game", HEAP_BYTES));
  } catch {
    fail((await window.sixpip?.explain()) || NOT_STARTED);
  }
}

/** Lists the games whose logs are in this browser, the last one first. */
async function list() {
  for (const [, log] of (await consoleLogs()).reverse()) listGame(log, "", "");
  for (const day of playedDays().reverse()) {
    for (const [, log] of logsIn(day.item).reverse()) listGame(log, day.date, `Game of the day, ${inWords(day.date)}: `);
  }
  offerOpening();
  at("opening").hidden = false;
  at("list").hidden = !at("games").children.length;
  at("status").textContent = at("list").hidden ? NO_GAMES : "";
  setReady();
}

/** Adds a game to the list. `date`: of a game of the day; `before`: the words that name it. */
function listGame(log, date, before) {
  const [head, names] = log.split("\n");
  const who = names?.startsWith("# ") ? names.slice(2) : "one player";
  const variant = head.split(" ")[1];
  const titles = new Map(Object.entries(JSON.parse(at("games").dataset.titles)));
  const words = before + (titles.get(variant) ?? variant) + (date ? "" : `: ${who}`);
  const address = linkTo(log, date);
  if (address) add(add(at("games"), "li", ""), "a", words).href = address;
  else if (head.startsWith("game ")) add(at("games"), "li", `${words} (too long for a link)`);
}

/** Opens the log and shows the game; then judges its decisions. */
async function show(log, game) {
  about = JSON.parse(await game.open_log(log, date ?? ""));
  if (about.error) return fail(`${about.error}.`);
  const who = about.isOfDay ? `Game of the day, ${inWords(date)}` : about.names.join(", ");
  document.title = `Sixpip: ${about.title}, ${who}`;
  at("title").textContent = about.title;
  at("about").textContent = who + (about.rules ? ` · house rules: ${about.rules}` : "");
  at("same").hidden = !about.isOfDay;
  if (about.isOfDay) at("same").href = addressOf({ date, variant: about.variant });
  at("unit").textContent = at("luck-unit").textContent = about.unit;
  turns = turnsOf(about.steps);
  at("status").textContent = [result(), date !== "" && !about.isOfDay ? NOT_OF_THE_DAY : ""].filter(Boolean).join(" ");
  at("turn").max = turns.length - 1;
  at("where").textContent = WHERE_LINKS_OPEN;
  at("game").hidden = false;
  setReady();
  offerChallenge(log);
  drawCurves(at("curves"), { ...about, turns });
  showTurn(0);
  await judge(game, 0);
}

/** How the game ended, in a sentence. */
function result() {
  if (!about.over) return "The game is not finished.";
  if (about.names.length === 1) return `${pointsAndTurns()}.`;
  return about.winner < 0 ? "No one wins." : `${about.names[about.winner]} wins.`;
}

/** The result of a game alone. */
function pointsAndTurns() {
  return `${inPoints(turns.at(-1)?.scores[0] ?? 0)} points in ${turns.length} turns`;
}

/** Offers the link with which somebody plays with the dice of a player, at first those of the winner. */
function offerChallenge(log) {
  const played = about.names.map((_, player) => turns.filter((turn) => turn.player === player && turn.steps.at(-1).ends).length);
  about.names.forEach((name, player) => {
    if (played[player]) add(at("whom"), "option", name).value = player;
  });
  at("challenge").hidden = !at("whom").children.length;
  if (at("challenge").hidden) return;
  const first = Math.max(about.winner, 0);
  if (played[first]) at("whom").value = first;
  const address = () => addressOn("again.html", encode(log.replace("\n", ` beat=${Number(at("whom").value) + 1}\n`)));
  const words = () => {
    const player = Number(at("whom").value), points = inPoints(turns.at(-1).scores[player]);
    return `Sixpip, ${about.title}: beat the ${points} points of ${about.names[player]} in ${played[player]} turns.`;
  };
  offerLink(at("challenge-send"), at("challenge-copy"), () => `${words()}\n${forOthers(address())}`);
  const setAddress = () => (at("challenge-open").href = address());
  at("whom").addEventListener("change", setAddress);
  setAddress();
}

/** The steps, turn by turn. */
function turnsOf(steps) {
  const found = [];
  let open = null;
  for (const step of steps) {
    if (!open) found.push((open = { steps: [] }));
    open.steps.push(step);
    open.player = step.player; // of the last one, because each player throws for the start
    open.scores = step.scores;
    if (step.ends) open = null;
  }
  return found;
}

/** Judges the steps from number `done` on, a few at a time. */
async function judge(game, done) {
  const { rows, ratings, balances } = JSON.parse(await game.judge_on());
  rows.forEach((decision, place) => (about.steps[done + place].decision = decision));
  done += rows.length;
  if (turns[shown]?.steps.some((step) => about.steps.indexOf(step) >= done - rows.length)) showTurn(shown);
  if (ratings) return finish(ratings, balances);
  const percent = Math.floor((100 * done) / about.steps.length);
  at("judging").textContent = `The decisions are being judged: ${percent} % done.`;
  setTimeout(() => judge(game, done), 0);
}

/** A loss as text: the judge is not exact. */
const inAbout = (loss) => `about ${loss.toFixed(1)}`;

/** A number of points with its sign. */
const inSigned = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${inPoints(Math.abs(points))}`;

/** Shows what the dice gave each player and the choices cost. */
function showLuck(balances) {
  at("luck").hidden = !balances;
  balances?.forEach(([luck, cost], player) => {
    const row = add(at("balances"), "tr", "");
    add(row, "th", about.names[player]).scope = "row";
    add(row, "td", inSigned(Math.round(luck)));
    add(row, "td", inSigned(-Math.round(cost)));
  });
}

function finish(ratings, balances) {
  at("judging").textContent = "";
  about.ratings = ratings;
  about.names.forEach((name, player) => {
    const [count, mean] = ratings[player];
    const row = add(at("ratings"), "tr", "");
    add(row, "th", name).scope = "row";
    add(row, "td", count ? inAbout(mean) : "–");
    add(row, "td", count);
    add(row, "td", inPoints(turns.at(-1)?.scores[player] ?? 0));
  });
  at("rated").hidden = false;
  showLuck(balances);
  listWorst();
  const shownRatings = ratings.map(([count, mean]) => (count ? inAbout(mean) : "–"));
  drawCurves(at("curves"), { ...about, turns, ratings: shownRatings });
}

/** Lists the decisions that cost most; each opens its turn. */
function listWorst() {
  const made = turns.flatMap((turn, place) =>
    turn.steps.filter((step) => step.decision?.loss >= SAME).map((step) => ({ place, turn, ...step.decision })),
  );
  made.sort((one, other) => other.loss - one.loss);
  for (const { place, turn, chosen, best, loss } of made.slice(0, MOST_WORST)) {
    const item = add(at("worst"), "li", `${about.names[turn.player]}: ${chosen}; better: ${best}. It cost ${inAbout(loss)}. `);
    add(item, "button", `Show turn ${place + 1}`).addEventListener("click", () => {
      showTurn(place);
      at("turn-title").scrollIntoView();
    });
  }
  if (!made.length) add(at("worst"), "li", "None: no decision cost anything.");
}

/** Shows a turn with its decisions. */
function showTurn(place) {
  if (!turns.length) return;
  shown = Math.max(0, Math.min(place, turns.length - 1));
  const turn = turns[shown];
  const before = shown ? turns[shown - 1].scores : about.scores;
  at("turn-title").textContent =
    `Turn ${shown + 1} of ${turns.length}: ${about.names[turn.player]}, ${inPoints(before[turn.player])} → ${inPoints(turn.scores[turn.player])}`;
  at("turn").value = shown;
  at("before").disabled = !shown;
  at("next").disabled = shown === turns.length - 1;
  at("steps").replaceChildren();
  for (const { player, words, throwsToStart, decision } of turn.steps) {
    const isNamed = throwsToStart || player !== turn.player;
    const item = addStep(at("steps"), isNamed ? `${about.names[player]} ${words}` : words, about.hasPips);
    if (!decision) continue;
    const costs = decision.loss >= SAME;
    const advice = costs ? `Master: ${decision.best}. It cost ${inAbout(decision.loss)}.` : "Master would do the same.";
    add(item, "span", advice, costs ? "advice costs" : "advice");
  }
}

/** Copies the result as a short text, with the link. */
async function copyResult() {
  const scores = turns.at(-1)?.scores ?? about.scores;
  const order = about.names.map((_, player) => player).sort((one, other) => scores[other] - scores[one]);
  const players = order.map((player) => `${about.names[player]} ${inPoints(scores[player])}`).join(", ");
  const results = about.names.length > 1 ? players : pointsAndTurns();
  const day = about.isOfDay ? `game of the day ${date}, ` : "";
  const rating = about.isOfDay && about.ratings?.[0][0] ? `, error rating ${inAbout(about.ratings[0][1])} ${about.unit}` : "";
  at("status").textContent = await copy(`Sixpip, ${day}${about.title}: ${results}${rating}${streakText()}\n${forOthers(location.href)}`);
}

/** The days in a row up to the game of the day that was played in this browser, for its result. */
function streakText() {
  if (!about.isOfDay) return "";
  const { days, last } = streakOn(today());
  const item = itemOf({ date, variant: about.variant });
  const isOwn = logsIn(item).some(([, log]) => linkTo(log, date) === location.href);
  return isOwn && last === date && days > 1 ? `, ${days} days in a row` : "";
}

const picture = (blob) => ({ files: [new File([blob], PICTURE, { type: "image/png" })] });

/** Hands the picture to another program, where the browser can. */
function sendPicture() {
  at("curves").toBlob((blob) => navigator.share(picture(blob)).catch(() => {})); // rejected where the person does not want to
}

function savePicture() {
  at("curves").toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = PICTURE;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

at("before").addEventListener("click", () => showTurn(shown - 1));
at("next").addEventListener("click", () => showTurn(shown + 1));
at("turn").addEventListener("input", () => showTurn(Number(at("turn").value)));
at("copy").addEventListener("click", copyResult);
at("save").addEventListener("click", savePicture);
at("send").addEventListener("click", sendPicture);
at("send").hidden = !navigator.canShare?.(picture(new Blob()));
addEventListener("hashchange", () => location.reload());
start();
