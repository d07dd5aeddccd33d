/* Undefines the parameters of the half_*.h files that are included once for each format. */
#undef LW_16
#undef LW_16_PAIR
#undef LW_16_FRACTION
#undef LW_16_BIAS
#undef LW_16_WIDEN
#undef LW_16_NAME
#undef LW_16_TWICE
#undef LW_16_OWN
#undef LW_16_OP
#undef LW_CPU_16_ONE
#undef LW_CPU_16_TWO
#undef LW_CPU_16_THREE
