/* LW_KERNEL(name, [attribute, [attribute,]] (type, parameter)...) { body }
 *
 * Attributes: LW_LAUNCH_BOUNDS(threads[, blocks]), LW_BLOCK_SIZE(x, y, z) or LW_MAX_REGISTERS(registers), which has no
 * effect here; LW_CLUSTER_DIMS(x, y, z), in blocks.
 *
 * The body has a parameter (LW_GRID_CONSTANT(type), name) as a pointer into the launch's arguments. These do not change,
 * so the pointer is restricted: loops need not ask whether a store changes them.
 *
 * CUDA: __global__ void name(...) { body }. Here the macro makes a type to compare with the kernel's LW_DECLARE_KERNEL,
 * the argument structure, an entry that runs one thread, the descriptor for lw_launch(), and the body's head.
 * lanewise-fuse makes the fused kernels, to which the descriptor points, from the file's fused copy.
 */
#ifndef LW_CPU_KERNEL_MACRO_H
#define LW_CPU_KERNEL_MACRO_H

#include "../../../api/lanewise/launch.h"
#include "../../../api/lanewise/preprocessor.h"
#include "module.h"
#include "qualifiers.h"

#define LW_KERNEL(...)                                                                                                 \
    LW_PP_ASSERT(!!LW_PP_KERNEL(LW_PP_PAIRS, __VA_ARGS__), LW_PP_PAIRS_RULE("LW_KERNEL"));                             \
    LW_PP_ASSERT(!LW_PP_KERNEL(LW_PP_MANY, __VA_ARGS__), LW_PP_MANY_RULE("LW_KERNEL"));                                \
    LW_PP_ASSERT(LW_PP_KERNEL(LW_CPU_FIT, __VA_ARGS__), LW_CPU_REGISTERS_RULE);                                        \
    LW_PP_KERNEL(LW_CPU_KERNEL, __VA_ARGS__)

/* nvcc accepts a bound on registers or one on threads, not both. */
#define LW_CPU_REGISTERS_RULE                                                                                          \
    "LW_MAX_REGISTERS(registers): a positive number, and no LW_LAUNCH_BOUNDS or LW_BLOCK_SIZE beside it"
#define LW_CPU_FIT_BARE(name, fit) (fit)
#define LW_CPU_FIT_FULL(name, fit, ...) (fit)
#define LW_CPU_FIT_NONE() 1
#define LW_CPU_FIT_ONE(a) ((LW_CPU_REGISTERS_##a) > 0)
#define LW_CPU_FIT_TWO(a, b)                                                                                           \
    ((LW_CPU_REGISTERS_##a) > 0 && (LW_CPU_REGISTERS_##b) > 0 && ((LW_CPU_BOUNDS_##a) | (LW_CPU_BOUNDS_##b)) != 3)
#define LW_CPU_REGISTERS_LW_LAUNCH_BOUNDS(...) 1
#define LW_CPU_REGISTERS_LW_BLOCK_SIZE(...) 1
#define LW_CPU_REGISTERS_LW_CLUSTER_DIMS(...) 1
#define LW_CPU_REGISTERS_LW_MAX_REGISTERS(n) n
/* 1: bounds threads; 2: bounds registers. */
#define LW_CPU_BOUNDS_LW_LAUNCH_BOUNDS(...) 1
#define LW_CPU_BOUNDS_LW_BLOCK_SIZE(...) 1
#define LW_CPU_BOUNDS_LW_CLUSTER_DIMS(...) 0
#define LW_CPU_BOUNDS_LW_MAX_REGISTERS(n) 2

#define LW_CPU_KERNEL_NONE() (LW_CPU_SUM(LW_CPU_NO_ATTRIBUTE, LW_CPU_NO_ATTRIBUTE))
#define LW_CPU_KERNEL_ONE(a) (LW_CPU_SUM(LW_CPU_ATTRIBUTE_##a, LW_CPU_NO_ATTRIBUTE))
#define LW_CPU_KERNEL_TWO(a, b) (LW_CPU_SUM(LW_CPU_ATTRIBUTE_##a, LW_CPU_ATTRIBUTE_##b))

/* An attribute's values for the descriptor's max_threads, min_blocks, block_size and cluster; 0 in fields of other
 * attributes. So the sum of two attributes has the values of both. */
#define LW_CPU_NO_ATTRIBUTE 0, 0, 0, 0, 0, 0, 0, 0
#define LW_CPU_ATTRIBUTE_LW_LAUNCH_BOUNDS(...) LW_PP_FIRST(__VA_ARGS__), LW_PP_SECOND(__VA_ARGS__, 0), 0, 0, 0, 0, 0, 0
#define LW_CPU_ATTRIBUTE_LW_BLOCK_SIZE(x, y, z) (x) * (y) * (z), 0, x, y, z, 0, 0, 0
#define LW_CPU_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z) 0, 0, 0, 0, 0, x, y, z
#define LW_CPU_ATTRIBUTE_LW_MAX_REGISTERS(n) 0, 0, 0, 0, 0, 0, 0, 0
#define LW_CPU_SUM(...) LW_CPU_SUM_(__VA_ARGS__)
#define LW_CPU_SUM_(t, m, bx, by, bz, cx, cy, cz, t2, m2, bx2, by2, bz2, cx2, cy2, cz2)                                \
    (t) + (t2), (m) + (m2), {(bx) + (bx2), (by) + (by2), (bz) + (bz2)},                                                \
    {                                                                                                                  \
        (cx) + (cx2), (cy) + (cy2), (cz) + (cz2)                                                                       \
    }

#define LW_CPU_KERNEL_BARE(name, attributes)                                                                           \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    typedef void name##__signature(void);                                                                              \
    LW_CPU_KERNEL_HEAD(name, (LW_CPU_SCOPE));                                                                          \
    LW_CPU_ENTRY(name)(const void *lw__arguments)                                                                      \
    {                                                                                                                  \
        (void)lw__arguments;                                                                                           \
        name##__body(0);                                                                                               \
    }                                                                                                                  \
    LW_CPU_DESCRIPTOR(name, 0, 0, 0, LW_PP_UNWRAP attributes);                                                         \
    LW_CPU_KERNEL_HEAD(name, (LW_CPU_SCOPE))

/* For a list that the assertions reject, this makes a function with any parameters, so that no other errors follow. */
#define LW_CPU_KERNEL_FULL(name, attributes, ...)                                                                      \
    LW_PP_CAT(LW_CPU_KERNEL_FULL_, LW_PP_ARE_PARAMETERS(__VA_ARGS__))(name, attributes, __VA_ARGS__)
#define LW_CPU_KERNEL_FULL_0(name, attributes, ...)                                                                    \
    __attribute__((unused)) LW_CPU_TEXT static void name##__body(LW_PP_MAP(LW_PP_ANY_PARAMETER, __VA_ARGS__))
#define LW_CPU_KERNEL_FULL_1(name, attributes, ...)                                                                    \
    LW_DECLARE_DESCRIPTOR(name);                                                                                       \
    typedef void name##__signature(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                           \
    struct name##__arguments {                                                                                         \
        LW_PP_JOIN(LW_PP_FIELD, __VA_ARGS__)                                                                           \
    };                                                                                                                 \
    LW_CPU_STATIC_ASSERT(sizeof(struct name##__arguments) <= 32764, "a kernel takes at most 32764 bytes");             \
    LW_CPU_KERNEL_HEAD(name, (LW_CPU_SCOPE, LW_PP_MAP_IN(LW_PP_BODY_PARAMETER, __restrict__, __VA_ARGS__)));           \
    LW_CPU_ENTRY(name)(const void *lw__arguments)                                                                      \
    {                                                                                                                  \
        const struct name##__arguments *lw__from = (const struct name##__arguments *)lw__arguments;                    \
        name##__body(0, LW_PP_MAP_IN(LW_PP_BODY_ARGUMENT, lw__from->, __VA_ARGS__));                                   \
    }                                                                                                                  \
    LW_CPU_PARAMETERS(name, __VA_ARGS__)                                                                               \
    LW_CPU_DESCRIPTOR(name, LW_PP_COUNT(__VA_ARGS__), name##__parameters, sizeof(struct name##__arguments),            \
                      LW_PP_UNWRAP attributes);                                                                        \
    LW_CPU_KERNEL_HEAD(name, (LW_CPU_SCOPE, LW_PP_MAP_IN(LW_PP_BODY_PARAMETER, __restrict__, __VA_ARGS__)))

/* The first parameter is never read: its type has the kernel's line (module.h). */
#define LW_CPU_SCOPE __attribute__((unused)) const char(*lw__scope)[__LINE__ + 1]
#ifdef LW_CPU_CHECKED
#define LW_CPU_KERNEL_HEAD(name, parameters) LW_CPU_TEXT static __attribute__((noinline)) void name##__body parameters
#else
#define LW_CPU_KERNEL_HEAD(name, parameters) LW_CPU_TEXT static void name##__body parameters
#endif

#ifdef LW_CPU_FUSED
/* For lanewise-fuse: the entry, and the kernel's attributes. */
#define LW_CPU_ENTRY(name) __attribute__((section("lw_kernel_text"), used)) static void name##__fiber
#define LW_CPU_PARAMETERS(name, ...)
#define LW_CPU_DESCRIPTOR(name, count, parameters, size, ...)                                                          \
    __attribute__((used)) static const struct {                                                                        \
        unsigned max_threads, min_blocks;                                                                              \
        lw_dim3 block_size, cluster;                                                                                   \
    } name##__attributes = {__VA_ARGS__}

#elif defined(LW_CPU_CHECKED)
/* Only the entry, which the fiber copy's descriptor names. It reads the launch's arguments, which are not the kernel's
 * memory, so its accesses must not be checked. The body is not inlined into it, so its accesses are. */
#define LW_CPU_ENTRY(name)                                                                                             \
    LW_CPU_TEXT __attribute__((visibility("hidden"), no_sanitize("thread", "undefined"))) void name##__checked
#define LW_CPU_PARAMETERS(name, ...)
#define LW_CPU_DESCRIPTOR(name, ...) LW_CPU_STATIC_ASSERT(1, "")

#else
#define LW_CPU_ENTRY(name) LW_CPU_TEXT LW_CPU_NOT_COUNTED static void name##__fiber
#define LW_CPU_PARAMETERS(name, ...)                                                                                   \
    static const lw_parameter name##__parameters[] = {LW_PP_MAP_IN(LW_CPU_PARAMETER, name##__arguments, __VA_ARGS__)};
#define LW_CPU_DESCRIPTOR(name, count, parameters, size, ...)                                                          \
    LW_CPU_DECLARE_FUSED(name)                                                                                         \
    LW_CPU_DECLARE_CHECKED(name)                                                                                       \
    __attribute__((visibility("default"))) lw_kernel name##__kernel = {                                                \
        LW_DESCRIPTOR_VERSION,                                                                                         \
        #name,                                                                                                         \
        __FILE__,                                                                                                      \
        __LINE__,                                                                                                      \
        &lw__module,                                                                                                   \
        count,                                                                                                         \
        parameters,                                                                                                    \
        size,                                                                                                          \
        {name##__fiber, 0, LW_CPU_CHECKED_COPY(name)},                                                                 \
        LW_CPU_FUSED_COPIES(name),                                                                                     \
        __VA_ARGS__,                                                                                                   \
        {0, 0},                                                                                                        \
    }
#endif

/* lanewise-cc defines this macro when it links fused copies of the file's kernels. A level may be missing. */
#ifdef LW_MODULE_HAS_FUSED
#define LW_CPU_DECLARE_FUSED(name)                                                                                     \
    extern __attribute__((weak, visibility("hidden"))) const struct emu_fused_kernel name##__fused_0, name##__fused_1, \
        name##__fused_2;
#define LW_CPU_FUSED_COPIES(name) {&name##__fused_0, &name##__fused_1, &name##__fused_2}
#else
#define LW_CPU_DECLARE_FUSED(name)
#define LW_CPU_FUSED_COPIES(name) {0, 0, 0}
#endif

#ifdef LW_MODULE_HAS_CHECKED
#define LW_CPU_DECLARE_CHECKED(name) extern __attribute__((visibility("hidden"))) void name##__checked(const void *);
#define LW_CPU_CHECKED_COPY(name) name##__checked
#else
#define LW_CPU_DECLARE_CHECKED(name)
#define LW_CPU_CHECKED_COPY(name) 0
#endif

#define LW_CPU_PARAMETER(tag, pair)                                                                                    \
    {sizeof(((struct tag *)0)->LW_PP_NAME_ pair), offsetof(struct tag, LW_PP_NAME_ pair)}

#endif
