# Part of messages.sh: mistakes in variables and arrays.
mistake shared_size_no_constant 'LW_SHARED: the size must be a constant .*write LW_DYNAMIC_SHARED\(type, name\)' 6 '[n]' <<END
$kernel
LW_KERNEL(k, (int, n), (float *, x))
{
    LW_SHARED(float, tile, [n]);
    tile[threadIdx.x] = 1;
    x[0] = tile[0];
}
END
mistake shared_at_file_scope 'LW_SHARED: write it inside a kernel or a __device__ function' 6 'LW_SHARED' <<END
$kernel
LW_SHARED(float, tile, [32]);
LW_KERNEL(k, (float *, x))
{
    tile[threadIdx.x] = 1;
    x[0] = tile[0];
}
END
mistake array_size_no_constant 'write the size as an enum constant or a macro' 6 <<END
$kernel
LW_KERNEL(k, (float *, x))
{
    const int size = 4;
    float own[size];
    own[threadIdx.x % 4] = 1;
    x[0] = own[0];
}
END
mistake device_variable 'write LW_GLOBAL\(type, name\) for a variable of the device' 6 'c = 0' <<END
$kernel
__device__ int c = 0;
LW_KERNEL(k, (int *, x))
{
    x[0] = c;
}
END
mistake managed_memory 'no managed memory: write lw_malloc' 6 'cudaMallocManaged' <<'END'
#include <lanewise/kernel.h>
void f(void)
{
    void *pointer;
    cudaMallocManaged(&pointer, 4);
}
END
