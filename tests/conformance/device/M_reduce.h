/* Reductions over tiles and coalesced groups; in[] and out[] by rank in the block. */
#ifndef M_REDUCE_H
#define M_REDUCE_H

#include <lanewise/launch.h>

typedef struct m_reduced {
    float sum, strange; /* strange: of (a - b / 2) * 1.25, for lanes of one warp; its result shows the order */
    double total;
    int integer;
    unsigned long long wide;
    short narrow;
} m_reduced;
LW_DECLARE_KERNEL(m_reduce_1, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_2, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_4, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_8, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_16, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_32, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_64, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_128, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_256, (const float *, in), (m_reduced *, out));
LW_DECLARE_KERNEL(m_reduce_512, (const float *, in), (m_reduced *, out));

/* The lanes of `mask` in each warp, and the others, as coalesced groups. */
LW_DECLARE_KERNEL(m_reduce_coalesced, (unsigned, mask), (const float *, in), (m_reduced *, out));

/* The operators, over tiles of 8. */
typedef struct m_operators {
    float less, greater;
    int plus, least, most, conjunction, disjunction, difference, product;
    unsigned least_unsigned, most_unsigned;
} m_operators;
LW_DECLARE_KERNEL(m_operate, (const float *, in), (const int *, integers), (m_operators *, out));

/* The largest of pairs and its place, by a function on structures of 32 bytes; over tiles of 32. */
typedef struct m_best {
    double value;
    int place;
    float more[5]; /* no padding: C leaves its bytes open, and two engines are compared byte by byte */
} m_best;
LW_DECLARE_KERNEL(m_reduce_structures, (const float *, in), (m_best *, out));

#endif
