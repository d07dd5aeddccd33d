/* The widest vectors that the file including this is compiled for, as a string. */
#ifndef BENCH_VECTOR_LEVEL_H
#define BENCH_VECTOR_LEVEL_H

#if defined(__AVX512F__)
#define BENCH_VECTOR_LEVEL "AVX-512"
#elif defined(__AVX2__)
#define BENCH_VECTOR_LEVEL "AVX2"
#elif defined(__AVX__)
#define BENCH_VECTOR_LEVEL "AVX"
#elif defined(__SSE2__)
#define BENCH_VECTOR_LEVEL "SSE2"
#elif defined(__ARM_FEATURE_SVE)
#define BENCH_VECTOR_LEVEL "SVE"
#elif defined(__ARM_NEON)
#define BENCH_VECTOR_LEVEL "NEON"
#else
#define BENCH_VECTOR_LEVEL "no vectors"
#endif

#ifdef __FMA__
#define BENCH_FMA " with FMA"
#else
#define BENCH_FMA ""
#endif

#if defined(__clang__)
#define BENCH_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define BENCH_COMPILER "gcc " __VERSION__
#else
#define BENCH_COMPILER "an unknown compiler"
#endif

#endif
