/* What compiled kernels call for multicast addresses. Only kernels that include <lanewise/multimem.h> see it. */
#ifndef EMU_DEVICE_MULTIMEM_H
#define EMU_DEVICE_MULTIMEM_H

#include <stdint.h>

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What an access does: an operation, the type of its elements, and how many there are. A pair of 16-bit numbers is one element. */
#define EMU_MULTIMEM(operation, type, count) ((operation) | (type) << 4 | (count) << 8)
enum {
    EMU_MULTIMEM_STORE,
    EMU_MULTIMEM_ADD,
    EMU_MULTIMEM_ADD_ACC_F32, /* of 16-bit numbers: the sum is a float until all copies are added */
    EMU_MULTIMEM_MIN,
    EMU_MULTIMEM_MAX,
    EMU_MULTIMEM_AND,
    EMU_MULTIMEM_OR,
    EMU_MULTIMEM_XOR
};
enum {
    EMU_MULTIMEM_I32,
    EMU_MULTIMEM_U32,
    EMU_MULTIMEM_I64,
    EMU_MULTIMEM_U64,
    EMU_MULTIMEM_F32,
    EMU_MULTIMEM_F64,
    EMU_MULTIMEM_F16X2,
    EMU_MULTIMEM_BF16X2
};

/* All elements of an access, 4 to 16 bytes; in registers, so that it needs no memory. */
typedef struct emu_multimem_value {
    uint64_t low, high;
} emu_multimem_value;

/* `order`, `scope`: CUDA's numbers, __NV_ATOMIC_... and __NV_THREAD_SCOPE_.... */
emu_multimem_value emu_multimem_load_reduce(const void *address, unsigned what, int order, int scope,
                                            const emu_site *site);
void emu_multimem_store(void *address, unsigned what, emu_multimem_value value, int order, int scope,
                        const emu_site *site);
void emu_multimem_reduce(void *address, unsigned what, emu_multimem_value value, int order, int scope,
                         const emu_site *site);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
