/* What the profile keeps: an entry for each kernel and shape of launch, each direction of copies, sets, and graphs. */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, MOST = 8192 }; /* entries; of more shapes of launches, those of a kernel share one */

typedef struct profile_entry {
    struct profile_entry *next;
    lw_work work; /* the first one; its kernel may be gone */
    uint64_t count, total, least, most, bytes;
    uint64_t *counts; /* sums; null: nothing was counted */
    char name[];      /* the kernel's */
} profile_entry;

static profile_entry *buckets[BUCKETS];
static size_t entries;
static uint64_t lost; /* works without memory for an entry */

static const char *name_of(const lw_work *work)
{
    return work->kind == LW_WORK_KERNEL ? work->kernel : "";
}

static size_t hash(const lw_work *work, const char *name)
{
    uint64_t sum = 0xcbf29ce484222325u; /* FNV-1a */
    uint64_t words[] = {work->kind,          work->grid.x,  work->grid.y,  work->grid.z,
                        work->block.x,       work->block.y, work->block.z, (uint64_t)work->direction,
                        work->dynamic_shared};
    for (; *name; name++)
        sum = (sum ^ (unsigned char)*name) * 0x100000001b3u;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum = (sum ^ words[i]) * 0x100000001b3u;
    return (sum ^ sum >> 32) % BUCKETS;
}

static bool is_equal(lw_dim3 a, lw_dim3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_of(const profile_entry *entry, const lw_work *work, const char *name)
{
    const lw_work *first = &entry->work;
    return first->kind == work->kind && first->ordinal == work->ordinal && first->device == work->device &&
           first->direction == work->direction && is_equal(first->grid, work->grid) &&
           is_equal(first->block, work->block) && first->dynamic_shared == work->dynamic_shared &&
           first->engine == work->engine && strcmp(entry->name, name) == 0;
}

static profile_entry *find(const lw_work *work, const char *name)
{
    profile_entry *found = buckets[hash(work, name)];
    while (found && !is_of(found, work, name))
        found = found->next;
    return found;
}

static profile_entry *make(const lw_work *work, const char *name)
{
    size_t length = strlen(name), place = hash(work, name);
    profile_entry *made = lw_allocate(sizeof *made + length + 1);
    if (!made)
        return NULL;
    made->work = *work;
    memcpy(made->name, name, length);
    made->next = buckets[place];
    buckets[place] = made;
    entries++;
    return made;
}

static void add_counts(profile_entry *found, const lw_work *work)
{
    if (!found->counts && !(found->counts = lw_allocate(work->count_count * sizeof *found->counts))) {
        lost++;
        return;
    }
    for (unsigned i = 0; i < work->count_count; i++)
        found->counts[i] += work->counts[i];
}

void lw_profile_record(const lw_work *work)
{
    const char *name = name_of(work);
    lw_work key = *work;
    if (key.kind != LW_WORK_KERNEL)
        key.engine = "", key.grid = key.block = (lw_dim3){0, 0, 0}, key.dynamic_shared = 0;
    if (key.kind != LW_WORK_COPY)
        key.direction = LW_MEMCPY_DEFAULT;
    profile_entry *found = find(&key, name);
    if (!found && entries >= MOST) {
        key.grid = key.block = (lw_dim3){0, 0, 0};
        key.dynamic_shared = 0;
        found = find(&key, name);
    }
    if (!found && !(found = make(&key, name))) {
        lost++;
        return;
    }
    uint64_t time = work->end > work->begin ? work->end - work->begin : 0;
    if (!found->count || time < found->least)
        found->least = time;
    if (time > found->most)
        found->most = time;
    found->count++;
    found->total += time;
    found->bytes += work->bytes;
    if (work->counts)
        add_counts(found, work);
}

/* A name in a line of fields between tabs. */
static void print_name(FILE *file, const char *name)
{
    for (; *name; name++)
        putc(*name == '\t' || *name == '\n' ? ' ' : *name, file);
}

static void print_work(FILE *file, const lw_work *work, const char *name)
{
    static const char *const directions[] = {[LW_MEMCPY_HOST_TO_HOST] = "HtoH",
                                             [LW_MEMCPY_HOST_TO_DEVICE] = "HtoD",
                                             [LW_MEMCPY_DEVICE_TO_HOST] = "DtoH",
                                             [LW_MEMCPY_DEVICE_TO_DEVICE] = "DtoD"};
    static const char *const kinds[] = {"kernel", "copy", "set", "graph"};
    fprintf(file, "%s\t%s:%d\t%s\t", kinds[work->kind], work->device, work->ordinal,
            work->engine && *work->engine ? work->engine : "-");
    if (work->kind == LW_WORK_KERNEL)
        print_name(file, name);
    else
        fputs(work->kind == LW_WORK_COPY  ? directions[work->direction]
              : work->kind == LW_WORK_SET ? "[set]"
                                          : "[graph]",
              file);
    fprintf(file, "\t%u\t%u\t%u\t%u\t%u\t%u\t%zu", work->grid.x, work->grid.y, work->grid.z, work->block.x,
            work->block.y, work->block.z, work->dynamic_shared);
}

/* What ran, launches, and sums by name; what follows ":=" is no sum. */
static void print_counts(FILE *file, long process, const profile_entry *each)
{
    static const char *const limits[LW_WORK_OCCUPANCY] = {[LW_FIT_BLOCKS] = "launch__occupancy_limit_blocks",
                                                          [LW_FIT_WARPS] = "launch__occupancy_limit_warps",
                                                          [LW_FIT_SHARED] = "launch__occupancy_limit_shared_mem",
                                                          [LW_FIT_ALL] = "lanewise__blocks_per_multiprocessor",
                                                          [LW_FIT_MOST_WARPS] = "lanewise__warps_per_multiprocessor"};
    fprintf(file, "count\t%ld\t", process);
    print_work(file, &each->work, each->name);
    fprintf(file, "\t%llu", (unsigned long long)each->count);
    for (unsigned i = 0; i < each->work.count_count; i++)
        fprintf(file, "\t%s=%llu", each->work.count_names[i], (unsigned long long)each->counts[i]);
    for (unsigned i = 0; i < LW_WORK_OCCUPANCY; i++)
        fprintf(file, "\t%s:=%u", limits[i], each->work.occupancy[i]);
    fputc('\n', file);
}

void lw_profile_print(FILE *file, long process)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (const profile_entry *each = buckets[i]; each; each = each->next) {
            fprintf(file, "total\t%ld\t", process);
            print_work(file, &each->work, each->name);
            fprintf(file, "\t%llu\t%llu\t%llu\t%llu\t%llu\n", (unsigned long long)each->count,
                    (unsigned long long)each->total, (unsigned long long)each->least, (unsigned long long)each->most,
                    (unsigned long long)each->bytes);
            if (each->counts)
                print_counts(file, process, each);
        }
    if (lost)
        fprintf(file, "lost\t%ld\t%llu\n", process, (unsigned long long)lost);
}

void lw_profile_print_work(FILE *file, long process, const lw_work *work)
{
    fprintf(file, "work\t%ld\t", process);
    print_work(file, work, name_of(work));
    fprintf(file, "\t%llu\t%llu\t%llu\t%llu\n", (unsigned long long)work->stream, (unsigned long long)work->begin,
            (unsigned long long)work->end, (unsigned long long)work->bytes);
}
