/* AVX-512 with its parts BW, CD, DQ and VL (x86-64-v4): sixteen floats, eight doubles. */
#include <immintrin.h>

#define BYTES 64
#define SINGLE(name) emu_math_##name##f_x16
#define DOUBLE(name) emu_math_##name##_x8
#define SLEEF_SINGLE(name, bound) Sleef_finz_##name##f16_##bound##avx512f
#define SLEEF_DOUBLE(name, bound) Sleef_finz_##name##d8_##bound##avx512f
#define HALVES_DIFFER 0
#include "types.h"

/* clang-format off */
static inline unsigned lanesf(masksf mask) { return _mm512_movepi32_mask((__m512i)mask); }
static inline unsigned lanes(masks mask) { return _mm512_movepi64_mask((__m512i)mask); }
static inline unsigned nansf(vectorsf x) { return _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q); }
static inline unsigned nans(vectors x) { return _mm512_cmp_pd_mask(x, x, _CMP_UNORD_Q); }
static inline vectorsf truncatef(vectorsf x) { return _mm512_roundscale_ps(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
static inline vectors truncate(vectors x) { return _mm512_roundscale_pd(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
static inline vectors nearest(vectors x) { return _mm512_roundscale_pd(x, _MM_FROUND_TO_NEAREST_INT); }
static inline vectors root(vectors x) { return _mm512_sqrt_pd(x); }
static inline vectorsf rootf(vectorsf x) { return _mm512_sqrt_ps(x); }
static inline vectors fused(vectors a, vectors b, vectors c) { return _mm512_fmadd_pd(a, b, c); }
static inline vectors low(vectorsf x) { return _mm512_cvtps_pd(_mm512_castps512_ps256(x)); }
static inline vectors high(vectorsf x) { return _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1)); }
/* clang-format on */

static inline vectorsf join(vectors a, vectors b)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(a)), _mm512_cvtpd_ps(b), 1);
}

#include "functions.h"
