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

# Dimensions in other forms than [n][m]. The errors that follow are left out.
shared() # name, line of the kernel, what to write, where
{
    mistake "$1" "; write $3\$" 6 "$4" <<END
$kernel
enum { N = 32 };
LW_KERNEL(k, (float *, x))
{
    $2
    t[threadIdx.x] = 1;
    x[0] = t[0];
}
END
}
shared shared_size_without_brackets 'LW_SHARED(float, t, 256);' 'LW_SHARED\(float, t, \[256\]\)' '256)'
shared shared_sizes_without_brackets 'LW_SHARED(float, t, N, N + 1);' 'LW_SHARED\(float, t, \[N\]\[N \+ 1\]\)' 'N, N'
shared shared_size_after_the_name 'LW_SHARED(float, t[N][4]);' 'LW_SHARED\(float, t, \[N\]\[4\]\)' 't[N]'
shared shared_as_declared 'LW_SHARED(unsigned long t[8]);' 'LW_SHARED\(unsigned long, t, \[8\]\)' 't[8]'
shared shared_without_comma 'LW_SHARED(float t);' 'LW_SHARED\(float, t\)' 't)'
mistake constant_size_without_brackets '; write LW_CONSTANT\(float, table, \[4\]\)$' 6 '4)' <<END
$kernel
LW_CONSTANT(float, table, 4) = {1, 2, 3, 4};
LW_KERNEL(k, (float *, x))
{
    x[0] = table[threadIdx.x];
}
END
mistake global_size_after_the_name '; write LW_GLOBAL\(float, table, \[4\]\)$' 6 'table[4]' <<END
$kernel
LW_GLOBAL(float, table[4]);
LW_KERNEL(k, (float *, x))
{
    x[0] = table[threadIdx.x];
}
END

# A shared name is a pointer.
pointer() # name, line of the kernel, what to write, where
{
    mistake "$1" "; write $3, as LW_.*SHARED\(.*\) is a pointer\$" 5 "$4" <<END
$kernel
LW_KERNEL(k, (int *, x), (int, n))
{
    LW_SHARED(int, flag);
    LW_SHARED(float, tile, [8]);
    LW_DYNAMIC_SHARED(float, rest);
    struct { int a; } pair = {n};
    $2
    x[0] = *flag + pair.a + (int)tile[n] + (int)rest[n];
}
END
}
pointer shared_assigned 'if (n) flag = 0;' '\*flag' 'flag = 0'
pointer shared_incremented 'if (n) flag++;' '\*flag' 'flag++'
pointer shared_sum 'if (n) flag += n;' '\*flag' 'flag +='
pointer shared_product 'x[1] = flag * n;' '\*flag' 'flag * n'
pointer shared_in_structure 'pair.a = 3.0f + (flag / 2);' '\*flag' 'flag / 2'
pointer shared_array_assigned 'tile = 0;' 'tile\[i\]' 'tile = 0'
pointer shared_array_product 'x[1] = tile * 2;' 'tile\[i\]' 'tile * 2'
pointer dynamic_assigned 'rest = 0;' 'rest\[i\]' 'rest = 0'

# clang's message has the type's name, not how the macro writes it.
for compiler in $compilers; do
    with --host-cc=$compiler -c shared_assigned.c -o out.o
    [ $? = 1 ] && ! grep -q typeof log
    report $? "the type of a shared name, $compiler"
done

# What has no such mistake in it gets no such hint.
cat >no_pointer.c <<END
$kernel
LW_KERNEL(k, (int *, x), (int **, y))
{
    LW_SHARED(int, flag);
    LW_SHARED(float, tile, [8]);
    x[0] = unknown + *flag;
    y[0] = *y = flag, x[1] = y[1];
}
END
for compiler in $compilers; do
    with --host-cc=$compiler -c no_pointer.c -o out.o
    [ $? = 1 ] && grep -q 'no_pointer.c:6:.*error: .*unknown' log && ! grep ':[67]:' log | grep -q '; write \*flag'
    report $? "a shared name as a pointer, $compiler"
done
