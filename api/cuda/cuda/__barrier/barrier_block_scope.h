/* CCCL's class cuda::barrier of a block's threads. clang allows a `__shared__` variable only of a class whose destructor has no body. The
 * barrier's only ends an mbarrier, and no destructor of a `__shared__` variable is called. So its body is left out: of the dispatches
 * there it alone has two cases, four arguments. This header is found before CCCL's. */
#include <cuda/__fwd/barrier.h>
#include <cuda/std/__barrier/barrier.h>
#include <cuda/std/chrono>
#include <nv/target>

#ifdef _NV_TARGET_DISPATCH
#pragma push_macro("NV_DISPATCH_TARGET")
#undef NV_DISPATCH_TARGET
#define LANEWISE_DISPATCH(...) _NV_TARGET_DISPATCH(__VA_ARGS__)
#define LANEWISE_DISPATCH_NOTHING(...)
#define LANEWISE_DISPATCH_BY_COUNT(a, b, c, d, e, f, g, h, name, ...) name
#define NV_DISPATCH_TARGET(...)                                                                                        \
    LANEWISE_DISPATCH_BY_COUNT(__VA_ARGS__, LANEWISE_DISPATCH, , LANEWISE_DISPATCH, , LANEWISE_DISPATCH_NOTHING, ,     \
                               LANEWISE_DISPATCH, )                                                                    \
    (__VA_ARGS__)
#include_next <cuda/__barrier/barrier_block_scope.h>
#pragma pop_macro("NV_DISPATCH_TARGET")
#undef LANEWISE_DISPATCH
#undef LANEWISE_DISPATCH_NOTHING
#undef LANEWISE_DISPATCH_BY_COUNT
#else
#include_next <cuda/__barrier/barrier_block_scope.h>
#endif
