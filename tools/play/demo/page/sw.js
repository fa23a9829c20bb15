// Keeps the demo in the browser after the first visit, so that it works without a network. A new version of this file,
// with another VERSION, replaces all others; the page of a visit is always of one version.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
const GUIDE = ["@GUIDE@"]; // kept, too, as soon as the console is
const PREFIX = `sixpip ${registration.scope} `;

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(requests)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION;
  const clean = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => clients.claim()));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(GUIDE)).catch(() => {}));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(PREFIX + VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
