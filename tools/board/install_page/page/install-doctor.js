// What the page reports about a board: what is installed, and whether it is intact. As tools/board/flash/doctor.py,
// without the records and the code that runs from the flash: the firmware shows those. Changes nothing.

import { userFiles } from "./install-backup.js";
import { boardName, hidingPaths, shadowingFile } from "./install-plan.js";
import { description, sentence, shown } from "./install-sentences.js";
import { readManifest } from "./install-steps.js";

/** The first few of the paths, and how many more there are. */
function names(paths) {
  const { listed } = description;
  const more = paths.length > listed ? ` and ${paths.length - listed} more` : "";
  return paths.length ? paths.slice(0, listed).map((path) => shown(path)).join(", ") + more : "none";
}

/** Examines a board; returns facts as [heading, text], and faults as one sentence each with the remedy. */
export async function examine(board) {
  const facts = [["Board", boardName(board.identity)]], faults = [];
  const files = await board.listFiles();
  const { sizes } = files;
  const folder = description.package;
  const manifest = await readManifest(board, sizes);
  if (manifest) await checkFiles(board, manifest, sizes, { facts, faults });
  else if (sizes.has(description.module_file) || [...sizes.keys()].some((path) => path.startsWith(`${folder}/`))) {
    facts.push(["Installed", sentence("by hand")]);
    faults.push(sentence("no list"));
  } else {
    facts.push(["Installed", "no Sixpip"]);
    faults.push(sentence("not installed"));
  }
  checkDisk(sizes, manifest, await board.diskSpace(files), { facts, faults });
  const hiding = hidingPaths(files, manifest?.hashes.keys() ?? []);
  faults.push(...hiding.map((path) => sentence("hides", { path })));
  if (board.bootFault && sizes.has(description.boot)) faults.push(sentence("boot.py", { fault: board.bootFault }));
  return { facts, faults };
}

/** Compares the files on the board with the manifest. */
async function checkFiles(board, { version, hashes }, sizes, { facts, faults }) {
  const found = await board.hashes([...hashes.keys()].filter((path) => sizes.has(path)).sort());
  const missing = [...hashes.keys()].filter((path) => !found.has(path)).sort();
  const damaged = [...found.keys()].filter((path) => found.get(path) !== hashes.get(path)).sort();
  const isIntact = !missing.length && !damaged.length;
  const state = isIntact ? "all intact" : `${missing.length} missing, ${damaged.length} damaged`;
  facts.push(["Installed", `Sixpip ${version}: ${hashes.size} files, ${state}`]);
  if (missing.includes(description.main)) faults.push(sentence("main missing"));
  else if (!isIntact) faults.push(sentence("damaged", { names: names([...missing, ...damaged]) }));
  const { version: ours } = description;
  if (version !== ours) facts.push(["Available", sentence("available", { version: ours })]);
}

/** Reports the free space, the user's files and other files. */
function checkDisk(sizes, manifest, disk, { facts, faults }) {
  const users = userFiles(sizes.keys(), manifest);
  const ours = new Set(manifest?.hashes.keys() ?? []);
  const known = new Set([...ours, description.manifest, ...description.parts, ...users]);
  const kilobytes = (blocks) => ((blocks * disk.blockSize) / 1024).toFixed(0);
  facts.push(["Free space", `${kilobytes(disk.free)} of ${kilobytes(disk.blocks)} KB`]);
  const bytes = users.reduce((total, path) => total + sizes.get(path), 0);
  facts.push(["Your files", `${names(users)} (${bytes} bytes)`]);
  facts.push(["Other files", names([...sizes.keys()].filter((path) => !known.has(path)).sort())]);
  const inPlace = [...ours].map((path) => shadowingFile(path, sizes));
  const shadows = new Set(inPlace.filter((file) => file && !ours.has(file)));
  for (const file of [...shadows].sort()) faults.push(sentence("shadowed", { file }));
}
