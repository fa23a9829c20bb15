// Connects the page to the console: frames and tones from the back end to the canvases and the buzzer, button edges
// from keys and pointers to the back end. Has no rules, no text and no state of the game.

import { Die } from "./tiles.js";
import { Oled } from "./oled.js";
import { Buzzer } from "./sound.js";
import { Words } from "./words.js";
import { Backend } from "./backend.js";

const KEEPS = 6, ROLL = 6, BANK = 7, MENU = 8;
const TILE_BYTES = 192;
const PULSE_MS = 60;

const byId = (id) => document.getElementById(id);

// ---- the six dice, each with its KEEP button --------------------------------------------------------------------

const dice = [];
for (let place = 0; place < KEEPS; place++) {
  const slot = document.createElement("button");
  slot.className = "slot";
  slot.dataset.button = place;
  slot.setAttribute("aria-label", `die ${place + 1}`);
  slot.setAttribute("aria-keyshortcuts", String(place + 1));
  slot.innerHTML = `<span class="die"><canvas class="halo"></canvas><canvas class="leds"></canvas></span><b class="cap">${place + 1}</b>`;
  byId("dice").append(slot);
  dice.push(new Die(slot.querySelector(".leds"), slot.querySelector(".halo")));
}
const oled = new Oled(byId("oled"));
const buzzer = new Buzzer();

// ---- frames: only the latest, painted in the browser's animation frame ---------------------------------------------

let light = null;
let screen = null;
let painting = 0;

function paint() {
  painting = 0;
  if (!light || !screen) return;
  dice.forEach((die, place) => die.paint(light.subarray(place * TILE_BYTES, (place + 1) * TILE_BYTES)));
  oled.paint(screen);
  document.body.toggleAttribute("data-painted", true);
  setReady();
}

function paintSoon() {
  painting ||= requestAnimationFrame(paint);
}

function fit() {
  dice.forEach((die) => die.fit());
  oled.fit(byId("screen"));
  paintSoon();
}
fit();
new ResizeObserver(fit).observe(byId("case"));
addEventListener("resize", fit); // the zoom or the pixel ratio may have changed

// ---- the console -------------------------------------------------------------------------------------------------

const page = {
  switchedOn() {
    byId("crash").hidden = true;
    page.showRest("");
    page.showTyping("");
    showNotice("");
    showOff(false);
  },
  switchedOff(sentence) {
    touches.clear();
    showTouches();
    buzzer.tone(0, 0, 0);
    page.showRest("");
    showNotice(sentence);
    showOff(true);
    setReady();
  },
  /** `bytes`: 384 x red, green, blue. */
  showTiles(bytes) {
    light = bytes;
    paintSoon();
  },
  /** `bytes`: 1024, as oled.js says. */
  showOled(bytes) {
    screen = bytes;
    paintSoon();
  },
  sound(hz, volume, atMs) {
    if (!document.hidden) buzzer.tone(hz, volume, atMs);
  },
  /** `rest`: "asleep", "off" (until ROLL is pressed), or "" for a console that is awake. */
  showRest(rest) {
    byId("asleep").hidden = rest !== "asleep";
    byId("off").hidden = rest !== "off";
    document.body.classList.toggle("resting", rest === "off");
  },
  /** What is typed: "letters" of a name or "digits" of a number, which are no keys of the buttons then, or "". */
  showTyping(what) {
    typing = what;
    byId("keys").hidden = what === "letters";
    byId("typing").hidden = what !== "letters";
  },
  showCrash(trace, remedy) {
    byId("remedy").textContent = remedy;
    byId("traceback").textContent = trace;
    byId("crash").hidden = false;
    setReady();
  },
  /** The game of the day that is played, in words. */
  showDay(words) {
    byId("day").textContent = words;
    byId("day").hidden = false;
  },
  /** `address`: of the page that shows the game that is over; "" while there is none. */
  showFinished(address) {
    byId("share").hidden = !address;
    byId("share").href = address;
    if (address) words.announce(["You can share this game: follow the link below the dice."]);
  },
  /** What the pictures show in words: see words.js. */
  showWords: (read) => words.show(read),
  showNotice,
};

/** From now on the page itself shows what goes wrong (start.js). */
function setReady() {
  document.body.toggleAttribute("data-ready", true);
}

function showNotice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

function showOff(off) {
  document.body.classList.toggle("off", off);
  document.body.toggleAttribute("data-connected", !off);
}

// ---- buttons: a touch is one pointer or one key on one button ---------------------------------------------------------

const touches = new Map(); // source of the touch -> button number

function isDown(button) {
  return [...touches.values()].includes(button);
}

function press(source, button) {
  buzzer.resume();
  if (touches.has(source) || !backend.isOn) return;
  if (!isDown(button)) backend.send(button, true);
  touches.set(source, button);
  showTouches();
}

function release(source) {
  const button = touches.get(source);
  if (!touches.delete(source)) return;
  if (!isDown(button)) backend.send(button, false);
  showTouches();
}

function releaseAll() {
  [...touches.keys()].forEach(release);
}

const buttons = [...document.querySelectorAll("[data-button]")];
const numberOf = (element) => Number(element.dataset.button);
const words = new Words(byId("text"), byId("log"), [...buttons].sort((one, other) => numberOf(one) - numberOf(other)));

function showTouches() {
  buttons.forEach((element) => element.classList.toggle("down", isDown(numberOf(element))));
}

buttons.forEach((element) => {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    press(`pointer ${event.pointerId}`, numberOf(element));
  });
  element.addEventListener("mousedown", (event) => event.preventDefault()); // no focus by mouse, so that Space stays ROLL
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    if (event.detail !== 0) return; // from a pointer, which has pressed already; 0: a screen reader or voice command
    press("assistant", numberOf(element));
    setTimeout(() => release("assistant"), PULSE_MS);
  });
});
byId("screen").addEventListener("pointerdown", (event) => {
  const { left, top, width, height } = oled.canvas.getBoundingClientRect();
  const button = words.buttonAt(((event.clientX - left) / width) * 128, ((event.clientY - top) / height) * 64);
  if (event.button === 0 && button !== undefined) press(`pointer ${event.pointerId}`, button);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  addEventListener(end, (event) => release(`pointer ${event.pointerId}`), true);
}

// ---- keys ----------------------------------------------------------------------------------------------------------

const KEYS = {
  r: ROLL, " ": ROLL, Enter: ROLL, b: BANK, Backspace: BANK, m: MENU, Escape: MENU,
  KeyR: ROLL, KeyB: BANK, KeyM: MENU,
};
const TYPING_KEYS = { Enter: BANK, Backspace: MENU };
const LETTERS = /^[A-Z.!+-]$/;

let typing = "";

const isLatin = (event) => event.key.length > 1 || event.key.charCodeAt(0) < 128;

/** The letter of a name that a key types, "" for none. */
function letterOf(event) {
  const letter = isLatin(event) ? event.key.toUpperCase() : (/^Key([A-Z])$/.exec(event.code)?.[1] ?? "");
  return LETTERS.test(letter) ? letter : "";
}

/** The digit that a key types, "" for none. */
const digitOf = (event) => /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? /^\d$/.exec(event.key)?.[0] ?? "";

function buttonOf(event) {
  const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1] ?? /^[1-6]$/.exec(event.key)?.[0];
  if (digit) return Number(digit) - 1;
  const focused = document.activeElement?.dataset?.button;
  if (focused !== undefined && (event.key === "Enter" || event.key === " ")) return Number(focused);
  if (typing === "letters") return TYPING_KEYS[event.key];
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? (isLatin(event) ? undefined : KEYS[event.code]);
}

/** Whether the focus is on a link or a switch of the page, which handles Enter and Space itself. */
function isPageFocused() {
  return document.activeElement?.matches(".switch, a") ?? false;
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return releaseAll();
  if (isPageFocused() && (event.key === "Enter" || event.key === " ")) return;
  const typed = typing === "letters" ? letterOf(event) : typing === "digits" ? digitOf(event) : "";
  if (typed) {
    event.preventDefault();
    if (!event.repeat && backend.isOn) backend.send(typed.charCodeAt(0), true);
    return;
  }
  const button = buttonOf(event);
  if (button !== undefined) event.preventDefault();
  if (event.repeat) return;
  if (event.key === "s" || event.key === "S") setMuted(!buzzer.muted);
  else if (button !== undefined) press(`key ${event.code}`, button);
});
addEventListener("keyup", (event) => {
  if (touches.has(`key ${event.code}`)) event.preventDefault();
  release(`key ${event.code}`);
});
addEventListener("blur", releaseAll);
document.addEventListener("visibilitychange", () => document.hidden && (releaseAll(), buzzer.tone(0, 0, 0)));

// ---- full screen, speech ---------------------------------------------------------------------------------------------

byId("full").hidden = !document.fullscreenEnabled;
byId("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // refused: the page stays as it is
});
byId("speech").hidden = !window.speechSynthesis;
byId("speech").addEventListener("click", () => {
  words.speak(!words.isSpoken);
  byId("speech").setAttribute("aria-pressed", String(words.isSpoken));
});
document.querySelectorAll(".switch").forEach((element) => element.addEventListener("mousedown", (event) => event.preventDefault()));

// ---- sound ---------------------------------------------------------------------------------------------------------

function setMuted(muted) {
  buzzer.resume();
  buzzer.mute(muted);
  byId("mute").setAttribute("aria-pressed", String(muted));
  byId("mute").querySelector("span").textContent = muted ? "Muted" : "Sound";
  try {
    localStorage.setItem("muted", muted ? "1" : "");
  } catch {
    // no local storage: the choice is lost when the page is closed
  }
}

byId("mute").addEventListener("click", () => setMuted(!buzzer.muted));
try {
  if (localStorage.getItem("muted")) setMuted(true);
} catch {
  // no local storage
}

const backend = new Backend(page);
