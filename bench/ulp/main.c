/* lanewise-ulp: the table of errors. bench/ulp/README.md explains it, and has figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ulp.h"

static const char usage[] =
    "lanewise-ulp [PATTERN] [--stride N] [--count N] [--doubles N] [--part K/N] [--json]\n"
    "\n"
    "Prints how far each function of the mathematics (or those whose name contains PATTERN) lies from the exact\n"
    "value, in units in the last place, on the CPU and on the first GPU, beside CUDA's documented bound.\n"
    "  --stride N   floats of one argument: every Nth (1: all 2^32)\n"
    "  --count N    floats of several arguments: random points (100000000)\n"
    "  --doubles N  random points of each double function (1000000)\n"
    "  --part K/N   the Kth of N parts of the functions\n"
    "  --json       an object a line instead of the table\n";

typedef struct choices {
    const char *pattern;
    unsigned stride, part, parts;
    unsigned long long count, doubles;
    bool json;
} choices;

static bool number(const char *text, unsigned long long most, unsigned long long *value)
{
    char *end;
    *value = text ? strtoull(text, &end, 10) : 0;
    return text && *text >= '0' && *text <= '9' && !*end && *value >= 1 && *value <= most;
}

static bool parse(choices *options, int argc, char **argv, int *code)
{
    unsigned long long value;
    for (int i = 1; i < argc; i++) {
        *code = 2;
        bool stride = strcmp(argv[i], "--stride") == 0, count = strcmp(argv[i], "--count") == 0;
        if (stride || count || strcmp(argv[i], "--doubles") == 0) {
            if (!number(argv[++i], stride ? 0xffffffffu : 1ull << 40, &value)) {
                fprintf(stderr, "lanewise-ulp: %s takes a number from 1 on\n", argv[i - 1]);
                return false;
            }
            if (stride)
                options->stride = (unsigned)value;
            else
                *(count ? &options->count : &options->doubles) = value;
        } else if (strcmp(argv[i], "--part") == 0) {
            if (!argv[++i] || sscanf(argv[i], "%u/%u", &options->part, &options->parts) != 2 || options->part < 1 ||
                options->part > options->parts) {
                fprintf(stderr, "lanewise-ulp: --part takes K/N, K from 1 to N\n");
                return false;
            }
        } else if (strcmp(argv[i], "--json") == 0) {
            options->json = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            *code = 0;
            return false;
        } else if (argv[i][0] != '-' && !options->pattern) {
            options->pattern = argv[i];
        } else {
            fprintf(stderr, "lanewise-ulp: what is %s? (--help)\n", argv[i]);
            return false;
        }
    }
    return true;
}

/* A region's name, and its documented bound. */
static void describe(math_function function, bool single, ulp_region region, char *where, char *bound, size_t size)
{
    const math_rule *rule = &math_rules[function];
    double absolute = single ? rule->float_absolute : rule->double_absolute;
    bool distance = ulp_is_distance(function, region);
    snprintf(where, size, "%s", "");
    if (distance)
        snprintf(bound, size, "%.2g absolute", absolute);
    else
        snprintf(bound, size, "%g", single ? rule->float_bound : rule->double_bound);
    if (function == MATH_yn && region == ULP_NEAR)
        snprintf(where, size, single ? ", x >= n" : ", x >= 1.5 n");
    if (function == MATH_yn && region == ULP_FAR) {
        snprintf(where, size, single ? ", x < n" : ", x < 1.5 n");
        snprintf(bound, size, single ? "2 + 2.5 n" : "-");
    }
    if (function == MATH_lgamma && region == ULP_FAR) {
        snprintf(where, size, ", near its negative zeros");
        snprintf(bound, size, "-");
    }
    if (distance && rule->arguments == 1)
        snprintf(where, size, ", size from 8 on");
    else if (absolute > 0 && rule->arguments == 1)
        snprintf(where, size, ", size below 8");
}

static void print_place(const double *x, int arguments)
{
    for (int k = 0; k < arguments; k++)
        printf("%s%.9g", k ? ", " : "", x[k]);
}

static void print_table(math_function function, const char *name, const char *where, const char *bound,
                        const ulp_device *devices, const ulp_result *result, ulp_region region)
{
    int arguments = abs(math_rules[function].arguments);
    printf("| %s%s | %.3g | %s |", name, where, (double)result->points, bound);
    for (int d = 0; d < ULP_DEVICES; d++) {
        const ulp_worst *worst = &result->worst[d][region];
        if (!devices[d].handle) {
            printf(" - | - |");
            continue;
        }
        printf(" %.4g | ", worst->error);
        print_place(worst->at, arguments);
        if (worst->wrong) {
            printf("; %llu NaNs or numbers in the wrong place, as at ", worst->wrong);
            print_place(worst->wrong_at, arguments);
        }
        printf(" |");
    }
    printf("\n");
}

static void print_json(const char *name, const char *where, const char *bound, const ulp_device *devices,
                       const ulp_result *result, ulp_region region)
{
    for (int d = 0; d < ULP_DEVICES; d++) {
        const ulp_worst *worst = &result->worst[d][region];
        if (devices[d].handle)
            printf("{\"function\":\"%s\",\"where\":\"%s\",\"device\":\"%s\",\"points\":%llu,\"bound\":\"%s\","
                   "\"error\":%.6g,\"at\":[%.17g,%.17g,%.17g,%.17g],\"wrong\":%llu}\n",
                   name, *where ? where + 2 : "", devices[d].name, result->points, bound, worst->error, worst->at[0],
                   worst->at[1], worst->at[2], worst->at[3], worst->wrong);
    }
}

static lw_status measure(const choices *options, ulp_device *devices, math_function function, bool single)
{
    char name[32], where[64], bound[64];
    ulp_result result = {0};
    snprintf(name, sizeof name, "%s%s", math_rules[function].name, single ? "f" : "");
    bool named = !options->pattern || strstr(name, options->pattern);
    if (!named || (unsigned)function % options->parts != options->part - 1)
        return LW_SUCCESS;
    lw_status status = single ? ulp_sweep_floats(devices, function, options->stride, options->count, &result)
                              : ulp_sweep_doubles(devices, function, options->doubles, &result);
    bool regions = math_rules[function].inside_low < 0 || function == MATH_yn;
    for (int region = 0; region < (regions ? ULP_REGIONS : 1) && !status; region++) {
        describe(function, single, region, where, bound, sizeof where);
        if (options->json)
            print_json(name, where, bound, devices, &result, region);
        else
            print_table(function, name, where, bound, devices, &result, region);
    }
    fflush(stdout);
    return status;
}

/* The device's handle and room for a chunk; a GPU may be absent. */
static bool open_device(ulp_device *device, bool needed)
{
    size_t size = sizeof(double) * ULP_CHUNK;
    if (lw_device_open(&device->handle, device->name)) {
        device->handle = NULL;
        return !needed;
    }
    return !lw_malloc(device->handle, &device->in, ULP_ARGUMENTS * size) &&
           !lw_malloc(device->handle, &device->out, size);
}

int main(int argc, char **argv)
{
    choices options = {.stride = 1, .part = 1, .parts = 1, .count = 100000000, .doubles = 1000000};
    ulp_device devices[ULP_DEVICES] = {{.name = "cpu"}, {.name = "cuda:0"}};
    int code;
    if (!parse(&options, argc, argv, &code))
        return code;
    if (!math_reference_is_wide()) {
        fprintf(stderr, "lanewise-ulp: a long double is no wider than a double here\n");
        return 2;
    }
    lw_status status = LW_SUCCESS;
    for (int d = 0; d < ULP_DEVICES && !status; d++)
        if (!open_device(&devices[d], d == 0))
            status = LW_ERROR_OUT_OF_MEMORY;
    if (!options.json && !status)
        printf("| function | points | CUDA's bound | cpu | worst at | cuda:0 | worst at |\n"
               "| --- | ---: | ---: | ---: | --- | ---: | --- |\n");
    for (int single = 1; single >= 0 && !status; single--)
        for (int function = 0; function < MATH_FUNCTIONS && !status; function++)
            status = measure(&options, devices, (math_function)function, single);
    if (status)
        fprintf(stderr, "lanewise-ulp: %s\n", lw_last_error_message(NULL));
    for (int d = 0; d < ULP_DEVICES; d++)
        if (devices[d].handle)
            lw_device_close(devices[d].handle);
    return status ? 1 : 0;
}
