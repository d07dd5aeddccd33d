#!/bin/sh
# Rows whose behaviour is that something does not compile: for the CPU copy, and for the CUDA one where nvcc is.
#
# A row is reported as row/NAME@cpu and row/NAME@cuda. On each it holds when the mistake is refused with the words, and a
# correct twin compiles, so that it fails for its mistake alone.
# usage: refused.sh SOURCE_ROOT [--list]        with --list, the rows' names alone
suite=row
. "$(dirname "$0")/../language/tap.sh"
. "$(dirname "$0")/../language/refusal.sh"

head='#include <lanewise/kernel.h>
#include <lanewise/types.h>
LW_DECLARE_KERNEL(declared, (int, n), (float *, out));
LW_CONSTANT(int, scale) = 3;
LW_CONSTANT(float, taps, [3]) = {1, 2, 3};
LW_GLOBAL(int, counter);
'
# name, its row's number first; words on the CPU ("-": CUDA alone refuses it); words on CUDA ("-": the CPU alone refuses
# it, the row's note says why); a line that is right ("": none); the mistake on standard input. Words are an extended
# regular expression.
row()
{
    if [ "$library" = --list ]; then
        cat >/dev/null
        echo "row/$1"
        return
    fi
    write_pair "$4"
    [ "$2" = - ] || await_row "$1@cpu" "$2" "$4"
    [ "$3" != - ] || return
    if [ -z "$nvcc" ]; then
        skip "$1@cuda" "no nvcc"
        return
    fi
    await_row "$1@cuda" "$3" "$4"
}

# ---- A: qualifiers, declarations, limits of the language ----
row A1_a_kernel_returns_nothing "'return' with a value|‘return’ with a value|should not return a value" 'does not match the function type' \
    'LW_KERNEL(k, (int *, p)) { *p = 1; return; }' <<'END'
LW_KERNEL(k, (int *, p)) { *p = 1; return 1; }
END
row A2_a_kernel_is_no_device_function 'expected identifier' - 'LW_KERNEL(k, (int *, p)) { *p = 1; }' <<'END'
__device__ LW_KERNEL(k, (int *, p)) { *p = 1; }
END
row A4_device_code_cannot_call_host_functions - 'calling a __host__ function' \
    'static __device__ int f(int x) { return x + 1; }
LW_KERNEL(k, (int *, p)) { *p = f(1); }' <<'END'
static int f(int x) { return x + 1; }
LW_KERNEL(k, (int *, p)) { *p = f(1); }
END
row A7_more_than_32764_bytes_of_parameters '32764 bytes' 'parameter|too much' '' <<'END'
typedef struct large { char bytes[32764 - 4]; } large;
LW_KERNEL(k, (large, all), (char *, p)) { *p = all.bytes[0]; }
END
row A7_a_kernel_has_no_ellipsis 'write each parameter as|expected' 'write each parameter as|cannot have ellipsis|pasting .* and "..."' 'LW_KERNEL(k, (int, n), (int *, p)) { *p = n; }' <<'END'
LW_KERNEL(k, (int, n), (..., )) { counter = n; }
END
row A8_a_kernel_cannot_call_itself 'implicit declaration|undeclared function' 'must be configured' \
    'LW_KERNEL(k, (int *, p)) { if (*p) *p = 0; }' <<'END'
LW_KERNEL(k, (int *, p)) { if (*p) k(p); }
END
row A9_a_kernel_is_no_function_of_the_host 'undeclared' - \
    'static lw_kernel *pointer = LW_KERNEL_OF(declared);
int f(void);
int f(void) { return pointer != 0; }' <<'END'
static void (*pointer)(int, float *) = declared;
int f(void);
int f(void) { return pointer != 0; }
END
row A11_a_kernel_cannot_write_a_constant 'read-only|const-qualified' 'modifiable lvalue' \
    'LW_KERNEL(k, (float *, p)) { *p = taps[scale - 1]; }' <<'END'
LW_KERNEL(k, (float *, p)) { taps[scale - 1] = *p; }
END
row A11_constants_are_64_KiB_at_most '65536 bytes' 'too much global constant data' \
    'LW_CONSTANT(char, big, [65000]);
LW_KERNEL(k, (char *, p)) { *p = big[threadIdx.x]; }' <<'END'
LW_CONSTANT(char, big, [65537]);
LW_KERNEL(k, (char *, p)) { *p = big[threadIdx.x]; }
END
row A12_a_shared_variable_has_no_initialiser 'lvalue required|not assignable' 'modifiable lvalue' \
    'LW_KERNEL(k, (int *, p)) { LW_SHARED(int, s); *s = 3; *p = *s; }' <<'END'
LW_KERNEL(k, (int *, p)) { LW_SHARED(int, s) = 3; *p = *s; }
END
row A14_a_static_is_initialised_by_a_constant 'not constant|not a compile-time constant' 'dynamic initialization' \
    'LW_KERNEL(k, (int *, p)) { static int n = 3; *p = n++; }' <<'END'
LW_KERNEL(k, (int *, p)) { static int n = (int)threadIdx.x; *p = n++; }
END
row A15_no_plain_managed_variables 'write LW_MANAGED' - '' <<'END'
__managed__ int variable;
END
row A16_no_shared_members 'expected|type name does not allow storage class|not allow' 'does not apply here|not allowed|error' \
    'struct s { int x; };
LW_KERNEL(k, (struct s *, p)) { LW_SHARED(struct s, one); *one = *p; }' <<'END'
struct s { LW_SHARED(int, x); };
LW_KERNEL(k, (struct s *, p)) { *p = *p; }
END
row A16_no_device_variables_in_functions 'local variables|no linkage|follows extern declaration' 'linkage specification is not allowed' \
    'LW_GLOBAL(int, x) = 3;
LW_KERNEL(k, (int *, p)) { *p = x; }' <<'END'
LW_KERNEL(k, (int *, p)) { LW_GLOBAL(int, x) = 3; *p = x; }
END
row A21_no_128_bit_floats 'no __float128 in device code' 'not supported in device code' \
    'LW_KERNEL(k, (float *, p)) { double z = *p; *p = (float)(z * z); }' <<'END'
LW_KERNEL(k, (float *, p)) { __float128 z = *p; *p = (float)(z * z); }
END
row A22_constants_of_the_file_have_no_address_on_the_device - 'undefined in device code' \
    'static const int five = 5;
LW_KERNEL(k, (int *, p)) { *p = five; }' <<'END'
static const int five = 5;
LW_KERNEL(k, (const int **, p)) { *p = &five; }
END
# On the CPU the final link says so: the object alone may be linked to others.
row A23_device_functions_never_cross_files - 'Unresolved extern function' \
    'extern __device__ int here(int x);
LW_KERNEL(k, (int *, p)) { *p = here(1); }
__device__ int here(int x) { return x; }' <<'END'
extern __device__ int elsewhere(int x);
LW_KERNEL(k, (int *, p)) { *p = elsewhere(1); }
END
links() # mistake or right
{
    $compiler -std=gnu11 $c_flags -fPIC -c "$work/$1.c" -o "$work/out.o" >>"$work/log" 2>&1 &&
        $compiler -shared "$work/out.o" -o "$work/out.so" >"$work/said" 2>&1
}
never_crosses() # name
{
    for compiler in $compilers; do
        links mistake && echo "$compiler linked it" >>"$work/log"
        grep -q 'hidden symbol.*elsewhere' "$work/said" || cat "$work/said" >>"$work/log"
        links right || cat "$work/said" >>"$work/log"
    done
    [ ! -s "$work/log" ]
    report $? "$1@cpu"
}
[ "$library" = --list ] || never_crosses A23_device_functions_never_cross_files
if [ "$library" = --list ]; then
    echo row/A23_nor_do_device_variables
else
    write_pair '__device__ static int elsewhere(void) { return 1; }
LW_KERNEL(k, (int *, p)) { *p = elsewhere(); }' <<'END'
extern __device__ int elsewhere;
LW_KERNEL(k, (int *, p)) { *p = elsewhere; }
END
    never_crosses A23_nor_do_device_variables
fi
row A23_a_symbol_of_another_file_is_no_variable 'undeclared' 'undefined' \
    'LW_DECLARE_SYMBOL(elsewhere);
LW_GLOBAL(int, elsewhere);
LW_KERNEL(k, (int *, p)) { *p = elsewhere; }' <<'END'
LW_DECLARE_SYMBOL(elsewhere);
LW_KERNEL(k, (int *, p)) { *p = elsewhere; }
END
row A28_vectors_have_no_operators 'invalid operands' 'no operator "\+" matches' \
    'LW_KERNEL(k, (float4 *, p)) { p[0].x = p[1].x + p[2].x; }' <<'END'
LW_KERNEL(k, (float4 *, p)) { p[0] = p[1] + p[2]; }
END
row A28_vectors_have_their_own_fields_alone "no member" 'no member' 'LW_KERNEL(k, (float3 *, p)) { p[0].x = p[0].z; }' <<'END'
LW_KERNEL(k, (float3 *, p)) { p[0].x = p[0].w; }
END
row A29_a_grid_constant_is_not_written 'read-only|const-qualified' 'modifiable lvalue' \
    'LW_KERNEL(k, (LW_GRID_CONSTANT(int), b), (int *, p)) { *p = *b; }' <<'END'
LW_KERNEL(k, (LW_GRID_CONSTANT(int), b), (int *, p)) { *b = 3; *p = *b; }
END

# ---- B: built-ins ----
row B4_an_index_takes_no_assignment 'lvalue|not assignable' '.' 'LW_KERNEL(k, (int *, p)) { *p = (int)threadIdx.x; }' <<'END'
LW_KERNEL(k, (int *, p)) { threadIdx.x = 1; *p = 1; }
END

row B9o_half_names_its_header 'include <lanewise/half.h>' '__half' \
    '#include <lanewise/half.h>
LW_KERNEL(k, (float *, p)) { __half h = __float2half(*p); *p = __half2float(h); }' <<'END'
LW_KERNEL(k, (float *, p)) { __half h = __float2half(*p); *p = __half2float(h); }
END
row B9p_operators_are_not_for_halves 'invalid operands' - \
    '#include <lanewise/half.h>
LW_KERNEL(k, (__half *, p)) { *p = __hadd(*p, *p); }' <<'END'
#include <lanewise/half.h>
LW_KERNEL(k, (__half *, p)) { *p = *p + *p; }
END
row B12b_ldg_takes_no_vector_of_three '__ldg takes a number, or a vector' 'no instance of overloaded' \
    'LW_KERNEL(k, (const int4 *, p), (int *, q)) { *q = __ldg(p).x; }' <<'END'
LW_KERNEL(k, (const int3 *, p), (int *, q)) { *q = __ldg(p).x; }
END

# ---- G: atomics of types that CUDA has none for ----
row G3d_no_add_of_signed_64_bits 'atomicAdd_takes_int' 'no instance of overloaded' \
    'LW_KERNEL(k, (unsigned long long *, p)) { atomicAdd(p, 1ull); }' <<'END'
LW_KERNEL(k, (long long *, p)) { atomicAdd(p, 1ll); }
END
row G3e_no_block_scope_of_halves 'atomicAdd_takes_int' 'no instance of overloaded' \
    '#include <lanewise/half.h>
LW_KERNEL(k, (__half *, p)) { atomicAdd(p, *p); }' <<'END'
#include <lanewise/half.h>
LW_KERNEL(k, (__half *, p)) { atomicAdd_block(p, *p); }
END
row G5b_no_sub_of_64_bits 'atomicSub_takes_int_or_unsigned' 'no instance of overloaded|more than one instance' \
    'LW_KERNEL(k, (unsigned *, p)) { atomicSub(p, 1u); }' <<'END'
LW_KERNEL(k, (unsigned long long *, p)) { atomicSub(p, 1ull); }
END
row G6b_no_exchange_of_signed_64_bits 'atomicExch takes int, unsigned' 'no instance of overloaded' \
    'LW_KERNEL(k, (unsigned long long *, p)) { atomicExch(p, 1ull); }' <<'END'
LW_KERNEL(k, (long long *, p)) { atomicExch(p, 1ll); }
END
row G7b_no_min_of_floats 'atomic_takes_int' 'no instance of overloaded' \
    'LW_KERNEL(k, (int *, p)) { atomicMin(p, 1); }' <<'END'
LW_KERNEL(k, (float *, p)) { atomicMin(p, 1.0f); }
END
row G8b_no_inc_of_signed_integers 'atomicDec_take_unsigned' 'no instance of overloaded|incompatible' \
    'LW_KERNEL(k, (unsigned *, p)) { atomicInc(p, 3u); }' <<'END'
LW_KERNEL(k, (int *, p)) { atomicInc(p, 3u); }
END
row G10b_no_cas_of_floats 'atomicCAS takes int, unsigned' 'no instance of overloaded' \
    'LW_KERNEL(k, (unsigned *, p)) { atomicCAS(p, 0u, 1u); }' <<'END'
LW_KERNEL(k, (float *, p)) { atomicCAS(p, 0.0f, 1.0f); }
END
row G13e_no_cas_of_16_bytes_off_alignment 'atomicCAS takes int, unsigned' 'no instance of overloaded' \
    'LW_KERNEL(k, (float4 *, p)) { *p = atomicCAS(p, *p, *p); }' <<'END'
typedef struct off { int a, b, c, d; } off;
LW_KERNEL(k, (off *, p)) { *p = atomicCAS(p, *p, *p); }
END
row G27_no_atomics_on_constants 'atomic' 'no instance of overloaded' \
    'LW_KERNEL(k, (int *, p)) { *p = atomicAdd(&counter, scale); }' <<'END'
LW_KERNEL(k, (int *, p)) { *p = atomicAdd(&scale, 1); }
END

# ---- E, F: warp functions ----
row E11_no_any_without_a_mask 'write __any_sync' "without '.sync' is not supported|undefined" \
    'LW_KERNEL(k, (int *, p)) { *p = __any_sync(LW_FULL_MASK, *p); }' <<'END'
LW_KERNEL(k, (int *, p)) { *p = __any(*p); }
END
for name in all ballot; do
    row "E11_no_${name}_without_a_mask" "write __${name}_sync" "without '.sync' is not supported|undefined" \
        "LW_KERNEL(k, (int *, p)) { *p = (int)__${name}_sync(LW_FULL_MASK, *p); }" <<END
LW_KERNEL(k, (int *, p)) { *p = (int)__$name(*p); }
END
done
for name in shfl shfl_up shfl_down shfl_xor; do
    row "E11_no_${name}_without_a_mask" "write __${name}_sync" "\"__$name\" is undefined" \
        "LW_KERNEL(k, (int *, p)) { *p = __${name}_sync(LW_FULL_MASK, *p, 1); }" <<END
LW_KERNEL(k, (int *, p)) { *p = __$name(*p, 1); }
END
done
row E9_no_reduction_of_floats 'takes int and unsigned' 'more than one instance|no instance' \
    'LW_KERNEL(k, (int *, p)) { *p = __reduce_add_sync(LW_FULL_MASK, *p); }' <<'END'
LW_KERNEL(k, (float *, p)) { *p = (float)__reduce_add_sync(LW_FULL_MASK, *p); }
END
row F8_no_shuffle_of_structures 'unary plus|invalid argument type' 'no instance of overloaded' \
    'LW_KERNEL(k, (float4 *, p)) { p->x = __shfl_sync(LW_FULL_MASK, p->x, 0); }' <<'END'
LW_KERNEL(k, (float4 *, p)) { *p = __shfl_sync(LW_FULL_MASK, *p, 0); }
END

# ---- V: arithmetic ----
row V17d_packed_products_are_of_one_sign 'cast_arguments_to_all_int_or_all_unsigned' 'more than one instance' \
    'LW_KERNEL(k, (int *, p)) { *p = __dp4a(*p, *p, 1); }' <<'END'
LW_KERNEL(k, (int *, p)) { *p = __dp4a(*p, *p, 1u); }
END

# ---- N: launches from kernels ----
row N1_the_header_is_needed 'cudaMalloc: on the host write lw_malloc.*in a kernel include lanewise/device_launch.h' - '' <<'END'
LW_KERNEL(k, (void **, p)) { cudaMalloc(p, 4); }
END
settle
plain_flags=$cuda_flags cuda_flags="$cuda_flags -rdc=true"
plain_head=$head
head="$head#include <lanewise/device_launch.h>
LW_DECLARE_KERNEL(child, (int, n), (float *, out));
struct cudaDeviceProp;
"
row N1_a_childs_arguments_are_checked 'incompatible pointer' 'incompatible|cannot be converted|no suitable|argument of type' \
    'LW_KERNEL(k, (float *, p)) { lw_launch_device(child, lw_device_linear(NULL, 1, 1), 1, p); }' <<'END'
LW_KERNEL(k, (int *, p)) { lw_launch_device(child, lw_device_linear(NULL, 1, 1), 1, p); }
END
row N1_a_childs_arguments_are_counted 'too few arguments' 'too few arguments' '' <<'END'
LW_KERNEL(k, (float *, p)) { lw_launch_device(child, lw_device_linear(NULL, 1, 1), 1); }
END
# What the host alone may call, with the right arguments: the row's number, the call, and what a kernel may call with the
# like of them; words that the CPU's compiler says, where it is not that the function is unknown.
host_alone()
{
    word=${2%%(*}
    kernel='LW_KERNEL(k, (int *, p), (float *, time), (struct cudaDeviceProp *, all), (cudaStream_t, stream), (cudaEvent_t, event),
          (size_t, size)) { (void)time; (void)all; (void)stream; (void)event; (void)size; *p = (int)'
    row "$1_no_$word" "${4:-(implicit declaration of|undeclared) function .*$word}" \
        "calling a __host__ function\\(\"[^\"(]*$word" "$kernel$3; }" <<END
$kernel$2; }
END
}
host_alone N6 'cudaStreamSynchronize(stream)' 'cudaStreamDestroy(stream)'
host_alone N6 'cudaStreamQuery(stream)' 'cudaStreamDestroy(stream)'
host_alone N7 'cudaEventSynchronize(event)' 'cudaEventDestroy(event)'
host_alone N7 'cudaEventQuery(event)' 'cudaEventDestroy(event)'
host_alone N7 'cudaEventElapsedTime(time, event, event)' 'cudaEventRecord(event, stream)'
host_alone N10 'cudaSetDevice(*p)' 'cudaGetDevice(p)'
host_alone N10 'cudaGetDeviceProperties(all, 0)' 'cudaDeviceGetAttribute(p, cudaDevAttrWarpSize, 0)'
host_alone N15 'cudaDeviceSetLimit(cudaLimitMallocHeapSize, size)' 'cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize)'
host_alone N17 'cudaMemcpyToSymbol(counter, p, sizeof *p)' \
    'cudaMemcpyAsync(&counter, p, sizeof *p, cudaMemcpyDeviceToDevice, stream)' 'does not support cudaMemcpyToSymbol yet'
# What CUDA's device runtime has and this one has not.
for call in 'cudaMemcpy2DAsync(p, size, p, size, 4, 1, cudaMemcpyDeviceToDevice, stream)' \
    'cudaMemcpy3DAsync(NULL, stream)' 'cudaMemset2DAsync(p, size, 0, 4, 1, stream)' \
    'cudaMemset3DAsync(NULL, 0, NULL, stream)' 'cudaFuncGetAttributes(NULL, declared)' \
    'cudaOccupancyMaxActiveBlocksPerMultiprocessor(p, declared, 32, size)' \
    'cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(p, declared, 32, size, 0)' 'cudaDeviceGetCacheConfig(NULL)' \
    'cudaDeviceGetSharedMemConfig(NULL)' 'cudaRuntimeGetVersion(p)' 'cudaEventRecordWithFlags(event, stream, 0)' \
    'cudaLaunchDevice(NULL, NULL, grid, grid, 0, stream)' 'cudaLaunchDeviceV2(NULL, stream)' \
    'cudaGetParameterBuffer(size, size)' 'cudaGetParameterBufferV2(NULL, grid, grid, 0)' \
    'cudaGraphKernelNodeSetParam(NULL, 0, p, 4)' \
    'cudaGraphKernelNodeSetEnabled(NULL, 1)' 'cudaGraphKernelNodeSetGridDim(NULL, grid)' \
    'cudaGraphKernelNodeUpdatesApply(NULL, 1)'; do
    word=${call%%(*}
    kernel='LW_KERNEL(k, (int *, p), (size_t, size), (cudaStream_t, stream), (cudaEvent_t, event), (lw_dim3, grid)) {
    (void)p; (void)size; (void)stream; (void)event; (void)grid; '
    row "N11c_no_$word" "Lanewise does not support $word yet" - "${kernel}(void)cudaGetLastError(); }" <<END
${kernel}(void)$call; }
END
done
host_alone N8 'cudaDeviceSynchronize()' 'cudaGetLastError()' 'cudaDeviceSynchronize: a kernel cannot wait'
row N5_a_child_cannot_write_a_constant_either 'read-only|const-qualified|discards|incompatible' 'incompatible|argument of type|cannot be' \
    'LW_KERNEL(k, (float *, p)) { lw_launch_device(child, lw_device_linear(NULL, 1, 1), 1, p); *p = taps[0]; }' <<'END'
LW_KERNEL(k, (int *, p)) { *p = 1; lw_launch_device(child, lw_device_linear(NULL, 1, 1), 1, taps); }
END
settle
cuda_flags=$plain_flags

# ---- M: cooperative groups ----
head="$plain_head"'#include <lanewise/groups.h>
#define TILE(n) lw_tile(n) tile = lw_tiled_partition(n, lw_this_thread_block())
typedef struct large { float v[10]; } large;
typedef struct twelve { int v[3]; } twelve;
'
# The same for a kernel's body: name, words on the CPU, words on CUDA, the right body, the mistake.
body()
{
    row "$1" "$2" "$3" "LW_KERNEL(k, (float *, p), (int, n), (large *, q)) { $4 *p += (float)n + q->v[0]; }" <<END
LW_KERNEL(k, (float *, p), (int, n), (large *, q)) { $5 *p += (float)n + q->v[0]; }
END
}
body M1c_a_block_does_not_shuffle 'lw_group_shfl takes a tile or a coalesced group' 'no instance of function template' \
    'TILE(8); *p = lw_group_shfl(tile, *p, 1);' '*p = lw_group_shfl(lw_this_thread_block(), *p, 1);'
body M1d_a_group_is_made - 'no default constructor|inaccessible' \
    'lw_thread_block block = lw_this_thread_block(); lw_group_sync(block);' 'lw_thread_block block; lw_group_sync(block);'
body M1e_a_group_is_not_assigned - '.' 'TILE(8); lw_tile(8) same = tile; lw_group_sync(same);' 'TILE(8); tile = tile;'
body M3c_a_grid_is_no_tile 'takes a tile or a coalesced group' 'no instance of function template' \
    'n += (int)lw_group_block_rank(lw_this_grid());' 'n += (int)lw_group_meta_group_rank(lw_this_grid());'
body M5_there_is_no_multi_grid_group 'implicit declaration' 'undefined' '' 'lw_group_sync(lw_this_multi_grid());'
body M6b_no_tile_has_3_lanes 'a tile has 1, 2, 4, 8' '1/2/4/8/16/32' 'TILE(4); lw_group_sync(tile);' \
    'TILE(3); lw_group_sync(tile);'
body M7b_more_than_32_bytes_are_not_exchanged 'at most 32 bytes' 'smaller than 32B' \
    'TILE(4); *p = lw_group_shfl(tile, q->v[0], 1);' 'TILE(4); *q = lw_group_shfl(tile, *q, 1);'
body M8c_several_warps_do_not_shift 'takes a tile of at most 32 threads or a coalesced group' 'no instance of function' \
    'TILE(32); *p = lw_group_shfl_up(tile, *p, 1);' 'TILE(64); *p = lw_group_shfl_up(tile, *p, 1);'
body M8d_several_warps_exchange_8_bytes 'a tile of more than 32 threads of 8' 'types smaller then 8 bytes' \
    'TILE(64); *p = lw_group_shfl(tile, *p, 1);' \
    'TILE(64); twelve t = {{n, n, n}}; t = lw_group_shfl(tile, t, 1); n += t.v[0];'
body M10d_a_coalesced_group_has_no_xor 'takes a tile of at most 32 threads' 'no instance of function template' \
    '*p = lw_group_shfl(lw_coalesced_threads(), *p, 0);' '*p = lw_group_shfl_xor(lw_coalesced_threads(), *p, 1);'
body M12e_a_tile_is_smaller_than_its_parent 'larger than those it makes' 'bigger or equal' \
    'TILE(16); lw_tile(8) half = lw_tiled_partition(8, tile); lw_group_sync(half);' \
    'TILE(16); lw_tile(16) half = lw_tiled_partition(16, tile); lw_group_sync(half);'
body M13c_a_label_is_no_float 'a label is an integer or a pointer' 'must be an integral or pointer type' \
    'TILE(16); lw_group_sync(lw_labeled_partition(tile, n));' 'TILE(16); lw_group_sync(lw_labeled_partition(tile, *p));'
body M16f_a_grid_does_not_copy 'takes a thread block, a tile or a coalesced group' 'only supported for groups|no instance' \
    'lw_group_memcpy_async(lw_this_thread_block(), p, p + 64, 64);' \
    'lw_group_memcpy_async(lw_this_grid(), p, p + 64, 64); lw_group_wait(lw_this_grid());'
body M16g_elements_are_of_one_type 'between elements of one type' 'no instance of overloaded function' \
    'lw_group_memcpy_async(lw_this_thread_block(), p, p + 64, 64);' \
    'lw_group_memcpy_async(lw_this_thread_block(), p, &n, 4);'
body M17c_how_many_are_left_out_is_a_constant 'constant' 'constant|no instance' \
    'lw_group_wait_prior(lw_this_thread_block(), 1);' 'lw_group_wait_prior(lw_this_thread_block(), n);'
body M18e_a_block_does_not_reduce 'lw_group_reduce takes a tile or a coalesced group' 'does not exclusively represent a tile' \
    'TILE(16); *p = lw_group_reduce(tile, *p, lw_plus);' '*p = lw_group_reduce(lw_this_thread_block(), *p, lw_plus);'

# ---- Y: warp matrices ----
settle
head="$plain_head"'#include <lanewise/matrix.h>
'
# Like body().
matrix()
{
    row "$1" "$2" "$3" "LW_KERNEL(k, (float *, p), (__half *, h), (unsigned *, u)) { $4 *p += *u + __half2float(*h); }" <<END
LW_KERNEL(k, (float *, p), (__half *, h), (unsigned *, u)) { $5 *p += *u + __half2float(*h); }
END
}
sum='LW_FRAGMENT(accumulator, 16, 16, 16, float) sum; lw_load_matrix_sync(&sum, p, 16, mem_row_major);'
store='lw_store_matrix_sync(p, &sum, 16, mem_row_major);'
factors='LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a; LW_FRAGMENT(matrix_b, 16, 16, 16, __half, row_major) b;
    lw_load_matrix_sync(&a, h, 16); lw_load_matrix_sync(&b, h, 16);'
small='LW_FRAGMENT(matrix_b, 32, 8, 16, __half, row_major) small; lw_load_matrix_sync(&small, h, 8);'
bits='LW_FRAGMENT(matrix_a, 8, 8, 128, b1, row_major) x; LW_FRAGMENT(matrix_b, 8, 8, 128, b1, col_major) y;
    LW_FRAGMENT(accumulator, 8, 8, 128, int) n; lw_fill_fragment(&n, 0); lw_load_matrix_sync(&x, u, 128);
    lw_load_matrix_sync(&y, u, 128);'
lacks='CUDA has no such fragment; it has half'
for wrong in 'matrix_a, 16, 16, 8, __half, row_major' 'matrix_b, 8, 8, 128, b1, row_major' 'matrix_a, 16, 16, 16, __half' \
    'accumulator, 16, 16, 16, double' 'matrix_a, 16, 16, 16, int, row_major' 'accumulator, 16, 16, 16, float, row_major'; do
    number=$((${number:-0} + 1))
    matrix "Y18_${number}_fragments_that_CUDA_has_not" "$lacks" 'incomplete type|not allowed|no instance' "$sum $store" \
        "LW_FRAGMENT($wrong) part; *p += (float)sizeof part.x;"
done
matrix Y18b_unsigned_int_is_no_byte "$lacks" 'incomplete type|not allowed' "$sum $store" \
    'LW_FRAGMENT(matrix_a, 16, 16, 16, unsigned int, row_major) part; *p += (float)sizeof part.x;'
matrix Y19_shapes_must_be_equal 'lw_mma_sync: the fragments have different shapes' 'no instance of overloaded' \
    "$sum $factors lw_mma_sync(&sum, &a, &b, &sum); $store" \
    "$sum $factors $small lw_mma_sync(&sum, &a, &small, &sum); $store"
matrix Y19b_uses_must_be_right 'd .accumulator., a .matrix_a., b .matrix_b., c .accumulator.' 'no instance of overloaded' \
    "$sum $factors lw_mma_sync(&sum, &a, &b, &sum); $store" "$sum $factors lw_mma_sync(&sum, &b, &a, &sum); $store"
matrix Y19c_bits_have_a_function_of_their_own 'write lw_bmma_sync' 'no instance of overloaded' \
    "$bits lw_bmma_sync(&n, &x, &y, &n); *p = (float)n.x[0];" "$bits lw_mma_sync(&n, &x, &y, &n); *p = (float)n.x[0];"
matrix Y19d_floats_do_not_saturate 'only integers saturate' 'no instance of overloaded' \
    "$sum $factors lw_mma_sync(&sum, &a, &b, &sum); $store" "$sum $factors lw_mma_sync(&sum, &a, &b, &sum, true); $store"
matrix Y20_an_accumulator_needs_a_layout 'an accumulator needs a layout' 'no instance of overloaded' "$sum $store" \
    "$sum lw_load_matrix_sync(&sum, p, 16); $store"
matrix Y20b_a_factor_has_its_layout 'only an accumulator takes a layout' 'no instance of overloaded' "$factors $sum $store" \
    "$factors $sum lw_load_matrix_sync(&a, h, 16, mem_row_major); $store"
matrix Y20c_pointers_must_have_the_type 'incompatible' 'no instance of overloaded' "$factors $sum $store" \
    "$factors $sum lw_load_matrix_sync(&a, p, 16); $store"
matrix Y20d_only_accumulators_are_stored 'only accumulators are stored' 'no instance of overloaded' "$factors $sum $store" \
    "$factors $sum lw_store_matrix_sync(h, &a, 16, mem_row_major); $store"

# ---- R: multicast addresses ----
settle
head="$plain_head"'#include <lanewise/multimem.h>
'
number=0
for wrong in '*f = lw_multimem_ld_reduce_min(f, __NV_ATOMIC_RELAXED);' 'lw_multimem_red_add(l, 1, __NV_ATOMIC_RELAXED);' \
    'lw_multimem_red_min(h, *h, __NV_ATOMIC_RELAXED);' '*f += (float)lw_multimem_ld_reduce_add((short *)f, __NV_ATOMIC_RELAXED);' \
    'lw_multimem_st_v2(l, l, __NV_ATOMIC_RELAXED);' '*f = lw_multimem_ld_reduce_add_acc_f32(f, __NV_ATOMIC_RELAXED);'; do
    number=$((number + 1))
    row "R29g_${number}_operations_that_a_type_has_not" 'lw_multimem_has_no_such_operation_on_this_type|incompatible' 'no instance of overloaded' \
        'LW_KERNEL(k, (float *, f), (long long *, l), (__half2 *, h)) { lw_multimem_red_add(f, 1, __NV_ATOMIC_RELAXED); lw_multimem_red_min(l, 1, __NV_ATOMIC_RELAXED); *h = lw_multimem_ld_reduce_min(h, __NV_ATOMIC_RELAXED); }' <<END
LW_KERNEL(k, (float *, f), (long long *, l), (__half2 *, h)) { $wrong *f += (float)*l + __low2float(*h); }
END
done

# ---- L: code for compute capability 8.0 has barriers, and nothing of 9.0 ----
settle
head=$plain_head flags_90=$cuda_flags
cuda_flags=$(echo "$cuda_flags" | sed 's/sm_90/sm_80/')
row L7_what_needs_9_0_does_not_compile_for_less - 'Unresolved extern function .lw_needs_compute_capability_9_0' \
    'LW_KERNEL(k, (int *, p)) { LW_SHARED(__mbarrier_t, b); lw_mbarrier_wait(b, __mbarrier_arrive(b)); *p = 1; }' <<'END'
LW_KERNEL(k, (int *, p)) { if (lw_elect_sync(LW_FULL_MASK)) *p = 1; }
END
settle
cuda_flags=$flags_90
[ "$library" = --list ] || finish
