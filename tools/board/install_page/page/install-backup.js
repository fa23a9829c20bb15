// What a backup is: which files of a board are in it, and which file is one, as in tools/board/flash/user_files.py. It is
// the .zip that `make backup` writes, for boards and for the demo.

import { Refusal, description, firstNames, shown } from "./install-sentences.js";
import { BadZip, unzipped, zipped } from "./install-zip.js";

const isProgram = (path) =>
  description.our_names.includes(path.split("/")[0]) || description.programs.some((suffix) => path.endsWith(suffix));
export const isOurRecord = (path) => new RegExp(`^(?:${description.our_paths.join("|")})$`).test(path);

/** Those of the board's files that are the user's, sorted. */
export function userFiles(paths, manifest) {
  return [...paths].filter((path) => !manifest?.hashes.has(path) && !isProgram(path)).sort();
}

/** Whether a path stays in the folder that it is relative to, names each file in one way only, and can be shown. */
function isSafe(path) {
  if (shown(path, description.most_path) !== path || /[\\:]/.test(path)) return false;
  const bytes = (name) => new TextEncoder().encode(name).length;
  const isName = (name) => name && name !== "." && name !== ".." && bytes(name) <= description.most_name;
  return path.split("/").every(isName);
}

/** Whether a path in a backup can be that of a file of the user, whatever the case of its letters. */
function mayBeRestored(path) {
  const names = path.toLowerCase().split("/");
  const isFirmware =
    description.our_names.includes(names[0]) ||
    names.some((name) => description.programs.some((suffix) => name.endsWith(suffix)));
  return isSafe(path) && !isFirmware && !names.slice(0, -1).some((name) => description.modules.includes(name));
}

/** Whether a path is that of a file which a system has added. */
function isJunk(path) {
  const { junk, junk_prefix: prefix } = description;
  return path.toLowerCase().split("/").some((name) => junk.includes(name) || name.startsWith(prefix));
}

/** The user's files that go into a backup, and those that cannot, sorted: our records first, then small ones. */
export function toPack(sizes, manifest) {
  const paths = userFiles(sizes.keys(), manifest);
  const ranks = new Map(paths.map((path) => [path, Number(!isOurRecord(path))])), rank = (path) => ranks.get(path);
  paths.sort((a, b) => rank(a) - rank(b) || sizes.get(a) - sizes.get(b) || (a < b ? -1 : 1));
  const packed = [], leftOut = [];
  let room = description.most_bytes;
  for (const path of paths) {
    const fits = sizes.get(path) <= room && packed.length < description.most_files;
    const isPacked = fits && mayBeRestored(path) && !isJunk(path);
    (isPacked ? packed : leftOut).push(path);
    if (isPacked) room -= sizes.get(path);
  }
  return { packed: packed.sort(), leftOut: leftOut.sort() };
}

/** The .zip of a backup. */
export const packBackup = (files) => zipped(files, description.mark);

/** The name of a backup that is made now, as `make backup` names it. */
export function backupName(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  return `sixpip-${date}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.zip`;
}

/** The files of a backup, a Map of bytes by path. `source`: its name. Raises Refusal when it is none, or damaged. */
export async function readBackup(source, bytes) {
  const packed = await unzipped(bytes, (path) => !isJunk(path)).catch((error) => {
    if (!(error instanceof BadZip)) throw error;
    throw new Refusal("bad backup", { source, reason: error.message });
  });
  const files = isMarked(bytes) ? packed : withoutFolder(packed, source);
  if (!files.size) throw new Refusal("bad backup", { source, reason: "is empty" });
  const isInAFile = (path) => path.split("/").some((_, at, names) => at && files.has(names.slice(0, at).join("/")));
  const refused = [...files.keys()].find((path) => !mayBeRestored(path) || isInAFile(path));
  if (refused !== undefined) throw new Refusal("no backup", { source, path: shown(refused) });
  return files;
}

/** Whether a .zip was made by us and not packed again by somebody. */
function isMarked(bytes) {
  const { mark } = description;
  return String.fromCharCode(...bytes.slice(-mark.length)) === mark;
}

/** Whether there is a record of ours at its place, or a file that begins like one. */
function hasRecord(files) {
  const { our_header: header } = description;
  const begins = (data) => String.fromCharCode(...data.subarray(0, header.length + 1));
  const isRecord = (data) => begins(data).startsWith(header) && /\d$/.test(begins(data));
  return [...files].some(([path, data]) => isOurRecord(path) || (!path.includes("/") && isRecord(data)));
}

/** The files without the one folder around all, if our records are in it. Raises Refusal when they are nowhere. */
function withoutFolder(files, source) {
  if (!files.size || hasRecord(files)) return files;
  const paths = [...files.keys()], backups = paths.filter((path) => path.endsWith(".zip"));
  if (backups.length) throw new Refusal("holds backups", { source, names: firstNames(backups) });
  const inner = new Map([...files].map(([path, data]) => [path.slice(path.indexOf("/") + 1), data]));
  const [around, other] = new Set(paths.map((path) => path.split("/")[0]));
  const isFolder = other === undefined && paths[0].includes("/") && !["", ".", ".."].includes(around);
  if (!isFolder || !hasRecord(inner)) throw new Refusal("no saves", { source });
  return inner;
}
