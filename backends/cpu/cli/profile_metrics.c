/* What follows from the counts: ratios, efficiency, occupancy, rates. */
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "profile.h"

double cli_profile_metric_of(const cli_profile_entry *entry, const char *name)
{
    for (size_t i = 0; i < entry->metric_count; i++)
        if (strcmp(entry->metrics[i].name, name) == 0)
            return entry->metrics[i].value;
    return 0;
}

int cli_profile_digits(const cli_profile_metric *metric)
{
    bool whole = metric->value == (double)(long long)metric->value && !strstr(metric->name, "ratio");
    return whole ? 0 : 2;
}

static void add(cli_profile_entry *entry, const char *name, double value)
{
    entry->metrics = realloc(entry->metrics, (entry->metric_count + 1) * sizeof *entry->metrics);
    if (!entry->metrics)
        cli_end(1, "out of memory");
    entry->metrics[entry->metric_count++] = (cli_profile_metric){cli_format("%s", name), value};
}

/* Adds the quotient of two metrics, times a factor, unless the divisor is 0. */
static void add_ratio(cli_profile_entry *entry, const char *name, const char *dividend, const char *divisor,
                      double factor)
{
    double by = cli_profile_metric_of(entry, divisor);
    if (by != 0)
        add(entry, name, cli_profile_metric_of(entry, dividend) / by * factor);
}

/* Of an access of global memory: `op` is "ld" or "st", `word` "load" or "store". */
static void derive_global(cli_profile_entry *entry, const char *op, const char *word)
{
    enum { SECTOR = 32 };
    char *sectors = cli_format("l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum", op);
    char *requests = cli_format("l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum", op);
    char *bytes = cli_format("lanewise__global_%s_bytes.sum", word);
    char *average = cli_format("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_%s.ratio", op);
    char *efficiency = cli_format("smsp__sass_average_data_bytes_per_sector_mem_global_op_%s.pct", op);
    add_ratio(entry, average, sectors, requests, 1);
    add_ratio(entry, efficiency, bytes, sectors, 100.0 / SECTOR);
    char *names[] = {sectors, requests, bytes, average, efficiency};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        free(names[i]);
}

/* Bytes that threads asked for, and those of the sectors, by the time of the run that was timed. */
static void derive_rates(cli_profile_entry *entry)
{
    static const char *const words[] = {"load", "store", "atomic"};
    static const char *const sectors[] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                          "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                                          "lanewise__global_atomic_sectors.sum"};
    double requested = 0, moved = 0;
    for (int i = 0; i < 3; i++) {
        char *name = cli_format("lanewise__global_%s_bytes.sum", words[i]);
        requested += cli_profile_metric_of(entry, name);
        moved += cli_profile_metric_of(entry, sectors[i]) * 32;
        free(name);
    }
    double ns = entry->count ? (double)entry->total * (double)entry->counted / (double)entry->count : 0;
    if (ns > 0) {
        add(entry, "lanewise__requested_gb_per_second", requested / ns);
        add(entry, "lanewise__moved_gb_per_second", moved / ns);
    }
}

static void derive(cli_profile_entry *entry)
{
    unsigned threads = entry->block[0] * entry->block[1] * entry->block[2], warps = (threads + 31) / 32;
    derive_global(entry, "ld", "load");
    derive_global(entry, "st", "store");
    add_ratio(entry, "lanewise__bank_conflicts_per_shared_load.ratio",
              "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "smsp__inst_executed_op_shared_ld.sum", 1);
    add_ratio(entry, "lanewise__bank_conflicts_per_shared_store.ratio",
              "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "smsp__inst_executed_op_shared_st.sum", 1);
    add_ratio(entry, "lanewise__threads_per_access.ratio", "lanewise__thread_accesses.sum", "lanewise__accesses.sum",
              1);
    add_ratio(entry, "lanewise__partial_accesses.pct", "lanewise__partial_accesses.sum", "lanewise__accesses.sum", 100);
    add_ratio(entry, "lanewise__threads_per_basic_block.ratio", "lanewise__thread_basic_blocks.sum",
              "lanewise__basic_blocks.sum", 1);
    add_ratio(entry, "sm__maximum_warps_per_active_cycle_pct", "lanewise__blocks_per_multiprocessor",
              "lanewise__warps_per_multiprocessor", 100.0 * warps);
    derive_rates(entry);
}

void cli_profile_derive(cli_profile *profile)
{
    for (size_t i = 0; i < profile->count; i++)
        if (profile->entries[i].counted)
            derive(&profile->entries[i]);
}
