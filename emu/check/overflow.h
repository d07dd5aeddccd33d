/* Signed sums, differences and products that wrapped: intended in hashes, a mistake in an index. They are recorded by
 * thread; a finding about an address that was computed from one names it. */
#ifndef EMU_CHECK_OVERFLOW_H
#define EMU_CHECK_OVERFLOW_H

#include "../machine/machine.h"

__extension__ typedef __int128 emu_wide; /* any integer of a kernel, and any result for two of 64 bits */

enum { EMU_DECIMAL_SIZE = 48 };
/* The number in decimal; returns `text`. */
const char *emu_decimal(emu_wide number, char text[EMU_DECIMAL_SIZE]);
/* The low `bits` bits, as a number. */
emu_wide emu_low_bits(emu_wide number, unsigned bits, bool is_signed);

typedef struct emu_overflow {
    uintptr_t pc; /* 0: none */
    const char *type;
    int64_t left, right;
    unsigned bits;
    char operation;       /* + - * */
    uint32_t block, rank; /* the thread; set by emu_overflow_note() */
} emu_overflow;

void emu_overflow_note(const emu_worker *worker, const emu_overflow *overflow); /* by the calling thread */
emu_wide emu_overflow_exact(const emu_overflow *overflow);
emu_wide emu_overflow_wrapped(const emu_overflow *overflow);
/* Sets `overflow` to one of the calling thread that the address, or the index, was computed from. Leaves it if there is
 * none. */
void emu_overflow_explain(emu_worker *worker, uintptr_t address, unsigned size, emu_overflow *overflow);
void emu_overflow_explain_index(const emu_worker *worker, emu_wide index, emu_overflow *overflow);
void emu_overflows_forget(void);

#endif
