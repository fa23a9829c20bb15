// What the pages of games have in common: elements, the clipboard, and sentences.

import { BadLink, read } from "./codec.js";

export const NOT_STARTED = "The game cannot be shown, because a file of this page did not load: reload the page.";
export const IN_A_FRAME = "This page does not open inside another one: open its link in a tab of its own.";
export const NOT_KEPT = "This browser keeps no data for this page, or has no room left, so the game cannot be played in it.";
const DICE = /^(.*(?:rolls|keeps) )([1-6](?: [1-6])*)(?=$|:| for )(.*)$/;
const COPIED = "Copied: paste it where you want to send it.";
const COPY_BY_HAND = "Copy the link in the address bar: this browser does not let the page copy it.";

/** The element with an ID. */
export const at = (id) => document.getElementById(id);

/** Adds an element with a text to another one. */
export function add(parent, tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  parent.append(made);
  return made;
}

/** Adds a line that says what happened; `hasPips`: the dice in it look like dice. */
export function addStep(list, words, hasPips) {
  const item = add(list, "li", "");
  const [, before, faces, after] = (hasPips && DICE.exec(words)) || [, words, "", ""];
  item.append(before);
  for (const face of faces) face === " " ? item.append(face) : add(item, "span", face, `die pips-${face}`);
  item.append(after);
  return item;
}

/** Copies a text; returns a sentence for the visitor. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return COPIED;
  } catch {
    return COPY_BY_HAND;
  }
}

/** Adds a button that deletes a game of this browser, after a question. `name`: of the game; `action`: deletes it. */
export function addDelete(parent, name, action) {
  const button = add(parent, "button", "Delete");
  button.setAttribute("aria-label", `Delete ${name}`);
  button.onclick = () => {
    if (confirm(`Delete ${name} from this browser? You can open its link again.`)) action();
  };
}

/** The address in this folder of the game in a link that was sent from elsewhere. Throws BadLink. */
export function addressFor(link) {
  const { log, fragment } = read(link);
  const [head] = log.split("\n");
  if (/ duel=/.test(head)) return `duel.html#${fragment}`;
  if (/ beat=/.test(head)) return `again.html#${/#(\S+)/.exec(link)?.[1] ?? fragment}`; // it may have a second log
  const day = /[?&]day=[\d-]+/.exec(link)?.[0].slice(1);
  return `game.html${day ? `?${day}` : ""}#${fragment}`;
}

/** Lets the form of a page open a link that was sent from elsewhere, without leaving this folder. */
export function offerOpening() {
  at("open").onsubmit = (event) => {
    event.preventDefault();
    try {
      location.assign(addressFor(at("link").value));
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      at("status").textContent = error.message;
    }
  };
}

/** From now on the page itself shows what goes wrong (start.js). */
export function setReady() {
  document.body.toggleAttribute("data-ready", true);
}

/** Shows a sentence in place of a game. */
export function fail(sentence) {
  at("status").textContent = sentence;
  at("game").hidden = true;
  setReady();
}

/** Lets a button send a text and a link to another program, where the browser can; another one copies both. */
export function offerLink(send, copier, textOf) {
  send.hidden = !navigator.share;
  send.onclick = () => navigator.share({ text: textOf() }).catch(() => {}); // rejected where the person does not want to
  copier.onclick = async () => (at("status").textContent = await copy(textOf()));
}
