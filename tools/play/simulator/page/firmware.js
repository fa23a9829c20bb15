// Opens the modules of the pages of games, which run in Python on this computer (page_module.py). The demo has a firmware.js
// of its own, with MicroPython (tools/play/demo).

const FUNCTIONS = ["open_log", "judge_on"];

/** Opens a module in Python: an object with functions that return promises. */
export async function openModule(name) {
  const socket = new WebSocket(`ws://${location.host}/modules/${name}`);
  const waiting = []; // the calls without an answer, the first one first
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onclose = () => fail(new Error("make play has stopped"));
  });
  socket.onmessage = ({ data }) => waiting.shift().done(data);
  socket.onclose = () => waiting.splice(0).forEach(({ fail }) => fail(new Error("make play has stopped")));
  const call = (...words) =>
    new Promise((done, fail) => {
      waiting.push({ done, fail });
      socket.send(JSON.stringify(words));
    });
  return Object.fromEntries(FUNCTIONS.map((each) => [each, (...words) => call(each, ...words)]));
}
