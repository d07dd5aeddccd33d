/* Mathematical functions of a 16-bit format: the exact value rounded to nearest. half.h and bfloat16.h each include
 * this file once.
 *
 * They use the C library's double functions, which differ between libraries in the last of 53 bits. For none of the
 * 65536 arguments of either format is the value so close to the middle between two results that this difference
 * matters.
 */
LW_CPU_16_ONE(sin, return LW_16_OWN(round)((sin)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(cos, return LW_16_OWN(round)((cos)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(exp, return LW_16_OWN(round)((exp)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(exp2, return LW_16_OWN(round)((exp2)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(exp10, return LW_16_OWN(round)((pow)(10.0, (double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(log, return LW_16_OWN(round)((log)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(log2, return LW_16_OWN(round)((log2)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(log10, return LW_16_OWN(round)((log10)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(tanh, return LW_16_OWN(round)((tanh)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(sqrt, return LW_16_OWN(round)((sqrt)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(rsqrt, return LW_16_OWN(round)(1 / (sqrt)((double)LW_16_OWN(number)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(rcp, return LW_16_OWN(round)(1.0 / LW_16_OWN(number)(a), LW_CPU_16_RN))
