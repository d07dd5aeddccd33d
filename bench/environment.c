/* What the figures were taken with: compilers, flags, processors. And whether timing makes sense at all. */
#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "bench.h"
#include "device/target_flags.h"
#include "rivals/rivals.h"

bool bench_can_time(char *reason, size_t size)
{
    /* One function of each runtime; a sanitized program carries it wherever it was linked in. */
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
    describe_line(options, "kernels", bench_target_flags());
    describe_line(options, "rivals", rival_flags());
    snprintf(text, sizeof text, "%s, %d of them usable, OpenMP %d", cpu, bench_cpu_count(), rival_openmp());
    describe_line(options, "CPU", text);
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

/* ---- the CPU device, one at a time ---- */

static lw_device *cpu_device;
static int cpu_workers;

void bench_close_cpu(void)
{
    if (cpu_device)
        lw_device_close(cpu_device);
    cpu_device = NULL;
}

lw_device *bench_open_cpu(int workers)
{
    char text[16];
    if (cpu_device && cpu_workers == workers)
        return cpu_device;
    bench_close_cpu();
    snprintf(text, sizeof text, "%d", workers);
    /* The engine that the contenders are named after, whatever the environment says. */
    if (setenv("LANEWISE_WORKERS", text, 1) || setenv("LANEWISE_ENGINE", "fiber", 1) ||
        lw_device_open(&cpu_device, "cpu") != LW_SUCCESS)
        return cpu_device = NULL;
    cpu_workers = workers;
    return cpu_device;
}
