/* Scans over tiles and coalesced groups; in[] and out[] by rank in the block. */
#ifndef M_SCAN_H
#define M_SCAN_H

#include <lanewise/launch.h>

typedef struct m_scanned {
    float inclusive, exclusive;                 /* sums */
    float strange_inclusive, strange_exclusive; /* of (a - b / 2) * 1.25, whose result shows the order */
    int integer_inclusive, integer_exclusive;   /* sums of 1000000007 * rank, by the operator left out */
    unsigned most_inclusive, most_exclusive;    /* maxima of rank * 7 % 32 */
} m_scanned;
LW_DECLARE_KERNEL(m_scan_1, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_2, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_4, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_8, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_16, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_32, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_64, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_128, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_256, (const float *, in), (m_scanned *, out));
LW_DECLARE_KERNEL(m_scan_512, (const float *, in), (m_scanned *, out));

/* The lanes of `mask` in each warp, and the others, as coalesced groups. */
LW_DECLARE_KERNEL(m_scan_coalesced, (unsigned, mask), (const float *, in), (m_scanned *, out));

/* CUDA's example: the ranks of a tile of 8, scanned. */
LW_DECLARE_KERNEL(m_scan_example, (unsigned *, out));

#endif
