/* NEON, which has fused multiply-adds (aarch64): four floats, two doubles. */
#include <arm_neon.h>

#define BYTES 16
#define SINGLE(name) emu_math_##name##f_x4
#define DOUBLE(name) emu_math_##name##_x2
#define SLEEF_SINGLE(name, bound) Sleef_finz_##name##f4_##bound##advsimd
#define SLEEF_DOUBLE(name, bound) Sleef_finz_##name##d2_##bound##advsimd
#define HALVES_DIFFER 0
#include "types.h"

/* clang-format off */
static inline unsigned lanesf(masksf mask) { return vaddvq_u32((uint32x4_t)(mask & (masksf){1, 2, 4, 8})); }
static inline unsigned lanes(masks mask) { return (unsigned)vaddvq_u64((uint64x2_t)(mask & (masks){1, 2})); }
static inline unsigned nansf(vectorsf x) { return lanesf(x != x); }
static inline unsigned nans(vectors x) { return lanes(x != x); }
static inline vectorsf truncatef(vectorsf x) { return vrndq_f32(x); }
static inline vectors truncate(vectors x) { return vrndq_f64(x); }
static inline vectors nearest(vectors x) { return vrndnq_f64(x); }
static inline vectors root(vectors x) { return vsqrtq_f64(x); }
static inline vectorsf rootf(vectorsf x) { return vsqrtq_f32(x); }
static inline vectors fused(vectors a, vectors b, vectors c) { return vfmaq_f64(c, a, b); }
static inline vectors low(vectorsf x) { return vcvt_f64_f32(vget_low_f32(x)); }
static inline vectors high(vectorsf x) { return vcvt_high_f64_f32(x); }
static inline vectorsf join(vectors a, vectors b) { return vcvt_high_f32_f64(vcvt_f32_f64(a), b); }
/* clang-format on */

#include "functions.h"
