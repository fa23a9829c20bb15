// Runs an RP2350 emulator with MicroPython and a file system; see __init__.py, which starts this and talks to it.
// Arguments: folder of the compiled emulator, MicroPython's UF2, file system image, its offset in the flash, and the
// GPIOs of the buttons. Reads a command as JSON from each line of stdin and writes the answer as a line of JSON:
// {levels: [[gpio, high], ...], send: "text", ms: 100} -> {ms, text, i2c}. In i2c -1 is the start of a transfer.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder, micropython, disk, offset, ...buttons] = process.argv.slice(2);
const { RP2350, USBCDC } = createRequire(import.meta.url)(join(folder, "dist", "cjs", "index.js"));

const OLED = 0x3c;
const CELL_MV = 1950; // half of a cell's voltage at GP28
const CHIP_MV = 706; // the temperature sensor at 27 degrees
const CHANNEL = { cell: 2, chip: 4 };
const STEPS = 1000; // between two looks at the clock
const TYPED = 256; // bytes that the emulated host may hold

const mcu = new RP2350({ coreArch: "arm" });
mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
mcu.loadFirmware(micropython, { initChip: false });
mcu.flash.set(readFileSync(disk), Number(offset));
mcu.reset();
for (const gpio of buttons) mcu.gpio[gpio].setInputValue(true);
mcu.adc.channelValues[CHANNEL.cell] = Math.round((CELL_MV * 4095) / 3300);
mcu.adc.channelValues[CHANNEL.chip] = Math.round((CHIP_MV * 4095) / 3300);

// The emulator has no ring oscillator: RANDOMBIT is a bit of a xorshift generator.
const RANDOM_BIT = 0x20;
const rosc = mcu.peripherals[0x400e8];
const readRosc = rosc.readUint32.bind(rosc);
let state = 12345;
rosc.readUint32 = (at) => {
  if (at !== RANDOM_BIT) return readRosc(at);
  for (const shift of [13, -17, 5]) state ^= shift > 0 ? state << shift : state >>> -shift;
  return (state >>> 9) & 1;
};

// Nor are its registers for the interrupts of the pins those of the RP2350 (datasheet 9.11.1).
const [INTERRUPTS, INTERRUPTS_END, KIND_BYTES] = [0x230, 0x290, 0x18];
const [RAW, ENABLE, FORCE] = [0, 1, 2];
const io = mcu.peripherals[0x40028];
const [readIo, writeIo] = [io.readUint32.bind(io), io.writeUint32.bind(io)];
const isInterrupt = (at) => at >= INTERRUPTS && at < INTERRUPTS_END;
const kindOf = (at) => Math.floor((at - INTERRUPTS) / KIND_BYTES);
const pinsOf = (at) => {
  const first = ((at - INTERRUPTS) % KIND_BYTES) * 2;
  return mcu.gpio.slice(first, first + 8);
};
io.readUint32 = (at) => {
  if (!isInterrupt(at)) return readIo(at);
  const bits = (pin) => {
    const forced = (pin.irqStatus & pin.irqEnableMask) | pin.irqForceMask;
    return [pin.irqStatus, pin.irqEnableMask, pin.irqForceMask, forced][kindOf(at)];
  };
  return pinsOf(at).reduce((all, pin, place) => all | (bits(pin) << (4 * place)), 0) >>> 0;
};
io.writeUint32 = (at, value) => {
  if (!isInterrupt(at)) return writeIo(at, value);
  pinsOf(at).forEach((pin, place) => {
    const bits = (value >>> (4 * place)) & 15;
    if (kindOf(at) === RAW) pin.updateIRQValue((io.rawWriteValue >>> (4 * place)) & 15);
    if (kindOf(at) === ENABLE) pin.irqEnableMask = bits;
    if (kindOf(at) === FORCE) pin.irqForceMask = bits;
  });
  mcu.updateIOInterrupt();
};

// Nor does it erase or program the flash: the two functions of the boot ROM are done here. They are found in the ROM's
// table (datasheet 5.4): code, flags, and an address for each flag; flag 4 is the function for Arm in secure state.
const ARM = 4;
const rom = new DataView(mcu.bootrom.buffer);
function romFunction(code) {
  for (let at = rom.getUint16(0x14, true); rom.getUint16(at, true); ) {
    const name = String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1));
    const flags = rom.getUint16(at + 2, true);
    at += 4;
    for (let flag = 1; flag <= flags; flag <<= 1) {
      if (!(flags & flag)) continue;
      if (name === code && flag === ARM) return rom.getUint16(at, true) & ~1;
      at += 2;
    }
  }
  throw new Error(`The boot ROM has no ${code}.`);
}
const [ERASE, PROGRAM] = [romFunction("RE"), romFunction("RP")];
const [core, idleCore] = mcu.core;
function flash() {
  const { r } = core.regs;
  if (core.PC === ERASE) {
    mcu.flash.fill(0xff, r[0], r[0] + r[1]);
  } else {
    for (let at = 0; at < r[2]; at++) mcu.flash[r[0] + at] &= mcu.readUint8(r[1] + at);
  }
  core.PC = r[14] & ~1;
}

// Only what the console uses is run: the second core sleeps, and PIO 1 and 2 do nothing. While the core sleeps and no LED
// word is left, time goes on to the next alarm.
const pio = mcu.pio[0];
const leds = pio.machines[0];
function step() {
  if (core.PC === ERASE || core.PC === PROGRAM) flash();
  mcu.currentCore = 0;
  const cycles = core.executeInstruction();
  idleCore.cycles = core.cycles;
  if (core.waiting && leds.waiting && leds.txFIFO.empty && mcu.clock.nanosToNextAlarm > 0) {
    mcu.clock.tick(mcu.clock.nanosToNextAlarm);
    return;
  }
  for (let cycle = 0; cycle < cycles; cycle++) pio.step();
  mcu.clock.tick((cycles * 1e9) / mcu.clkSys);
}

let text = "";
let i2c = [];
const typed = [];
const console_ = new USBCDC(mcu.usbCtrl);
console_.onSerialData = (bytes) => (text += Buffer.from(bytes).toString("latin1"));
const bus = mcu.i2c[0];
bus.onConnect = (address) => {
  i2c.push(-1);
  bus.completeConnect(address === OLED);
};
bus.onWriteByte = (byte) => {
  i2c.push(byte);
  bus.completeWrite(true);
};

for await (const line of createInterface({ input: process.stdin })) {
  const { levels = [], send = "", ms } = JSON.parse(line);
  for (const [gpio, high] of levels) mcu.gpio[gpio].setInputValue(high);
  typed.push(...Buffer.from(send, "latin1"));
  const end = mcu.clock.nanos + ms * 1e6;
  while (mcu.clock.nanos < end) {
    while (typed.length && console_.txFIFO.itemCount < TYPED) console_.sendSerialByte(typed.shift());
    for (let count = 0; count < STEPS && mcu.clock.nanos < end; count++) step();
  }
  process.stdout.write(JSON.stringify({ ms: mcu.clock.nanos / 1e6, text, i2c }) + "\n");
  text = "";
  i2c = [];
}
