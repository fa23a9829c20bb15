// Starts the module of a page; where it does not start, the page shows one sentence with the remedy. Written in the
// oldest JavaScript, because it has to run in every browser. The attributes of its element in the page:
//   data-module    the module; without it this is a document
//   data-sentence  the id of the element for the sentence
//   data-needs     names that the browser must have
//   data-alone     the page does not start in a frame of another page, which could lead its visitor to press buttons
//                  without knowing it; the server of make play forbids the frame, that of the demo may not
//   data-files     "name hash name hash ...": what the page loads. So it never runs with files of another build.
// The page sets data-ready on its body as soon as it shows something itself.

(function () {
  "use strict";

  var TOO_OLD = "use Chrome or Edge 108, Firefox 113, Safari 16.4, or a newer one.";
  var SLOW = "This page is still loading. If it stays like this, check the network and reload it.";
  var CHANGED = " is not of the same version as this page: the web server may just be updated. Reload this page in a minute.";
  var SLOW_MS = 10000;
  var TRIED = "sixpip loaded again";
  var JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i;

  var script = document.querySelector("script[src$='start.js']");
  var unscripted = document.getElementById("unscripted");
  if (unscripted) unscripted.parentNode.removeChild(unscripted);
  addBack();
  var module = script.getAttribute("data-module");
  if (!module) return;
  if (script.hasAttribute("data-alone") && window.top !== window.self) return showLink();
  var sentence = document.getElementById(script.getAttribute("data-sentence"));
  var files = hashes(script.getAttribute("data-files"));
  var hasFailed = false;
  window.sixpip = { files: files, explain: explain };
  if (!canRun()) return show("This browser is too old for this page: " + TOO_OLD);
  window.addEventListener("error", function (event) {
    if (event.error) fail(String(event.error));
  });
  window.addEventListener("unhandledrejection", function (event) {
    fail(String(event.reason));
  });
  setTimeout(function () {
    if (!isReady() && !hasFailed) show(SLOW);
  }, SLOW_MS);
  new MutationObserver(function (changes, observer) {
    if (!isReady()) return;
    observer.disconnect();
    if (sentence.textContent === SLOW) sentence.textContent = "";
    keep("");
  }).observe(document.body, { attributes: true });
  load();

  /** Loads the module with all that it imports. */
  function load() {
    for (var name in files) if (/\.js$/.test(name) && name !== module) add("link", "href", name);
    var element = add("script", "src", module);
    element.onerror = function () {
      fail("");
    };
    var styles = document.querySelectorAll("link[rel=stylesheet]");
    for (var at = 0; at < styles.length; at++) if (!styles[at].sheet) fail("");
  }

  function add(tag, address, name) {
    var element = document.createElement(tag);
    if (tag === "link") element.rel = "modulepreload";
    else element.type = "module";
    if (files[name]) element.integrity = files[name];
    element[address] = name;
    document.head.appendChild(element);
    return element;
  }

  function hashes(text) {
    var found = {}, parts = text ? text.split(" ") : [];
    for (var at = 0; at < parts.length; at += 2) found[parts[at]] = parts[at + 1];
    return found;
  }

  function canRun() {
    var needs = (script.getAttribute("data-needs") || "").split(" ");
    for (var at = 0; at < needs.length; at++) if (needs[at] && !(needs[at] in window)) return false;
    return "noModule" in script && "fetch" in window && "Promise" in window;
  }

  function isReady() {
    return document.body.hasAttribute("data-ready");
  }

  function show(text) {
    sentence.hidden = false;
    sentence.textContent = text;
  }

  /** What this tab remembers of the page; null where the browser keeps nothing. */
  function kept() {
    try {
      return sessionStorage.getItem(TRIED);
    } catch (error) {
      return null;
    }
  }

  /** Remembers a text; false where the browser keeps nothing. */
  function keep(text) {
    try {
      sessionStorage.setItem(TRIED, text);
      return true;
    } catch (error) {
      return false;
    }
  }

  /** Loads the page again, past the cache of the browser, once; then shows why it does not start. `error`: what a
   *  module raised; "" if one did not load. */
  function fail(error) {
    if (isReady() || hasFailed) return;
    hasFailed = true;
    var worker = navigator.serviceWorker;
    if (worker && worker.controller) worker.addEventListener("controllerchange", reload); // it had files of another build
    var isUnloaded = !error || /SyntaxError/.test(error);
    explain().then(function (fault) {
      if (isUnloaded && kept() !== location.pathname && keep(location.pathname)) return reload();
      if (isReady()) return;
      keep(""); // so the next visit tries that again
      if (!error) error = "a file did not load";
      show(fault || "This page does not start (" + error + "): reload it, or if the browser is old, " + TOO_OLD);
    });
  }

  function reload() {
    location.reload();
  }

  /** Loads the files again, past the cache of the browser; a promise of what is wrong with them, "" if nothing is. */
  function explain() {
    var names = Object.keys(files), faults = [fetch(location.href, { cache: "reload" }).then(String, String)];
    if (!names.length) names = [module];
    for (var at = 0; at < names.length; at++) faults.push(faultOf(names[at]));
    return Promise.all(faults).then(function (found) {
      return found.slice(1).filter(Boolean)[0] || "";
    });
  }

  function faultOf(name) {
    return fetch(name, { cache: "reload" }).then(
      function (answer) {
        var type = answer.headers.get("Content-Type") || "nothing";
        if (!answer.ok) return "The web server has no " + name + " (" + answer.status + "): put all files of this page there.";
        if (/\.js$/.test(name) && !JAVASCRIPT.test(type))
          return "The web server sends " + name + " as " + type + ": it has to send .js files as text/javascript.";
        return files[name] ? fetch(name, { integrity: files[name] }).then(intact, changed) : "";
      },
      function () {
        return name + " did not load: check the network, then reload this page.";
      }
    );

    function intact() {
      return "";
    }

    function changed() {
      return name + CHANGED;
    }
  }

  /** A link to the page before: an installed app has no button for that. */
  function addBack() {
    var nav = document.querySelector("nav"), isTab = window.matchMedia && matchMedia("(display-mode: browser)").matches;
    if (!nav || isTab || history.length < 2) return;
    var link = document.createElement("a");
    link.href = document.referrer || location.href;
    link.textContent = "Back";
    link.onclick = function () {
      history.back();
      return false;
    };
    nav.insertBefore(link, nav.firstChild);
  }

  function showLink() {
    var link = document.createElement("a");
    link.href = location.href;
    link.target = "_blank";
    link.textContent = "Sixpip does not run inside another page. Open it in a tab of its own.";
    document.body.textContent = "";
    document.body.appendChild(link);
  }
})();
