/* 8-bit floating point on the device, as bits. */
#ifndef B_FP8_H
#define B_FP8_H

#include <lanewise/launch.h>

typedef enum b_source { B_FROM_HALF, B_FROM_BFLOAT16 } b_source;

/* For i < n: wide[i] is codes[i] of the kind (0: e4m3, 1: e5m2) as a half; pairs[i] codes[i] and codes[n - 1 - i]. */
LW_DECLARE_KERNEL(b_fp8_widen, (int, kind), (int, n), (const unsigned char *, codes), (unsigned short *, wide),
                  (unsigned *, pairs));
/* out[4 i + 2 s + k] is in[i] as kind k, with saturation where s is 1; pairs[4 i + 2 s + k] that of in[i] and in[n - 1 - i]. */
LW_DECLARE_KERNEL(b_fp8_of_floats, (int, n), (const float *, in), (unsigned char *, out), (unsigned short *, pairs));
LW_DECLARE_KERNEL(b_fp8_of_doubles, (int, n), (const double *, in), (unsigned char *, out), (unsigned short *, pairs));
LW_DECLARE_KERNEL(b_fp8_of_words, (int, source), (int, n), (const unsigned short *, in), (unsigned char *, out),
                  (unsigned short *, pairs));
/* The same for scales of kind e8m0: out[4 i + 2 s + r] of in[i], up where r is 1 and down where it is 0. */
LW_DECLARE_KERNEL(b_scale_of_floats, (int, n), (const float *, in), (unsigned char *, out), (unsigned short *, pairs));
LW_DECLARE_KERNEL(b_scale_of_doubles, (int, n), (const double *, in), (unsigned char *, out),
                  (unsigned short *, pairs));
LW_DECLARE_KERNEL(b_scale_of_words, (int, n), (const unsigned short *, in), (unsigned char *, out),
                  (unsigned short *, pairs));
LW_DECLARE_KERNEL(b_scale_widen, (int, n), (const unsigned char *, codes), (unsigned short *, bfloat16),
                  (unsigned *, pairs));
/* sizes[]: of the structures of one, two and four numbers, and a structure's bits after a copy. */
LW_DECLARE_KERNEL(b_fp8_types, (int *, sizes));

#endif
