/* Part of <cuda_runtime_api.h> here. */
#include "cuda_runtime_api.h"
