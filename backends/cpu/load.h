/* Loads and stores with cache hints, which the CPU does without. A load's result is a value: it takes no assignment. */
#ifndef LW_CPU_LOAD_H
#define LW_CPU_LOAD_H

#include "qualifiers.h"

#define __ldg(pointer) ((void)0, *(pointer))
#define __ldca(pointer) ((void)0, *(pointer))
#define __ldcg(pointer) ((void)0, *(pointer))
#define __ldcs(pointer) ((void)0, *(pointer))
#define __ldlu(pointer) ((void)0, *(pointer))
#define __ldcv(pointer) ((void)0, *(const volatile __typeof__(*(pointer)) *)(pointer))
#define __stwb(pointer, value) ((void)(*(pointer) = (value)))
#define __stcg(pointer, value) ((void)(*(pointer) = (value)))
#define __stcs(pointer, value) ((void)(*(pointer) = (value)))
#define __stwt(pointer, value) ((void)(*(volatile __typeof__(*(pointer)) *)(pointer) = (value)))

#endif
