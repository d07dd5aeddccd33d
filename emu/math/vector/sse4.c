/* SSE4.2 without fused multiply-adds (x86-64-v2): four floats, two doubles. */
#include <smmintrin.h>

#define BYTES 16
#define SINGLE(name) emu_math_##name##f_x4
#define DOUBLE(name) emu_math_##name##_x2
#define SLEEF_SINGLE(name, bound) Sleef_cinz_##name##f4_##bound##sse4
#define SLEEF_DOUBLE(name, bound) Sleef_cinz_##name##d2_##bound##sse4
#define HALVES_DIFFER 1
#include "types.h"

/* clang-format off */
static inline unsigned lanesf(masksf mask) { return (unsigned)_mm_movemask_ps((__m128)mask); }
static inline unsigned lanes(masks mask) { return (unsigned)_mm_movemask_pd((__m128d)mask); }
static inline unsigned nansf(vectorsf x) { return lanesf(x != x); }
static inline unsigned nans(vectors x) { return lanes(x != x); }
static inline vectorsf truncatef(vectorsf x) { return _mm_round_ps(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
static inline vectors truncate(vectors x) { return _mm_round_pd(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
static inline vectors nearest(vectors x) { return _mm_round_pd(x, _MM_FROUND_TO_NEAREST_INT); }
static inline vectors root(vectors x) { return _mm_sqrt_pd(x); }
static inline vectorsf rootf(vectorsf x) { return _mm_sqrt_ps(x); }
static inline vectors low(vectorsf x) { return _mm_cvtps_pd(x); }
static inline vectors high(vectorsf x) { return _mm_cvtps_pd(_mm_movehl_ps(x, x)); }
static inline vectorsf join(vectors a, vectors b) { return _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)); }
/* clang-format on */

/* The C library's fma(): exact as any. */
static inline vectors fused(vectors a, vectors b, vectors c)
{
    return (vectors){__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
}

#include "functions.h"
