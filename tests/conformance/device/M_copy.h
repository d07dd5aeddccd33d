/* Collective copies of a group. */
#ifndef M_COPY_H
#define M_COPY_H

#include <lanewise/launch.h>

enum { M_COPY_LANES = 96, M_COPY_MOST = 1000, M_COPY_STAGES = 6 };

/* Blocks copy `count` ints, 16-byte structures, shorts and bytes from in[] to shared memory, each filled with ones
 * before, and from there to out[], `guard` included: 4 times M_COPY_MOST * 16 bytes. */
LW_DECLARE_KERNEL(m_copy_types, (int, count), (const unsigned char *, in), (unsigned char *, out));

/* As untyped bytes: `size` of them, from in + from to shared memory + to, and all of shared memory to out[]. */
LW_DECLARE_KERNEL(m_copy_bytes, (int, from), (int, to), (int, size), (const unsigned char *, in),
                  (unsigned char *, out));

/* By elements, of which the smaller number counts: `there` of the destination, `here` of the source. */
LW_DECLARE_KERNEL(m_copy_elements, (int, there), (int, here), (const int *, in), (int *, out));

/* Tiles of 16 and coalesced groups of odd and even lanes copy parts of their own: 10 ints a tile, 7 a part; out[]:
 * 10 * tile, then 7 * part behind M_COPY_MOST. */
LW_DECLARE_KERNEL(m_copy_groups, (const int *, in), (int *, out));

/* A pipeline of copies: stage i holds in[i * lanes + rank]; out[] gets each stage when all but the two latest, then all
 * but the latest, then all are waited for. */
LW_DECLARE_KERNEL(m_copy_stages, (const int *, in), (int *, out));

/* Reads before the wait, and after: out[2 * rank], out[2 * rank + 1]. */
LW_DECLARE_KERNEL(m_copy_early, (const int *, in), (int *, out));

/* From shared to global and from global to global memory, by words of int: errors[rank]. */
LW_DECLARE_KERNEL(m_copy_elsewhere, (const int *, in), (int *, out));

#endif
