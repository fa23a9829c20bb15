// Saves a .uf2 file on the drive of a board in BOOTSEL mode, with the File System Access API: checks before that file and
// drive fit. As tools/board/uf2.py reads such files (github.com/microsoft/uf2).

import { Refusal, description } from "./install-sentences.js";

const BLOCK = 512, HEADER = 32, PAGE = 256;
const MAGIC = [0x0a324655, 0x9e5d5157], END = 0x0ab16f30;
const ABSOLUTE = 0xe48bff57; // of a block that picotool puts first for the RP2350; it has no content
const FLASH = 0x10000000;
const INFO = "INFO_UF2.TXT";

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The blocks of a file: address, family, and where the content begins. Null unless it is a complete UF2 file. */
function blocksOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks = [];
  if (!bytes.length || bytes.length % BLOCK) return null;
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const [first, second, , address, size, number, count, family] = [...Array(8).keys()].map((field) =>
      view.getUint32(at + 4 * field, true),
    );
    if (first !== MAGIC[0] || second !== MAGIC[1] || view.getUint32(at + BLOCK - 4, true) !== END) return null;
    if (family === ABSOLUTE && !at) continue;
    if (size !== PAGE) return null;
    blocks.push({ address, family, number, count, at: at + HEADER });
  }
  const counts = [...new Set(blocks.map(({ count }) => count))];
  return counts.length && counts.every((count) => isWhole(blocks, count)) ? blocks : null;
}

/** Whether none of `count` blocks is missing. A file may count the block of picotool, which comes first, as number 0. */
function isWhole(blocks, count) {
  const numbers = new Set(blocks.filter((block) => block.count === count).map(({ number }) => number));
  return numbers.has(count - 1) && numbers.size >= count - (numbers.has(0) ? 0 : 1);
}

/** What a .uf2 file is: its chip, its MicroPython ("" for a file without one), and whether it replaces all files on the
 *  board. Raises Refusal for a file that none of the boards takes. */
export async function readUf2(name, bytes) {
  const { boards, board_names: names, pico_w: picoW } = description;
  const blocks = blocksOf(bytes);
  const chip = blocks && boards.find(({ family }) => blocks.every((block) => block.family === family))?.chip;
  if (!chip) throw new Refusal("no uf2", { name, boards: names });
  const content = new Blob(blocks.map(({ at }) => bytes.subarray(at, at + PAGE)));
  const text = new TextDecoder("latin1").decode(await content.arrayBuffer());
  const found = /MicroPython v(\d{1,4})\.(\d{1,4})[\w.-]*/.exec(text);
  if (text.includes(picoW.machine)) throw new Refusal("uf2 for Pico W", { name, refused: picoW.refused });
  const board = boards.find((entry) => text.includes(`${entry.machine} with ${entry.chip}`));
  if (found && !board) throw new Refusal("no uf2", { name, boards: names });
  const [major, minor] = found ? [Number(found[1]), Number(found[2])] : [];
  const isOld = found && (major < board.oldest[0] || (major === board.oldest[0] && minor < board.oldest[1]));
  if (isOld) throw new Refusal("old uf2", { name, build: board.official });
  const last = Math.max(...blocks.map(({ address }) => address)) - FLASH;
  const disk = Math.min(...boards.filter((entry) => entry.chip === chip).map((entry) => entry.disk_offset));
  return { name, bytes, chip, micropython: found?.[0] ?? "", replacesFiles: last >= disk };
}

/** What the page shows of a chosen file. */
export function fileSentences({ name, chip, micropython, replacesFiles }) {
  const what = `${name} is ${micropython || "a file"} for boards with the ${chip}.`;
  return replacesFiles ? `${what} It replaces all files on the board, also saves: make a backup first.` : what;
}

/** Saves a file of readUf2 on the drive that the user chooses. Returns whether one was chosen. Raises Refusal. */
export async function saveOnDrive(file, progress = () => {}) {
  let drive;
  try {
    drive = await showDirectoryPicker({ id: "bootsel", mode: "readwrite" });
  } catch (error) {
    if (error.name === "AbortError") return false;
    throw new Refusal("drive failed", { name: file.name, error: error.message });
  }
  await checkDrive(drive, file);
  progress();
  await writeTo(drive, file);
  return true;
}

/** Raises Refusal unless the folder is the drive of a board in BOOTSEL mode with the chip of the file. */
async function checkDrive(drive, { name, chip }) {
  const text = await readInfo(drive);
  const board = description.boards.find((entry) => text.includes(`Board-ID: ${entry.drive}`));
  const drives = [...new Set(description.boards.map((entry) => entry.drive))].join(" or ");
  if (!board) throw new Refusal("no drive", { drives });
  if (board.chip !== chip) throw new Refusal("other drive", { name, chip, other: board.chip });
}

/** The file in which the boot loader names its board; "" when there is none. */
async function readInfo(drive) {
  try {
    return await (await (await drive.getFileHandle(INFO)).getFile()).text();
  } catch {
    return "";
  }
}

/** Writes the file and waits until the drive is gone: the board restarts when it has the last block, also before the
 *  browser has closed the file, which is no fault then. Raises Refusal. */
async function writeTo(drive, { name, bytes }) {
  let isClosed = false;
  try {
    const writable = await (await drive.getFileHandle(name, { create: true })).createWritable();
    await writable.write(bytes);
    isClosed = await writable.close().then(() => true, () => false);
  } catch (error) {
    throw new Refusal("drive failed", { name, error: error.message });
  }
  const end = performance.now() + (isClosed ? description.drive_s : description.silent_s) * 1000;
  while (await readInfo(drive)) {
    if (performance.now() > end) throw new Refusal("drive stays", { name });
    await pause(200);
  }
}
