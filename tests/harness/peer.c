/* The second device of a case that needs two. */
#include <stdio.h>

#include "harness.h"

static char before[16]; /* the setting outside of such a case */
static bool changed;

void test_set_devices(bool two)
{
    static const char setting[] = "LANEWISE_CPU_DEVICES";
    const char *value = getenv(setting);
    if (two && !(value && *value)) {
        snprintf(before, sizeof before, "%s", value ? value : "");
        setenv(setting, "2", 1);
        changed = true;
    } else if (!two && changed) {
        if (*before)
            setenv(setting, before, 1);
        else
            unsetenv(setting);
        changed = false;
    }
}

bool test_peer_name(struct test *t, char *name, size_t size)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    if (on_cpu(t) && engine && strcmp(engine, "compare") == 0) {
        test_skip(t, "only one device can compare engines");
        return false;
    }
    if (on_cpu(t)) {
        snprintf(name, size, "%s", strcmp(t->device_name, "cpu:1") == 0 ? "cpu:0" : "cpu:1");
        return true;
    }
    snprintf(name, size, "%s", strcmp(t->device_name, "cuda:1") == 0 ? "cuda:0" : "cuda:1");
    lw_device *peer;
    if (lw_device_open(&peer, name) == LW_SUCCESS) {
        lw_device_close(peer);
        return true;
    }
    test_skip(t, "there is one GPU");
    return false;
}
