// Arithmetic coding of whole numbers with adaptive frequencies: the packed bytes of a link (codec.js). The twin of
// tools/play/share/range_coder.py, which describes it: both give the same bytes.

const TOP = 2 ** 32;
const BOTTOM = 2 ** 24;
const GAIN = 24;
const MOST = 2 ** 13;
const MOST_NUMBERS = 100_000;

export class Damaged extends Error {}

class Coder {
  range = TOP;
  weights = new Map();

  /** Codes a number below `count`; the more often it occurred in this context, the fewer bits it takes. */
  number(context, count, value = 0) {
    if (!this.weights.has(context)) this.weights.set(context, Array(count).fill(1));
    const weights = this.weights.get(context);
    const coded = this.weighted(weights, value);
    weights[coded] += GAIN;
    if (sum(weights) > MOST) weights.forEach((weight, at) => (weights[at] = (weight + 1) >> 1));
    return coded;
  }

  /** Codes a number below `count`, all of which are equally probable. */
  uniform(count, value = 0) {
    return this.weighted(Array(count).fill(1), value);
  }
}

export class Writer extends Coder {
  writes = true;
  low = 0n;
  bytes = 4;

  /** Writes the number `value`, whose probability is proportional to weights[value], and returns it. */
  weighted(weights, value) {
    this.range = Math.floor(this.range / sum(weights));
    this.low += BigInt(sum(weights.slice(0, value)) * this.range);
    this.range *= weights[value];
    while (this.range < BOTTOM) {
      this.range *= 256;
      this.low <<= 8n;
      this.bytes += 1;
    }
    return value;
  }

  /** The fewest bytes from which all numbers can be read. */
  packed() {
    const last = this.low + BigInt(this.range) - 1n;
    const ends = [32n, 24n, 16n, 8n, 0n].map((cut) => (last >> cut) << cut);
    const digits = ends.find((end) => end >= this.low).toString(16).padStart(2 * this.bytes, "0");
    const bytes = digits.match(/../g).map((pair) => parseInt(pair, 16));
    while (bytes.at(-1) === 0) bytes.pop();
    return Uint8Array.from(bytes);
  }
}

export class Reader extends Coder {
  writes = false;
  at = 0;
  code = 0;
  numbers = 0;

  constructor(packed) {
    super();
    this.bytes = packed;
    for (let byte = 0; byte < 4; byte++) this.take();
  }

  take() {
    this.code = this.code * 256 + (this.bytes[this.at++] ?? 0);
  }

  /** Reads a number. Throws Damaged. */
  weighted(weights) {
    if (++this.numbers > MOST_NUMBERS) throw new Damaged();
    this.range = Math.floor(this.range / sum(weights));
    const wanted = Math.floor(this.code / this.range);
    let found = 0;
    let below = 0;
    while (found < weights.length && wanted >= below + weights[found]) below += weights[found++];
    if (found === weights.length) throw new Damaged();
    this.code -= below * this.range;
    this.range *= weights[found];
    while (this.range < BOTTOM) {
      this.range *= 256;
      this.take();
    }
    return found;
  }
}

function sum(weights) {
  return weights.reduce((total, weight) => total + weight, 0);
}
