/* Opens the CUDA driver once in a process. The driver stays open, because it has threads of its own. */
#include "cuda.h"

#include <dlfcn.h>

/* This nvcc's code needs a driver of the same major version, or later. */
enum { OLDEST_VERSION = CUDA_VERSION / 1000 * 1000 };

lw_cuda_functions lw_cuda;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool usable;

static bool find_functions(void *driver)
{
    const char *missing = NULL;
#define NAME(name) #name
#define FIND(name)                                                                                                     \
    *(void **)&lw_cuda.name = dlsym(driver, NAME(name));                                                               \
    if (!lw_cuda.name)                                                                                                 \
        missing = NAME(name);
    LW_CUDA_FUNCTIONS(FIND)
#undef FIND
#undef NAME
    if (missing)
        lw_warn("the CUDA driver has no function %s; install a driver for CUDA %d.%d or later", missing,
                CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10);
    return !missing;
}

static bool is_new_enough(void)
{
    int version = 0;
    if (lw_cuda.cuDriverGetVersion(&version) == CUDA_SUCCESS && version >= OLDEST_VERSION)
        return true;
    lw_warn("the CUDA driver is for CUDA %d.%d; Lanewise was built for CUDA %d.0 or later: install a newer driver",
            version / 1000, version % 1000 / 10, OLDEST_VERSION / 1000);
    return false;
}

static void open_driver(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    usable = driver && find_functions(driver) && is_new_enough() && lw_cuda.cuInit(0) == CUDA_SUCCESS;
}

bool lw_cuda_driver_open(void)
{
    pthread_once(&once, open_driver);
    return usable;
}
