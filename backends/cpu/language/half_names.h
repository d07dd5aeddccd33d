/* CUDA's names that both 16-bit formats share: the first argument's type chooses the function, as overloads do in C++.
 *
 * half.h and bfloat16.h include this file. A name accepts a type if the file includes the type's header.
 */
#ifndef LW_CPU_HALF_NAMES_H
#define LW_CPU_HALF_NAMES_H

#include "half_hooks.h"

#ifdef LW_CPU_TARGET_H
#define LW_CPU_IF_KERNEL(...) __VA_ARGS__
#else
#define LW_CPU_IF_KERNEL(...)
#endif

#ifdef __cplusplus
#define LW_CPU_16_OF(name, x) lw_cpu_16_##name
#define LW_CPU_16_OF_PAIR(name, x) lw_cpu_16_##name
#else
#define LW_CPU_16_OF(name, x)                                                                                          \
    _Generic((x)LW_CPU_IF_HALF(, __half : lw_cpu_half_##name)                                                          \
                 LW_CPU_IF_BFLOAT16(, __nv_bfloat16 : lw_cpu_bfloat16_##name))
#define LW_CPU_16_OF_PAIR(name, x)                                                                                     \
    _Generic((x)LW_CPU_IF_HALF(, __half2 : lw_cpu_half_##name)                                                         \
                 LW_CPU_IF_BFLOAT16(, __nv_bfloat162 : lw_cpu_bfloat16_##name))
#endif

/* ---- arithmetic ---- */
#define __hsub(a, b) LW_CPU_16_OF(sub, a)(a, b)
#define __hmul(a, b) LW_CPU_16_OF(mul, a)(a, b)
#define __hdiv(a, b) LW_CPU_16_OF(div, a)(a, b)
#define __hadd_rn(a, b) LW_CPU_16_OF(add, a)(a, b)
#define __hadd_sat(a, b) LW_CPU_16_OF(add_sat, a)(a, b)
#define __hsub_rn(a, b) LW_CPU_16_OF(sub, a)(a, b)
#define __hsub_sat(a, b) LW_CPU_16_OF(sub_sat, a)(a, b)
#define __hmul_rn(a, b) LW_CPU_16_OF(mul, a)(a, b)
#define __hmul_sat(a, b) LW_CPU_16_OF(mul_sat, a)(a, b)
#define __hfma(a, b, c) LW_CPU_16_OF(fma, a)(a, b, c)
#define __hfma_sat(a, b, c) LW_CPU_16_OF(fma_sat, a)(a, b, c)
#define __hfma_relu(a, b, c) LW_CPU_16_OF(fma_relu, a)(a, b, c)
#define __hneg(a) LW_CPU_16_OF(neg, a)(a)
#define __habs(a) LW_CPU_16_OF(abs, a)(a)
#define __hmax(a, b) LW_CPU_16_OF(max, a)(a, b)
#define __hmax_nan(a, b) LW_CPU_16_OF(max_nan, a)(a, b)
#define __hmin(a, b) LW_CPU_16_OF(min, a)(a, b)
#define __hmin_nan(a, b) LW_CPU_16_OF(min_nan, a)(a, b)
/* __hadd() of integers is another function, their average, which kernels have. */
#ifdef __cplusplus
#ifdef LW_CPU_TARGET_H
LW_CPU_INLINE int lw_cpu_16_add(int a, int b)
{
    return (__hadd)(a, b);
}
#endif
#define __hadd(a, b) lw_cpu_16_add(a, b)
#else
#define __hadd(a, b)                                                                                                   \
    _Generic((a)LW_CPU_IF_HALF(, __half : lw_cpu_half_add) LW_CPU_IF_BFLOAT16(, __nv_bfloat16 : lw_cpu_bfloat16_add)   \
                 LW_CPU_IF_KERNEL(, default : __hadd))(a, b)
#endif

/* ---- arithmetic of pairs ---- */
#define __hadd2(a, b) LW_CPU_16_OF_PAIR(add_pair, a)(a, b)
#define __hadd2_rn(a, b) LW_CPU_16_OF_PAIR(add_pair, a)(a, b)
#define __hadd2_sat(a, b) LW_CPU_16_OF_PAIR(add_sat_pair, a)(a, b)
#define __hsub2(a, b) LW_CPU_16_OF_PAIR(sub_pair, a)(a, b)
#define __hsub2_rn(a, b) LW_CPU_16_OF_PAIR(sub_pair, a)(a, b)
#define __hsub2_sat(a, b) LW_CPU_16_OF_PAIR(sub_sat_pair, a)(a, b)
#define __hmul2(a, b) LW_CPU_16_OF_PAIR(mul_pair, a)(a, b)
#define __hmul2_rn(a, b) LW_CPU_16_OF_PAIR(mul_pair, a)(a, b)
#define __hmul2_sat(a, b) LW_CPU_16_OF_PAIR(mul_sat_pair, a)(a, b)
#define __h2div(a, b) LW_CPU_16_OF_PAIR(div_pair, a)(a, b)
#define __hfma2(a, b, c) LW_CPU_16_OF_PAIR(fma_pair, a)(a, b, c)
#define __hfma2_sat(a, b, c) LW_CPU_16_OF_PAIR(fma_sat_pair, a)(a, b, c)
#define __hfma2_relu(a, b, c) LW_CPU_16_OF_PAIR(fma_relu_pair, a)(a, b, c)
#define __hcmadd(a, b, c) LW_CPU_16_OF_PAIR(complex_fma, a)(a, b, c)
#define __hneg2(a) LW_CPU_16_OF_PAIR(neg_pair, a)(a)
#define __habs2(a) LW_CPU_16_OF_PAIR(abs_pair, a)(a)
#define __hmax2(a, b) LW_CPU_16_OF_PAIR(max_pair, a)(a, b)
#define __hmax2_nan(a, b) LW_CPU_16_OF_PAIR(max_nan_pair, a)(a, b)
#define __hmin2(a, b) LW_CPU_16_OF_PAIR(min_pair, a)(a, b)
#define __hmin2_nan(a, b) LW_CPU_16_OF_PAIR(min_nan_pair, a)(a, b)

/* ---- parts of pairs ---- */
#define __low2float(a) LW_CPU_16_OF_PAIR(low, a)(a)
#define __high2float(a) LW_CPU_16_OF_PAIR(high, a)(a)
#define __lowhigh2highlow(a) LW_CPU_16_OF_PAIR(exchange, a)(a)

/* ---- comparisons ---- */
#define __heq(a, b) LW_CPU_16_OF(eq, a)(a, b)
#define __hne(a, b) LW_CPU_16_OF(ne, a)(a, b)
#define __hle(a, b) LW_CPU_16_OF(le, a)(a, b)
#define __hge(a, b) LW_CPU_16_OF(ge, a)(a, b)
#define __hlt(a, b) LW_CPU_16_OF(lt, a)(a, b)
#define __hgt(a, b) LW_CPU_16_OF(gt, a)(a, b)
#define __hequ(a, b) LW_CPU_16_OF(equ, a)(a, b)
#define __hneu(a, b) LW_CPU_16_OF(neu, a)(a, b)
#define __hleu(a, b) LW_CPU_16_OF(leu, a)(a, b)
#define __hgeu(a, b) LW_CPU_16_OF(geu, a)(a, b)
#define __hltu(a, b) LW_CPU_16_OF(ltu, a)(a, b)
#define __hgtu(a, b) LW_CPU_16_OF(gtu, a)(a, b)
#define __heq2(a, b) LW_CPU_16_OF_PAIR(eq_pair, a)(a, b)
#define __heq2_mask(a, b) LW_CPU_16_OF_PAIR(eq_mask, a)(a, b)
#define __hbeq2(a, b) LW_CPU_16_OF_PAIR(both_eq, a)(a, b)
#define __hne2(a, b) LW_CPU_16_OF_PAIR(ne_pair, a)(a, b)
#define __hne2_mask(a, b) LW_CPU_16_OF_PAIR(ne_mask, a)(a, b)
#define __hbne2(a, b) LW_CPU_16_OF_PAIR(both_ne, a)(a, b)
#define __hle2(a, b) LW_CPU_16_OF_PAIR(le_pair, a)(a, b)
#define __hle2_mask(a, b) LW_CPU_16_OF_PAIR(le_mask, a)(a, b)
#define __hble2(a, b) LW_CPU_16_OF_PAIR(both_le, a)(a, b)
#define __hge2(a, b) LW_CPU_16_OF_PAIR(ge_pair, a)(a, b)
#define __hge2_mask(a, b) LW_CPU_16_OF_PAIR(ge_mask, a)(a, b)
#define __hbge2(a, b) LW_CPU_16_OF_PAIR(both_ge, a)(a, b)
#define __hlt2(a, b) LW_CPU_16_OF_PAIR(lt_pair, a)(a, b)
#define __hlt2_mask(a, b) LW_CPU_16_OF_PAIR(lt_mask, a)(a, b)
#define __hblt2(a, b) LW_CPU_16_OF_PAIR(both_lt, a)(a, b)
#define __hgt2(a, b) LW_CPU_16_OF_PAIR(gt_pair, a)(a, b)
#define __hgt2_mask(a, b) LW_CPU_16_OF_PAIR(gt_mask, a)(a, b)
#define __hbgt2(a, b) LW_CPU_16_OF_PAIR(both_gt, a)(a, b)
#define __hequ2(a, b) LW_CPU_16_OF_PAIR(equ_pair, a)(a, b)
#define __hequ2_mask(a, b) LW_CPU_16_OF_PAIR(equ_mask, a)(a, b)
#define __hbequ2(a, b) LW_CPU_16_OF_PAIR(both_equ, a)(a, b)
#define __hneu2(a, b) LW_CPU_16_OF_PAIR(neu_pair, a)(a, b)
#define __hneu2_mask(a, b) LW_CPU_16_OF_PAIR(neu_mask, a)(a, b)
#define __hbneu2(a, b) LW_CPU_16_OF_PAIR(both_neu, a)(a, b)
#define __hleu2(a, b) LW_CPU_16_OF_PAIR(leu_pair, a)(a, b)
#define __hleu2_mask(a, b) LW_CPU_16_OF_PAIR(leu_mask, a)(a, b)
#define __hbleu2(a, b) LW_CPU_16_OF_PAIR(both_leu, a)(a, b)
#define __hgeu2(a, b) LW_CPU_16_OF_PAIR(geu_pair, a)(a, b)
#define __hgeu2_mask(a, b) LW_CPU_16_OF_PAIR(geu_mask, a)(a, b)
#define __hbgeu2(a, b) LW_CPU_16_OF_PAIR(both_geu, a)(a, b)
#define __hltu2(a, b) LW_CPU_16_OF_PAIR(ltu_pair, a)(a, b)
#define __hltu2_mask(a, b) LW_CPU_16_OF_PAIR(ltu_mask, a)(a, b)
#define __hbltu2(a, b) LW_CPU_16_OF_PAIR(both_ltu, a)(a, b)
#define __hgtu2(a, b) LW_CPU_16_OF_PAIR(gtu_pair, a)(a, b)
#define __hgtu2_mask(a, b) LW_CPU_16_OF_PAIR(gtu_mask, a)(a, b)
#define __hbgtu2(a, b) LW_CPU_16_OF_PAIR(both_gtu, a)(a, b)
#define __hisnan(a) LW_CPU_16_OF(isnan, a)(a)
#define __hisnan2(a) LW_CPU_16_OF_PAIR(isnan_pair, a)(a)
#define __hisinf(a) LW_CPU_16_OF(isinf, a)(a)

/* ---- functions ---- */
#define hrint(a) LW_CPU_16_OF(rint, a)(a)
#define h2rint(a) LW_CPU_16_OF_PAIR(rint_pair, a)(a)
#define htrunc(a) LW_CPU_16_OF(trunc, a)(a)
#define h2trunc(a) LW_CPU_16_OF_PAIR(trunc_pair, a)(a)
#define hceil(a) LW_CPU_16_OF(ceil, a)(a)
#define h2ceil(a) LW_CPU_16_OF_PAIR(ceil_pair, a)(a)
#define hfloor(a) LW_CPU_16_OF(floor, a)(a)
#define h2floor(a) LW_CPU_16_OF_PAIR(floor_pair, a)(a)
#define hsin(a) LW_CPU_16_OF(sin, a)(a)
#define h2sin(a) LW_CPU_16_OF_PAIR(sin_pair, a)(a)
#define hcos(a) LW_CPU_16_OF(cos, a)(a)
#define h2cos(a) LW_CPU_16_OF_PAIR(cos_pair, a)(a)
#define hexp(a) LW_CPU_16_OF(exp, a)(a)
#define h2exp(a) LW_CPU_16_OF_PAIR(exp_pair, a)(a)
#define hexp2(a) LW_CPU_16_OF(exp2, a)(a)
#define h2exp2(a) LW_CPU_16_OF_PAIR(exp2_pair, a)(a)
#define hexp10(a) LW_CPU_16_OF(exp10, a)(a)
#define h2exp10(a) LW_CPU_16_OF_PAIR(exp10_pair, a)(a)
#define hlog(a) LW_CPU_16_OF(log, a)(a)
#define h2log(a) LW_CPU_16_OF_PAIR(log_pair, a)(a)
#define hlog2(a) LW_CPU_16_OF(log2, a)(a)
#define h2log2(a) LW_CPU_16_OF_PAIR(log2_pair, a)(a)
#define hlog10(a) LW_CPU_16_OF(log10, a)(a)
#define h2log10(a) LW_CPU_16_OF_PAIR(log10_pair, a)(a)
#define htanh(a) LW_CPU_16_OF(tanh, a)(a)
#define h2tanh(a) LW_CPU_16_OF_PAIR(tanh_pair, a)(a)
#define htanh_approx(a) LW_CPU_16_OF(tanh, a)(a)
#define h2tanh_approx(a) LW_CPU_16_OF_PAIR(tanh_pair, a)(a)
#define hsqrt(a) LW_CPU_16_OF(sqrt, a)(a)
#define h2sqrt(a) LW_CPU_16_OF_PAIR(sqrt_pair, a)(a)
#define hrsqrt(a) LW_CPU_16_OF(rsqrt, a)(a)
#define h2rsqrt(a) LW_CPU_16_OF_PAIR(rsqrt_pair, a)(a)
#define hrcp(a) LW_CPU_16_OF(rcp, a)(a)
#define h2rcp(a) LW_CPU_16_OF_PAIR(rcp_pair, a)(a)

#endif
