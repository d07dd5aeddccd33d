# Part of messages.sh: mistakes in functions and types of CUDA's.
mistake texture 'does not support cudaTextureObject_t yet: read through a const pointer' 6 <<END
$kernel
LW_KERNEL(k, (cudaTextureObject_t, texture), (float *, x))
{
    x[0] = (float)texture;
}
END
mistake host_malloc 'cudaMalloc: on the host write lw_malloc\(device, &pointer, size\)' 6 <<END
$kernel
int f(float **x)
{
    return cudaMalloc((void **)x, 4);
}
END
# clang shows the declaration of the function that it guesses.
mistake host_synchronize 'write what <lanewise/host.h> has in place of CUDA' 9 <<END
$kernel
void f(void)
{
    cudaStreamSynchronize(0);
}
END
mistake sqrt_of_int 'write casts, as in sqrt\(\(double\)n\)' 6 <<END
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
mistake atomic_add_on_char 'atomicAdd_takes_int_unsigned_unsigned_long_long_float_double' 6 <<END
$kernel
LW_KERNEL(k, (char *, x))
{
    atomicAdd(x, 1);
}
END
