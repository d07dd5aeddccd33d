/* CUDA's function qualifiers for the C compiler.
 *
 * Device code has a section of its own, because the emulator's timer may suspend a thread only inside it. A device
 * function that is not static is hidden, so that two kernel files may have functions of the same name (lanewise-cc
 * makes hidden symbols local to their object).
 */
#ifndef LW_CPU_QUALIFIERS_H
#define LW_CPU_QUALIFIERS_H

/* Included before the macros below, because the C library's headers use some of these names in attributes. */
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
/* With --coverage: a function that is not the user's. gcov has no branches of two functions that begin at one line. */
#if __has_attribute(no_profile_instrument_function)
#define LW_CPU_NOT_COUNTED __attribute__((no_profile_instrument_function))
#else
#define LW_CPU_NOT_COUNTED
#endif
/* For functions of these headers. */
#define LW_CPU_INLINE static inline __attribute__((always_inline, unused))

/* As in C++, `inline` without `static` still defines the function. */
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
#if defined(LW_CPU_CHECKED) && !defined(__clang__)
#define __noinline__ /* gcc checks a structure that a function takes or returns only where it is inlined */
#else
#define __noinline__ __attribute__((noinline))
#endif
#undef __align__
#define __align__(n) __attribute__((aligned(n)))

/* g++ accepts no statement expression in an assertion's condition: only C asserts about a user's expression. */
#ifdef __cplusplus
#define LW_CPU_STATIC_ASSERT(condition, text) static_assert(condition, text)
#define LW_CPU_EXPRESSION_ASSERT(condition, text) (void)0
#else
#define LW_CPU_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#define LW_CPU_EXPRESSION_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* An error where the macro is used, in every compiler, also with -fsyntax-only. */
#define LW_CPU_ERROR(text) LW_CPU_PRAGMA(GCC error text)
#define LW_CPU_PRAGMA(...) _Pragma(#__VA_ARGS__)

/* These warnings would appear at every use. Unrolling and NVIDIA's pragmas are hints, which a compiler may ignore. A
 * device function that is static or not inline ignores a part of __device__, and an inline one may use static names. */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wignored-attributes"
#pragma clang diagnostic ignored "-Wstatic-in-inline"
#else
#pragma GCC diagnostic ignored "-Wattributes"
#endif

#endif
