#!/bin/sh
# Mistakes that must not compile, each with the words that the compiler must say: for the CPU copy, and for the CUDA one
# where nvcc is. Every row stands beside a correct twin, so that it fails for its mistake alone.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/refusal.sh"

head='#include <lanewise/kernel.h>
#include <lanewise/types.h>
LW_DECLARE_KERNEL(declared, (int, n), (float *, out));
LW_CONSTANT(float, taps, [3]) = {1, 2, 3};
LW_CONSTANT(int, scale) = 3;
LW_GLOBAL(int, counter);
'
reported_name() { printf '%s' "${1%@*}"; }
# name; words on the CPU ("-": compiles); words on CUDA ("-": not asked); a line instead of it that compiles ("": none);
# the mistake on standard input
row()
{
    write_pair "$4"
    [ "$2" = - ] || await_row "refused_$1@cpu" "$2" ''
    [ -z "$4" ] || await_row "accepted_$1@cpu" '' "$4"
    [ "$3" != - ] || return
    if [ -z "$nvcc" ]; then
        skip "refused_cuda_$1" "no nvcc"
        return
    fi
    await_row "refused_cuda_$1@cuda" "$3" ''
}

# ---- built-ins are values ----
row assign_index 'lvalue|not assignable' '.' 'LW_KERNEL(k, (int *, p)) { *p = (int)threadIdx.x; }' <<'END'
LW_KERNEL(k, (int *, p)) { threadIdx.x = 1; *p = 1; }
END
row address_of_index 'lvalue|rvalue' - 'LW_KERNEL(k, (uint3 *, p)) { *p = blockIdx; }' <<'END'
LW_KERNEL(k, (const uint3 **, p)) { *p = &blockIdx; }
END

# ---- constants are read-only in kernels ----
row write_constant_array 'read-only|const-qualified' 'modifiable lvalue' \
    'LW_KERNEL(k, (float *, p)) { *p = taps[0]; }' <<'END'
LW_KERNEL(k, (float *, p)) { taps[0] = *p; }
END
row write_constant_scalar 'read-only|const-qualified' 'modifiable lvalue' \
    'LW_KERNEL(k, (int *, p)) { *p = scale; }' <<'END'
LW_KERNEL(k, (int *, p)) { scale = *p; }
END
row assign_shared_name 'read-only|const-qualified' 'modifiable lvalue' \
    'LW_KERNEL(k, (int *, p)) { LW_SHARED(int, s); *s = *p; }' <<'END'
LW_KERNEL(k, (int *, p)) { LW_SHARED(int, s); s = p; }
END

# ---- shared memory ----
row shared_size_no_constant 'LW_SHARED: the size must be a constant .*LW_DYNAMIC_SHARED' '.' \
    'enum { N = 4 }; LW_KERNEL(k, (int *, p)) { LW_SHARED(int, s, [2 * N][N]); s[0][0] = *p; *p = s[0][0]; }' <<'END'
LW_KERNEL(k, (int *, p), (int, n)) { LW_SHARED(int, s, [n]); s[0] = *p; *p = s[0]; }
END
row shared_second_size_no_constant 'LW_SHARED: the size must be a constant .*LW_DYNAMIC_SHARED' '.' '' <<'END'
LW_KERNEL(k, (int *, p), (int, n)) { LW_SHARED(int, s, [4][n]); s[0][0] = *p; *p = s[0][0]; }
END
row shared_at_file_scope 'LW_SHARED: write it inside a kernel or a __device__ function' - \
    'static __device__ int f(int x) { LW_SHARED(int, s, [4]); s[0] = x; return s[0]; }
LW_KERNEL(k, (int *, p)) { *p = f(*p); }' <<'END'
LW_SHARED(int, s, [4]);
LW_KERNEL(k, (int *, p)) { s[0] = *p; *p = s[0]; }
END
row dynamic_shared_at_file_scope 'LW_DYNAMIC_SHARED: write it inside a kernel or a __device__ function' - \
    'LW_KERNEL(k, (int *, p)) { LW_DYNAMIC_SHARED(int, s); s[0] = *p; *p = s[0]; }' <<'END'
LW_DYNAMIC_SHARED(int, s);
LW_KERNEL(k, (int *, p)) { s[0] = *p; *p = s[0]; }
END
row dynamic_shared_alignment 'LW_DYNAMIC_SHARED: the alignment is at most 4096 bytes' - \
    'typedef struct __align__(1024) tile { int n[256]; } tile;
LW_KERNEL(k, (int *, p)) { LW_DYNAMIC_SHARED(tile, s); s[0].n[0] = *p; *p = s[0].n[0]; }' <<'END'
typedef struct __align__(8192) tile { int n[2048]; } tile;
LW_KERNEL(k, (int *, p)) { LW_DYNAMIC_SHARED(tile, s); s[0].n[0] = *p; *p = s[0].n[0]; }
END
row shared_alignment 'LW_SHARED: the alignment is at most 4096 bytes' - \
    'LW_KERNEL(k, (int *, p)) { LW_SHARED(__align__(1024) int, s); s[0] = *p; *p = s[0]; }' <<'END'
LW_KERNEL(k, (int *, p)) { LW_SHARED(__align__(8192) int, s); s[0] = *p; *p = s[0]; }
END

# ---- declaration and definition check each other ----
row signature_differs 'conflicting types|redefinition' 'invalid redeclaration' \
    'LW_KERNEL(declared, (int, n), (float *, out)) { out[0] = (float)n; }' <<'END'
LW_KERNEL(declared, (unsigned, n), (float *, out)) { out[0] = (float)n; }
END
row parameter_missing 'conflicting types|redefinition' 'invalid redeclaration' '' <<'END'
LW_KERNEL(declared, (int, n)) { counter = n; }
END
row launch_pointer_type 'incompatible pointer' - \
    'lw_status f(lw_stream *s, float *q) { return lw_launch(declared, lw_linear(s, 1, 1), 1, q); }' <<'END'
lw_status f(lw_stream *s, int *q) { return lw_launch(declared, lw_linear(s, 1, 1), 1, q); }
END
row launch_count 'too few arguments' - '' <<'END'
lw_status f(lw_stream *s) { return lw_launch(declared, lw_linear(s, 1, 1), 1); }
END
row launch_integer_for_pointer 'without a cast|int-conversion|incompatible integer to pointer' - '' <<'END'
lw_status f(lw_stream *s) { return lw_launch(declared, lw_linear(s, 1, 1), 1, 5); }
END
for config in '4, 128' '(n + 255) / 256, 128' '(size_t)n, n' 'lw_make_dim3(4, 1, 1), lw_make_dim3(128, 1, 1)' \
    '(lw_dim3){4, 1, 1}, (lw_dim3){128, 1, 1}'; do
    row "launch_of_$(echo "$config" | tr -c 'a-z0-9\n' _)" 'config is lw_grid\(stream, grid, block, dynamic_shared\)' - \
        'lw_status f(lw_stream *s, float *p, int n) { return lw_launch(declared, lw_grid(s, (n + 255) / 256, 128, 0), n, p); }' <<END
lw_status f(float *p, int n) { return lw_launch(declared, $config, n, p); }
END
done
row launch_without_declaration "k__LW_DECLARE_KERNEL.? undeclared|undeclared identifier 'k__LW_DECLARE_KERNEL'" - \
    'LW_DECLARE_KERNEL(k, (int, n)); lw_status f(lw_stream *s) { return lw_launch(k, lw_linear(s, 1, 1), 1); }' <<'END'
lw_status f(lw_stream *s) { return lw_launch(k, lw_linear(s, 1, 1), 1); }
END
row too_large_parameters '32764 bytes' 'parameter|too much' '' <<'END'
typedef struct large { char bytes[40000]; } large;
LW_KERNEL(k, (large, all), (char *, p)) { *p = all.bytes[0]; }
END
row unknown_bound 'write each parameter as|LW_MAX_LANES' 'write each parameter as|LW_MAX_LANES' 'LW_KERNEL(k, LW_LAUNCH_BOUNDS(32)) { counter = 1; }' <<'END'
LW_KERNEL(k, LW_MAX_LANES(32)) { counter = 1; }
END

# ---- lists of parameters ----
row parameter_without_parentheses 'LW_KERNEL: write each parameter as \(type, name\)' 'LW_KERNEL: write each parameter as' \
    'LW_KERNEL(k, (int, n), (float *, p)) { *p = (float)n; }' <<'END'
LW_KERNEL(k, int n, float *p) { *p = (float)n; }
END
row last_parameter_without_parentheses 'LW_KERNEL: write each parameter as' 'LW_KERNEL: write each parameter as' \
    'LW_KERNEL(k, LW_LAUNCH_BOUNDS(32), (int, n), (float *, p)) { *p = (float)n; }' <<'END'
LW_KERNEL(k, LW_LAUNCH_BOUNDS(32), (int, n), float *p) { *p = (float)n; }
END
row parameter_without_comma 'LW_KERNEL: write each parameter as' 'LW_KERNEL: write each parameter as' '' <<'END'
LW_KERNEL(k, (int n), (float *, p)) { *p = (float)n; }
END
row declared_without_parentheses 'LW_DECLARE_KERNEL: write each parameter as' 'LW_DECLARE_KERNEL: write each parameter as' \
    'LW_DECLARE_KERNEL(k, (int, n), (float *, p));' <<'END'
LW_DECLARE_KERNEL(k, int n, float *p);
END
many() { for i in $(seq "$1"); do printf ', (int *, p%s)' "$i"; done; }
every() { for i in $(seq "$1"); do printf '*p%s = %s; ' "$i" "$i"; done; }
row kernel_of_65_parameters 'LW_KERNEL: a kernel takes 64 parameters at most' 'LW_KERNEL: a kernel takes 64 parameters at most' \
    "LW_KERNEL(k$(many 64)) { $(every 64) }" <<END
LW_KERNEL(k$(many 65)) { $(every 65) }
END
row declared_with_65_parameters 'LW_DECLARE_KERNEL: a kernel takes 64 parameters at most' \
    'LW_DECLARE_KERNEL: a kernel takes 64 parameters at most' "LW_DECLARE_KERNEL(k$(many 64));" <<END
LW_DECLARE_KERNEL(k$(many 65));
END

# ---- CUDA's words that are Lanewise's ----
row raw_global 'write LW_KERNEL' - '' <<'END'
__global__ void k(int *p) { *p = 1; }
END
row raw_shared 'write LW_SHARED' - '' <<'END'
LW_KERNEL(k, (int *, p)) { __shared__ int s[4]; s[0] = 1; *p = s[0]; }
END
row raw_constant 'write LW_CONSTANT' - '' <<'END'
__constant__ int c;
END
row registers_beside_threads 'no LW_LAUNCH_BOUNDS' 'cannot be applied to the same kernel' \
    'LW_KERNEL(k, LW_CLUSTER_DIMS(2, 1, 1), LW_MAX_REGISTERS(32), (int *, p)) { *p = 1; }' <<'END'
LW_KERNEL(k, LW_LAUNCH_BOUNDS(32), LW_MAX_REGISTERS(32), (int *, p)) { *p = 1; }
END
row no_registers 'a positive number' 'must be positive' 'LW_KERNEL(k, LW_MAX_REGISTERS(32), (int *, p)) { *p = 1; }' <<'END'
LW_KERNEL(k, LW_MAX_REGISTERS(0), (int *, p)) { *p = 1; }
END
row raw_max_registers 'LW_MAX_REGISTERS' - '' <<'END'
void __maxnreg__(32) k(int *p) { *p = 1; }
END
row raw_grid_constant 'write \(LW_GRID_CONSTANT\(type\), parameter\)' - \
    'LW_KERNEL(k, (LW_GRID_CONSTANT(int), n), (int *, p)) { *p = *n; }' <<'END'
LW_KERNEL(k, (const __grid_constant__ int, n), (int *, p)) { *p = n; }
END
row raw_launch_bounds 'LW_LAUNCH_BOUNDS' - '' <<'END'
void __launch_bounds__(32) k(int *p) { *p = 1; }
END
row raw_device_variable 'section type conflict' - '' <<'END'
__device__ int variable;
LW_KERNEL(k, (int *, p)) { *p = variable; }
END

# ---- overloads that CUDA does not have ----
row add_long 'atomicAdd_takes_int_unsigned' 'no instance of overloaded function' \
    'LW_KERNEL(k, (unsigned long long *, p)) { atomicAdd(p, 1ull); }' <<'END'
LW_KERNEL(k, (long long *, p)) { atomicAdd(p, 1ll); }
END
row add_char 'atomicAdd_takes_int_unsigned_unsigned_long_long_float_double' 'no instance of overloaded function' \
    'LW_KERNEL(k, (unsigned *, p)) { atomicAdd(p, 1u); }' <<'END'
LW_KERNEL(k, (char *, p)) { atomicAdd(p, 1); }
END
row inc_int 'atomicInc_and_atomicDec_take_unsigned' - 'LW_KERNEL(k, (unsigned *, p)) { atomicInc(p, 4u); }' <<'END'
LW_KERNEL(k, (int *, p)) { atomicInc(p, 4); }
END
row min_kinds 'one kind' 'more than one instance' \
    'LW_KERNEL(k, (float *, p), (int, i)) { *p = min(*p, (float)i); }' <<'END'
LW_KERNEL(k, (float *, p), (int, i)) { *p = min(*p, i); }
END
row sqrt_of_integer 'cast_arguments_to_all_float_or_all_double' '__host__ function' \
    'LW_KERNEL(k, (float *, p), (int, i)) { *p = sqrt((float)i); }' <<'END'
LW_KERNEL(k, (float *, p), (int, i)) { *p = (float)sqrt(i); }
END
row fmod_of_mixed 'cast_arguments_to_all_float_or_all_double' '__host__ function' 'LW_KERNEL(k, (double *, p)) { *p = fmod(*p, 2.0); }' <<'END'
LW_KERNEL(k, (double *, p)) { *p = fmod(*p, 2.0f); }
END
for call in 'fmax(d, 1.0f)' 'fmin(n, 1.0)' 'atan2(1.0f, n)' 'ldexp(n, 2)' 'copysign(n, 1.0f)' 'fma(d, 1.0, 2.0f)' 'rsqrt(n)' 'floor(c)'; do
    row "mathematics_of_$(echo "$call" | tr -c 'a-z0-9\n' _)" cast_arguments_to_all_float_or_all_double - '' <<END
LW_KERNEL(k, (double *, p), (double, d), (int, n), (char, c)) { *p = d + n + c; *p = $call; }
END
done
row abs_of_unsigned 'abs_takes_int_long' 'more than one instance' '' <<'END'
LW_KERNEL(k, (unsigned *, p)) { *p = (unsigned)abs(*p); }
END
row reduce_of_float 'takes int and unsigned' '.' \
    'LW_KERNEL(k, (int *, p)) { *p = __reduce_add_sync(LW_FULL_MASK, *p); }' <<'END'
LW_KERNEL(k, (float *, p)) { *p = (float)__reduce_add_sync(LW_FULL_MASK, *p); }
END
row shuffle_of_structure 'unary plus|invalid argument type' 'no instance' \
    'LW_KERNEL(k, (float4 *, p)) { p->x = __shfl_sync(LW_FULL_MASK, p->x, 0); }' <<'END'
LW_KERNEL(k, (float4 *, p)) { *p = __shfl_sync(LW_FULL_MASK, *p, 0); }
END
row undeclared 'implicit declaration' 'undefined' '' <<'END'
LW_KERNEL(k, (int *, p)) { *p = __no_such_intrinsic(*p); }
END

# ---- what is not supported says so ----
for name in 'cudaMemcpy(p, p, 4, 3)' 'cudaMallocAsync(p, 4, 0)' 'cudaFuncGetAttributes(p, p)'; do
    word=${name%%(*}
    row "unsupported_$word" "Lanewise does not support $word yet" - '' <<END
LW_KERNEL(k, (int *, p)) { *p = (int)$name; }
END
done
for name in 'tex2D(0, 1, 2)' 'tex1Dfetch(0, 1)' 'surf2Dread(p, 0, 0)'; do
    word=${name%%(*}
    row "forgotten_$word" "$word: include <lanewise/texture.h>" - '' <<END
LW_KERNEL(k, (int *, p)) { *p = (int)$name; }
END
done
row unsupported_fp8 '__nv_fp8_e4m3: include <lanewise/fp8.h>' - '' <<'END'
__nv_fp8_e4m3 variable;
END
row unsupported_tf32 '__float_to_tf32: include <lanewise/matrix.h>' - '' <<'END'
LW_KERNEL(k, (float *, p)) { *p = __float_to_tf32(*p); }
END
row unsupported_cudaArray_t 'Lanewise does not support cudaArray_t yet' - '' <<'END'
cudaArray_t variable;
END
row managed 'write LW_MANAGED' - '' <<'END'
__managed__ int variable;
END

settle
finish
