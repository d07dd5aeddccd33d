/* Cases that the 16-bit formats add to macros for several types. Empty until the file includes <lanewise/half.h> or
 * <lanewise/bfloat16.h>, which redefine these macros. */
#ifndef LW_CPU_HALF_HOOKS_H
#define LW_CPU_HALF_HOOKS_H

#define LW_CPU_IF_HALF(...)
#define LW_CPU_IF_BFLOAT16(...)

#endif
