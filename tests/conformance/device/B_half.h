/* The 16-bit formats on the device, as bits: conversions to and from them. */
#ifndef B_HALF_H
#define B_HALF_H

#include <lanewise/launch.h>
#include <lanewise/types.h>

typedef enum b_format { B_HALF, B_BFLOAT16, B_FORMATS } b_format;
typedef enum b_rounding { B_RN, B_RZ, B_RU, B_RD, B_ROUNDINGS } b_rounding;
typedef enum b_integer { B_SHORT, B_USHORT, B_INT, B_UINT, B_LL, B_ULL, B_CHAR, B_UCHAR, B_INTEGERS } b_integer;

/* For i < n: wide[i] is the float of bits[i]; again[i] its bits as a signed and as an unsigned short and back. */
LW_DECLARE_KERNEL(b_widen, (int, format), (int, n), (const unsigned short *, bits), (float *, wide),
                  (unsigned short *, again));
/* out[4 i + r] is in[i] in the rounding r. */
LW_DECLARE_KERNEL(b_narrow_float, (int, format), (int, n), (const float *, in), (unsigned short *, out));
/* out[i] is in[i] to nearest. */
LW_DECLARE_KERNEL(b_narrow_double, (int, format), (int, n), (const double *, in), (unsigned short *, out));
/* out[4 i + r] is the integer in[i], taken as one of the type, in the rounding r. */
LW_DECLARE_KERNEL(b_from_integer, (int, format), (int, type), (int, n), (const long long *, in),
                  (unsigned short *, out));
/* out[4 i + r] is bits[i] as the integer, in the rounding r; of 8 bits, towards zero alone. */
LW_DECLARE_KERNEL(b_to_integer, (int, format), (int, type), (int, n), (const unsigned short *, bits),
                  (long long *, out));

/* Pairs made of (a, b) = (bits[2 i], bits[2 i + 1]), and of that and the next pair, (c, d), by CUDA's constructors:
 * PAIRS words a thread, low half first. */
enum { B_PAIRS = 11 };
LW_DECLARE_KERNEL(b_pairs, (int, format), (int, n), (const unsigned short *, bits), (unsigned *, out),
                  (float2 *, wide));
/* sizes[]: of the types and their alignments. */
LW_DECLARE_KERNEL(b_types, (int *, sizes));

#endif
