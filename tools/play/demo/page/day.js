// The list of the games of the day, with a link to each one that was played in this browser.

import { addressOf, inWords, itemOf, streakOn, today } from "./calendar.js";
import { linkTo, logsIn } from "./logs.js";

const IN_A_FRAME = "This page does not open inside another one: open its link in a tab of its own.";
const date = today();

/** The days in a row on which a game of the day was finished, in a sentence; "" without any. */
function streakInWords() {
  const { days, last } = streakOn(date);
  if (!days) return "";
  const row = (count) => `${count} days in a row`;
  if (last !== date) {
    const before = days > 1 ? `You have finished a game of the day on ${row(days)}.` : "You finished a game of the day yesterday.";
    return `${before} Finish one today to make it ${row(days + 1)}.`;
  }
  return days > 1 ? `You have finished a game of the day on ${row(days)}.` : "You have finished a game of the day today.";
}

function show() {
  document.getElementById("streak").textContent = streakInWords();
  document.getElementById("date").textContent = inWords(date);
  for (const item of document.querySelectorAll("#games li")) {
    const day = { date, variant: item.dataset.variant };
    item.querySelector("a").href = addressOf(day);
    const title = item.querySelector("a").textContent;
    const links = logsIn(itemOf(day)).map(([, log]) => linkTo(log, date)).filter(Boolean);
    links.forEach((address, place) => {
      const played = document.createElement("a");
      played.href = address;
      played.textContent = links.length > 1 ? `Your game ${place + 1}` : "Your game";
      played.setAttribute("aria-label", `${title}: ${played.textContent.toLowerCase()}`);
      item.append(" ", played);
    });
  }
}

if (window.top === window.self) {
  show();
} else {
  document.getElementById("status").textContent = IN_A_FRAME;
  document.getElementById("games").hidden = true;
}
document.body.toggleAttribute("data-ready", true);
