/* CCCL's choice of a compiler: it is clang, also where programs find __NVCC__ defined. This header is found before CCCL's. */
#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__NVCC__")
