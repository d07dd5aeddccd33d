/* The profile as one page of HTML that needs nothing else. */
#include <stdlib.h>
#include <string.h>

#include "../../../emu/check/escape.h"
#include "profile.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Profile</title>\n<style>\n"
    "body { font: 14px/1.4 sans-serif; margin: 2em; color: #222; background: #fff; }\n"
    "table { border-collapse: collapse; margin: 1em 0; }\n"
    "th, td { padding: 2px 10px; text-align: right; border-bottom: 1px solid #ddd; }\n"
    "th:last-child, td:last-child { text-align: left; }\n"
    "td.name { text-align: left; font-family: monospace; }\n"
    ".bar { background: #4a7; height: 10px; display: inline-block; vertical-align: middle; }\n"
    ".bad { background: #c54; }\n"
    "@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b; } th, td { border-color: #444; } }\n"
    "</style>\n</head>\n<body>\n<h1>Profile</h1>\n";

static void put_title(const cli_profile_entry *entry, FILE *out)
{
    char *title = cli_profile_title(entry);
    emu_put_xml(out, title);
    free(title);
}

static void put_times(const cli_profile *profile, FILE *out)
{
    fprintf(out, "<p>%.3f ms in kernels and copies; %.3f ms from the first device's opening to the end.</p>\n",
            (double)profile->total * 1e-6, (double)profile->wall * 1e-6);
    fputs(
        "<table id=\"times\">\n<tr><th>what</th><th>device</th><th>engine</th><th>count</th><th>total, us</th><th>average, "
        "us</th><th>min, us</th><th>max, us</th><th>bytes</th><th>GB/s</th><th>share</th></tr>\n",
        out);
    for (size_t i = 0; i < profile->count; i++) {
        const cli_profile_entry *entry = &profile->entries[i];
        double share = profile->total ? 100 * (double)entry->total / (double)profile->total : 0;
        fputs("<tr><td class=\"name\">", out);
        put_title(entry, out);
        fprintf(
            out,
            "</td><td>%s</td><td>%s</td><td>%llu</td><td>%.3f</td><td>%.3f</td><td>%.3f</td><td>%.3f</td><td>%llu</td>"
            "<td>%.2f</td><td><span class=\"bar\" style=\"width:%.1fpx\"></span> %.1f&nbsp;%%</td></tr>\n",
            entry->device, entry->engine, (unsigned long long)entry->count, (double)entry->total * 1e-3,
            (double)entry->total * 1e-3 / (double)(entry->count ? entry->count : 1), (double)entry->least * 1e-3,
            (double)entry->most * 1e-3, (unsigned long long)entry->bytes, cli_profile_rate(entry->bytes, entry->total),
            2 * share, share);
    }
    fputs("</table>\n", out);
}

/* What part of the best a kernel reaches, in per cent, as a bar; none where it made no such access. */
static void put_part(double part, bool any, FILE *out)
{
    if (any)
        fprintf(out, "<td><span class=\"bar%s\" style=\"width:%.0fpx\"></span> %.0f&nbsp;%%</td>",
                part < 50 ? " bad" : "", part, part);
    else
        fputs("<td>-</td>", out);
}

/* One line a kernel: how near its accesses are to the best. */
static void put_summary(const cli_profile *profile, FILE *out)
{
    fputs(
        "<h2>Accesses</h2>\n<p>Counted on the CPU, as the warps of a GPU make them: bytes of sectors that threads asked for; "
        "wavefronts of shared memory without a bank conflict; active threads of a warp; theoretical occupancy.</p>\n"
        "<table id=\"accesses\">\n<tr><th>kernel</th><th>global loads</th><th>global stores</th><th>shared loads</th><th>shared "
        "stores</th><th>threads</th><th>occupancy</th><th>requested / moved, GB/s</th></tr>\n",
        out);
    for (size_t i = 0; i < profile->count; i++) {
        const cli_profile_entry *entry = &profile->entries[i];
        if (!entry->counted)
            continue;
#define OF(name) cli_profile_metric_of(entry, name)
        double loads = OF("smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct");
        double stores = OF("smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct");
        double passes_ld = OF("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
        double passes_st = OF("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum");
        double lost_ld = OF("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum");
        double lost_st = OF("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum");
        fputs("<tr><td class=\"name\">", out);
        put_title(entry, out);
        fputs("</td>", out);
        put_part(loads, loads > 0, out);
        put_part(stores, stores > 0, out);
        put_part(100 * (passes_ld - lost_ld) / (passes_ld > 0 ? passes_ld : 1), passes_ld > 0, out);
        put_part(100 * (passes_st - lost_st) / (passes_st > 0 ? passes_st : 1), passes_st > 0, out);
        put_part(OF("lanewise__threads_per_access.ratio") / 32 * 100, OF("lanewise__accesses.sum") > 0, out);
        put_part(OF("sm__maximum_warps_per_active_cycle_pct"), true, out);
        fprintf(out, "<td>%.2f / %.2f</td></tr>\n", OF("lanewise__requested_gb_per_second"),
                OF("lanewise__moved_gb_per_second"));
#undef OF
    }
    fputs("</table>\n<p>There is no roofline: floating-point operations are not counted.</p>\n", out);
}

static void put_metrics(const cli_profile *profile, FILE *out)
{
    for (size_t i = 0; i < profile->count; i++) {
        const cli_profile_entry *entry = &profile->entries[i];
        if (!entry->counted)
            continue;
        fputs("<details><summary>", out);
        put_title(entry, out);
        fprintf(out, ", %llu launch%s</summary>\n<table>\n", (unsigned long long)entry->counted,
                entry->counted == 1 ? "" : "es");
        for (size_t j = 0; j < entry->metric_count; j++) {
            fputs("<tr><td class=\"name\">", out);
            emu_put_xml(out, entry->metrics[j].name);
            fprintf(out, "</td><td>%.*f</td></tr>\n", cli_profile_digits(&entry->metrics[j]), entry->metrics[j].value);
        }
        fputs("</table></details>\n", out);
    }
}

void cli_profile_write_html(const cli_profile *profile, FILE *out)
{
    bool counted = false;
    for (size_t i = 0; i < profile->count; i++)
        counted |= profile->entries[i].counted > 0;
    fputs(head, out);
    put_times(profile, out);
    if (counted) {
        put_summary(profile, out);
        put_metrics(profile, out);
    }
    fputs("</body>\n</html>\n", out);
}
