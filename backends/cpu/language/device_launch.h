/* LW_DECLARE_KERNEL for launches from kernels on the CPU: a function that packs the arguments. */
#ifndef LW_CPU_DEVICE_LAUNCH_H
#define LW_CPU_DEVICE_LAUNCH_H

#include "../../../api/lanewise/launch.h"
#include "child.h"
#include "child_types.h"
#include "qualifiers.h"
#include "site.h"

typedef struct lw_device_config {
    cudaStream_t stream;
    lw_dim3 grid, block;
    size_t dynamic_shared;
} lw_device_config;

#undef LW_DEVICE_LAUNCHER_0
#define LW_DEVICE_LAUNCHER_0(name)                                                                                     \
    LW_CPU_INLINE void name##__device__LW_DECLARE_KERNEL(const emu_site *lw__site, lw_device_config lw__config)        \
    {                                                                                                                  \
        lw_cpu_child_launch(&name##__kernel, lw__config.stream, lw__config.grid, lw__config.block,                     \
                            lw__config.dynamic_shared, 0, lw__site);                                                   \
    }
#undef LW_DEVICE_LAUNCHER_1
#define LW_DEVICE_LAUNCHER_1(name, ...)                                                                                \
    LW_CPU_INLINE void name##__device__LW_DECLARE_KERNEL(const emu_site *lw__site, lw_device_config lw__config,        \
                                                         LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__))                      \
    {                                                                                                                  \
        struct {                                                                                                       \
            LW_PP_JOIN(LW_PP_FIELD, __VA_ARGS__)                                                                       \
        } lw__arguments = {LW_PP_MAP(LW_PP_NAME, __VA_ARGS__)};                                                        \
        lw_cpu_child_launch(&name##__kernel, lw__config.stream, lw__config.grid, lw__config.block,                     \
                            lw__config.dynamic_shared, &lw__arguments, lw__site);                                      \
    }

#if defined(__cplusplus)
#define LW_CPU_LAUNCH_DEVICE(kernel, ...)                                                                              \
    kernel##__device__LW_DECLARE_KERNEL(LW_CPU_SITE("lw_launch_device"), __VA_ARGS__)
#else
#define LW_CPU_LAUNCH_DEVICE(kernel, ...)                                                                              \
    __extension__({                                                                                                    \
        enum { lw__wrong_config = LW_LAUNCH_WRONG(LW_PP_FIRST(__VA_ARGS__)) };                                         \
        _Static_assert(!lw__wrong_config, LW_CPU_DEVICE_LAUNCH_RULE);                                                  \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")                \
            _Pragma("GCC diagnostic error \"-Wint-conversion\"")                                                       \
                LW_CPU_DEVICE_LAUNCHER(kernel, lw__wrong_config)(LW_CPU_SITE("lw_launch_device"), __VA_ARGS__);        \
        _Pragma("GCC diagnostic pop")                                                                                  \
    })
#define LW_CPU_DEVICE_LAUNCH_RULE                                                                                      \
    "lw_launch_device(kernel, config, arguments...): config is lw_device_grid(stream, grid, block, dynamic_shared) "   \
    "or lw_device_linear(stream, count, threads_per_block)"
/* As in LW_LAUNCHER: after the assertion has failed, a function with any parameters. */
#define LW_CPU_DEVICE_LAUNCHER(kernel, wrong)                                                                          \
    __builtin_choose_expr(wrong, lw_cpu_launch_device_refuses, kernel##__device__LW_DECLARE_KERNEL)
void lw_cpu_launch_device_refuses(const emu_site *, ...);
#endif

#endif
