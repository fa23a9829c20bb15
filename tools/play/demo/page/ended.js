// Offers the link to a game that is over, in the page of the console.

import { noteFinished, today } from "./calendar.js";
import { linkTo } from "./logs.js";

export class Ended {
  /** `page`: the functions of app.js; `day`: the game of the day or another game apart that is played, null for none. */
  constructor(page, day) {
    Object.assign(this, { page, day, shown: "" });
    this.isOfToday = day?.date === today(); // also if the game ends after midnight
  }

  /** Offers the link to a game, and takes the offer away when another one has begun. `name`: tells the games apart, "" for
   *  none that is over; `read`: returns its log. */
  show(name, read) {
    if (name === this.shown || this.day?.kind) return; // its own page has the link
    this.shown = name;
    if (name && this.isOfToday) noteFinished(this.day.date);
    const log = name && read();
    this.page.showFinished(log && linkTo(log, this.day?.date));
  }
}
