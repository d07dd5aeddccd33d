/* The conditions of the figures: compilers, flags, processors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "bench.h"
#include "device/target_flags.h"
#include "rivals/rivals.h"

static void cpu_name(char *name, size_t size)
{
    snprintf(name, size, "unknown CPU");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file)
        return;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10))
            continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(name, size, "%.*s", (int)size - 1, colon[1] ? colon + 2 : "");
        break;
    }
    fclose(file);
}

const char *bench_cuda_name(void)
{
    int count = 0;
    const char *name;
    if (lw_device_count(&count) != LW_SUCCESS)
        return NULL;
    for (int i = 0; i < count; i++)
        if (lw_device_name(i, &name) == LW_SUCCESS && !strncmp(name, "cuda", 4))
            return name;
    return NULL;
}

bool bench_device_present(const bench_options *options)
{
    lw_device *device;
    if (!options->device)
        return true;
    if (lw_device_open(&device, options->device) != LW_SUCCESS)
        return false;
    lw_device_close(device);
    return true;
}

static void describe_line(const bench_options *options, const char *what, const char *text)
{
    if (options->format == BENCH_MARKDOWN)
        printf("- %s: %s\n", what, text);
    else
        printf("%-9s %s\n", what, text);
}

void bench_describe(const bench_options *options)
{
    char text[800], cpu[200];
    struct utsname system;
    if (options->format == BENCH_JSON)
        return; /* one object a line, nothing else */
#ifdef __clang__
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    cpu_name(cpu, sizeof cpu);
    snprintf(text, sizeof text, "Lanewise %s, %s%s", lw_version(), compiler,
#ifdef __OPTIMIZE__
             ""
#else
             " (built without optimisation: these figures are of no use)"
#endif
    );
    describe_line(options, "library", text);
    snprintf(text, sizeof text, "%s%s", bench_target_flags(),
             bench_times_engine(options, "fused") ? "; fused copies: clang's, for this processor" : "");
    describe_line(options, "kernels", text);
    describe_line(options, "rivals", rival_flags());
    snprintf(text, sizeof text, "%s, %d of them usable, OpenMP %d", cpu, bench_cpu_count(), rival_openmp());
    describe_line(options, "CPU", text);
    if (options->engine_count == BENCH_ENGINES)
        describe_line(options, "engines", "fused, the default, and fiber (LANEWISE_ENGINE chooses one)");
    else if (options->engine_count > 0)
        describe_line(options, "engines",
                      getenv("LANEWISE_ENGINE") && *getenv("LANEWISE_ENGINE")
                          ? options->engines[0]
                          : "fiber: this build has no fused copies for this processor");
    if (!uname(&system)) {
        snprintf(text, sizeof text, "%s %s", system.sysname, system.release);
        describe_line(options, "system", text);
    }
    const char *name = bench_uses(options, "cuda") ? bench_cuda_name() : NULL;
    lw_device *device;
    lw_device_properties properties;
    if (name && lw_device_open(&device, name) == LW_SUCCESS) {
        if (lw_device_get_properties(device, &properties) == LW_SUCCESS) {
            snprintf(text, sizeof text, "%s, %s, compute capability %d.%d, %d multiprocessors, %.0f GiB", name,
                     properties.name, properties.compute_capability_major, properties.compute_capability_minor,
                     properties.multiprocessor_count, (double)properties.total_memory / 1073741824.0);
            describe_line(options, "GPU", text);
        }
        lw_device_close(device);
    } else {
        describe_line(options, "GPU", "none");
    }
    snprintf(text, sizeof text, "medians of %u samples, contenders in turns", options->runs);
    describe_line(options, "taken as", text);
    fflush(stdout);
}
