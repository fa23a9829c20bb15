// Reads the state of a board and carries out a plan on it, in the order of tools/board/flash/install.py, which allows
// the cable to be pulled at any moment: main.py exists only while all other files are complete and of one version.

import { isUpToDate, manifestText, parseManifest, sha256, toCopy } from "./install-plan.js";
import { Refusal, description } from "./install-sentences.js";

/** The manifest on the board; null when there is none, or a damaged or too large one. */
export async function readManifest(board, sizes) {
  const isThere = sizes.get(description.manifest) <= description.most_manifest;
  return isThere ? parseManifest(await board.read(description.manifest)) : null;
}

/** Reads what is on the board, with the hashes of the files that may be up to date. */
export async function readState(board, firmware) {
  const { main } = description;
  const { sizes, folders } = await board.listFiles();
  const manifest = await readManifest(board, sizes);
  const candidates = [...firmware.keys()].sort().filter((path) => sizes.get(path) === firmware.get(path).size);
  if (sizes.has(main) && !candidates.includes(main)) candidates.push(main);
  const hashes = await board.hashes(candidates);
  const known = [firmware.get(main).hash, manifest?.hashes.get(main)];
  const isForeign = sizes.has(main) && !known.includes(hashes.get(main));
  const foreignMain = isForeign ? new TextDecoder("latin1").decode(await board.read(main)) : "";
  const { bootFault } = board;
  return { sizes, folders, hashes, manifest, foreignMain, bootFault, disk: await board.diskSpace({ sizes, folders }) };
}

/** Writes a file as `part`, compares it and renames it. */
export async function writeAtomically(board, path, data, part = path + description.part) {
  await board.write(part, data);
  await verify(board, new Map([[part, await sha256(data)]]));
  await board.rename(part, path);
}

/** Raises Refusal unless the files on the board have these hashes (a Map by path). */
async function verify(board, expected) {
  const hashes = await board.hashes([...expected.keys()].sort());
  for (const [path, hash] of hashes) if (hash !== expected.get(path)) throw new Refusal("differs", { path });
}

/** Deletes files, and the folders that are empty then. */
async function deleteAll(board, paths) {
  for (const path of paths) await board.delete(path);
  const folders = new Set(paths.flatMap((path) => path.split("/").map((_, at, all) => all.slice(0, at).join("/"))));
  for (const folder of [...folders].filter(Boolean).sort().reverse()) await board.deleteEmptyFolder(folder);
}

/** Carries out `plan`. `contents`: the firmware, a Map of bytes by path; `progress`: gets a step and bytes sent. */
export async function install(board, state, plan, contents, progress) {
  const { main, manifest: name } = description;
  const isDone = isUpToDate(plan);
  const renames = new Map(plan.renames);
  for (const [path, newName] of renames) if (path !== main) await board.rename(path, newName);
  if (!isDone) {
    if (renames.has(main)) await board.rename(main, renames.get(main));
    else if (state.sizes.has(main)) await board.delete(main);
    const hashes = new Map([...(state.manifest?.hashes ?? []), ...plan.manifest.hashes]);
    await writeAtomically(board, name, await manifestText({ version: plan.manifest.version, hashes }));
    await deleteAll(board, [...plan.stale, ...plan.changed].filter((path) => path !== main).sort());
    const modules = toCopy(plan).filter((path) => path !== main);
    for (const path of modules) await board.write(path, contents.get(path), (count) => progress(path, count));
    progress("verifying", 0);
    await verify(board, new Map(modules.map((path) => [path, plan.manifest.hashes.get(path)])));
  }
  if (plan.manifestDiffers || !isDone) await writeAtomically(board, name, await manifestText(plan.manifest));
  if (!isDone) {
    progress(main, contents.get(main).length);
    await writeAtomically(board, main, contents.get(main));
  }
}
