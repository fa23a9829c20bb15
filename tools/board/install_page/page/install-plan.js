// What has to be done on a board, computed from what is there before anything is changed, and what is refused. As
// identity.py, manifest.py and plan.py in tools/board/flash; a test compares both.

import { DiskFull, Refusal, description, sentence, shown } from "./install-sentences.js";

const FIRST = "sixpip-files 1 ";
const HEX = 64;
const MPY = ".mpy", INIT = "/__init__.mpy";
const END_BYTES = "end ".length + HEX + "\n".length;

/** The hash by which files are compared, in hexadecimal digits. */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// ---- what the board is ----------------------------------------------------------------------------------------------

const machineOf = (board) => `${board.machine} with ${board.chip}`;

/** The name of a board for messages. */
export function boardName({ machine, version }) {
  const board = description.boards.find((entry) => machineOf(entry) === machine);
  return `${board?.title ?? "An unknown board"} (${shown(machine)}), MicroPython ${version.join(".")}`;
}

/** Raises Refusal unless the board can run the firmware. */
export function checkIdentity({ name, version, machine, platform, mpy }) {
  const { boards, mpy: ours } = description;
  const chip = machine.includes(" with ") ? machine.slice(machine.lastIndexOf(" with ") + 6) : machine;
  const sameChip = boards.filter((entry) => entry.chip === chip.split("-")[0]);
  const board =
    boards.find((entry) => machineOf(entry) === machine) ??
    sameChip.find((entry) => machine.startsWith(`${entry.machine} `));
  const wanted = board ? [board] : sameChip.length ? sameChip : [boards[0]];
  const builds = wanted.map((entry) => entry.official).join(" or ");
  const text = version.join(".");
  const arch = (mpy >> 10) & 0x1f;
  if (name !== "micropython") throw new Refusal("other program", { name: name || "something", builds });
  if (machine === description.pico_w.machine) throw new Refusal("RPI_PICO_W", { refused: description.pico_w.refused });
  if (platform === ours.platform && isOlder(version, wanted)) throw new Refusal("too old", { version: text, builds });
  if (platform !== ours.platform || !sameChip.length)
    throw new Refusal("no Pico", { found: machine || platform, boards: description.board_names });
  if (chip.includes(ours.riscv[0]) || arch === ours.riscv[1]) throw new Refusal("RISC-V", { builds });
  const isLoaded = (mpy & 0xff) === ours.version[0] && ((mpy >> 8) & 3) === ours.version[1];
  if (!isLoaded || arch < ours.arm[0] || arch > ours.arm[1]) throw new Refusal("other .mpy", { version: text });
}

/** Whether a version of MicroPython is older than the oldest for these boards. */
function isOlder([major, minor = 0], boards) {
  return boards.every(({ oldest }) => major < oldest[0] || (major === oldest[0] && minor < oldest[1]));
}

// ---- the manifest ---------------------------------------------------------------------------------------------------

const sorted = (paths) => [...paths].sort();

function body({ version, hashes }) {
  const lines = sorted(hashes.keys()).map((path) => `${hashes.get(path)} ${path}\n`);
  return new TextEncoder().encode(`${FIRST}${version}\n${lines.join("")}`);
}

/** The content of the file on the board. `manifest`: a version, and the hashes of its files as a Map. */
export async function manifestText(manifest) {
  const bytes = body(manifest);
  const end = new TextEncoder().encode(`end ${await sha256(bytes)}\n`);
  return Uint8Array.from([...bytes, ...end]);
}

/** The manifest with this content; null when it is damaged, or lists a path outside the board's root folder. */
export async function parseManifest(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const at = text.lastIndexOf("end ");
  if (at < 0 || text.slice(at + 4).trim() !== (await sha256(bytes.subarray(0, at)))) return null;
  if (!text.startsWith(FIRST)) return null;
  const [first, ...lines] = new TextDecoder().decode(bytes.subarray(0, at)).split("\n").slice(0, -1);
  const hashes = new Map(lines.map((line) => [line.slice(HEX + 1), line.slice(0, HEX)]));
  const isSafe = (path) => path && !path.startsWith("/") && !path.split("/").includes("..");
  return [...hashes.keys()].every(isSafe) ? { version: first.slice(FIRST.length), hashes } : null;
}

function isSame(manifest, other) {
  if (manifest?.version !== other.version || manifest.hashes.size !== other.hashes.size) return false;
  return [...other.hashes].every(([path, hash]) => manifest.hashes.get(path) === hash);
}

// ---- the plan -------------------------------------------------------------------------------------------------------

/** The blocks of a file on the board, at most. */
export function fileBlocks(size, blockSize) {
  return 1 + Math.max(0, Math.ceil((size - blockSize) / (blockSize - description.links)));
}

/** The folders above a path, the nearest first. */
function parents(path) {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, names.length - at).join("/"));
}

/** The files and folders that MicroPython would import in place of its own modules, or of ours at the paths `ours`. A
 *  folder in place of one of ours counts only if no file is in it: for others see shadowingFile. */
export function hidingPaths({ sizes, folders }, ours) {
  const { modules, places } = description.hideable;
  const named = places.flatMap((place) => modules.map((module) => place + module));
  const files = named.flatMap((module) => [`${module}.py`, `${module}.mpy`]);
  const used = new Set([...sizes.keys()].flatMap(parents));
  const imported = [...ours].filter((path) => path.endsWith(MPY) && !path.endsWith(INIT));
  const empty = imported.map((path) => path.slice(0, -MPY.length)).filter((path) => !used.has(path));
  const found = [...files.filter((path) => sizes.has(path)), ...[...named, ...empty].filter((path) => folders.has(path))];
  return sorted(new Set(found));
}

/** The file that MicroPython would import in place of the module at `path`, or of one in the file of the modules; "" if
 *  there is none. */
export function shadowingFile(path, sizes, stale = new Set()) {
  if (path === description.module_file) {
    const copied = [...sizes.keys()].filter((name) => /^sixpip\/.*\.m?py$/.test(name) && !stale.has(name));
    return sorted(copied)[0] ?? "";
  }
  const module = path.replace(/\.mpy$/, "");
  if (module === path) return "";
  if (sizes.has(`${module}.py`) && !stale.has(`${module}.py`)) return `${module}.py`;
  if (path.endsWith(INIT)) return "";
  for (const name of sizes.keys()) if (name.startsWith(`${module}/`) && !stale.has(name)) return name;
  return "";
}

/** Raises Refusal for a foreign file that would be imported in place of ours, or has the path of a folder. */
function checkConflicts(firmware, state, stale) {
  const isThere = (name) => state.sizes.has(name) && !stale.has(name);
  for (const path of sorted(firmware.keys())) {
    const file = [...parents(path), shadowingFile(path, state.sizes, stale)].find(isThere);
    if (file) throw new Refusal("shadows", { file, path });
    if (state.folders.has(path)) throw new Refusal("is a folder", { path });
  }
}

/** Raises DiskFull unless everything fits. */
function checkSpace(plan, firmware, { sizes, folders, manifest, disk }) {
  const blocks = (size) => fileBlocks(size, disk.blockSize);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const needed = toCopy(plan).map((path) => blocks(firmware.get(path).size));
  const made = new Set(plan.fresh.flatMap(parents).filter((folder) => !folders.has(folder)));
  const freed = sum([...plan.stale, ...plan.changed].map((path) => blocks(sizes.get(path))));
  const manifests = 2 * blocks(body(plan.manifest).length + END_BYTES);
  const most = sum(needed) + 2 * made.size + manifests + description.spare_blocks;
  const missing = most - freed - disk.free;
  if (missing <= 0) return;
  const installed = manifest?.hashes.keys() ?? [];
  const ours = new Set([...firmware.keys(), ...installed, description.manifest, ...description.parts]);
  const others = [...sizes.keys()].filter((path) => !ours.has(path)).sort((a, b) => sizes.get(b) - sizes.get(a));
  const largest = others.length ? ` (the largest: ${others.slice(0, 3).join(", ")})` : "";
  const kilobytes = Math.floor((missing * disk.blockSize) / 1024);
  throw new DiskFull("needs space", { kilobytes, largest, boards: description.board_names });
}

/** Free names for what would keep the firmware from running, as [path, name]: a main.py that is not ours at the end.
 *  `foreignMain`: a binary string. */
function renamesOf(state, firmware) {
  const { main, boot, our_mark: ourMark } = description;
  const { sizes, folders, manifest, bootFault, foreignMain } = state;
  const paths = hidingPaths(state, firmware.keys()).filter((path) => !manifest?.hashes.has(path));
  if (bootFault && sizes.has(boot)) paths.push(boot);
  if (foreignMain && !foreignMain.includes(ourMark)) paths.push(main);
  return paths.map((path) => [path, freeName(path, (name) => sizes.has(name) || folders.has(name))]);
}

/** The path with "_before_sixpip" in its name, and a number if that is taken. */
function freeName(path, isTaken) {
  const [, stem, suffix] = /^(.*?)(\.\w+)?$/.exec(path);
  let name = `${stem}_before_sixpip${suffix ?? ""}`;
  for (let number = 2; isTaken(name); number++) name = `${stem}_before_sixpip_${number}${suffix ?? ""}`;
  return name;
}

/** Why a file or folder gets another name. */
export function renameSentence(path, fault, name) {
  if (path === description.main) return sentence("main.py renamed", { new: name });
  if (path === description.boot) return sentence("boot.py renamed", { fault, new: name });
  return sentence("hider renamed", { path, new: name });
}

/** The files to copy, main.py among them. */
export const toCopy = (plan) => sorted([...plan.fresh, ...plan.changed]);

/** Whether no file of the firmware differs. */
export const isUpToDate = (plan) => !(plan.fresh.length || plan.changed.length || plan.stale.length);

/** What to do so that the board holds `firmware` (a Map: size and hash by path) and no other file of an installed one.
 *
 *  `state`: sizes, folders, hashes, manifest, foreignMain, bootFault and disk of the board. Raises Refusal. */
export function makePlan(state, firmware, version) {
  const { main_part: mainPart, manifest_part: manifestPart, restored } = description;
  const manifest = { version, hashes: new Map([...firmware].map(([path, { hash }]) => [path, hash])) };
  const renames = renamesOf(state, firmware);
  const renamed = new Set(renames.map(([path]) => path));
  const manifestDiffers = state.sizes.has(manifestPart) || !isSame(state.manifest, manifest);
  const plan = { manifest, manifestDiffers, renames, fresh: [], changed: [], unchanged: [] };
  for (const path of sorted(firmware.keys())) {
    if (!state.sizes.has(path) || renamed.has(path)) plan.fresh.push(path);
    else if (state.hashes.get(path) === firmware.get(path).hash) plan.unchanged.push(path);
    else plan.changed.push(path);
  }
  const known = new Set([...(state.manifest?.hashes.keys() ?? []), mainPart, restored]);
  plan.stale = sorted([...known].filter((path) => !firmware.has(path) && state.sizes.has(path)));
  checkConflicts(firmware, state, new Set(plan.stale));
  if (!isUpToDate(plan)) checkSpace(plan, firmware, state);
  return plan;
}
