/* Numbers of the copies behind a multicast address. */
#ifndef EMU_MULTIMEM_H
#define EMU_MULTIMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device_multimem.h"

/* Bytes of an element. */
static inline size_t emu_multimem_size(unsigned type)
{
    return type == EMU_MULTIMEM_I64 || type == EMU_MULTIMEM_U64 || type == EMU_MULTIMEM_F64 ? 8 : 4;
}

/* `a` and `b` reduced; of elements of 4 bytes the low half counts. */
uint64_t emu_multimem_combine(unsigned operation, unsigned type, uint64_t a, uint64_t b);
/* The sum of pairs of 16-bit numbers, rounded once at the end. */
uint64_t emu_multimem_sum_wide(unsigned type, const uint64_t *elements, unsigned count);

#endif
