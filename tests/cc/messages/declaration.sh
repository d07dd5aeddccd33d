# Part of messages.sh: mistakes in the kernel's file and its declaration.
mistake include_forgotten 'write #include <lanewise/kernel.h>' 6 'LW_KERNEL(k' <<'END'
LW_KERNEL(k, (int, n), (float *, x))
{
    int i = threadIdx.x;
    if (i < n)
        x[i] = 0;
}
LW_KERNEL(again, (float *, x))
{
    x[0] = 0;
}
END
mistake include_forgotten_by_a_function 'write #include <lanewise/kernel.h>' 6 '__device__' <<'END'
__device__ static int f(int n)
{
    return threadIdx.x + n;
}
END
mistake include_forgotten_but_for_the_index 'write #include <lanewise/kernel.h>' 6 'threadIdx' <<'END'
int f(int n)
{
    return n + threadIdx.x;
}
END
mistake parameters_without_parentheses 'write each parameter as \(type, name\)' 6 'LW_KERNEL' <<END
$kernel
LW_KERNEL(k, int n, float *x)
{
    x[0] = n;
}
END
mistake declared_without_parentheses 'write each parameter as \(type, name\)' 6 'LW_DECLARE_KERNEL' <<END
$kernel
LW_DECLARE_KERNEL(k, int n, float *x);
lw_status f(lw_stream *stream, float *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
many=$(for i in $(seq 65); do printf ', (int *, p%s)' $i; done)
mistake parameters_65 'a kernel takes 64 parameters at most: put some into a structure' 6 'LW_KERNEL' <<END
$kernel
LW_KERNEL(k$many)
{
    *p1 = *p65;
}
END
mistake qualifier_before_kernel 'write nothing in front of LW_KERNEL' 6 'LW_KERNEL' <<END
$kernel
__device__ LW_KERNEL(k, (float *, x))
{
    x[0] = 1;
}
END
mistake template 'included once for each type' 6 'template' <<'END'
#include <lanewise/kernel.h>
template <typename T> __device__ T twice(T value)
{
    return value + value;
}
END
mistake constexpr 'write enum . NAME = value .' 6 'constexpr' <<'END'
#include <lanewise/kernel.h>
constexpr int WIDTH = 4;
END
