/* As cuda/std/__cccl/compiler.h: nvcc's way of asking for lambdas is not clang's. */
#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__functional/invoke.h>
#pragma pop_macro("__NVCC__")
