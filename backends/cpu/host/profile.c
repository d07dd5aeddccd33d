/* The compute capabilities that the CPU device can have (LANEWISE_PROFILE). */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../api/backend.h"

enum { REGISTERS = 65536, MAX_MULTIPROCESSORS = 65535 };

/* Multiprocessors, L2 cache and managed memory are from, in this order: T4, A100, RTX 3090, Orin, RTX 4090, H200, B200, RTX 5090. */
static const lw_cpu_profile profiles[] = {
    {7, 5, 1024, 16, REGISTERS, 64, 64, 0, 256, {32, 64}, 0, 40, 4096, 0},
    {8, 0, 2048, 32, REGISTERS, 164, 163, 1, 128, {0, 8, 16, 32, 64, 100, 132, 164}, 0, 108, 40960, 0},
    {8, 6, 1536, 16, REGISTERS, 100, 99, 1, 128, {0, 8, 16, 32, 64, 100}, 0, 82, 6144, 0},
    {8, 7, 1536, 16, REGISTERS, 164, 163, 1, 128, {0, 8, 16, 32, 64, 100, 132, 164}, 0, 16, 4096, 1},
    {8, 9, 1536, 24, REGISTERS, 100, 99, 1, 128, {0, 8, 16, 32, 64, 100}, 0, 128, 73728, 0},
    {9, 0, 2048, 32, REGISTERS, 228, 227, 1, 128, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}, 1, 132, 61440, 0},
    {10, 0, 2048, 32, REGISTERS, 228, 227, 1, 128, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}, 1, 148, 129024, 0},
    {12, 0, 1536, 24, REGISTERS, 100, 99, 1, 128, {0, 8, 16, 32, 64, 100}, 1, 170, 98304, 0},
};
enum { COUNT = sizeof profiles / sizeof profiles[0] };

static const lw_cpu_profile *find(int major, int minor)
{
    for (int i = 0; i < COUNT; i++)
        if (profiles[i].major == major && profiles[i].minor == minor)
            return &profiles[i];
    return NULL;
}

static lw_status refuse(const char *text)
{
    char names[COUNT * 8] = "";
    for (int i = 0; i < COUNT; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%ssm_%d%d", i ? ", " : "", profiles[i].major,
                 profiles[i].minor);
    return lw_fail(NULL, LW_ERROR_INVALID_VALUE,
                   "LANEWISE_PROFILE is \"%s\": it must be one of %s, and may be followed by \":\" and a number of "
                   "multiprocessors, 1 to %d",
                   text, names, MAX_MULTIPROCESSORS);
}

/* "sm_90": all digits but the last are the major number. */
static const lw_cpu_profile *read_name(const char *text, const char **rest)
{
    char *end;
    if (strncmp(text, "sm_", 3) != 0 || text[3] < '0' || text[3] > '9')
        return NULL;
    unsigned long number = strtoul(text + 3, &end, 10);
    *rest = end;
    return number < 1000 ? find((int)(number / 10), (int)(number % 10)) : NULL;
}

lw_status lw_cpu_profile_read(const lw_cpu_profile **profile, unsigned *multiprocessors)
{
    const char *text = getenv("LANEWISE_PROFILE"), *rest;
    if (!text || !*text) {
        *profile = find(9, 0);
        *multiprocessors = 0;
        return LW_SUCCESS;
    }
    const lw_cpu_profile *found = read_name(text, &rest);
    if (!found)
        return refuse(text);
    unsigned long count = (unsigned long)found->device_multiprocessors;
    if (*rest == ':' && rest[1] >= '1' && rest[1] <= '9') {
        char *end;
        count = strtoul(rest + 1, &end, 10);
        rest = end;
    }
    if (*rest || count > MAX_MULTIPROCESSORS)
        return refuse(text);
    *profile = found;
    *multiprocessors = (unsigned)count;
    return LW_SUCCESS;
}
