// Zip files: written as tools/archives.py does, read in bounded memory as tools/files.py does. The demo uses it, too.

import { description } from "./install-sentences.js";

const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;
const VERSION = 20, UNIX = 3, STORED = 0, DEFLATED = 8, UTF8 = 0x800, ENCRYPTED = 1;
const DATE_1980 = 0x21;
const READABLE = 0o100644 << 16;
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧" +
  "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"; // from 128 on
const END_BYTES = 22, ENTRY_BYTES = 46, LOCAL_BYTES = 30;

/** What is wrong with a file, as a predicate such as "is damaged or not a .zip". */
export class BadZip extends Error {
  constructor(reason = "is damaged or not a .zip") {
    super(reason);
  }
}

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = CRCS[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The content of a stream of at most `most` bytes. Raises BadZip. */
async function collected(stream, most) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    if ((size += value.length) > most) throw new BadZip("holds more than fits on a Pico");
    parts.push(value);
  }
}

const through = (bytes, transform, most) => collected(new Blob([bytes]).stream().pipeThrough(transform), most);

// ---- writing --------------------------------------------------------------------------------------------------------

/** A record of little-endian numbers: [bytes, value] each. */
function record(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((total, [bytes]) => total + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** A .zip of files, a Map of bytes by path: the same files give the same bytes. `comment`: ASCII, at its end. */
export async function zipped(files, comment = "") {
  const locals = [], entries = [];
  let offset = 0;
  for (const path of [...files.keys()].sort()) {
    const data = files.get(path), name = new TextEncoder().encode(path);
    const packed = await through(data, new CompressionStream("deflate-raw"), Infinity);
    const common = [
      [2, VERSION], [2, name.length > path.length ? UTF8 : 0], [2, DEFLATED], [2, 0], [2, DATE_1980],
      [4, crc32(data)], [4, packed.length], [4, data.length], [2, name.length], [2, 0],
    ];
    locals.push(record([4, LOCAL], ...common), name, packed);
    const rest = [[2, 0], [2, 0], [2, 0], [4, READABLE], [4, offset]];
    entries.push(record([4, ENTRY], [2, VERSION | (UNIX << 8)], ...common, ...rest), name);
    offset += LOCAL_BYTES + name.length + packed.length;
  }
  const size = entries.reduce((total, part) => total + part.length, 0);
  const end = record([4, END], [2, 0], [2, 0], [2, files.size], [2, files.size], [4, size], [4, offset], [2, comment.length]);
  return new Uint8Array(await new Blob([...locals, ...entries, end, comment]).arrayBuffer());
}

// ---- reading --------------------------------------------------------------------------------------------------------

/** The wanted files in a .zip, a Map of bytes by path, with as many and as large ones as a board can hold. Raises BadZip. */
export async function unzipped(bytes, isWanted) {
  try {
    return await unpacked(bytes, isWanted);
  } catch (error) {
    if (error instanceof BadZip) throw error;
    throw new BadZip(); // a number out of range, a stream that is cut
  }
}

async function unpacked(bytes, isWanted) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = entriesOf(view).filter(({ path }) => !path.endsWith("/") && isWanted(path));
  if (entries.length > description.most_files) throw new BadZip(`has more than ${description.most_files} files`);
  const files = new Map();
  let most = description.most_bytes;
  for (const entry of entries) {
    if (files.has(entry.path)) throw new BadZip(`has two files ${entry.path}`);
    files.set(entry.path, await contentOf(view, entry, most));
    most -= files.get(entry.path).length;
  }
  return files;
}

/** The entries of the list at the end of a .zip. */
function entriesOf(view) {
  let end = view.byteLength - END_BYTES;
  while (view.getUint32(end, true) !== END) end--; // a comment may follow
  const entries = [];
  const count = view.getUint16(end + 10, true);
  const start = end - view.getUint32(end + 12, true);
  for (let at = start, number = 0; number < count; number++) {
    if (view.getUint32(at, true) !== ENTRY) throw new BadZip();
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, nameBytes);
    entries.push({
      path: name, // bytes until all are known
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + nameBytes + extra + comment;
  }
  const decode = decoderOf(entries);
  return entries.map((entry) => ({ ...entry, path: decode(entry) }));
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What reads the names: as UTF-8, also where the .zip does not say so (macOS), or else as CP437 (Windows). */
function decoderOf(entries) {
  const read = ({ path }) => utf8.decode(path);
  try {
    entries.filter(({ flags }) => !(flags & UTF8)).forEach(read);
    return read;
  } catch {
    const letter = (byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128]);
    return (entry) => (entry.flags & UTF8 ? read(entry) : Array.from(entry.path, letter).join(""));
  }
}

/** The content of an entry of at most `most` bytes, compared with its checksum. */
async function contentOf(view, { flags, method, crc, packed, size, offset }, most) {
  if (![STORED, DEFLATED].includes(method) || flags & ENCRYPTED) throw new BadZip("is packed in an unusual way");
  if (view.getUint32(offset, true) !== LOCAL) throw new BadZip();
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const data = new Uint8Array(view.buffer, view.byteOffset + start, packed);
  const isStored = method === STORED;
  if (isStored && packed > most) throw new BadZip("holds more than fits on a Pico");
  const content = isStored ? data.slice() : await through(data, new DecompressionStream("deflate-raw"), most);
  if (content.length !== size || crc32(content) !== crc) throw new BadZip();
  return content;
}
