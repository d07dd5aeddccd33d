/* The profile as a table. */
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "profile.h"

#define BAR "========= "

char *cli_profile_title(const cli_profile_entry *entry)
{
    if (strcmp(entry->kind, "copy") == 0)
        return cli_format("[copy %s]", entry->name);
    if (strcmp(entry->kind, "kernel") != 0)
        return cli_format("%s", entry->name);
    if (!entry->grid[0])
        return cli_format("%s (other shapes)", entry->name);
    return cli_format("%s (%u,%u,%u)x(%u,%u,%u)", entry->name, entry->grid[0], entry->grid[1], entry->grid[2],
                      entry->block[0], entry->block[1], entry->block[2]);
}

double cli_profile_rate(uint64_t bytes, uint64_t ns)
{
    return ns ? (double)bytes / (double)ns : 0;
}

/* Four digits and a unit, in 10 columns. */
static void print_time(FILE *out, double ns)
{
    static const char *const units[] = {"ns", "us", "ms", "s "};
    int unit = 0;
    while (unit < 3 && ns >= 999.95) {
        ns /= 1000;
        unit++;
    }
    fprintf(out, " %7.*f %s", unit == 0 ? 0 : ns < 9.9995 ? 3 : ns < 99.995 ? 2 : 1, ns, units[unit]);
}

static void print_bytes(FILE *out, uint64_t bytes)
{
    static const char *const units[] = {"B ", "kB", "MB", "GB", "TB"};
    double value = (double)bytes;
    int unit = 0;
    while (unit < 4 && value >= 999.5) {
        value /= 1000;
        unit++;
    }
    fprintf(out, " %6.*f %s", unit == 0 || value >= 99.95 ? 0 : 1, value, units[unit]);
}

static void print_entry(const cli_profile *profile, const cli_profile_entry *entry, FILE *out)
{
    char *title = cli_profile_title(entry);
    fprintf(out, BAR "%5.1f%%", profile->total ? 100 * (double)entry->total / (double)profile->total : 0);
    print_time(out, (double)entry->total);
    fprintf(out, " %8llu", (unsigned long long)entry->count);
    print_time(out, (double)entry->total / (double)(entry->count ? entry->count : 1));
    print_time(out, (double)entry->least);
    print_time(out, (double)entry->most);
    if (entry->bytes) {
        print_bytes(out, entry->bytes);
        fprintf(out, " %7.2f", cli_profile_rate(entry->bytes, entry->total));
    } else {
        fprintf(out, " %9s %7s", "-", "-");
    }
    fprintf(out, "  %-7s %-7s %s\n", entry->device, entry->engine, title);
    free(title);
}

void cli_profile_print(const cli_profile *profile, FILE *out)
{
    fprintf(out, BAR "PROFILE: ");
    if (!profile->processes) {
        fprintf(out, "the program has opened no device, or ended before it could say what ran\n");
        return;
    }
    print_time(out, (double)profile->total);
    fprintf(out, " in kernels and copies;");
    print_time(out, (double)profile->wall);
    fprintf(out, " from the first device's opening to the end");
    if (profile->processes > 1)
        fprintf(out, "; %zu processes", profile->processes);
    fprintf(out, "\n" BAR " share      total    count    average        min        max     bytes    GB/s  "
                 "device  engine  what\n");
    for (size_t i = 0; i < profile->count; i++)
        print_entry(profile, &profile->entries[i], out);
    if (profile->lost)
        fprintf(out, BAR "Warning: %llu runs are missing: no memory, or the disk is full\n",
                (unsigned long long)profile->lost);
}

/* Zeros say something only where something else of the same kind is not 0. */
static bool is_shown(const cli_profile_entry *entry, const cli_profile_metric *metric)
{
    if (metric->value != 0)
        return true;
    bool load = strstr(metric->name, "shared_op_ld") || strstr(metric->name, "shared_load");
    bool store = strstr(metric->name, "shared_op_st") || strstr(metric->name, "shared_store");
    return (load && cli_profile_metric_of(entry, "smsp__inst_executed_op_shared_ld.sum") != 0) ||
           (store && cli_profile_metric_of(entry, "smsp__inst_executed_op_shared_st.sum") != 0);
}

void cli_profile_print_metrics(const cli_profile *profile, FILE *out)
{
    for (size_t i = 0; i < profile->count; i++) {
        const cli_profile_entry *entry = &profile->entries[i];
        if (strcmp(entry->kind, "kernel") != 0)
            continue;
        char *title = cli_profile_title(entry);
        if (!entry->counted) {
            fprintf(out,
                    BAR "\n" BAR
                        "METRICS of %s: none. The run that counts did not run it: it needs the kernel's checked copy "
                        "(no --no-checked), and standard input again (a file, not a pipe)\n",
                    title);
            free(title);
            continue;
        }
        fprintf(out, BAR "\n" BAR "METRICS of %s, %llu launch%s\n", title, (unsigned long long)entry->counted,
                entry->counted == 1 ? "" : "es");
        free(title);
        for (size_t j = 0; j < entry->metric_count; j++) {
            const cli_profile_metric *metric = &entry->metrics[j];
            if (is_shown(entry, metric))
                fprintf(out, BAR "  %-70s %14.*f\n", metric->name, cli_profile_digits(metric), metric->value);
        }
    }
}
