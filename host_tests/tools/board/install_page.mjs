// Runs the modules of install.html in Node, without a browser: reads a job from the standard input (JSON), writes what
// came of it to the standard output. A job names an action below; `port` is the TCP port of a board, `ports` are those of
// several, with which the action runs at the same time.

import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

import { Port, driveOf, fromHex, toHex } from "./devices.mjs";
import { visited } from "./install_page_visits.mjs";

const job = JSON.parse(await text(process.stdin));
const load = (name) => import(pathToFileURL(`${job.folder}/install-${name}.js`).href);
const [sentences, { Board }, plans, steps, saves, backups, { examine }, drives, { literal }, { Wire }] = await Promise.all(
  ["sentences", "board", "plan", "steps", "saves", "backup", "doctor", "drive", "python", "wire"].map(load),
);
sentences.useDescription(job.description);
const listed = Object.entries(job.description.firmware);
const firmware = new Map(listed.map(([path, [size, hash]]) => [path, { size, hash }]));
const bytesOf = (files) => new Map(Object.entries(files).map(([path, content]) => [path, fromHex(content)]));
const hexOf = (files) => Object.fromEntries([...files].map(([path, content]) => [path, toHex(content)]));

/** What an action returns, or its refusal. */
async function outcome(action) {
  try {
    return { result: await action() };
  } catch (error) {
    if (error instanceof sentences.Refusal) return { refusal: error.message };
    throw error;
  }
}

/** Runs an action with a connected board. */
async function withBoard(action, port = job.port, at = 0) {
  const board = new Board(new Port(port, { writes: job.writes?.[at] }));
  await board.connect();
  try {
    return await action(board);
  } finally {
    await board.close();
  }
}

/** The outcomes of an action with each of several boards. */
const withEach = (action) =>
  Promise.all(job.ports.map((port, at) => outcome(() => withBoard((board) => action(board, at), port, at))));

async function installOn(board) {
  const state = await steps.readState(board, firmware);
  const plan = plans.makePlan(state, firmware, job.description.version);
  await steps.install(board, state, plan, bytesOf(job.contents), () => {});
}

const restoreOn = async (board, backup) =>
  saves.restoreUserFiles(board, await backups.readBackup("saves.zip", fromHex(backup)));

async function uf2(content) {
  const { bytes, ...found } = await drives.readUf2("given.uf2", fromHex(content));
  return { ...found, isWhole: toHex(bytes) === content, sentence: drives.fileSentences(found) };
}

/** Saves a file on a drive (see devices.mjs), and returns what was written. */
async function savedOnDrive(given) {
  const { choose, written } = driveOf(given);
  globalThis.showDirectoryPicker = choose;
  const file = { name: "given.uf2", chip: job.chip, bytes: fromHex("0102") };
  return { ...(await outcome(() => drives.saveOnDrive(file))), written };
}

function planned(state) {
  const { sizes, hashes, manifest, folders, ...rest } = state;
  const read = {
    ...rest,
    sizes: new Map(sizes),
    hashes: new Map(hashes),
    folders: new Set(folders),
    manifest: manifest && { version: manifest.version, hashes: new Map(manifest.hashes) },
  };
  const { manifest: target, ...plan } = plans.makePlan(read, firmware, job.description.version);
  return { ...plan, version: target.version };
}

const actions = {
  identities: () => Promise.all(job.identities.map((given) =>
    outcome(() => plans.checkIdentity(given) ?? plans.boardName(given)))),
  plans: () => Promise.all(job.states.map((state) => outcome(() => planned(state)))),
  manifests: () => Promise.all(job.texts.map(async (content) => {
    const manifest = await plans.parseManifest(fromHex(content));
    return manifest && toHex(await plans.manifestText(manifest));
  })),
  install: () => withBoard(async (board) => {
    await installOn(board);
    if (job.start) await board.start(job.description.version);
  }),
  installs: () => withEach(installOn),
  starts: () => withEach((board, at) => board.start(job.description.version, job.has_boot[at])),
  backup: () => withBoard(async (board) => {
    const leftOut = [];
    const files = await saves.readUserFiles(board, (path) => leftOut.push(path));
    return { zip: toHex(await backups.packBackup(files)), leftOut };
  }),
  reads: () => withEach(async (board) => hexOf(await saves.readUserFiles(board))),
  restore: () => withBoard((board) => restoreOn(board, job.backup)),
  restores: () => withEach((board, at) => restoreOn(board, job.backups[at])),
  read_backups: () => Promise.all(job.backups.map((backup) =>
    outcome(async () => hexOf(await backups.readBackup("saves.zip", fromHex(backup)))))),
  backup_names: () => job.dates.map((parts) => backups.backupName(new Date(...parts))),
  uf2s: () => Promise.all(job.files.map((content) => outcome(() => uf2(content)))),
  drives: async () => {
    const found = [];
    for (const drive of job.drives) found.push(await savedOnDrive(drive));
    return found;
  },
  packed: () => job.boards.map((sizes) => backups.toPack(new Map(sizes), null)),
  shown: () => job.texts.map((text) => sentences.shown(text, job.most)),
  variant_names: () => Promise.all(job.names.map((name) =>
    outcome(() => [...saves.variantFiles(new Map([[name, fromHex(job.content)]]), []).keys()]))),
  variants: () => Promise.all(job.chosen.map(({ files, there }) =>
    outcome(() => hexOf(saves.variantFiles(bytesOf(files), there))))),
  doctors: () => withEach(examine),
  literals: () => job.texts.map(literal),
  pieces: () => Promise.all(job.received.map(async (pieces) => {
    const wire = new Wire({}), read = [];
    const reading = (async () => {
      for (const ending of job.endings) read.push(await wire.takeUntil(ending, 1));
    })();
    for (const piece of pieces) {
      await new Promise((done) => setImmediate(done));
      wire.received += piece;
      wire.wake();
    }
    await reading;
    return { read, left: wire.received };
  })),
  transfer: () => withBoard(async (board) => {
    for (const [path, content] of bytesOf(job.files)) await board.write(path, content);
    const { sizes } = await board.listFiles();
    const read = new Map();
    for (const path of sizes.keys()) read.set(path, await board.read(path));
    return hexOf(read);
  }),
  visits: async () => {
    const found = [];
    for (const visit of job.visits) {
      sentences.useDescription(null); // the page does that itself
      found.push(await visited({ ...job, ...visit }, found.length));
    }
    return found;
  },
};
process.stdout.write(JSON.stringify(await outcome(actions[job.action])), () => process.exit(0));
