/* lanewise profile: times and counts of a program's kernels, copies and sets. */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_profile_metric {
    char *name; /* as ncu has it, where it counts the same */
    double value;
} cli_profile_metric;

/* All runs of a kernel with one shape, of one direction of copies, of sets, or of graphs. */
typedef struct cli_profile_entry {
    char *kind, *device, *engine, *name;
    unsigned grid[3], block[3];
    size_t dynamic_shared;
    uint64_t count, total, least, most; /* ns */
    uint64_t bytes;                     /* of copies and sets */
    cli_profile_metric *metrics;
    size_t metric_count;
    uint64_t counted; /* launches that `metrics` stand for */
} cli_profile_entry;

/* One run of it, for the timeline. */
typedef struct cli_profile_work {
    char *kind, *device, *engine, *name;
    unsigned grid[3], block[3];
    size_t dynamic_shared;
    long process;
    uint64_t stream, begin, end, bytes; /* ns of the monotonic clock */
} cli_profile_work;

typedef struct cli_profile {
    cli_profile_entry *entries; /* those that took longest first */
    size_t count;
    uint64_t total;   /* ns of all entries */
    uint64_t wall;    /* ns from the first device's opening to the end, of the process that took longest */
    uint64_t lost;    /* runs that found no memory or no place in the file */
    size_t processes; /* that opened a device */
} cli_profile;

int cli_profile_command(char **words);

/* profile_read.c: reads what the library wrote. Counts of a second run are added to the entries of the first. */
void cli_profile_read(cli_profile *profile, FILE *file);
void cli_profile_add_counts(cli_profile *profile, FILE *file);
uint64_t cli_profile_count(FILE *file, uint64_t *total); /* runs so far, and their ns */
/* The next run in the file; false: no more. Its texts are in the line, of getline(). */
bool cli_profile_next_work(FILE *file, char **line, size_t *size, cli_profile_work *work);
void cli_profile_free(cli_profile *profile);

/* profile_metrics.c: adds what follows from the counts; a metric's value, or 0. */
void cli_profile_derive(cli_profile *profile);
/* The digits after the point that people read of a metric: counts have none. */
int cli_profile_digits(const cli_profile_metric *metric);
double cli_profile_metric_of(const cli_profile_entry *entry, const char *name);

/* "kernel (4,1,1)x(256,1,1)" or "[copy HtoD]"; allocated */
char *cli_profile_title(const cli_profile_entry *entry);
double cli_profile_rate(uint64_t bytes, uint64_t ns); /* GB/s */

/* profile_table.c, profile_export.c, profile_html.c, profile_timeline.c */
void cli_profile_print(const cli_profile *profile, FILE *out);
void cli_profile_print_metrics(const cli_profile *profile, FILE *out);
void cli_profile_write_csv(const cli_profile *profile, FILE *out);
void cli_profile_write_json(const cli_profile *profile, FILE *out);
void cli_profile_write_html(const cli_profile *profile, FILE *out);
void cli_profile_write_timeline(FILE *works, FILE *out);

#endif
