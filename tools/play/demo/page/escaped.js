// Opens a link in which a program has escaped the "#", so that the web server takes all of it for the name of a page:
// game.html%23LINK. The page 404.html runs this on servers that show it; the worker does the same (sw.js).

var escaped = /%(25)*23/.exec(location.pathname);
if (escaped) {
  var end = escaped.index + escaped[0].length;
  location.replace(location.pathname.slice(0, escaped.index) + location.search + "#" + location.pathname.slice(end));
}
