/* AVX2 and fused multiply-adds (x86-64-v3): eight floats, four doubles. */
#include <immintrin.h>

#define BYTES 32
#define SINGLE(name) emu_math_##name##f_x8
#define DOUBLE(name) emu_math_##name##_x4
#define SLEEF_SINGLE(name, bound) Sleef_finz_##name##f8_##bound##avx2
#define SLEEF_DOUBLE(name, bound) Sleef_finz_##name##d4_##bound##avx2
#define HALVES_DIFFER 0
#include "types.h"

/* clang-format off */
static inline unsigned lanesf(masksf mask) { return (unsigned)_mm256_movemask_ps((__m256)mask); }
static inline unsigned lanes(masks mask) { return (unsigned)_mm256_movemask_pd((__m256d)mask); }
static inline unsigned nansf(vectorsf x) { return lanesf(x != x); }
static inline unsigned nans(vectors x) { return lanes(x != x); }
static inline vectorsf truncatef(vectorsf x) { return _mm256_round_ps(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
static inline vectors truncate(vectors x) { return _mm256_round_pd(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
static inline vectors nearest(vectors x) { return _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT); }
static inline vectors root(vectors x) { return _mm256_sqrt_pd(x); }
static inline vectorsf rootf(vectorsf x) { return _mm256_sqrt_ps(x); }
static inline vectors fused(vectors a, vectors b, vectors c) { return _mm256_fmadd_pd(a, b, c); }
static inline vectors low(vectorsf x) { return _mm256_cvtps_pd(_mm256_castps256_ps128(x)); }
static inline vectors high(vectorsf x) { return _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)); }
static inline vectorsf join(vectors a, vectors b) { return _mm256_set_m128(_mm256_cvtpd_ps(b), _mm256_cvtpd_ps(a)); }
/* clang-format on */

#include "functions.h"
