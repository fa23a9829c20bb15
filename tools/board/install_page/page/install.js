// The page: its buttons, what it shows of the board and the plan, and downloads. What is done on the board is in the
// other modules.

import { backupName, packBackup, readBackup, userFiles } from "./install-backup.js";
import { Board } from "./install-board.js";
import { examine } from "./install-doctor.js";
import { fileSentences, readUf2, saveOnDrive } from "./install-drive.js";
import { Listener } from "./install-listen.js";
import { boardName, isUpToDate, makePlan, renameSentence, sha256, toCopy } from "./install-plan.js";
import { readUserFiles, restoreUserFiles, variantFiles } from "./install-saves.js";
import { ConnectionLost, Refusal, description, firstNames, sentence, useDescription } from "./install-sentences.js";
import { install, readState } from "./install-steps.js";

const RASPBERRY_PI = 0x2e8a; // USB vendor ID
const byId = (id) => document.getElementById(id);
const MOST_HEARD = 200; // lines that stay
const BUTTONS = [
  "pick", "save", "connect", "choose", "install", "check", "backup", "restore", "variants", "start", "listen",
].map(byId);

let board = null;
let state = null;
let plan = null;
let listener = null;
let uf2 = null; // the file for the drive
let firmware = null; // a Map: size and hash by path
let isTried = false; // whether the plan has been carried out in part
let isBusy = false;

// ---- what is shown --------------------------------------------------------------------------------------------------

function show(text, isFault = false) {
  byId("message").textContent = text;
  byId("message").classList.toggle("fault", isFault);
}

function item(text) {
  const line = document.createElement("li");
  line.textContent = text;
  return line;
}

function showProgress(step, value = null, most = 1) {
  byId("progress").hidden = !step;
  byId("step").textContent = step;
  byId("bar").max = most;
  if (value === null) byId("bar").removeAttribute("value");
  else byId("bar").value = value;
}

function showBoards() {
  for (const { title, address, official, drive } of description.boards) {
    const row = byId("boards").insertRow();
    const link = document.createElement("a");
    Object.assign(link, { href: address, target: "_blank", rel: "noreferrer", textContent: official });
    row.insertCell().textContent = title;
    row.insertCell().append(link);
    row.insertCell().textContent = drive;
  }
}

/** Shows the connected board with the plan, or none. */
function showBoard(lines = [], files = []) {
  byId("board").hidden = !board;
  if (!board) return;
  byId("name").textContent = boardName(board.identity);
  byId("plan").replaceChildren(...lines.map(item));
  byId("details").hidden = !files.length;
  byId("files").replaceChildren(...files.map(item));
}

const kilobytes = (bytes) => `${Math.ceil(bytes / 1000)} kB`;

/** Whether the plan changes a file: then a backup is downloaded first. */
const isChanging = (plan) => !isUpToDate(plan) || plan.renames.length > 0;

/** What the plan does, as sentences. */
function planLines() {
  const { version, main } = description, old = state.sizes.has(main) && state.manifest?.version;
  const bytes = toCopy(plan).reduce((total, path) => total + firmware.get(path).size, 0);
  const users = userFiles(state.sizes.keys(), state.manifest);
  const what = `${toCopy(plan).length} files are copied (${kilobytes(bytes)}), ${plan.stale.length} deleted`;
  const lines = isUpToDate(plan)
    ? [`Sixpip ${version} is installed, and all ${plan.unchanged.length} files are intact: Install restarts it.`]
    : [`Install copies Sixpip ${version}${old ? ` in place of ${old}` : ""}: ${what}, ${plan.unchanged.length} stay.`];
  const count = users.length === 1 ? "1 file" : `${users.length} files`;
  if (users.length && isChanging(plan)) lines.push(`A backup of your ${count} is downloaded first. On the board they stay.`);
  return [...lines, ...plan.renames.map(([path, name]) => renameSentence(path, state.bootFault, name))];
}

function planFiles() {
  const { fresh, changed, stale } = plan;
  const marked = (paths, word) => paths.map((path) => `${path} (${word})`);
  return [...marked(fresh, "new"), ...marked(changed, "changed"), ...marked(stale, "deleted")];
}

function download(bytes, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// ---- what the buttons do --------------------------------------------------------------------------------------------

/** Runs an action of a button: no other button works until it ends, and its refusal is shown. */
async function attempt(action) {
  isBusy = true;
  BUTTONS.forEach((button) => (button.disabled = true));
  byId("report").replaceChildren();
  show("");
  await stopListening();
  try {
    await action();
  } catch (error) {
    if (error instanceof ConnectionLost || !(error instanceof Refusal)) await disconnect(true);
    show(error instanceof Refusal ? error.message : sentence("failed", { error: error.message }), true);
  }
  showProgress("");
  isBusy = false;
  BUTTONS.forEach((button) => (button.disabled = false));
  byId("install").disabled = !plan;
  byId("save").disabled = !uf2;
}

async function disconnect(restart) {
  const closing = board;
  board = state = plan = null;
  showBoard();
  await closing?.close(restart);
}

/** The port: the one that was chosen before, else the browser asks. Raises Refusal. */
async function choosePort(isAny) {
  const filters = isAny ? [] : [{ usbVendorId: RASPBERRY_PI }];
  const known = (await navigator.serial.getPorts()).filter((port) => port.getInfo().usbVendorId === RASPBERRY_PI);
  if (known.length === 1 && !isAny) return known[0];
  try {
    return await navigator.serial.requestPort({ filters });
  } catch {
    byId("choose").hidden = false;
    throw new Refusal("no port");
  }
}

async function connect(isAny) {
  await disconnect(true);
  const connecting = new Board(await choosePort(isAny));
  showProgress("Connecting ...");
  await connecting.connect();
  board = connecting;
  await lookAtBoard();
}

/** Reads what is on the board and shows the plan, or why there is none. */
async function lookAtBoard() {
  plan = null;
  isTried = false;
  showProgress("Reading the board ...");
  state = await readState(board, firmware);
  showBoard();
  plan = makePlan(state, firmware, description.version);
  showBoard(planLines(), planFiles());
}

async function saveBackup() {
  showProgress("Copying your files ...");
  const leftOut = [];
  const files = await readUserFiles(board, (path) => leftOut.push(path));
  const name = backupName();
  if (files.size) download(await packBackup(files), name);
  const note = leftOut.length ? ` ${sentence("left out", { names: firstNames(leftOut) })}` : "";
  return { count: files.size, name, note };
}

/** The contents of the firmware by path, compared with install.json. */
async function loadFirmware() {
  const answer = await fetch("install.bin").catch((error) => error);
  if (!answer.ok) throw new Refusal("not loaded", { error: answer.statusText ?? answer.message });
  const unpacked = new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
  const bytes = new Uint8Array(await unpacked.arrayBuffer().catch(() => new ArrayBuffer(0)));
  if ((await sha256(bytes)) !== description.firmware_hash) throw new Refusal("two versions");
  const contents = new Map();
  let at = 0;
  for (const [path, { size }] of firmware) contents.set(path, bytes.subarray(at, (at += size)));
  return contents;
}

async function installAll() {
  const began = performance.now();
  const { version } = description;
  const contents = await loadFirmware(); // before anything is changed
  if (isTried) await lookAtBoard();
  isTried = true;
  const users = userFiles(state.sizes.keys(), state.manifest);
  const { note } = users.length && isChanging(plan) ? await saveBackup() : { note: "" };
  const most = toCopy(plan).reduce((total, path) => total + firmware.get(path).size, 0);
  let sent = 0;
  showProgress("Installing ...", 0, most);
  await install(board, state, plan, contents, (step, bytes) => showProgress(step, (sent += bytes), most));
  showProgress("Starting ...");
  const isBootRenamed = plan.renames.some(([path]) => path === description.boot);
  await board.start(version, state.sizes.has(description.boot) && !isBootRenamed);
  await disconnect(false);
  const seconds = Math.ceil((performance.now() - began) / 1000);
  show(`Sixpip ${version} is running, after ${seconds} s. On a built console press ROLL; a bare Pico shows nothing.${note}`);
}

async function backUp() {
  const { count, name, note } = await saveBackup();
  show((count ? `Copied ${count} files to ${name}.` : "There are no saves on the board: no backup was made.") + note);
}

async function restore([file]) {
  const files = await readBackup(file.name, new Uint8Array(await file.arrayBuffer()));
  await restoreUserFiles(board, files, (path) => showProgress(path));
  await lookAtBoard();
  show(`Restored ${files.size} files. All other files on the board are unchanged.`);
}

async function addVariants(chosen) {
  const files = new Map();
  for (const file of chosen) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  const made = variantFiles(files, state.sizes.keys());
  await restoreUserFiles(board, made, (path) => showProgress(path));
  await lookAtBoard();
  show(`Copied ${[...files.keys()].join(", ")}. The boot menu lists your own variants below the games.`);
}

async function check() {
  showProgress("Checking ...");
  const { facts, faults } = await examine(board);
  const rows = [...facts, ...faults.map((fault) => ["Fault", fault])];
  for (const [heading, text] of rows) {
    const [term, value] = ["dt", "dd"].map((tag) => document.createElement(tag));
    term.textContent = heading;
    value.textContent = text;
    value.classList.toggle("fault", heading === "Fault");
    byId("report").append(term, value);
  }
  show(faults.length ? "Faults were found, see the list." : "No faults found.", faults.length > 0);
}

async function chooseUf2([file]) {
  uf2 = null;
  byId("uf2").textContent = "";
  uf2 = await readUf2(file.name, new Uint8Array(await file.arrayBuffer()));
  byId("uf2").textContent = fileSentences(uf2);
}

async function saveUf2() {
  const isSaved = await saveOnDrive(uf2, () => showProgress(`Saving ${uf2.name} on the drive ...`));
  if (isSaved) show(`${uf2.name} is on the board, which restarts with it. Connect it in step 2.`);
}

async function start() {
  await disconnect(true);
  show("The console has been started.");
}

// ---- what the console says ------------------------------------------------------------------------------------------

async function stopListening() {
  const closing = listener;
  listener = null;
  byId("listen").textContent = "Listen";
  await closing?.close();
}

function hear(line) {
  const heard = byId("heard");
  heard.append(Object.assign(document.createElement("p"), { textContent: line }));
  while (heard.childElementCount > MOST_HEARD) heard.firstElementChild.remove();
  heard.scrollTop = heard.scrollHeight;
}

async function listen() {
  await disconnect(true);
  const opening = new Listener(await choosePort(false), hear, () => show(sentence("nothing heard")));
  await opening.open();
  listener = opening;
  byId("listen").textContent = "Stop listening";
  byId("heard").replaceChildren();
  byId("heard").hidden = false;
  opening.run().catch(async (error) => {
    if (listener !== opening) return; // it was stopped
    await stopListening();
    show(error instanceof Refusal ? error.message : sentence("failed", { error: error.message }), true);
  });
}

// ---- start ----------------------------------------------------------------------------------------------------------

function onClick(id, action) {
  byId(id).addEventListener("click", () => attempt(action));
}

/** A button that asks for files first. */
function onFiles(id, inputId, action) {
  const input = byId(inputId);
  byId(id).addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = ""; // the same file can be chosen again
    if (files.length) attempt(() => action(files));
  });
}

/** Why this browser or page cannot install; "" if it can. */
function obstacle() {
  if (top !== self) return "framed";
  if (!isSecureContext) return "not secure";
  return navigator.serial ? "" : "no serial";
}

/** The releases of the repository that published this page; "" on another server than GitHub Pages. */
function releases() {
  const owner = /^([\w-]+)\.github\.io$/.exec(location.hostname)?.[1];
  const [, folder, ...rest] = location.pathname.split("/");
  return owner ? `https://github.com/${owner}/${rest.length ? folder : location.hostname}/releases/latest` : "";
}

async function open() {
  useDescription(await (await fetch("install.json")).json());
  firmware = new Map(Object.entries(description.firmware).map(([path, [size, hash]]) => [path, { size, hash }]));
  showBoards();
  if (releases()) byId("release").href = releases();
  const reason = obstacle();
  byId("drive").hidden = Boolean(reason) || !window.showDirectoryPicker;
  byId("connect").disabled = byId("listen").disabled = Boolean(reason);
  if (reason) show(sentence(reason), true);
  document.body.toggleAttribute("data-ready", true);
}

byId("listen").addEventListener("click", () => attempt(listener ? () => show("") : listen));
addEventListener("beforeunload", (event) => isBusy && event.preventDefault());
onClick("connect", () => connect(false));
onClick("choose", () => connect(true));
onClick("install", installAll);
onClick("check", check);
onClick("backup", backUp);
onClick("start", start);
onClick("save", saveUf2);
onFiles("pick", "uf2-file", chooseUf2);
onFiles("restore", "restore-file", restore);
onFiles("variants", "variant-files", addVariants);
open(); // start.js reports what it raises
