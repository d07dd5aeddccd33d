/* Warp matrices: which element a lane has where, and what the lanes of a warp do together. Kernels that include
 * <lanewise/matrix.h> see this. A change here breaks compiled kernels, so it needs a new LW_DESCRIPTOR_VERSION. */
#ifndef EMU_DEVICE_MATRIX_H
#define EMU_DEVICE_MATRIX_H

#include "device.h"
#ifdef LW_CPU_FUSED
#include "collective.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum emu_matrix_element {
    EMU_MATRIX_HALF,
    EMU_MATRIX_BFLOAT16,
    EMU_MATRIX_TF32,
    EMU_MATRIX_DOUBLE,
    EMU_MATRIX_S8,
    EMU_MATRIX_U8,
    EMU_MATRIX_S4,
    EMU_MATRIX_U4,
    EMU_MATRIX_B1,
    EMU_MATRIX_FLOAT,
    EMU_MATRIX_INT
} emu_matrix_element;

typedef enum emu_matrix_use { EMU_MATRIX_A, EMU_MATRIX_B, EMU_MATRIX_ACCUMULATOR } emu_matrix_use;

/* Of an integer product: saturates. Of a product of bits: the operation. */
typedef enum emu_matrix_option {
    EMU_MATRIX_WRAPS,
    EMU_MATRIX_SATURATES,
    EMU_MATRIX_XOR,
    EMU_MATRIX_AND
} emu_matrix_option;

/* Where a lane has its element `i`, as on an H200. A register holds neighbours of a row (in b, and in an accumulator
 * with 32 columns, of a column); four lanes have a row together, and 8 rows are next to each other in the warp. Elements
 * past those of the matrix repeat the earlier ones. */
typedef struct emu_matrix_position {
    unsigned row, column;
} emu_matrix_position;

static inline __attribute__((always_inline, unused)) emu_matrix_position
emu_matrix_position_of(unsigned use, unsigned m, unsigned n, unsigned k, unsigned element, unsigned lane, unsigned i)
{
    bool by_column = use == EMU_MATRIX_B || (use == EMU_MATRIX_ACCUMULATOR && n == 32);
    bool outer_first = use != EMU_MATRIX_B || n == 32;
    unsigned outers = by_column ? n : m, inners = use != EMU_MATRIX_ACCUMULATOR ? k : by_column ? m : n;
    unsigned packed = use == EMU_MATRIX_ACCUMULATOR                                  ? 1
                      : element == EMU_MATRIX_HALF || element == EMU_MATRIX_BFLOAT16 ? 1
                      : element == EMU_MATRIX_TF32 || element == EMU_MATRIX_DOUBLE   ? 0
                      : element == EMU_MATRIX_S8 || element == EMU_MATRIX_U8         ? 2
                      : element == EMU_MATRIX_B1                                     ? 5
                                                                                     : 3;
    unsigned outer = lane >> 2, inner = (i & ((1u << packed) - 1)) | (lane & 3) << packed, left = i >> packed;
    if (outer_first && outers > 8) {
        outer |= (left & 1) << 3;
        left >>= 1;
    }
    if (inners > 4u << packed) {
        inner |= (left & 1) << (packed + 2);
        left >>= 1;
    }
    if (!outer_first && outers > 8)
        outer |= (left & 1) << 3;
    if (outers > 16)
        outer |= (left & 1) << 4;
    emu_matrix_position position = {by_column ? inner : outer, by_column ? outer : inner};
    return position;
}

/* A product of matrices of m x k and k x n elements. */
typedef struct emu_matrix_shape {
    unsigned char m, n, k;
    unsigned char factor, c, d; /* emu_matrix_element: of a and b; of c; of d */
} emu_matrix_shape;

/* What a lane takes part with: its part of each matrix. */
typedef struct emu_matrix_product {
    emu_matrix_shape shape;
    unsigned option; /* emu_matrix_option */
    const emu_site *site;
    const void *a, *b, *c;
    void *d; /* may be c */
} emu_matrix_product;

/* Why a warp's matrix function ends the launch. */
typedef enum emu_matrix_mistake { EMU_MATRIX_RIGHT, EMU_MATRIX_LANES_MISSING, EMU_MATRIX_DIFFERENT } emu_matrix_mistake;
__attribute__((noreturn)) void emu_matrix_fail(unsigned mistake, const emu_site *site);
/* The pointer or the distance between rows (bytes; between columns, by column) has a wrong alignment. */
__attribute__((noreturn)) void emu_matrix_fail_alignment(const void *pointer, size_t distance, const emu_site *site);

/* Both: all 32 lanes of the warp call, at one place, with equal arguments except for pointers to their own parts. */
/* Waits for the warp. `arguments`: any digest of the arguments that must be equal. */
void emu_matrix_meet(uint64_t arguments, const emu_site *site);
/* d = a * b + c. */
void emu_matrix_multiply(const emu_matrix_product *product);

#ifdef LW_CPU_FUSED
static inline __attribute__((always_inline, unused)) void lw_fused_matrix_meet(uint64_t arguments, const emu_site *site)
{
    uint64_t mistake = lw_fused_collective(EMU_COLLECTIVE_MATRIX_MEET, ~0u, arguments, 0, site);
    if (mistake)
        emu_matrix_fail((unsigned)mistake, site);
}

/* The emulator reads and writes the lanes' parts through the pointers. */
#define emu_matrix_meet lw_fused_matrix_meet
#define emu_matrix_multiply(product)                                                                                   \
    do {                                                                                                               \
        uint64_t lw__mistake = lw_fused_collective(EMU_COLLECTIVE_MATRIX_MULTIPLY, ~0u,                                \
                                                   (uint64_t)(uintptr_t)(product), 0, (product)->site);                \
        if (lw__mistake)                                                                                               \
            emu_matrix_fail((unsigned)lw__mistake, (product)->site);                                                   \
    } while (0)
#endif

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
