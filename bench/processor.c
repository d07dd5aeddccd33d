/* Whether timing makes sense here, and on how many processors. */
#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

bool bench_can_time(char *reason, size_t size)
{
    /* One function of each runtime: a sanitized program contains it. */
    static const struct {
        const char *symbol, *name;
    } runtime[] = {{"__asan_init", "AddressSanitizer"},
                   {"__tsan_init", "ThreadSanitizer"},
                   {"__msan_init", "MemorySanitizer"},
                   {"__ubsan_handle_add_overflow", "UndefinedBehaviorSanitizer"}};
    for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
        if (dlsym(RTLD_DEFAULT, runtime[i].symbol)) {
            snprintf(reason, size, "this build carries %s", runtime[i].name);
            return false;
        }
    const char *preload = getenv("LD_PRELOAD");
    if (preload && strstr(preload, "vgpreload")) {
        snprintf(reason, size, "valgrind runs this program");
        return false;
    }
    return true;
}

int bench_cpu_count(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    int count = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return count > 0 ? count : 1;
}
