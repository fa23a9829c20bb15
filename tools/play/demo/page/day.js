// The list of the games of the day, with a link to each one that was played in this browser.

import { addressOf, inWords, itemOf, today } from "./calendar.js";
import { linkTo, logsIn } from "./logs.js";

const IN_A_FRAME = "This page does not open inside another one: open its link in a tab of its own.";
const date = today();

function show() {
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
