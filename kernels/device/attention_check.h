/* What launchers of attention and of its gradients check. */
#ifndef LWK_DEVICE_ATTENTION_CHECK_H
#define LWK_DEVICE_ATTENTION_CHECK_H

#include <lanewise/launch.h>

#include "../attention.h"

static inline lw_status lwk_attention_check_range(const char *launcher, const char *name, int value, int least,
                                                  int most)
{
    if (value < least || value > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: by->%s is %d; expected %d to %d", launcher, name, value, least,
                        most);
    return LW_SUCCESS;
}

static inline lw_status lwk_attention_check(const char *launcher, const struct lwk_attention *by)
{
    const int most = 1 << 30, most_int = 0x7fffffff;
    if (by == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: by is null", launcher);
    lw_status status = lwk_attention_check_range(launcher, "heads", by->heads, 0, most_int);
    if (status == LW_SUCCESS)
        status = lwk_attention_check_range(launcher, "group", by->group, 1, most_int);
    if (status == LW_SUCCESS)
        status = lwk_attention_check_range(launcher, "queries", by->queries, 0, most);
    if (status == LW_SUCCESS)
        status = lwk_attention_check_range(launcher, "keys", by->keys, 0, most);
    if (status == LW_SUCCESS)
        status = lwk_attention_check_range(launcher, "size", by->size, 1, 128);
    if (status == LW_SUCCESS && by->heads % by->group != 0)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: by->group is %d, which does not divide %d heads", launcher,
                          by->group, by->heads);
    return status;
}

#endif
