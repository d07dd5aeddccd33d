/* Reads lines that the library writes (api/profile_record.c): fields between tabs. Each process writes its whole profile several
 * times, between a line "begin" and a line "end"; its last whole one counts. */
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "profile.h"

/* The most fields of a line; those of a line "total" and "work"; the least of a line "count". */
enum { FIELDS = 80, TOTAL_FIELDS = 18, WORK_FIELDS = 17, COUNT_FIELDS = 14 };

static size_t split(char *line, char **fields)
{
    size_t count = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *field = line; field && count < FIELDS; count++) {
        fields[count] = field;
        field = strchr(field, '\t');
        if (field)
            *field++ = 0;
    }
    return count;
}

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 10);
}

static void read_shape(char **fields, unsigned grid[3], unsigned block[3], size_t *dynamic_shared)
{
    for (int i = 0; i < 3; i++) {
        grid[i] = (unsigned)number(fields[i]);
        block[i] = (unsigned)number(fields[3 + i]);
    }
    *dynamic_shared = number(fields[6]);
}

static bool is_same(const cli_profile_entry *a, const cli_profile_entry *b, bool where)
{
    return strcmp(a->kind, b->kind) == 0 &&
           (!where || (strcmp(a->device, b->device) == 0 && strcmp(a->engine, b->engine) == 0)) &&
           strcmp(a->name, b->name) == 0 && memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
           memcmp(a->block, b->block, sizeof a->block) == 0 && a->dynamic_shared == b->dynamic_shared;
}

static char *copy_text(const char *text)
{
    return cli_format("%s", text);
}

/* The entry of these fields, which begin with the kind. */
static cli_profile_entry *find(cli_profile *profile, char **fields, bool where, bool makes)
{
    cli_profile_entry wanted = {.kind = fields[0], .device = fields[1], .engine = fields[2], .name = fields[3]};
    read_shape(fields + 4, wanted.grid, wanted.block, &wanted.dynamic_shared);
    for (size_t i = 0; i < profile->count; i++)
        if (is_same(&profile->entries[i], &wanted, where))
            return &profile->entries[i];
    if (!makes)
        return NULL;
    profile->entries = realloc(profile->entries, (profile->count + 1) * sizeof *profile->entries);
    if (!profile->entries)
        cli_end(1, "out of memory");
    cli_profile_entry *made = &profile->entries[profile->count++];
    *made = wanted;
    made->kind = copy_text(wanted.kind);
    made->device = copy_text(wanted.device);
    made->engine = copy_text(wanted.engine);
    made->name = copy_text(wanted.name);
    return made;
}

static void add_total(cli_profile *profile, char **fields)
{
    cli_profile_entry *entry = find(profile, fields, true, true);
    uint64_t total = number(fields[12]), least = number(fields[13]), most = number(fields[14]);
    if (!entry->count || least < entry->least)
        entry->least = least;
    if (most > entry->most)
        entry->most = most;
    entry->count += number(fields[11]);
    entry->total += total;
    entry->bytes += number(fields[15]);
    profile->total += total;
}

static cli_profile_metric *find_metric(cli_profile_entry *entry, const char *name)
{
    for (size_t i = 0; i < entry->metric_count; i++)
        if (strcmp(entry->metrics[i].name, name) == 0)
            return &entry->metrics[i];
    entry->metrics = realloc(entry->metrics, (entry->metric_count + 1) * sizeof *entry->metrics);
    if (!entry->metrics)
        cli_end(1, "out of memory");
    entry->metrics[entry->metric_count] = (cli_profile_metric){.name = copy_text(name)};
    return &entry->metrics[entry->metric_count++];
}

/* What ran, launches, then NAME=VALUE, which are added up, and NAME:=VALUE, which are not. */
static void add_counts(cli_profile *profile, char **fields, size_t count)
{
    cli_profile_entry *entry = find(profile, fields, false, false);
    if (!entry)
        return;
    entry->counted += number(fields[11]);
    for (size_t i = 12; i < count; i++) {
        char *equals = strchr(fields[i], '=');
        bool sets = equals && equals > fields[i] && equals[-1] == ':';
        if (!equals)
            continue;
        equals[-sets] = 0;
        cli_profile_metric *metric = find_metric(entry, fields[i]);
        metric->value = (sets ? 0 : metric->value) + strtod(equals + 1, NULL);
    }
}

/* ---- which lines count ---- */
typedef struct whole { /* a process's last whole profile */
    long process;
    long begin, end; /* in the file; `end` 0: not whole yet */
    long open;       /* the latest line "begin" */
    uint64_t wall, lost;
} whole;

static size_t find_whole(FILE *file, whole **found)
{
    char *line = NULL, *fields[FIELDS];
    size_t size = 0, count = 0;
    *found = NULL;
    rewind(file);
    for (long at = 0; getline(&line, &size, file) > 0; at = ftell(file)) {
        bool begins = strncmp(line, "begin\t", 6) == 0, ends = strncmp(line, "end\t", 4) == 0;
        if ((!begins && !ends) || !strchr(line, '\n') || split(line, fields) < 3)
            continue;
        long process = strtol(fields[1], NULL, 10);
        size_t i = 0;
        while (i < count && (*found)[i].process != process)
            i++;
        if (i == count) {
            *found = realloc(*found, (count + 1) * sizeof **found);
            if (!*found)
                cli_end(1, "out of memory");
            (*found)[count++] = (whole){.process = process};
        }
        whole *each = &(*found)[i];
        if (begins) {
            each->open = at;
            each->wall = number(fields[2]);
        } else {
            each->begin = each->open;
            each->end = at + 1;
            each->lost = number(fields[2]);
        }
    }
    free(line);
    return count;
}

static void read_whole(cli_profile *profile, FILE *file, const whole *from, bool counts)
{
    char *line = NULL, *fields[FIELDS];
    size_t size = 0;
    fseek(file, from->begin, SEEK_SET);
    while (ftell(file) < from->end && getline(&line, &size, file) > 0) {
        size_t count = split(line, fields);
        if (count < 3 || strtol(fields[1], NULL, 10) != from->process)
            continue;
        if (!counts && count == TOTAL_FIELDS && strcmp(fields[0], "total") == 0)
            add_total(profile, fields + 2);
        else if (counts && count >= COUNT_FIELDS && strcmp(fields[0], "count") == 0)
            add_counts(profile, fields + 2, count - 2);
        else if (strcmp(fields[0], "lost") == 0)
            profile->lost += number(fields[2]);
    }
    free(line);
}

static void read(cli_profile *profile, FILE *file, bool counts)
{
    whole *wholes;
    size_t count = find_whole(file, &wholes);
    for (size_t i = 0; i < count; i++) {
        if (!wholes[i].end)
            continue;
        profile->processes += !counts;
        profile->lost += wholes[i].lost;
        if (!counts && wholes[i].wall > profile->wall)
            profile->wall = wholes[i].wall;
        read_whole(profile, file, &wholes[i], counts);
    }
    free(wholes);
}

static int compare(const void *a, const void *b)
{
    const cli_profile_entry *one = a, *other = b;
    return one->total < other->total ? 1 : one->total > other->total ? -1 : strcmp(one->name, other->name);
}

void cli_profile_read(cli_profile *profile, FILE *file)
{
    *profile = (cli_profile){0};
    read(profile, file, false);
    if (profile->count)
        qsort(profile->entries, profile->count, sizeof *profile->entries, compare);
}

void cli_profile_add_counts(cli_profile *profile, FILE *file)
{
    read(profile, file, true);
}

uint64_t cli_profile_count(FILE *file, uint64_t *total)
{
    cli_profile profile;
    uint64_t count = 0;
    cli_profile_read(&profile, file);
    for (size_t i = 0; i < profile.count; i++)
        count += profile.entries[i].count;
    *total = profile.total;
    cli_profile_free(&profile);
    return count;
}

bool cli_profile_next_work(FILE *file, char **line, size_t *size, cli_profile_work *work)
{
    char *fields[FIELDS];
    while (getline(line, size, file) > 0) {
        if (strncmp(*line, "work\t", 5) != 0 || split(*line, fields) != WORK_FIELDS)
            continue;
        *work = (cli_profile_work){.kind = fields[2],
                                   .device = fields[3],
                                   .engine = fields[4],
                                   .name = fields[5],
                                   .process = strtol(fields[1], NULL, 10),
                                   .stream = number(fields[13]),
                                   .begin = number(fields[14]),
                                   .end = number(fields[15]),
                                   .bytes = number(fields[16])};
        read_shape(fields + 6, work->grid, work->block, &work->dynamic_shared);
        return true;
    }
    return false;
}

void cli_profile_free(cli_profile *profile)
{
    for (size_t i = 0; i < profile->count; i++) {
        cli_profile_entry *entry = &profile->entries[i];
        for (size_t j = 0; j < entry->metric_count; j++)
            free(entry->metrics[j].name);
        free(entry->metrics);
        free(entry->kind);
        free(entry->device);
        free(entry->engine);
        free(entry->name);
    }
    free(profile->entries);
    *profile = (cli_profile){0};
}
