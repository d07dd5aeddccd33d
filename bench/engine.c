/* The CPU device, one at a time, and which of its engines are timed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "device/machine_kernels.h"

static lw_device *cpu_device;
static int cpu_workers;
static const char *cpu_engine;

void bench_close_cpu(void)
{
    if (cpu_device)
        lw_device_close(cpu_device);
    cpu_device = NULL;
}

lw_device *bench_open_cpu(int workers, const char *engine)
{
    char text[16];
    if (cpu_device && cpu_workers == workers && !strcmp(cpu_engine, engine))
        return cpu_device;
    bench_close_cpu();
    snprintf(text, sizeof text, "%d", workers);
    /* The engine that the contender is named after. */
    if (setenv("LANEWISE_WORKERS", text, 1) || setenv("LANEWISE_ENGINE", engine, 1) ||
        lw_device_open(&cpu_device, "cpu") != LW_SUCCESS)
        return cpu_device = NULL;
    cpu_workers = workers;
    cpu_engine = engine;
    return cpu_device;
}

/* All kernel files are compiled alike: one kernel stands for the others. */
static bool has_fused_copies(lw_device *device)
{
    lw_kernel_attributes attributes;
    return lw_kernel_get_attributes(device, LW_KERNEL_OF(bench_lane), &attributes) == LW_SUCCESS && attributes.fused;
}

bool bench_choose_engines(bench_options *options)
{
    static char wanted[20]; /* bench_open_cpu() changes the environment */
    const char *engine = getenv("LANEWISE_ENGINE");
    if (!bench_uses(options, "cpu"))
        return true;
    snprintf(wanted, sizeof wanted, "%s", engine ? engine : "");
    lw_device *device = bench_open_cpu(1, *wanted ? wanted : "fused");
    if (!device)
        return false;
    if (*wanted) {
        options->engines[options->engine_count++] = wanted;
        return true;
    }
    if (has_fused_copies(device))
        options->engines[options->engine_count++] = "fused";
    options->engines[options->engine_count++] = "fiber";
    bench_close_cpu();
    unsetenv("LANEWISE_ENGINE"); /* restored, for code that reads it */
    return true;
}

bool bench_times_engine(const bench_options *options, const char *engine)
{
    for (unsigned i = 0; i < options->engine_count; i++)
        if (!strcmp(options->engines[i], engine))
            return true;
    return false;
}
