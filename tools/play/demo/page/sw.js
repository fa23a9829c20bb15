// Keeps the demo in the browser after the first visit, so that it works without a network. A new version of this file,
// with another VERSION, replaces all others. Each file has a hash, so that all that is kept is of one build: an install
// with a file of another build is given up, and the browser tries it again at the next visit.

const VERSION = "@VERSION@";
const FILES = { "@FILES@": "" }; // name -> hash
const GUIDE = { "@GUIDE@": "" }; // kept, too, as soon as the console is
const ALL = { ...FILES, ...GUIDE };
const OFFLINE = "offline.html";
const SCOPE = new URL(registration.scope);
const PREFIX = `sixpip ${SCOPE.href} `;
const AS_SENT = ["Vary", "Content-Encoding", "Content-Length"]; // headers of the transfer, not of the file

const opened = () => caches.open(PREFIX + VERSION);

addEventListener("install", (event) => {
  const giveUp = (error) => caches.delete(PREFIX + VERSION).then(() => Promise.reject(error));
  event.waitUntil(keep(FILES).catch(giveUp).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION;
  const clean = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => clients.claim()));
  event.waitUntil(keepRest());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(answerTo(event.request));
  if (event.request.mode === "navigate") event.waitUntil(keepRest());
});

/** Stores files, all or none; as plain answers, because no page opens with one that was redirected. Rejects with what
 *  is missing or of another build. */
async function keep(files) {
  const answers = Object.entries(files).map(async ([name, integrity]) => {
    const answer = await fetch(name, { cache: "reload", integrity });
    if (!answer.ok) throw new TypeError(`${name}: ${answer.status}`);
    const headers = new Headers(answer.headers);
    for (const header of AS_SENT) headers.delete(header);
    return [name, new Response(await answer.blob(), { headers })];
  });
  const plain = await Promise.all(answers);
  const cache = await opened();
  for (const [name, answer] of plain) await cache.put(name, answer);
}

/** Stores the files that are not kept yet, or not any more. */
async function keepRest() {
  const kept = new Set((await (await opened()).keys()).map(({ url }) => url));
  for (const files of [FILES, GUIDE]) {
    const isKept = (name) => kept.has(new URL(name, SCOPE).href);
    if (!Object.keys(files).every(isKept)) await keep(files).catch(() => {}); // tried again at the next visit
  }
}

/** The name of the file at an address: servers with clean URLs have pages without .html; "" for none that is kept. */
function nameOf(address) {
  const { origin, pathname } = new URL(address);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return "";
  const name = pathname.slice(SCOPE.pathname.length).replace(/^index(\.html)?$/, "") || "./";
  return [name, `${name}.html`].find((each) => Object.hasOwn(ALL, each)) ?? "";
}

/** The address of a link in which a program has escaped the "#" (escaped.js does the same); null for any other. */
function repaired(address) {
  const { origin, pathname, search } = new URL(address), escaped = /%(?:25)*23/.exec(pathname);
  return escaped && origin + pathname.slice(0, escaped.index) + search + "#" + pathname.slice(escaped.index + escaped[0].length);
}

async function answerTo(request) {
  const address = request.mode === "navigate" && repaired(request.url);
  if (address) return Response.redirect(address);
  const name = nameOf(request.url);
  const isOfThisBuild = !request.integrity || request.integrity === ALL[name];
  const kept = name && isOfThisBuild && (await (await opened()).match(name));
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (request.mode === "navigate") return offline();
    throw error;
  }
}

/** The page in place of one that is not kept, with its links as of the demo: its address can be in any folder. */
async function offline() {
  const kept = await (await opened()).match(OFFLINE);
  const text = (await kept.text()).replaceAll('="./', `="${SCOPE.pathname}`);
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
