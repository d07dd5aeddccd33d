#!/bin/sh
# What lanewise-cc says of mistakes that people make when they come from CUDA: that the first line of the error says what to
# write instead, and that few lines follow. With each C compiler here.
# usage: messages.sh LANEWISE_CC SOURCE_ROOT
set -u
driver=$(realpath "$1") root=$(realpath "$2")
unset LANEWISE_NVCC LANEWISE_HOST_CC LANEWISE_INCLUDE_DIR LANEWISE_CLANG LANEWISE_FUSE GCC_COLORS
export LC_ALL=C.UTF-8
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-cc-messages-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/tmp" && cd "$work" || exit 1
export TMPDIR="$work/tmp"

count=0 failed=0
report() # status, name
{
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
        sed 's/^/# /' log
    fi
}
skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }
compilers=$(for name in gcc clang clang-19; do ! command -v $name >/dev/null || printf '%s ' $name; done)
with() { "$driver" "--include-dir=$root/api" --no-cuda --no-checked --fused=off -Wall "$@" >log 2>&1; } # flags...

# The source on standard input is refused; the first line with "error: " has the words, an extended regular expression,
# and there are at most so many lines.
mistake() # name, words, lines
{
    cat >"$1.c"
    for compiler in $compilers; do
        with --host-cc=$compiler -c "$1.c" -o out.o
        [ $? = 1 ] && grep -m 1 'error: ' log | grep -Eq -e "$2" && [ "$(wc -l <log)" -le "$3" ]
        report $? "$1, $compiler"
    done
}

kernel='#include <lanewise/kernel.h>'
mistake parameters_without_parentheses 'write each parameter as \(type, name\)' 6 <<END
$kernel
LW_KERNEL(k, int n, float *x)
{
    x[0] = n;
}
END
mistake declared_without_parentheses 'write each parameter as \(type, name\)' 6 <<END
$kernel
LW_DECLARE_KERNEL(k, int n, float *x);
lw_status f(lw_stream *stream, float *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
many=$(for i in $(seq 65); do printf ', (int *, p%s)' $i; done)
mistake parameters_65 'a kernel takes 64 parameters at most: put some into a structure' 6 <<END
$kernel
LW_KERNEL(k$many)
{
    *p1 = *p65;
}
END
mistake launch_without_declaration 'write LW_DECLARE_KERNEL\(name, \(type, parameter\)...\) before the launch' 6 <<END
$kernel
lw_status f(lw_stream *stream, float *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
mistake device_launch_without_declaration 'write LW_DECLARE_KERNEL\(name, \(type, parameter\)...\) before the launch' 6 <<'END'
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>
LW_KERNEL(parent, (float *, x))
{
    lw_launch_device(k, lw_device_linear(0, 1, 1), 1, x);
}
END
mistake device_launch_of_numbers 'config is lw_device_grid\(stream, grid, block, dynamic_shared\)' 6 <<'END'
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>
LW_DECLARE_KERNEL(child, (float *, x));
LW_KERNEL(parent, (float *, x), (int, n))
{
    lw_launch_device(child, (n + 127) / 128, 128, x);
}
END
mistake include_forgotten 'write #include <lanewise/kernel.h>' 6 <<'END'
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
mistake include_forgotten_by_a_function 'write #include <lanewise/kernel.h>' 6 <<'END'
__device__ static int f(int n)
{
    return threadIdx.x + n;
}
END
mistake include_forgotten_but_for_the_index 'write #include <lanewise/kernel.h>' 6 <<'END'
int f(int n)
{
    return n + threadIdx.x;
}
END
mistake shared_size_no_constant 'LW_SHARED: the size must be a constant .*write LW_DYNAMIC_SHARED\(type, name\)' 6 <<END
$kernel
LW_KERNEL(k, (int, n), (float *, x))
{
    LW_SHARED(float, tile, [n]);
    tile[threadIdx.x] = 1;
    x[0] = tile[0];
}
END
mistake template 'included once for each type' 6 <<'END'
#include <lanewise/kernel.h>
template <typename T> __device__ T twice(T value)
{
    return value + value;
}
END
mistake constexpr 'write enum . NAME = value .' 6 <<'END'
#include <lanewise/kernel.h>
constexpr int WIDTH = 4;
END
mistake managed_memory 'no managed memory: write lw_malloc' 6 <<'END'
#include <lanewise/kernel.h>
void f(void)
{
    void *pointer;
    cudaMallocManaged(&pointer, 4);
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
mistake shared_at_file_scope 'LW_SHARED: write it inside a kernel or a __device__ function' 6 <<END
$kernel
LW_SHARED(float, tile, [32]);
LW_KERNEL(k, (float *, x))
{
    tile[threadIdx.x] = 1;
    x[0] = tile[0];
}
END
mistake launch_in_brackets 'write lw_launch\(kernel, lw_grid\(stream, grid, block, dynamic_shared\), arguments...\)' 9 <<END
$kernel
LW_KERNEL(k, (int, n), (float *, x))
{
    x[0] = n;
}
void f(float *x)
{
    k<<<4, 128>>>(1, x);
}
END
mistake launch_of_numbers 'config is lw_grid\(stream, grid, block, dynamic_shared\)' 6 <<END
$kernel
LW_DECLARE_KERNEL(k, (int, n), (float *, x));
lw_status f(float *x, int n)
{
    return lw_launch(k, (n + 127) / 128, 128, n, x);
}
END
mistake launch_with_a_wrong_pointer "float \*.*int \*|int \*.*float \*" 6 <<END
$kernel
LW_DECLARE_KERNEL(k, (int, n), (float *, x));
lw_status f(lw_stream *stream, int *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
mistake texture 'does not support cudaTextureObject_t yet: read through a const pointer' 6 <<END
$kernel
LW_KERNEL(k, (cudaTextureObject_t, texture), (float *, x))
{
    x[0] = (float)texture;
}
END
mistake device_variable 'write LW_GLOBAL\(type, name\) for a variable of the device' 6 <<END
$kernel
__device__ int c = 0;
LW_KERNEL(k, (int *, x))
{
    x[0] = c;
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
mistake qualifier_before_kernel 'write nothing in front of LW_KERNEL' 6 <<END
$kernel
__device__ LW_KERNEL(k, (float *, x))
{
    x[0] = 1;
}
END

# ---- warnings ----
cat >format.c <<END
$kernel
LW_KERNEL(k, (float *, x))
{
    printf("%d\n", x[0]);
}
END
for compiler in $compilers; do
    with --host-cc=$compiler -c format.c -o out.o && [ "$(grep -c 'warning: ' log)" = 1 ] && [ "$(wc -l <log)" -le 6 ] &&
        grep 'warning: ' log | grep -q '; write %f$'
    report $? "a format that does not fit, $compiler"
done

# A scalar of shared memory is a pointer, which is never null.
cat >scalar.c <<END
$kernel
LW_KERNEL(k, (int, n), (float *, x))
{
    LW_SHARED(bool, last);
    LW_SHARED( int , other );
    LW_SHARED(int, tile, [4]);
    if (threadIdx.x == 0)
        *last = n > 1, *other = n, tile[0] = n;
    __syncthreads();
    if (last)
        x[0] = 1;
}
END
sed 's/if (last)/if (*last \&\& other[0])/' scalar.c >no_scalar.c
sed 's/if (last)/if (n \&\& !other)/' scalar.c >negated.c
for compiler in $compilers; do
    with --host-cc=$compiler -c scalar.c -o out.o && [ "$(grep -c 'warning: ' log)" = 1 ] && [ "$(wc -l <log)" -le 4 ] &&
        grep -q 'scalar.c:10:.*warning: .*; write \*last, as LW_SHARED(type, last) is a pointer$' log
    report $? "a scalar of shared memory as a condition, $compiler"
    with --host-cc=$compiler -c negated.c -o out.o && grep -q 'negated.c:10:.*warning: .*; write \*other' log
    report $? "a scalar of shared memory, negated, $compiler"
    with --host-cc=$compiler -fsyntax-only scalar.c && grep -q 'write \*last' log
    report $? "a scalar of shared memory, with -fsyntax-only, $compiler"
    rm -f out.o
    with --host-cc=$compiler -Werror -c scalar.c -o out.o
    [ $? = 1 ] && grep -q 'error: .*; write \*last' log && [ ! -e out.o ]
    report $? "a scalar of shared memory, with -Werror, $compiler"
    with --host-cc=$compiler -c no_scalar.c -o out.o && [ ! -s log ] &&
        with --host-cc=$compiler -w -c scalar.c -o out.o && [ ! -s log ] &&
        with --host-cc=$compiler -Wno-address -c scalar.c -o out.o && [ ! -s log ]
    report $? "a scalar of shared memory, its value as a condition, $compiler"
done

# ---- what stays as it is ----
# Errors that have nothing to do with each other, and the steps of expansion of the user's macros.
cat >two.c <<END
$kernel
#define MINE(x) ((x)->no_member)
struct s { int member; };
LW_KERNEL(k, (int *, x), (struct s *, s))
{
    x[0] = first_unknown;
    x[1] = MINE(s);
    x[2] = second_unknown;
    x[3] = __popc(third_unknown);
}
END
for compiler in $compilers; do
    with --host-cc=$compiler -c two.c -o out.o
    [ $? = 1 ] && [ "$(grep -c 'error: ' log)" = 4 ] && grep -q 'error: .*first_unknown' log &&
        grep -q 'error: .*second_unknown' log && grep -q 'error: .*third_unknown' log &&
        grep -q "note: .*macro .MINE" log && ! grep -q 'left out' log && ! grep -q "$root/api" log
    report $? "errors of the user's own, $compiler"
    with --host-cc=$compiler -c include_forgotten.c -o out.o
    few=$(grep -c 'error: ' log)
    with --host-cc=$compiler -v -c parameters_without_parentheses.c -o out.o
    [ $? = 1 ] && [ "$few" = 1 ] && grep -q 'note: .*macro .LW_KERNEL' log
    report $? "-v shows all, $compiler"
    with --host-cc=$compiler -w -c texture.c -o out.o
    [ $? = 1 ] && grep -q 'error: .*does not support cudaTextureObject_t' log
    report $? "-w shows errors, $compiler"
    with --host-cc=$compiler -fsyntax-only texture.c
    [ $? = 1 ] && [ "$(grep -c 'error: ' log)" = 1 ]
    report $? "-fsyntax-only, $compiler"
    with --host-cc=$compiler -fdiagnostics-color=always -c sqrt_of_int.c -o out.o
    [ $? = 1 ] && grep -q 'write casts' log && grep -q "$(printf '\033')\[" log && [ "$(wc -l <log)" -le 6 ]
    report $? "in colours, $compiler"
done

# What a hint leaves out is about its own line alone: 1 and 12 are two.
printf 'void f(float *x) { k<<<1, 2>>>(x); }\n%s\n\n\n\n\n\n\n\n\n\nvoid g(float *x) { k<<<3, 4>>>(x); }\n' "$kernel" >twice.c
for compiler in $compilers; do
    with --host-cc=$compiler -c twice.c -o out.o
    [ $? = 1 ] && [ "$(grep -c 'error: .*; write lw_launch' log)" = 2 ] && grep -q '^twice.c:12:' log
    report $? "a mistake twice, $compiler"
done

# Errors in a header of the user's: how it was included stays, too.
printf '#pragma once\nstatic inline int f(int x) { return unknown; }\n' >mine.h
printf '%s\n#include "mine.h"\nLW_KERNEL(k, (int *, x)) { *x = f(*x); }\n' "$kernel" >outer.c
for compiler in $compilers; do
    with --host-cc=$compiler -c outer.c -o out.o
    [ $? = 1 ] && grep -q 'In file included from outer.c:2' log && grep -q 'mine.h:2:.*error: .*unknown' log
    report $? "an error in a header, $compiler"
done

# A terminal gets colours, as from the compiler itself.
if command -v script >/dev/null; then
    for compiler in $compilers; do
        printf '%s --include-dir=%s/api --no-cuda --no-checked --fused=off --host-cc=%s -c two.c -o out.o\n' \
            "$driver" "$root" $compiler >on_terminal
        TERM=xterm script -qec 'sh on_terminal' /dev/null </dev/null >log 2>&1
        grep -q "$(printf '\033')\[" log && grep -q first_unknown log
        report $? "colours on a terminal, $compiler"
    done
else
    skip "colours on a terminal" "no script"
fi

# ---- the C compilers alone, as for host code: the headers' own words ----
# A macro of these headers costs clang three lines.
host() # name, words, lines
{
    cat >"host_$1.c"
    for compiler in $compilers; do
        $compiler -std=gnu17 -Wall "-I$root/api" -c "host_$1.c" -o out.o >log 2>&1
        [ $? = 1 ] && grep -m 1 'error: ' log | grep -Eq -e "$2" && [ "$(wc -l <log)" -le "$3" ]
        report $? "host code: $1, $compiler alone"
    done
}
launch='#include <lanewise/launch.h>
LW_DECLARE_KERNEL(k, (int, n), (float *, x));'
host launch_of_numbers 'config is lw_grid\(stream, grid, block, dynamic_shared\)' 8 <<END
$launch
lw_status f(float *x, int n)
{
    return lw_launch(k, (n + 127) / 128, 128, n, x);
}
END
host launch_of_a_wrong_pointer "incompatible pointer type" 14 <<END
$launch
lw_status f(lw_stream *stream, int *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
host declared_without_parentheses 'write each parameter as \(type, name\)' 11 <<'END'
#include <lanewise/launch.h>
LW_DECLARE_KERNEL(k, int n, float *x);
END

# What is right, in every language that a host may be written in.
cat >right.c <<END
$launch
LW_DECLARE_KERNEL(bare);
lw_status f(lw_stream *stream, float *x, const lw_launch_config *config, long n, lw_dim3 dim)
{
    const int four = 4;
    const lw_dim3 same = dim;
    lw_launch_config (*function)(lw_stream *, lw_dim3, lw_dim3, size_t) = lw_grid;
#ifndef __cplusplus
    lw_launch(k, (lw_launch_config){stream, {1, 1, 1}, {1, 1, 1}, 0, {0, 0, 0}, 0}, 1, x);
    lw_launch(k, lw_grid(stream, (lw_dim3){1, 1, 1}, (lw_dim3){1, 1, 1}, 0), 1, x);
#elif __cplusplus >= 201103L
    lw_launch(k, lw_grid(stream, {1, 1, 1}, {1, 1, 1}, 0), 1, x);
#endif
    lw_launch(k, *config, 1, x);
    lw_launch(k, (*config), 1, x);
    lw_launch(k, config[0], 1, x);
    lw_launch(k, lw_grid(stream, (unsigned)(n + 255) / 256, dim, 0), 1, x);
    lw_launch(k, lw_grid(stream, dim, same, 0), 1, x);
    lw_launch(k, lw_grid(stream, four, 5ul, 0), 1, x);
    lw_launch(bare, function(stream, dim, dim, 0));
    return lw_launch(k, lw_grid(stream, lw_make_dim3(1, 2, 3), 128, 0), 1, x);
}
END
for compiler in $compilers; do
    for language in 'c c99' 'c gnu11' 'c gnu17' 'c++ gnu++98' 'c++ c++11' 'c++ gnu++17'; do
        set -- $language
        $compiler -x $1 -std=$2 -Wall -Wextra -Wshadow -Wconversion -Werror "-I$root/api" -fsyntax-only right.c >log 2>&1
        report $? "host code: right launches in $2, $compiler alone"
    done
done
echo "1..$count"
[ $failed = 0 ]
