// Starts the page, unless it is in a frame of another page: that could lead its visitor to press buttons without knowing
// it. The server of make play forbids the frame already; the demo can be on a server that does not.

if (window.top === window.self) {
  import("./app.js");
} else {
  const link = document.createElement("a");
  link.href = location.href;
  link.target = "_blank";
  link.textContent = "Sixpip does not run inside another page. Open it in a tab of its own.";
  document.body.replaceChildren(link);
}
