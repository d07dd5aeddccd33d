/* The smallest integer divided by -1. A GPU returns the smallest integer, with remainder 0; x86-64 traps.
 *
 * x86-64's idiv raises the same exception for this and for a divisor of 0. This code decodes the instruction. If it is
 * this division, it stores the results in the saved registers, and the thread continues after the instruction. Other
 * processors do not trap. */
#include "divide.h"

#if defined(__x86_64__)
#include <limits.h>
#include <string.h>
#include <ucontext.h>

/* Registers by their number in an instruction. */
static const int registers[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                  REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
enum { AX, CX, DX, BX, SP, BP };

/* What the prefixes of an instruction say. */
struct prefixes {
    bool wide, word, narrow_addresses; /* REX.W, 0x66, 0x67 */
    unsigned base_bit, index_bit;      /* REX.B, REX.X: the fourth bit of a register's number */
    bool rex;
    uintptr_t segment; /* base of %fs, if it is used */
};

static const uint8_t *read_prefixes(const uint8_t *code, struct prefixes *prefixes)
{
    for (;; code++) {
        if (*code == 0x66) {
            prefixes->word = true;
        } else if (*code == 0x67) {
            prefixes->narrow_addresses = true;
        } else if (*code == 0x64) {
            /* The thread control block begins with its own address. */
            __asm__("mov %%fs:0, %0" : "=r"(prefixes->segment));
        } else if (*code != 0x2e && *code != 0x36 && *code != 0x3e && *code != 0x26) { /* these segments have base 0 */
            break;
        }
    }
    if ((*code & 0xf0) == 0x40) {
        prefixes->rex = true;
        prefixes->wide = *code & 8;
        prefixes->index_bit = (*code & 2) << 2;
        prefixes->base_bit = (*code & 1) << 3;
        code++;
    }
    return code;
}

static uintptr_t get(const greg_t *saved, unsigned number)
{
    return (uintptr_t)saved[registers[number]];
}

static intptr_t displacement(const uint8_t **code, int bytes)
{
    int32_t wide = 0;
    if (bytes == 1)
        wide = (int8_t)**code;
    else if (bytes == 4)
        memcpy(&wide, *code, sizeof wide);
    *code += bytes;
    return wide;
}

/* The address of a memory operand. Moves `code` to the end of the operand, which ends the instruction. */
static uintptr_t address(const greg_t *saved, const struct prefixes *prefixes, const uint8_t **code)
{
    unsigned byte = *(*code)++, mode = byte >> 6, base = byte & 7;
    bool scaled = base == SP, relative = !scaled && base == BP && mode == 0;
    uintptr_t sum = 0;
    if (scaled) {
        byte = *(*code)++;
        base = byte & 7;
        unsigned index = (byte >> 3 & 7) | prefixes->index_bit;
        if (index != SP)
            sum = get(saved, index) << (byte >> 6);
    }
    bool has_base = base != BP || mode != 0;
    if (has_base)
        sum += get(saved, base | prefixes->base_bit);
    sum += (uintptr_t)displacement(code, mode == 1 ? 1 : mode == 2 || !has_base ? 4 : 0);
    if (relative)
        sum += (uintptr_t)*code;
    return (prefixes->narrow_addresses ? (uint32_t)sum : sum) + prefixes->segment;
}

/* The divisor, sign-extended from `bytes`. Moves `code` to the end of the instruction. */
static int64_t divisor(const greg_t *saved, const struct prefixes *prefixes, const uint8_t **code, int bytes)
{
    uint64_t bits = 0;
    unsigned number = (**code & 7) | prefixes->base_bit;
    if (**code >> 6 == 3) {
        ++*code;
        if (bytes == 1 && !prefixes->rex && number >= 4)
            bits = get(saved, number - 4) >> 8; /* ah, ch, dh, bh */
        else
            bits = get(saved, number);
    } else {
        memcpy(&bits, (const void *)address(saved, prefixes, code), (size_t)bytes); /* readable: idiv has read it */
    }
    int unused = 64 - 8 * bytes;
    return (int64_t)(bits << unused) >> unused;
}

/* Sets the low `bytes` of a register; 4 bytes clear the upper half, as on the processor. */
static void set(greg_t *saved, int which, int64_t value, int bytes)
{
    uint64_t mask = bytes == 8 ? ~0ull : bytes == 4 ? ~0ull : (1ull << 8 * bytes) - 1;
    uint64_t bits = bytes == 4 ? (uint32_t)value : (uint64_t)value;
    saved[which] = (greg_t)(((uint64_t)saved[which] & ~mask) | (bits & mask));
}

bool emu_divide_smallest(void *context)
{
    greg_t *saved = ((ucontext_t *)context)->uc_mcontext.gregs;
    struct prefixes prefixes = {0};
    const uint8_t *code = read_prefixes((const uint8_t *)(uintptr_t)saved[REG_RIP], &prefixes);
    if ((*code != 0xf7 && *code != 0xf6) || (code[1] >> 3 & 7) != 7)
        return false;
    int bytes = *code++ == 0xf6 ? 1 : prefixes.wide ? 8 : prefixes.word ? 2 : 4;
    int unused = 64 - 8 * bytes;
    int64_t low = (int64_t)((uint64_t)saved[REG_RAX] << unused) >> unused;
    /* The upper half of the dividend must be its sign; a division of 8 bits has the dividend in ax. */
    int64_t high = bytes == 1 ? (int8_t)(saved[REG_RAX] >> 8) : (int64_t)((uint64_t)saved[REG_RDX] << unused) >> unused;
    int64_t smallest = INT64_MIN >> unused;
    if (divisor(saved, &prefixes, &code, bytes) != -1 || low != smallest || high != -1)
        return false;
    if (bytes == 1) {
        set(saved, REG_RAX, 0x80, 2); /* al: the quotient; ah: the remainder */
    } else {
        set(saved, REG_RAX, smallest, bytes);
        set(saved, REG_RDX, 0, bytes);
    }
    saved[REG_RIP] = (greg_t)(uintptr_t)code;
    return true;
}
#else
bool emu_divide_smallest(void *context)
{
    (void)context;
    return false;
}
#endif
