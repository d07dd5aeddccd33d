/* Signed sums, differences and products that wrapped: in hashes by intent, in an index by mistake. They are noted by
 * thread, and a finding of an access that such a number led to says so. */
#ifndef EMU_CHECK_OVERFLOW_H
#define EMU_CHECK_OVERFLOW_H

#include "../machine/machine.h"

__extension__ typedef __int128 emu_wide; /* any integer of a kernel's, and what two of 64 bits make */

enum { EMU_DIGITS = 48 };
/* In decimal. */
const char *emu_digits(emu_wide number, char text[EMU_DIGITS]);
/* Its low bits as a number of so many. */
emu_wide emu_narrow(emu_wide number, unsigned bits, bool is_signed);

typedef struct emu_overflow {
    uintptr_t pc; /* 0: none */
    const char *type;
    int64_t left, right;
    unsigned bits;
    char operation;       /* + - * */
    uint32_t block, rank; /* whose: set by emu_overflow_note() */
} emu_overflow;

void emu_overflow_note(const emu_worker *worker, const emu_overflow *overflow); /* of the calling thread */
emu_wide emu_overflow_exact(const emu_overflow *overflow);
emu_wide emu_overflow_wrapped(const emu_overflow *overflow);
/* The calling thread's that its address or index comes of; else `overflow` stays as it is. */
void emu_overflow_explain(emu_worker *worker, uintptr_t address, unsigned size, emu_overflow *overflow);
void emu_overflow_explain_index(const emu_worker *worker, emu_wide index, emu_overflow *overflow);
void emu_overflows_forget(void);

#endif
