/* CUDA's function qualifiers for the C compiler.
 *
 * Device code goes into a section of its own: the emulator's timer may suspend a thread only inside it. A device function
 * that is not static is hidden, so that two kernel files may each have one of the same name (lanewise-cc makes hidden
 * names local to their object).
 */
#ifndef LW_CPU_QUALIFIERS_H
#define LW_CPU_QUALIFIERS_H

/* Names below that headers of the C library spell inside their own attributes: have those read first. */
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LW_CPU_TEXT __attribute__((section("lw_kernel_text")))
/* Functions of these headers: no call, no code of their own. */
#define LW_CPU_INLINE static inline __attribute__((always_inline, unused))

/* `inline` without `static` still makes the function, as in C++. */
#ifdef __cplusplus
#define LW_CPU_CXX_INLINE
#else
#define LW_CPU_CXX_INLINE gnu_inline
#endif
#define __device__ __attribute__((section("lw_kernel_text"), visibility("hidden"), unused, LW_CPU_CXX_INLINE))
#define __host__
#undef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#undef __noinline__
#define __noinline__ __attribute__((noinline))
#undef __align__
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__

/* g++ takes no statement expression in the condition of an assertion: one about a user's expression is left to C. */
#ifdef __cplusplus
#define LW_CPU_STATIC_ASSERT(condition, text) static_assert(condition, text)
#define LW_CPU_EXPRESSION_ASSERT(condition, text) (void)0
#else
#define LW_CPU_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#define LW_CPU_EXPRESSION_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* An error where the macro is used, in every compiler and in a mere syntax check. */
#define LW_CPU_ERROR(text) LW_CPU_PRAGMA(GCC error text)
#define LW_CPU_PRAGMA(...) _Pragma(#__VA_ARGS__)

/* Unrolling and NVIDIA's own pragmas are hints that this compiler may ignore; and the compilers remark that a device
 * function which is static or not inline ignores part of __device__, and that an inline one uses what is static. Each
 * would be said at every use. */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wignored-attributes"
#pragma clang diagnostic ignored "-Wstatic-in-inline"
#else
#pragma GCC diagnostic ignored "-Wattributes"
#endif

#endif
