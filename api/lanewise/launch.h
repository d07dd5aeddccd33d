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

#include <lanewise/host.h>
#include <lanewise/preprocessor.h>

/** Declares a kernel for lw_launch() and LW_KERNEL_OF(): `LW_DECLARE_KERNEL(scale, (int, n), (float *, x));`
 * @param ... the kernel's name, then 0 to 16 parameters, each `(type, parameter)` with a type that a declaration can hold in
 *     front of the name
 *
 * CUDA: a `__global__` function's prototype. */
#define LW_DECLARE_KERNEL(...) LW_PP_CAT(LW_DECLARE_KERNEL_, LW_PP_MORE(__VA_ARGS__))(__VA_ARGS__)

#define LW_DECLARE_KERNEL_0(name)                                                                                      \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    typedef void name##__signature(void);                                                                              \
    __attribute__((unused, always_inline)) static inline lw_status name##__launch(lw_launch_config lw__config)         \
    {                                                                                                                  \
        return lw_launch_kernel(&name##__kernel, lw__config, 0);                                                       \
    }                                                                                                                  \
    LW_DEVICE_LAUNCHER_0(name)                                                                                         \
    LW_DECLARE_DESCRIPTOR(name)

#define LW_DECLARE_KERNEL_1(name, ...)                                                                                 \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    typedef void name##__signature(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                           \
    __attribute__((unused, always_inline)) static inline lw_status name##__launch(                                     \
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

/** Declares an LW_GLOBAL or LW_CONSTANT variable on the host, for LW_SYMBOL().
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
#define lw_launch(kernel, ...) kernel##__launch(__VA_ARGS__)
#else
#define lw_launch(kernel, ...)                                                                                         \
    __extension__({                                                                                                    \
        _Pragma("GCC diagnostic push")                                                                                 \
        _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")                                               \
        _Pragma("GCC diagnostic error \"-Wint-conversion\"")                                                           \
        lw_status lw__status = kernel##__launch(__VA_ARGS__);                                                          \
        _Pragma("GCC diagnostic pop")                                                                                  \
        lw__status;                                                                                                    \
    })
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
 * @param lanes threads of a block
 * @return for lw_launch() */
static inline lw_launch_config lw_linear(lw_stream *stream, uint64_t count, unsigned lanes)
{
    uint64_t blocks = lanes ? count / lanes + (count % lanes != 0) : 0;
    lw_dim3 grid = {blocks > UINT32_MAX ? UINT32_MAX : (unsigned)blocks, 1, 1}, block = {lanes, 1, 1}, none = {0, 0, 0};
    lw_launch_config config = {stream, grid, block, 0, none, 0};
    return config;
}

/** A launch of any shape.
 * @param stream where
 * @param grid blocks of the grid
 * @param block threads of a block
 * @param dynamic_shared bytes a block, for LW_DYNAMIC_SHARED
 * @return for lw_launch()
 *
 * CUDA: `<<<grid, block, dynamic_shared, stream>>>`. */
static inline lw_launch_config lw_grid(lw_stream *stream, lw_dim3 grid, lw_dim3 block, size_t dynamic_shared)
{
    lw_dim3 none = {0, 0, 0};
    lw_launch_config config = {stream, grid, block, dynamic_shared, none, 0};
    return config;
}

#endif
