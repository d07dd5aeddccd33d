/* Names of statuses, and the library's version. */
#include <lanewise/host.h>

const char *lw_status_string(lw_status status)
{
    switch (status) {
#define NAMED(name)                                                                                                    \
    case name: return #name;
        NAMED(LW_SUCCESS)
        NAMED(LW_ERROR_INVALID_VALUE)
        NAMED(LW_ERROR_OUT_OF_MEMORY)
        NAMED(LW_ERROR_INVALID_CONFIGURATION)
        NAMED(LW_ERROR_INVALID_HANDLE)
        NAMED(LW_ERROR_NO_DEVICE)
        NAMED(LW_ERROR_NOT_READY)
        NAMED(LW_ERROR_INVALID_SYMBOL)
        NAMED(LW_ERROR_NOT_SUPPORTED)
        NAMED(LW_ERROR_OUT_OF_RESOURCES)
        NAMED(LW_ERROR_NO_KERNEL_IMAGE)
        NAMED(LW_ERROR_NOT_PERMITTED)
        NAMED(LW_ERROR_VERSION)
        NAMED(LW_ERROR_SYSTEM)
        NAMED(LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
        NAMED(LW_ERROR_INVALID_CLUSTER_SIZE)
        NAMED(LW_ERROR_FILE_NOT_FOUND)
        NAMED(LW_ERROR_COMPILE)
        NAMED(LW_ERROR_ILLEGAL_ADDRESS)
        NAMED(LW_ERROR_MISALIGNED_ADDRESS)
        NAMED(LW_ERROR_STACK_OVERFLOW)
        NAMED(LW_ERROR_LAUNCH_TIMEOUT)
        NAMED(LW_ERROR_DEADLOCK)
        NAMED(LW_ERROR_DIVERGENT_BARRIER)
        NAMED(LW_ERROR_INVALID_MASK)
        NAMED(LW_ERROR_ASSERT)
        NAMED(LW_ERROR_ILLEGAL_INSTRUCTION)
        NAMED(LW_ERROR_LAUNCH_FAILURE)
        NAMED(LW_ERROR_INVALID_BARRIER)
#undef NAMED
    }
    return "unknown status";
}

const char *lw_version(void)
{
    return LW_VERSION;
}
