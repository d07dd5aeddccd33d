/* Undefines the parameters of the half_*.h files that are included once for each format. */
#include "../../../backends/cpu/language/half_undefine.h"
#undef LW_CUDA_16
#undef LW_CUDA_16_PAIR
#undef LW_CUDA_16_RAW
#undef LW_CUDA_16_PAIR_RAW
#undef LW_CUDA_16_OTHER
#undef LW_CUDA_16_NAME
#undef LW_CUDA_16_TWICE
#undef LW_CUDA_16_CONVERSIONS
#undef LW_CUDA_16_OPERATORS
#undef LW_CUDA_16_PAIR_OPERATORS
#undef LW_CUDA_16_ADD
#undef LW_CUDA_16_ADD_PAIR
