/* Litmus tests: a few lanes each make two accesses, and what their loads saw says which orders a machine allows.
 *
 * An instance has variables x and y, zero at first, and 2 to 4 parties. Grids of two blocks: at block scope each block
 * has all parties of its instances, a warp each; at grid scope the parties are spread over both.
 */
#ifndef D_LITMUS_H
#define D_LITMUS_H

#include <lanewise/launch.h>

typedef enum litmus_shape {
    LITMUS_MP,   /* message passing:  x = 1; y = 1   |  r0 = y; r1 = x */
    LITMUS_SB,   /* store buffering:  x = 1; r0 = y  |  y = 1; r1 = x */
    LITMUS_LB,   /* load buffering:   r0 = x; y = 1  |  r1 = y; x = 1 */
    LITMUS_IRIW, /* independent reads of independent writes:  x = 1  |  y = 1  |  r0 = x; r1 = y  |  r2 = y; r3 = x */
    LITMUS_CORR  /* coherence:        x = 1          |  r0 = x; r1 = x */
} litmus_shape;

/* The code between a party's two accesses. */
typedef enum litmus_fence { LITMUS_NONE, LITMUS_BLOCK, LITMUS_DEVICE, LITMUS_SYSTEM } litmus_fence;

enum { LITMUS_PARTIES = 4, LITMUS_MOST_LANES = 32 };

/* Besides the bits of registers: the party has run; a variable held a value that no party wrote. */
enum { LITMUS_RAN = 0x80, LITMUS_STRANGE = 0x40 };

typedef struct litmus {
    litmus_shape shape;
    litmus_fence fence;
    int lanes;     /* of each party in a block, at most LITMUS_MOST_LANES: instances that run side by side */
    int rounds;    /* each of `lanes` instances */
    int stride;    /* ints from one variable to the next of its name */
    int distance;  /* ints from x to y */
    unsigned seed; /* of the delays */
} litmus;

/* Blocks of parties * lanes; `variables` are zeros. seen[instance]: r0 to r3 as bits 0 to 3, and the two above; the
 * instances of block 1 follow those of block 0. With `shared` the variables are in dynamic shared memory (lanes * stride
 * + distance ints). */
LW_DECLARE_KERNEL(litmus_block, (litmus, test), (int, shared), (int *, variables), (unsigned char *, seen));
/* Blocks of (2 parties: 1, 4 parties: 2) * lanes. seen[instance * LITMUS_PARTIES + party]: the bits of its registers, and
 * the two above.
 * `progress`: 2 * LITMUS_PARTIES * LITMUS_MOST_LANES zeros. */
LW_DECLARE_KERNEL(litmus_grid, (litmus, test), (int *, variables), (unsigned *, progress), (unsigned char *, seen));

/* The example of CUDA's guide: X is 1 and Y is 2; one block does X = 10; fence; Y = 20, the other B = Y; fence; A = X.
 * seen[i] is A + 100 * B. `progress`: as above. */
LW_DECLARE_KERNEL(litmus_guide, (int, rounds), (int *, x), (int *, y), (unsigned *, progress), (int *, seen));

#endif
