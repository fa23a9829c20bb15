// The user's files on a board: saves, settings, own variants and logs, read and written as in
// tools/board/flash/user_files.py.

import { toPack } from "./install-backup.js";
import { sha256 } from "./install-plan.js";
import { DiskFull, Refusal, description, shown } from "./install-sentences.js";
import { readManifest, writeAtomically } from "./install-steps.js";

/** Reads the user files of a backup from the board and compares them by hash; returns a Map of bytes by path. `leaveOut`:
 *  gets the path of each file that cannot be in a backup. */
export async function readUserFiles(board, leaveOut = () => {}) {
  const { sizes } = await board.listFiles();
  const { packed, leftOut } = toPack(sizes, await readManifest(board, sizes));
  const hashes = await board.hashes(packed);
  const files = new Map();
  for (const path of packed) {
    if (hashes.get(path) === "-") {
      leftOut.push(path); // the board itself cannot read it
      continue;
    }
    const data = await board.read(path);
    const isRight = data.length === sizes.get(path) && (await sha256(data)) === hashes.get(path);
    if (!isRight) throw new Refusal("misread", { path });
    files.set(path, data);
  }
  leftOut.sort().forEach((path) => leaveOut(path));
  return files;
}

/** Writes files of the user to the board; others stay. After an interruption each is as before, or as in `files`. */
export async function restoreUserFiles(board, files, progress = () => {}) {
  const { sizes, folders } = await board.listFiles();
  checkPlaces(files, sizes, folders);
  const candidates = [...files.keys()].filter((path) => sizes.get(path) === files.get(path).length).sort();
  const hashes = await board.hashes(candidates);
  const changed = [];
  for (const [path, data] of files) if (hashes.get(path) !== (await sha256(data))) changed.push(path);
  const depth = (path) => path.split("/").length;
  changed.sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1)); // logs and variants before what refers to them
  for (const path of changed) {
    progress(path);
    await writeOrLeave(board, path, files.get(path));
  }
  const older = [...files.keys()].flatMap((path) => description.record_suffixes.map((suffix) => path + suffix));
  for (const path of older.filter((name) => sizes.has(name) && !files.has(name)).sort()) await board.delete(path);
}

/** Raises Refusal for a folder on the board with the path of a file, or a file with that of a folder. */
function checkPlaces(files, sizes, folders) {
  for (const path of files.keys()) {
    const parents = path.split("/").map((_, at, names) => names.slice(0, at).join("/"));
    const inTheWay = parents.reverse().find((parent) => sizes.has(parent)) ?? (folders.has(path) ? path : null);
    if (inTheWay !== null) throw new Refusal("in the way", { path: shown(inTheWay) });
  }
}

/** Writes a file whole or, on a full disk, not at all. */
async function writeOrLeave(board, path, data) {
  try {
    await writeAtomically(board, path, data, description.restored);
  } catch (error) {
    if (error instanceof DiskFull) await board.delete(description.restored);
    throw error;
  }
}

/** The files of own variants as they go to the board, a Map of bytes by path. `files`: bytes by name; `there`: the
 *  paths on the board. The console itself names the reason for rules that are not possible. Raises Refusal. */
export function variantFiles(files, there) {
  const { folder, most_bytes: mostBytes, most } = description.variants;
  const made = new Map();
  for (const [name, data] of files) {
    if (!/^[\w-]+\.json$/.test(name)) throw new Refusal("variant name", { name });
    if (data.length > mostBytes) throw new Refusal("variant size", { name, bytes: mostBytes });
    if (!isVariant(data)) throw new Refusal("no variant", { name });
    made.set(`${folder}/${name}`, data);
  }
  const all = new Set([...there, ...made.keys()].filter((path) => path.startsWith(`${folder}/`)));
  if (all.size > most) throw new Refusal("variant count", { most });
  return made;
}

function isVariant(data) {
  try {
    const { name, base } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
    return typeof name === "string" && typeof base === "string";
  } catch {
    return false;
  }
}
