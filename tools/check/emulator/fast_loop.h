/* Executes the common instructions of ARMv6-M (ARM DDI 0419) on registers and memory in C.

   tools.check.emulator.patches adds this file to the compiled core of rp2040py, which is called once for each
   instruction. Here a run of many instructions is one call, with the results and the clocks of rp2040py's own handlers
   (native/_cortex_m0_core.pyx): host_tests/test_emulator_fast_build.py compares them for every opcode. An instruction
   that is not here (peripherals, special registers, exceptions, sleep) ends the run, and rp2040py executes it. */

#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The memory of the chip is copied as it is: this needs a little-endian computer."
#endif

#define BOOTROM_SIZE 0x4000u
#define FLASH_START 0x10000000u
#define FLASH_SIZE 0x01000000u
#define SRAM_START 0x20000000u
#define SRAM_SIZE 0x42000u
#define LR r[14]
#define SP r[13]

typedef struct {
    uint32_t *registers;     /* 16; the program counter is the address of the next instruction */
    uint8_t *bootrom, *flash, *sram;
    int n, z, c, v;          /* the flags, each 0 or 1 */
    int in_handler;          /* whether an exception is handled, so that a branch may return from it */
    double nanos, alarm;     /* the time, and when the next alarm is due */
    int64_t clocks;          /* clocks of the finished instructions */
    int64_t free_clocks;     /* so many clocks may pass until a PIO block is due */
    int last;                /* clocks of the last instruction, not yet in nanos and clocks; 0: it is not executed */
} FastRun;

/* Returns where `size` bytes can be read, or NULL: not in memory, or not aligned. */
static inline const uint8_t *readable(const FastRun *run, uint32_t address, uint32_t size, uint32_t alignment) {
    if (address & (alignment - 1)) return NULL;
    if (address - SRAM_START <= SRAM_SIZE - size) return run->sram + (address - SRAM_START);
    if (address - FLASH_START <= FLASH_SIZE - size) return run->flash + (address - FLASH_START);
    if (address <= BOOTROM_SIZE - size) return run->bootrom + address;
    return NULL;
}

/* Returns where `size` bytes can be written, or NULL. */
static inline uint8_t *writable(const FastRun *run, uint32_t address, uint32_t size, uint32_t alignment) {
    if (address & (alignment - 1)) return NULL;
    return address - SRAM_START <= SRAM_SIZE - size ? run->sram + (address - SRAM_START) : NULL;
}

static inline uint32_t load(const uint8_t *from, uint32_t size) {
    uint32_t value = 0;
    memcpy(&value, from, size);
    return value;
}

/* Stores or loads the low registers of a list, one bit each, from the lowest address on; returns how many. */
static inline int store_list(uint8_t *to, const uint32_t *r, uint32_t list) {
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (list >> i & 1) memcpy(to + 4 * count++, &r[i], 4);
    return count;
}
static inline int load_list(const uint8_t *from, uint32_t *r, uint32_t list) {
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (list >> i & 1) r[i] = load(from + 4 * count++, 4);
    return count;
}

/* A value in memory, stored or loaded by instructions with one register. */
#define LOAD(address, type, size) do { \
        const uint8_t *from = readable(run, address, size, size); \
        if (from == NULL) goto leave; \
        r[op & 7] = (uint32_t)(type)load(from, size); \
        clocks = 2; \
    } while (0)
#define STORE(address, size) do { \
        uint8_t *to = writable(run, address, size, size); \
        if (to == NULL) goto leave; \
        memcpy(to, &r[op & 7], size); \
        clocks = 2; \
    } while (0)
#define ADD_FLAGS(a, b) do { \
        uint32_t left = (a), right = (b); \
        nz = left + right; \
        c = nz < left; \
        v = (~(left ^ right) & (left ^ nz)) >> 31; \
    } while (0)
#define SUBTRACT_FLAGS(a, b) do { \
        uint32_t left = (a), right = (b); \
        nz = left - right; \
        c = left >= right; \
        v = ((left ^ right) & (left ^ nz)) >> 31; \
    } while (0)

static inline int condition_holds(uint32_t condition, uint32_t nz, int c, int v) {
    int holds;
    switch (condition >> 1) {
        case 0: holds = nz == 0; break;
        case 1: holds = c; break;
        case 2: holds = nz >> 31; break;
        case 3: holds = v; break;
        case 4: holds = c && nz != 0; break;
        case 5: holds = (int)(nz >> 31) == v; break;
        default: holds = (int)(nz >> 31) == v && nz != 0;
    }
    return holds ^ (condition & 1);
}

/* Executes up to `most` instructions and returns how many. It ends with the one that reaches an alarm or the clock of a
   PIO block, or before one that is not here. */
static long fast_run(FastRun *run, long most) {
    uint32_t *r = run->registers;
    uint32_t pc = r[15];
    uint32_t nz = run->z ? 0 : run->n ? 0x80000000u : 1;
    int c = run->c, v = run->v;
    const uint8_t *flash = run->flash;
    const double alarm = run->alarm;
    const int64_t free_clocks = run->free_clocks;
    double nanos = run->nanos;
    int64_t passed = 0;
    int clocks = 0;
    long count = 0;

    run->clocks = run->last = 0;
    if ((run->n && run->z) || (pc & 1)) return 0;
    for (;;) {
        const uint8_t *code = pc - FLASH_START <= FLASH_SIZE - 4 ? flash + (pc - FLASH_START) : readable(run, pc, 4, 2);
        if (code == NULL) goto leave;
        uint32_t op = load(code, 2);
        uint32_t next = pc + 2;
        clocks = 1;
        switch (op >> 6) {
            case 0x000 ... 0x01F: { /* LSLS immediate */
                uint32_t value = r[(op >> 3) & 7], shift = (op >> 6) & 31;
                if (shift) c = (value >> (32 - shift)) & 1;
                r[op & 7] = nz = value << shift;
                break;
            }
            case 0x020 ... 0x03F: { /* LSRS immediate */
                uint32_t value = r[(op >> 3) & 7], shift = (op >> 6) & 31;
                c = (value >> (shift ? shift - 1 : 31)) & 1;
                r[op & 7] = nz = shift ? value >> shift : 0;
                break;
            }
            case 0x040 ... 0x05F: { /* ASRS immediate */
                int32_t value = (int32_t)r[(op >> 3) & 7];
                uint32_t shift = (op >> 6) & 31;
                c = ((uint32_t)value >> (shift ? shift - 1 : 31)) & 1;
                r[op & 7] = nz = (uint32_t)(value >> (shift ? shift : 31));
                break;
            }
            case 0x060 ... 0x067: /* ADDS register */
                ADD_FLAGS(r[(op >> 3) & 7], r[(op >> 6) & 7]);
                r[op & 7] = nz;
                break;
            case 0x068 ... 0x06F: /* SUBS register */
                SUBTRACT_FLAGS(r[(op >> 3) & 7], r[(op >> 6) & 7]);
                r[op & 7] = nz;
                break;
            case 0x070 ... 0x077: /* ADDS of 3 bits */
                ADD_FLAGS(r[(op >> 3) & 7], (op >> 6) & 7);
                r[op & 7] = nz;
                break;
            case 0x078 ... 0x07F: /* SUBS of 3 bits */
                SUBTRACT_FLAGS(r[(op >> 3) & 7], (op >> 6) & 7);
                r[op & 7] = nz;
                break;
            case 0x080 ... 0x09F: /* MOVS immediate */
                r[(op >> 8) & 7] = nz = op & 0xFF;
                break;
            case 0x0A0 ... 0x0BF: /* CMP immediate */
                SUBTRACT_FLAGS(r[(op >> 8) & 7], op & 0xFF);
                break;
            case 0x0C0 ... 0x0DF: /* ADDS of 8 bits */
                ADD_FLAGS(r[(op >> 8) & 7], op & 0xFF);
                r[(op >> 8) & 7] = nz;
                break;
            case 0x0E0 ... 0x0FF: /* SUBS of 8 bits */
                SUBTRACT_FLAGS(r[(op >> 8) & 7], op & 0xFF);
                r[(op >> 8) & 7] = nz;
                break;
            case 0x100: /* ANDS */
                r[op & 7] = nz = r[op & 7] & r[(op >> 3) & 7];
                break;
            case 0x101: /* EORS */
                r[op & 7] = nz = r[op & 7] ^ r[(op >> 3) & 7];
                break;
            case 0x102: { /* LSLS register */
                uint32_t value = r[op & 7], shift = r[(op >> 3) & 7] & 0xFF;
                if (shift) c = (value >> ((32 - shift) & 31)) & 1;
                r[op & 7] = nz = shift < 32 ? value << shift : 0;
                break;
            }
            case 0x103: { /* LSRS register */
                uint32_t value = r[op & 7], shift = r[(op >> 3) & 7] & 0xFF;
                c = shift <= 32 ? (value >> ((shift - 1) & 31)) & 1 : 0;
                r[op & 7] = nz = shift < 32 ? value >> shift : 0;
                break;
            }
            case 0x104: { /* ASRS register */
                int32_t value = (int32_t)r[op & 7];
                uint32_t shift = r[(op >> 3) & 7] & 0xFF;
                if (shift > 32) shift = 32;
                c = ((uint32_t)value >> ((shift - 1) & 31)) & 1;
                r[op & 7] = nz = (uint32_t)(value >> (shift < 32 ? shift : 31));
                break;
            }
            case 0x108: /* TST */
                nz = r[op & 7] & r[(op >> 3) & 7];
                break;
            case 0x109: /* RSBS */
                SUBTRACT_FLAGS(0, r[(op >> 3) & 7]);
                r[op & 7] = nz;
                break;
            case 0x10A: /* CMP register */
                SUBTRACT_FLAGS(r[op & 7], r[(op >> 3) & 7]);
                break;
            case 0x10B: /* CMN */
                ADD_FLAGS(r[op & 7], r[(op >> 3) & 7]);
                break;
            case 0x10C: /* ORRS */
                r[op & 7] = nz = r[op & 7] | r[(op >> 3) & 7];
                break;
            case 0x10D: /* MULS */
                r[op & 7] = nz = r[op & 7] * r[(op >> 3) & 7];
                break;
            case 0x10E: /* BICS */
                r[op & 7] = nz = r[op & 7] & ~r[(op >> 3) & 7];
                break;
            case 0x10F: /* MVNS */
                r[op & 7] = nz = ~r[(op >> 3) & 7];
                break;
            case 0x110 ... 0x113: { /* ADD of any registers */
                uint32_t to = ((op >> 4) & 8) | (op & 7), from = (op >> 3) & 15;
                uint32_t sum = (to == 15 ? pc + 4 : r[to]) + (from == 15 ? pc + 4 : r[from]);
                if (to == 15) {
                    next = sum & ~1u;
                    clocks = 2;
                } else {
                    r[to] = to == 13 ? sum & ~3u : sum;
                }
                break;
            }
            case 0x114 ... 0x117: { /* CMP of any registers */
                uint32_t to = ((op >> 4) & 8) | (op & 7), from = (op >> 3) & 15;
                if (to == 15 || from == 15) goto leave;
                SUBTRACT_FLAGS(r[to], r[from]);
                break;
            }
            case 0x118 ... 0x11B: { /* MOV of any registers */
                uint32_t to = ((op >> 4) & 8) | (op & 7), from = (op >> 3) & 15;
                uint32_t value = from == 15 ? pc + 4 : r[from];
                if (to == 15) {
                    next = value & ~1u;
                    clocks = 2;
                } else {
                    r[to] = to == 13 ? value & ~3u : value;
                }
                break;
            }
            case 0x11C ... 0x11F: { /* BX and BLX */
                uint32_t from = (op >> 3) & 15;
                if (from == 15 || op & 7 || op == 0x47F0) goto leave; /* BLX LR: left to rp2040py */
                uint32_t to = r[from];
                if (op & 0x80) LR = next | 1;
                else if (run->in_handler && to >> 28 == 0xF) goto leave;
                next = to & ~1u;
                clocks = 2;
                break;
            }
            case 0x120 ... 0x13F: { /* LDR literal */
                const uint8_t *from = readable(run, ((pc + 4) & ~3u) + ((op & 0xFF) << 2), 4, 4);
                if (from == NULL) goto leave;
                r[(op >> 8) & 7] = load(from, 4);
                clocks = 2;
                break;
            }
            case 0x140 ... 0x147: STORE(r[(op >> 3) & 7] + r[(op >> 6) & 7], 4); break;
            case 0x148 ... 0x14F: STORE(r[(op >> 3) & 7] + r[(op >> 6) & 7], 2); break;
            case 0x150 ... 0x157: STORE(r[(op >> 3) & 7] + r[(op >> 6) & 7], 1); break;
            case 0x158 ... 0x15F: LOAD(r[(op >> 3) & 7] + r[(op >> 6) & 7], int8_t, 1); break;
            case 0x160 ... 0x167: LOAD(r[(op >> 3) & 7] + r[(op >> 6) & 7], uint32_t, 4); break;
            case 0x168 ... 0x16F: LOAD(r[(op >> 3) & 7] + r[(op >> 6) & 7], uint16_t, 2); break;
            case 0x170 ... 0x177: LOAD(r[(op >> 3) & 7] + r[(op >> 6) & 7], uint8_t, 1); break;
            case 0x178 ... 0x17F: LOAD(r[(op >> 3) & 7] + r[(op >> 6) & 7], int16_t, 2); break;
            case 0x180 ... 0x19F: STORE(r[(op >> 3) & 7] + ((op >> 4) & 0x7C), 4); break;
            case 0x1A0 ... 0x1BF: LOAD(r[(op >> 3) & 7] + ((op >> 4) & 0x7C), uint32_t, 4); break;
            case 0x1C0 ... 0x1DF: STORE(r[(op >> 3) & 7] + ((op >> 6) & 0x1F), 1); break;
            case 0x1E0 ... 0x1FF: LOAD(r[(op >> 3) & 7] + ((op >> 6) & 0x1F), uint8_t, 1); break;
            case 0x200 ... 0x21F: STORE(r[(op >> 3) & 7] + ((op >> 5) & 0x3E), 2); break;
            case 0x220 ... 0x23F: LOAD(r[(op >> 3) & 7] + ((op >> 5) & 0x3E), uint16_t, 2); break;
            case 0x240 ... 0x25F: { /* STR to the stack */
                uint8_t *to = writable(run, SP + ((op & 0xFF) << 2), 4, 4);
                if (to == NULL) goto leave;
                memcpy(to, &r[(op >> 8) & 7], 4);
                clocks = 2;
                break;
            }
            case 0x260 ... 0x27F: { /* LDR from the stack */
                const uint8_t *from = readable(run, SP + ((op & 0xFF) << 2), 4, 4);
                if (from == NULL) goto leave;
                r[(op >> 8) & 7] = load(from, 4);
                clocks = 2;
                break;
            }
            case 0x280 ... 0x29F: /* ADR */
                r[(op >> 8) & 7] = (pc & ~3u) + 4 + ((op & 0xFF) << 2);
                break;
            case 0x2A0 ... 0x2BF: /* ADD of the stack pointer */
                r[(op >> 8) & 7] = SP + ((op & 0xFF) << 2);
                break;
            case 0x2C0 ... 0x2C1: /* ADD to the stack pointer */
                SP = (SP + ((op & 0x7F) << 2)) & ~3u;
                break;
            case 0x2C2 ... 0x2C3: /* SUB from the stack pointer */
                SP = (SP - ((op & 0x7F) << 2)) & ~3u;
                break;
            case 0x2C8: r[op & 7] = (uint32_t)(int16_t)r[(op >> 3) & 7]; break; /* SXTH */
            case 0x2C9: r[op & 7] = (uint32_t)(int8_t)r[(op >> 3) & 7]; break; /* SXTB */
            case 0x2CA: r[op & 7] = r[(op >> 3) & 7] & 0xFFFF; break; /* UXTH */
            case 0x2CB: r[op & 7] = r[(op >> 3) & 7] & 0xFF; break; /* UXTB */
            case 0x2D0 ... 0x2D7: { /* PUSH */
                uint32_t size = 4 * (uint32_t)__builtin_popcount(op & 0x1FF);
                uint8_t *to = writable(run, SP - size, size, 4);
                if (to == NULL || size == 0) goto leave;
                clocks += store_list(to, r, op);
                if (op & 0x100) memcpy(to + size - 4, &LR, 4);
                SP -= size;
                break;
            }
            case 0x2E8: r[op & 7] = __builtin_bswap32(r[(op >> 3) & 7]); break; /* REV */
            case 0x2F0 ... 0x2F7: { /* POP */
                uint32_t size = 4 * (uint32_t)__builtin_popcount(op & 0x1FF);
                const uint8_t *from = readable(run, SP, size, 4);
                if (from == NULL || size == 0) goto leave;
                if (op & 0x100) {
                    uint32_t to = load(from + size - 4, 4);
                    if (run->in_handler && to >> 28 == 0xF) goto leave;
                    next = to & ~1u;
                    clocks = 3;
                }
                clocks += load_list(from, r, op);
                SP += size;
                break;
            }
            case 0x300 ... 0x31F: { /* STMIA */
                uint32_t base = (op >> 8) & 7, size = 4 * (uint32_t)__builtin_popcount(op & 0xFF);
                uint32_t address = r[base];
                uint8_t *to = writable(run, address, size, 4);
                if (to == NULL || size == 0) goto leave;
                clocks += store_list(to, r, op);
                if (!(op >> base & 1)) r[base] = address + size;
                break;
            }
            case 0x320 ... 0x33F: { /* LDMIA */
                uint32_t base = (op >> 8) & 7, size = 4 * (uint32_t)__builtin_popcount(op & 0xFF);
                uint32_t address = r[base];
                const uint8_t *from = readable(run, address, size, 4);
                if (from == NULL || size == 0) goto leave;
                clocks += load_list(from, r, op);
                if (!(op >> base & 1)) r[base] = address + size;
                break;
            }
            case 0x340 ... 0x377: /* B on a condition */
                if (condition_holds((op >> 8) & 15, nz, c, v)) {
                    next = pc + 4 + (uint32_t)(int32_t)(int8_t)op * 2;
                    clocks = 2;
                }
                break;
            case 0x380 ... 0x39F: /* B */
                next = pc + 4 + (uint32_t)((int32_t)(op << 21) >> 20);
                clocks = 2;
                break;
            case 0x3C0 ... 0x3DF: { /* BL */
                uint32_t low = load(code + 2, 2), sign = (op >> 10) & 1;
                if ((low & 0xD000) != 0xD000) goto leave;
                uint32_t i1 = 1 ^ sign ^ ((low >> 13) & 1), i2 = 1 ^ sign ^ ((low >> 11) & 1);
                LR = (pc + 4) | 1;
                next = pc + 4 + ((sign ? 0xFF000000u : 0) | i1 << 23 | i2 << 22 | (op & 0x3FF) << 12 | (low & 0x7FF) << 1);
                clocks = 3;
                break;
            }
            default: goto leave;
        }
        pc = next;
        count++;
        double after = nanos + clocks * 8.0;
        if (after >= alarm || passed + clocks >= free_clocks || count >= most) {
            run->last = clocks;
            break;
        }
        nanos = after;
        passed += clocks;
    }
leave:
    r[15] = pc;
    run->nanos = nanos;
    run->clocks = passed;
    run->n = (int)(nz >> 31);
    run->z = nz == 0;
    run->c = c;
    run->v = v;
    return count;
}
