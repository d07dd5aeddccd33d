/* CUB's iterator through textures, which .cu files do not have: TexObjInputIterator is not declared. This header is found before
 * CCCL's, which cub/cub.cuh includes. */
#ifndef LANEWISE_CUDA_CUB_TEX_OBJ_INPUT_ITERATOR_CUH
#define LANEWISE_CUDA_CUB_TEX_OBJ_INPUT_ITERATOR_CUH

#include <cub/config.cuh>
#include <thrust/iterator/iterator_facade.h>
#include <thrust/iterator/iterator_traits.h>

#endif
