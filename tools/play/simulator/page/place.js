// Where the games of the console are, and where links to games lead. In make play the games are in the folder of saves,
// and links lead to the demo whose address it was given (PAGES). The demo has a place.js of its own (tools/play/demo).

const PAGES = "@PAGES@"; // written by server.py; "" without an address

/** The logs of the last games of the console: [number, text], the first game first. */
export async function consoleLogs() {
  return (await fetch("logs")).json();
}

/** The address that others get for one of this page: they cannot reach this computer. */
export function forOthers(address) {
  const { pathname, search, hash } = new URL(address);
  return PAGES ? new URL(pathname.slice(1) + search + hash, PAGES).href : address;
}

/** Where links to games open, in a sentence. */
export const WHERE_LINKS_OPEN = PAGES
  ? `The link that you copy or send leads to ${PAGES}, where everyone can open it.`
  : "The link that you copy or send opens on this computer only, while “make play” runs. For links that others can open, " +
    "start with the address of a Sixpip demo on the web: “make play PAGES=https://example.org/sixpip/”.";
