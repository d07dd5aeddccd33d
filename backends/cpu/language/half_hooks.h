/* What the 16-bit formats add to names of this target that other types have as well: nothing, until <lanewise/half.h>
 * or <lanewise/bfloat16.h> is included, which redefine these. */
#ifndef LW_CPU_HALF_HOOKS_H
#define LW_CPU_HALF_HOOKS_H

#define LW_CPU_IF_HALF(...)
#define LW_CPU_IF_BFLOAT16(...)

#endif
