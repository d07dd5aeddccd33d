/* The profile as CSV and JSON: times in ns, one row or object for each line of the table. */
#include <string.h>

#include "../../../emu/check/escape.h"
#include "profile.h"

static double share(const cli_profile *profile, const cli_profile_entry *entry)
{
    return profile->total ? 100 * (double)entry->total / (double)profile->total : 0;
}

/* The names of all metrics, each once: those that a kernel has and no earlier one had. */
static bool is_first(const cli_profile *profile, size_t entry, const char *name)
{
    for (size_t i = 0; i < entry; i++)
        for (size_t j = 0; j < profile->entries[i].metric_count; j++)
            if (strcmp(profile->entries[i].metrics[j].name, name) == 0)
                return false;
    return true;
}

static void put_csv(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

/* For each name of the heading: the entry's value, or nothing. */
static void put_metrics(const cli_profile *profile, const cli_profile_entry *entry, FILE *out)
{
    for (size_t i = 0; i < profile->count; i++)
        for (size_t j = 0; j < profile->entries[i].metric_count; j++) {
            const char *name = profile->entries[i].metrics[j].name;
            if (!is_first(profile, i, name))
                continue;
            putc(',', out);
            if (!entry)
                put_csv(out, name);
            for (size_t k = 0; entry && k < entry->metric_count; k++)
                if (strcmp(entry->metrics[k].name, name) == 0)
                    fprintf(out, "%.17g", entry->metrics[k].value);
        }
}

void cli_profile_write_csv(const cli_profile *profile, FILE *out)
{
    fputs("kind,device,engine,name,grid_x,grid_y,grid_z,block_x,block_y,block_z,dynamic_shared,count,total_ns,"
          "average_ns,min_ns,max_ns,bytes,gb_per_s,share_percent",
          out);
    put_metrics(profile, NULL, out);
    fputs("\n", out);
    for (size_t i = 0; i < profile->count; i++) {
        const cli_profile_entry *entry = &profile->entries[i];
        fprintf(out, "%s,%s,%s,", entry->kind, entry->device, entry->engine);
        put_csv(out, entry->name);
        fprintf(out, ",%u,%u,%u,%u,%u,%u,%zu,%llu,%llu,%.1f,%llu,%llu,%llu,%.3f,%.2f", entry->grid[0], entry->grid[1],
                entry->grid[2], entry->block[0], entry->block[1], entry->block[2], entry->dynamic_shared,
                (unsigned long long)entry->count, (unsigned long long)entry->total,
                (double)entry->total / (double)(entry->count ? entry->count : 1), (unsigned long long)entry->least,
                (unsigned long long)entry->most, (unsigned long long)entry->bytes,
                cli_profile_rate(entry->bytes, entry->total), share(profile, entry));
        put_metrics(profile, entry, out);
        fputs("\n", out);
    }
}

static void put_entry(const cli_profile *profile, const cli_profile_entry *entry, FILE *out)
{
    fprintf(out, "{\"kind\":\"%s\",\"device\":\"%s\",\"engine\":\"%s\",\"name\":", entry->kind, entry->device,
            entry->engine);
    emu_put_json(out, entry->name);
    if (strcmp(entry->kind, "kernel") == 0)
        fprintf(out, ",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"dynamic_shared\":%zu", entry->grid[0], entry->grid[1],
                entry->grid[2], entry->block[0], entry->block[1], entry->block[2], entry->dynamic_shared);
    fprintf(out,
            ",\"count\":%llu,\"total_ns\":%llu,\"min_ns\":%llu,\"max_ns\":%llu,\"bytes\":%llu,\"gb_per_s\":%.3f,"
            "\"share_percent\":%.2f",
            (unsigned long long)entry->count, (unsigned long long)entry->total, (unsigned long long)entry->least,
            (unsigned long long)entry->most, (unsigned long long)entry->bytes,
            cli_profile_rate(entry->bytes, entry->total), share(profile, entry));
    if (entry->metric_count) {
        fprintf(out, ",\"counted_launches\":%llu,\"metrics\":{", (unsigned long long)entry->counted);
        for (size_t i = 0; i < entry->metric_count; i++) {
            fputs(i ? "," : "", out);
            emu_put_json(out, entry->metrics[i].name);
            fprintf(out, ":%.17g", entry->metrics[i].value);
        }
        putc('}', out);
    }
    putc('}', out);
}

void cli_profile_write_json(const cli_profile *profile, FILE *out)
{
    fprintf(out, "{\"processes\":%zu,\"wall_ns\":%llu,\"total_ns\":%llu,\"lost\":%llu,\"entries\":[",
            profile->processes, (unsigned long long)profile->wall, (unsigned long long)profile->total,
            (unsigned long long)profile->lost);
    for (size_t i = 0; i < profile->count; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_entry(profile, &profile->entries[i], out);
    }
    fputs("\n]}\n", out);
}
