#include "c_headers.h"

#define LINE(text) text "\n"

/* clang-format off */
static const char stddef[] =
    LINE("#pragma once")
    LINE("typedef decltype(sizeof 0) size_t;")
    LINE("typedef decltype((char *)0 - (char *)0) ptrdiff_t;")
    LINE("typedef struct { long long whole; long double real; } max_align_t;")
    LINE("#define NULL 0")
    LINE("#define offsetof(type, member) ((size_t) & ((type *)0)->member)");

/* CUDA's own headers declare the same types for NVRTC. */
static const char stdint[] =
    LINE("#pragma once")
    LINE("typedef signed char int8_t, int_least8_t, int_fast8_t;")
    LINE("typedef short int16_t, int_least16_t, int_fast16_t;")
    LINE("typedef int int32_t, int_least32_t, int_fast32_t;")
    LINE("typedef long long int64_t, int_least64_t, int_fast64_t, intmax_t;")
    LINE("typedef unsigned char uint8_t, uint_least8_t, uint_fast8_t;")
    LINE("typedef unsigned short uint16_t, uint_least16_t, uint_fast16_t;")
    LINE("typedef unsigned uint32_t, uint_least32_t, uint_fast32_t;")
    LINE("typedef unsigned long long uint64_t, uint_least64_t, uint_fast64_t, uintmax_t;")
    LINE("typedef long long intptr_t; typedef unsigned long long uintptr_t;")
    LINE("#define INT8_C(c) c")
    LINE("#define INT16_C(c) c")
    LINE("#define INT32_C(c) c")
    LINE("#define INT64_C(c) c##ll")
    LINE("#define UINT8_C(c) c")
    LINE("#define UINT16_C(c) c")
    LINE("#define UINT32_C(c) c##u")
    LINE("#define UINT64_C(c) c##ull")
    LINE("#define INT8_MAX 127")
    LINE("#define INT16_MAX 32767")
    LINE("#define INT32_MAX 2147483647")
    LINE("#define INT64_MAX 9223372036854775807ll")
    LINE("#define INT8_MIN (-INT8_MAX - 1)")
    LINE("#define INT16_MIN (-INT16_MAX - 1)")
    LINE("#define INT32_MIN (-INT32_MAX - 1)")
    LINE("#define INT64_MIN (-INT64_MAX - 1)")
    LINE("#define UINT8_MAX 255")
    LINE("#define UINT16_MAX 65535")
    LINE("#define UINT32_MAX 4294967295u")
    LINE("#define UINT64_MAX 18446744073709551615ull")
    LINE("#define INTPTR_MAX INT64_MAX")
    LINE("#define INTPTR_MIN INT64_MIN")
    LINE("#define UINTPTR_MAX UINT64_MAX")
    LINE("#define SIZE_MAX UINT64_MAX");

static const char limits[] =
    LINE("#pragma once")
    LINE("#define CHAR_BIT 8")
    LINE("#define SCHAR_MAX 127")
    LINE("#define SCHAR_MIN (-128)")
    LINE("#define UCHAR_MAX 255")
    LINE("#define CHAR_MAX 127")
    LINE("#define CHAR_MIN (-128)")
    LINE("#define SHRT_MAX 32767")
    LINE("#define SHRT_MIN (-32768)")
    LINE("#define USHRT_MAX 65535")
    LINE("#define INT_MAX 2147483647")
    LINE("#define INT_MIN (-INT_MAX - 1)")
    LINE("#define UINT_MAX 4294967295u")
    LINE("#define LONG_MAX 9223372036854775807l")
    LINE("#define LONG_MIN (-LONG_MAX - 1)")
    LINE("#define ULONG_MAX 18446744073709551615ul")
    LINE("#define LLONG_MAX 9223372036854775807ll")
    LINE("#define LLONG_MIN (-LLONG_MAX - 1)")
    LINE("#define ULLONG_MAX 18446744073709551615ull");

static const char floats[] =
    LINE("#pragma once")
    LINE("#define FLT_RADIX 2")
    LINE("#define FLT_MANT_DIG 24")
    LINE("#define FLT_DIG 6")
    LINE("#define FLT_MAX_EXP 128")
    LINE("#define FLT_MIN_EXP (-125)")
    LINE("#define FLT_MAX 0x1.fffffep+127f")
    LINE("#define FLT_MIN 0x1p-126f")
    LINE("#define FLT_EPSILON 0x1p-23f")
    LINE("#define DBL_MANT_DIG 53")
    LINE("#define DBL_DIG 15")
    LINE("#define DBL_MAX_EXP 1024")
    LINE("#define DBL_MIN_EXP (-1021)")
    LINE("#define DBL_MAX 0x1.fffffffffffffp+1023")
    LINE("#define DBL_MIN 0x1p-1022")
    LINE("#define DBL_EPSILON 0x1p-52");

/* NVRTC has the functions built in. */
static const char maths[] =
    LINE("#pragma once")
    LINE("#define NAN __int_as_float(0x7fffffff)")
    LINE("#define INFINITY __int_as_float(0x7f800000)")
    LINE("#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)")
    LINE("#define HUGE_VALF INFINITY")
    LINE("#define M_E 2.71828182845904523536")
    LINE("#define M_LOG2E 1.44269504088896340736")
    LINE("#define M_LOG10E 0.43429448190325182765")
    LINE("#define M_LN2 0.69314718055994530942")
    LINE("#define M_LN10 2.30258509299404568402")
    LINE("#define M_PI 3.14159265358979323846")
    LINE("#define M_PI_2 1.57079632679489661923")
    LINE("#define M_PI_4 0.78539816339744830962")
    LINE("#define M_1_PI 0.31830988618379067154")
    LINE("#define M_2_PI 0.63661977236758134308")
    LINE("#define M_2_SQRTPI 1.12837916709551257390")
    LINE("#define M_SQRT2 1.41421356237309504880")
    LINE("#define M_SQRT1_2 0.70710678118654752440");
/* clang-format on */

static const char nothing[] = "#pragma once\n";

const char *const lw_c_header_names[LW_C_HEADERS] = {"stddef.h", "stdint.h", "limits.h",  "float.h",
                                                     "math.h",   "assert.h", "stdbool.h", "stdio.h",
                                                     "stdlib.h", "string.h", "time.h"};
const char *const lw_c_header_texts[LW_C_HEADERS] = {stddef,  stdint,  limits,  floats,  maths,  nothing,
                                                     nothing, nothing, nothing, nothing, nothing};
