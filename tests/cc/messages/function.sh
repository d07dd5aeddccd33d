# Part of messages.sh: mistakes in functions and types of CUDA's.
mistake texture 'cudaTextureObject_t: include <lanewise/texture.h>' 6 'cudaTextureObject_t' <<END
$kernel
LW_KERNEL(k, (cudaTextureObject_t, texture), (float *, x))
{
    x[0] = (float)texture;
}
END
mistake host_malloc 'cudaMalloc: on the host write lw_malloc\(device, &pointer, size\)' 6 'cudaMalloc' <<END
$kernel
int f(float **x)
{
    return cudaMalloc((void **)x, 4);
}
END
mistake host_synchronize 'write what <lanewise/host.h> has in place of CUDA' 6 'cudaStreamSynchronize' <<END
$kernel
void f(void)
{
    cudaStreamSynchronize(0);
}
END
mistake sqrt_of_int 'write casts, as in sqrt\(\(double\)n\)' 6 'n)' <<END
$kernel
LW_KERNEL(k, (int, n), (double *, x))
{
    x[0] = sqrt(n);
}
END
mistake fmax_of_two_types 'write casts, as in sqrt\(\(double\)n\)' 6 <<END
$kernel
LW_KERNEL(k, (float, a), (double *, x))
{
    x[0] = fmax(x[1], a);
}
END
mistake atomic_add_on_char 'atomicAdd_takes_int_unsigned_unsigned_long_long_float_double' 6 'x, 1' <<END
$kernel
LW_KERNEL(k, (char *, x))
{
    atomicAdd(x, 1);
}
END

mistake no_such_fragment 'CUDA has no such fragment; it has half, bfloat16, .* as 16x16x16, .* tf32 as 16x16x8' 5 <<END
$kernel
#include <lanewise/matrix.h>
LW_KERNEL(k, (float *, p))
{
    LW_FRAGMENT(matrix_a, 16, 16, 4, __half, row_major) a;
    *p = (float)sizeof a;
}
END
mistake products_of_two_a 'lw_mma_sync takes fragments d .accumulator., a .matrix_a., b .matrix_b., c .accumulator.' 8 <<END
$kernel
#include <lanewise/matrix.h>
LW_KERNEL(k, (__half *, p))
{
    LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a;
    LW_FRAGMENT(accumulator, 16, 16, 16, float) sum;
    lw_fill_fragment(&sum, 0);
    lw_load_matrix_sync(&a, p, 16);
    lw_mma_sync(&sum, &a, &a, &sum);
}
END

# What CUDA has and another word stands for: the message names it, so that it can be pointed to.
refused() # words of CUDA's, what to write
{
    name=refused_$(printf %s "$1" | tr -cd a-z_)
    mistake "$name" "$2" 9 "$1" <<END
$kernel
__device__ static int f(int n, int *p)
{
    int a = n; $1 ;
    return a;
}
END
}
refused '__shared__' 'write LW_SHARED\(type, name, dims\) or LW_DYNAMIC_SHARED where CUDA writes __shared__'
refused '__launch_bounds__(256)' 'write LW_LAUNCH_BOUNDS\(threads\) after the name in LW_KERNEL where CUDA writes __launch_bounds__'
refused '__cluster_dims__(2, 1, 1)' 'write LW_CLUSTER_DIMS\(x, y, z\) .* where CUDA writes __cluster_dims__'
refused '__block_size__((32))' 'write LW_BLOCK_SIZE\(x, y, z\) .* where CUDA writes __block_size__'
refused '__shfl(n, 0)' 'write __shfl_sync\(mask, value, lane\): CUDA no longer has __shfl"?$'
refused 'tex2D(n, 1)' 'tex2D: include <lanewise/texture.h>'
refused '__half' '__half: include <lanewise/half.h>'
