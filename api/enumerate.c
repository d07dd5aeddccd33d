/* The list of devices, and their names. */
#include "enumerate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAXIMUM = 128, NAME_SIZE = 16 };

/* The program gets pointers to these names; they are written once, before any pointer is returned. */
static char names[MAXIMUM][NAME_SIZE];
static int present;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The only CPU device is "cpu"; of several, "cpu" is another name of the first. */
void lw_device_write_name(char *name, size_t size, const lw_backend *backend, int ordinal)
{
    if (backend->index == LW_BACKEND_CPU && backend->count() == 1)
        snprintf(name, size, "%s", backend->kind);
    else
        snprintf(name, size, "%s:%d", backend->kind, ordinal);
}

static void enumerate(void)
{
    for (int i = 0; lw_backends[i]; i++) {
        int count = lw_backends[i]->count();
        for (int ordinal = 0; ordinal < count && present < MAXIMUM; ordinal++, present++) {
            lw_device_write_name(names[present], NAME_SIZE, lw_backends[i], ordinal);
        }
    }
}

lw_status lw_device_count(int *count)
{
    if (lw_in_host_function())
        return lw_refuse_host_function(__func__);
    if (!count)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: count is null", __func__);
    pthread_once(&once, enumerate);
    *count = present;
    return LW_SUCCESS;
}

lw_status lw_device_name(int index, const char **name)
{
    if (lw_in_host_function())
        return lw_refuse_host_function(__func__);
    if (!name)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: name is null", __func__);
    pthread_once(&once, enumerate);
    if (index < 0 || index >= present)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: index is %d, the number of devices is %d", __func__, index,
                         present);
    *name = names[index];
    return LW_SUCCESS;
}

/* The ordinal after "cuda:" or "cpu:": digits without leading zeros. -1: not a number; INT_MAX: too large. */
static int parse_ordinal(const char *digits)
{
    if (!digits[0] || (digits[0] == '0' && digits[1]))
        return -1;
    int ordinal = 0;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9')
            return -1;
        ordinal = ordinal > (INT32_MAX - 9) / 10 ? INT32_MAX : ordinal * 10 + (*digits - '0');
    }
    return ordinal;
}

static bool has_kind(const char *name, const char *kind)
{
    size_t length = strlen(kind);
    return strncmp(name, kind, length) == 0 && (!name[length] || name[length] == ':');
}

static const lw_backend *find_backend(const char *kind)
{
    for (int i = 0; lw_backends[i]; i++)
        if (strcmp(lw_backends[i]->kind, kind) == 0)
            return lw_backends[i];
    return NULL;
}

lw_status lw_device_resolve(const char *function, const char *name, const lw_backend **backend, int *ordinal)
{
    const char *origin = "name";
    if (!name) {
        name = getenv("LANEWISE_DEVICE");
        origin = "LANEWISE_DEVICE";
        if (!name || !name[0]) {
            pthread_once(&once, enumerate);
            name = "cpu";
            for (int i = 0; i < present; i++)
                if (strcmp(names[i], "cuda:0") == 0)
                    name = names[i];
        }
    }
    int wanted = 0;
    bool cuda = has_kind(name, "cuda"), cpu = has_kind(name, "cpu");
    const char *number = strchr(name, ':');
    if (number)
        wanted = parse_ordinal(number + 1);
    if ((!cuda && !cpu) || wanted < 0)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE,
                         "%s: %s is \"%.64s\"; a device is called \"cpu\", \"cpu:N\", \"cuda\" or \"cuda:N\"", function,
                         origin, name);
    *backend = find_backend(cuda ? "cuda" : "cpu");
    if (!*backend)
        return lw_refuse(NULL, LW_ERROR_NO_DEVICE, "%s: %s is \"%.64s\", but this Lanewise was built without CUDA",
                         function, origin, name);
    int count = (*backend)->count();
    if (wanted >= count && cpu)
        return lw_refuse(NULL, LW_ERROR_NO_DEVICE,
                         "%s: %s is \"%.64s\", but the last CPU device is \"cpu:%d\" (LANEWISE_CPU_DEVICES)", function,
                         origin, name, count - 1);
    if (wanted >= count) {
        if (count == 0)
            return lw_refuse(NULL, LW_ERROR_NO_DEVICE,
                             "%s: %s is \"%.64s\", but this machine has no CUDA device, or no driver for it", function,
                             origin, name);
        return lw_refuse(NULL, LW_ERROR_NO_DEVICE, "%s: %s is \"%.64s\", but the last CUDA device is \"cuda:%d\"",
                         function, origin, name, count - 1);
    }
    *ordinal = wanted;
    return LW_SUCCESS;
}
