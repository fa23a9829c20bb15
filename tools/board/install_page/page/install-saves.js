// The user's files on a board: saves, settings, own variants and logs, as tools/board/flash/user_files.py has them. A
// backup is a .zip as `make backup` writes it, and can be restored by either.

import { sha256 } from "./install-plan.js";
import { DiskFull, Refusal, description } from "./install-sentences.js";
import { readManifest, writeAtomically } from "./install-steps.js";
import { BadZip, unzipped } from "./install-zip.js";

const isProgram = (path) =>
  path.startsWith(description.package) || description.programs.some((suffix) => path.endsWith(suffix));
const isOurs = (path) => path === description.manifest || description.parts.includes(path);

/** Those of the board's files that are the user's, sorted. */
export function userFiles(paths, manifest) {
  return [...paths].filter((path) => !isOurs(path) && !manifest?.hashes.has(path) && !isProgram(path)).sort();
}

/** Whether a path stays in the folder that it is relative to, and names each file in one way only. */
function isSafe(path) {
  const parts = path.split("/");
  return parts.every((part) => part && part !== "." && part !== "..") && !/[\\:\0]/.test(path);
}

/** Whether a path in a backup can be that of a file of the user. */
function mayBeRestored(path) {
  const folders = path.split("/").slice(0, -1);
  const isFirmware = isOurs(path) || path === description.package.replace(/\/$/, "") || isProgram(path);
  return isSafe(path) && !isFirmware && !folders.some((folder) => description.modules.includes(folder));
}

/** Reads all user files from the board and compares them by hash; returns a Map of bytes by path. */
export async function readUserFiles(board) {
  const { sizes } = await board.listFiles();
  const paths = userFiles(sizes.keys(), await readManifest(board, sizes));
  const unsafe = paths.find((path) => !isSafe(path));
  if (unsafe !== undefined) throw new Refusal("unsafe name", { path: unsafe });
  const hashes = await board.hashes(paths);
  const files = new Map();
  for (const path of paths) {
    files.set(path, await board.read(path));
    if ((await sha256(files.get(path))) !== hashes.get(path)) throw new Refusal("misread", { path });
  }
  return files;
}

/** The name of a backup that is made now, as `make backup` names it. */
export function backupName(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  return `sixpip-${date}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.zip`;
}

/** The files of a backup, a Map of bytes by path. `source`: its name. Raises Refusal when it is none, or damaged. */
export async function readBackup(source, bytes) {
  const files = await unzipped(bytes).catch((error) => {
    if (!(error instanceof BadZip)) throw error;
    throw new Refusal("bad backup", { source, reason: error.message });
  });
  if (!files.size) throw new Refusal("bad backup", { source, reason: "is empty" });
  for (const path of files.keys()) if (!mayBeRestored(path)) throw new Refusal("no backup", { source, path });
  return files;
}

/** Writes files of the user to the board; others stay. After an interruption each is as before, or as in `files`. */
export async function restoreUserFiles(board, files, progress = () => {}) {
  const { sizes } = await board.listFiles();
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
