/** @file
 * Declaring kernels on the host and launching them, with their parameters' types checked.
 *
 *     LW_DECLARE_KERNEL(sum, (int, n), (const float *, in), (float *, out));
 *     lw_status status = lw_launch(sum, lw_linear(stream, n, 256), n, in, out);
 *
 * The kernel's own file includes the header that declares it, so declaration and definition check each other.
 */
#ifndef LANEWISE_LAUNCH_H
#define LANEWISE_LAUNCH_H

/* Diagnostics about these macros name the line that uses them, without the macros' own lines. */
#pragma GCC system_header

#include <lanewise/host.h>
#include <lanewise/preprocessor.h>

/** Declares a kernel for lw_launch() and LW_KERNEL_OF(): `LW_DECLARE_KERNEL(scale, (int, n), (float *, x));`
 * @param ... the kernel's name, then 0 to 64 parameters, each `(type, parameter)` with a type that a declaration can hold in
 *     front of the name
 *
 * CUDA: a `__global__` function's prototype. */
#define LW_DECLARE_KERNEL(...)                                                                                         \
    LW_PP_ASSERT(!!LW_PP_DECLARED_PAIRS(__VA_ARGS__), LW_PP_PAIRS_RULE("LW_DECLARE_KERNEL"));                          \
    LW_PP_ASSERT(!LW_PP_KERNEL(LW_PP_MANY, __VA_ARGS__), LW_PP_MANY_RULE("LW_DECLARE_KERNEL"));                        \
    LW_PP_CAT(LW_DECLARE_KERNEL_, LW_PP_MORE(__VA_ARGS__))(__VA_ARGS__)

#define LW_DECLARE_KERNEL_0(name)                                                                                      \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    typedef void name##__signature(void);                                                                              \
    __attribute__((unused, always_inline)) static inline lw_status name##__LW_DECLARE_KERNEL(                          \
        lw_launch_config lw__config)                                                                                   \
    {                                                                                                                  \
        return lw_launch_kernel(&name##__kernel, lw__config, 0);                                                       \
    }                                                                                                                  \
    LW_DEVICE_LAUNCHER_0(name)                                                                                         \
    LW_DECLARE_DESCRIPTOR(name)

#define LW_DECLARE_KERNEL_1(name, ...)                                                                                 \
    LW_PP_CAT(LW_DECLARE_KERNEL_OF_, LW_PP_ARE_PARAMETERS(__VA_ARGS__))(name, __VA_ARGS__)

/* A list that the assertions refuse: launches fit what the user meant, so that they say all there is to say. */
#define LW_DECLARE_KERNEL_OF_0(name, ...)                                                                              \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    lw_status name##__LW_DECLARE_KERNEL(lw_launch_config lw__config, LW_PP_MAP(LW_PP_ANY_PARAMETER, __VA_ARGS__))

#define LW_DECLARE_KERNEL_OF_1(name, ...)                                                                              \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    typedef void name##__signature(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                           \
    __attribute__((unused, always_inline)) static inline lw_status name##__LW_DECLARE_KERNEL(                          \
        lw_launch_config lw__config, LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__))                                          \
    {                                                                                                                  \
        struct {                                                                                                       \
            LW_PP_JOIN(LW_PP_FIELD, __VA_ARGS__)                                                                       \
        } lw__arguments = {LW_PP_MAP(LW_PP_NAME, __VA_ARGS__)};                                                        \
        return lw_launch_kernel(&name##__kernel, lw__config, &lw__arguments);                                          \
    }                                                                                                                  \
    LW_DEVICE_LAUNCHER_1(name, __VA_ARGS__)                                                                            \
    LW_DECLARE_DESCRIPTOR(name)

/* In kernel files each target adds what launches the kernel from others (<lanewise/device_launch.h>). */
#ifndef LW_DEVICE_LAUNCHER_0
#define LW_DEVICE_LAUNCHER_0(name)
#define LW_DEVICE_LAUNCHER_1(name, ...)
#endif

#ifdef __cplusplus
#define LW_DECLARE_DESCRIPTOR(name) extern "C" lw_kernel name##__kernel
#else
#define LW_DECLARE_DESCRIPTOR(name) extern lw_kernel name##__kernel
#endif

/** The descriptor of a declared kernel, for lw_kernel_get_attributes() and its like.
 * @param name the kernel
 * @return a lw_kernel pointer, never null */
#define LW_KERNEL_OF(name) (&name##__kernel)

/** Declares an LW_GLOBAL, LW_CONSTANT or LW_MANAGED variable on the host, for LW_SYMBOL().
 * @param name the variable */
#ifdef __cplusplus
#define LW_DECLARE_SYMBOL(name) extern "C" lw_symbol name##__symbol
#else
#define LW_DECLARE_SYMBOL(name) extern lw_symbol name##__symbol
#endif
/** The handle of a declared variable, for lw_memcpy_to_symbol() and its like.
 * @param name the variable
 * @return a lw_symbol pointer, never null */
#define LW_SYMBOL(name) (&name##__symbol)

/** Queues a launch: `lw_launch(kernel, config, arguments...)`.
 * @param kernel declared by LW_DECLARE_KERNEL
 * @param ... a lw_launch_config, then the kernel's arguments, copied before the return. They convert as in any C call; a wrong
 *     count, or a pointer of another type, does not compile
 * @return as lw_launch_kernel()
 *
 * CUDA: `kernel<<<grid, block, dynamic_shared, stream>>>(arguments...)`. */
#if defined(__cplusplus)
#define lw_launch(kernel, ...) kernel##__LW_DECLARE_KERNEL(__VA_ARGS__)
#else
/* clang-format off */
#define lw_launch(kernel, ...)                                                                                         \
    __extension__({                                                                                                    \
        enum { lw__wrong_config = LW_LAUNCH_WRONG(LW_PP_FIRST(__VA_ARGS__)) };                                         \
        _Static_assert(!lw__wrong_config, LW_LAUNCH_RULE);                                                             \
        _Pragma("GCC diagnostic push")                                                                                 \
        _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")                                               \
        _Pragma("GCC diagnostic error \"-Wint-conversion\"")                                                           \
        lw_status lw__status = LW_LAUNCHER(kernel, lw__wrong_config)(__VA_ARGS__);                                     \
        _Pragma("GCC diagnostic pop")                                                                                  \
        lw__status;                                                                                                    \
    })
/* clang-format on */

/* What stands where the configuration is due: 1 where it is a number and 2 where it is an lw_dim3, as in a launch of
 * CUDA's; else 0. An initialiser in braces, (lw_launch_config){...}, is known by the type in front. */
#define LW_LAUNCH_WRONG(first)                                                                                         \
    _Generic((LW_PP_CAT(LW_LAUNCH_TYPE_, LW_PP_IS_PAREN(first))(first) *)0,                                            \
        LW_LAUNCH_NUMBERS,                                                                                             \
        lw_dim3 *: 2,                                                                                                  \
        const lw_dim3 *: 2,                                                                                            \
        default: 0)
#define LW_LAUNCH_TYPE_0(first) __typeof__(first)
#define LW_LAUNCH_TYPE_1(first) __typeof__ LW_PP_FIRST(LW_LAUNCH_HEAD first)
#define LW_LAUNCH_HEAD(...) (__VA_ARGS__),
/* clang-format off */
#define LW_LAUNCH_NUMBERS                                                                                              \
    int *: 1, unsigned *: 1, long *: 1, unsigned long *: 1, long long *: 1, unsigned long long *: 1, char *: 1,        \
    signed char *: 1, unsigned char *: 1, short *: 1, unsigned short *: 1, const int *: 1, const unsigned *: 1,        \
    const long *: 1, const unsigned long *: 1, const long long *: 1, const unsigned long long *: 1
/* clang-format on */
#define LW_LAUNCH_RULE                                                                                                 \
    "lw_launch(kernel, config, arguments...): config is lw_grid(stream, grid, block, dynamic_shared) or "              \
    "lw_linear(stream, count, threads_per_block)"

/* The kernel's launcher. After that assertion has failed a function that takes anything, so that no error follows. */
#define LW_LAUNCHER(kernel, wrong)                                                                                     \
    __builtin_choose_expr(wrong == 1, lw_launch_refuses_number,                                                        \
                          __builtin_choose_expr(wrong == 2, lw_launch_refuses_dim3, kernel##__LW_DECLARE_KERNEL))
lw_status lw_launch_refuses_number(double first, ...);
lw_status lw_launch_refuses_dim3(lw_dim3 first, ...);
#endif

/** Three dimensions as a value.
 * @param x,y,z blocks, or threads
 * @return them
 *
 * CUDA: `dim3(x, y, z)`. */
static inline lw_dim3 lw_make_dim3(unsigned x, unsigned y, unsigned z)
{
    lw_dim3 dim = {x, y, z};
    return dim;
}

/** A launch of as many blocks as give each of some elements a thread.
 * @param stream where
 * @param count elements; 0, and a count that needs too many blocks, give a launch that is refused
 * @param threads threads of a block
 * @return for lw_launch() */
static inline lw_launch_config lw_linear(lw_stream *stream, uint64_t count, unsigned threads)
{
    uint64_t blocks = threads ? count / threads + (count % threads != 0) : 0;
    lw_dim3 grid = {blocks > UINT32_MAX ? UINT32_MAX : (unsigned)blocks, 1, 1}, block = {threads, 1, 1},
            none = {0, 0, 0};
    lw_launch_config config = {stream, grid, block, 0, none, 0, 0};
    return config;
}

/** A launch of any shape. Grid and block are each an lw_dim3, or a number of blocks or threads in x alone.
 * @param stream where
 * @param grid blocks of the grid; a number below 0 or above UINT32_MAX gives a launch that is refused
 * @param block threads of a block; beside a number an lw_dim3 is written lw_make_dim3(x, y, z), not in braces
 * @param dynamic_shared bytes a block, for LW_DYNAMIC_SHARED
 * @return for lw_launch()
 *
 * CUDA: `<<<grid, block, dynamic_shared, stream>>>`. */
static inline lw_launch_config lw_grid(lw_stream *stream, lw_dim3 grid, lw_dim3 block, size_t dynamic_shared)
{
    lw_dim3 none = {0, 0, 0};
    lw_launch_config config = {stream, grid, block, dynamic_shared, none, 0, 0};
    return config;
}

static inline lw_dim3 lw_dim3_itself(lw_dim3 dim)
{
    return dim;
}

static inline lw_dim3 lw_dim3_of_number(uint64_t count)
{
    lw_dim3 dim = {count > UINT32_MAX ? UINT32_MAX : (unsigned)count, 1, 1};
    return dim;
}

static inline lw_dim3 lw_dim3_of_signed(long long count)
{
    return lw_dim3_of_number((uint64_t)count);
}

#ifdef __cplusplus
extern "C++" {
static inline lw_launch_config lw_grid(lw_stream *stream, uint64_t grid, uint64_t block, size_t dynamic_shared)
{
    return lw_grid(stream, lw_dim3_of_number(grid), lw_dim3_of_number(block), dynamic_shared);
}
static inline lw_launch_config lw_grid(lw_stream *stream, lw_dim3 grid, uint64_t block, size_t dynamic_shared)
{
    return lw_grid(stream, grid, lw_dim3_of_number(block), dynamic_shared);
}
static inline lw_launch_config lw_grid(lw_stream *stream, uint64_t grid, lw_dim3 block, size_t dynamic_shared)
{
    return lw_grid(stream, lw_dim3_of_number(grid), block, dynamic_shared);
}
}
#else
/** @cond the function has the docstring */
#define lw_grid(...) LW_PP_CAT(LW_GRID_, LW_GRID_HAS_NO_BRACES(__VA_ARGS__))(__VA_ARGS__)
/** @endcond */
#define LW_GRID_1(stream, grid, block, dynamic_shared)                                                                 \
    lw_grid(stream, LW_GRID_DIM(lw_dim3, grid), LW_GRID_DIM(lw_dim3, block), dynamic_shared)
#define LW_GRID_0(...) lw_grid(__VA_ARGS__)
#define LW_GRID_DIM(function, dim)                                                                                     \
    _Generic((dim),                                                                                                    \
        lw_dim3: function##_itself,                                                                                    \
        int: function##_of_signed,                                                                                     \
        long: function##_of_signed,                                                                                    \
        long long: function##_of_signed,                                                                               \
        default: function##_of_number)(dim)
/* Initialisers in braces have commas, which count as well. */
#define LW_GRID_HAS_NO_BRACES(...) LW_PP_SECOND(LW_PP_CAT(LW_GRID_ARGUMENTS_, LW_PP_COUNT(__VA_ARGS__)), 0)
#define LW_GRID_ARGUMENTS_4 ~, 1
#endif

#endif
