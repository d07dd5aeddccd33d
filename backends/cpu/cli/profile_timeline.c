/* Each run as an event of Chrome's trace format, which Perfetto reads: a track for each stream, times in microseconds. */
#include <stdlib.h>
#include <string.h>

#include "../../../emu/check/escape.h"
#include "message.h"
#include "profile.h"

typedef struct track {
    struct track *next;
    long process;
    uint64_t stream;
    unsigned number;
    char device[];
} track;

/* The track's number. A new one gets its name. */
static unsigned find_track(track **tracks, const cli_profile_work *work, const char *between, FILE *out)
{
    for (const track *each = *tracks; each; each = each->next)
        if (each->process == work->process && each->stream == work->stream && strcmp(each->device, work->device) == 0)
            return each->number;
    track *made = cli_allocate(sizeof *made + strlen(work->device) + 1);
    strcpy(made->device, work->device);
    made->process = work->process;
    made->stream = work->stream;
    made->number = *tracks ? (*tracks)->number + 1 : 1;
    made->next = *tracks;
    *tracks = made;
    fprintf(
        out,
        "%s{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%ld,\"tid\":%u,\"args\":{\"name\":\"%s stream %llu\"}},\n",
        between, work->process, made->number, work->device, (unsigned long long)work->stream);
    return made->number;
}

static void put_work(track **tracks, const cli_profile_work *work, uint64_t first, const char *between, FILE *out)
{
    bool copy = strcmp(work->kind, "copy") == 0;
    const track *newest = *tracks;
    unsigned number = find_track(tracks, work, between, out);
    char *name = cli_format(copy ? "copy %s" : "%s", work->name);
    fprintf(out, "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":", newest == *tracks ? between : "", work->kind);
    emu_put_json(out, name);
    free(name);
    fprintf(out, ",\"pid\":%ld,\"tid\":%u,\"ts\":%.3f,\"dur\":%.3f,\"args\":{", work->process, number,
            (double)(work->begin - first) / 1000, (double)(work->end - work->begin) / 1000);
    if (strcmp(work->kind, "kernel") == 0)
        fprintf(out, "\"grid\":\"%u,%u,%u\",\"block\":\"%u,%u,%u\",\"dynamic_shared\":%zu,\"engine\":\"%s\"",
                work->grid[0], work->grid[1], work->grid[2], work->block[0], work->block[1], work->block[2],
                work->dynamic_shared, work->engine);
    else
        fprintf(out, "\"bytes\":%llu", (unsigned long long)work->bytes);
    fputs("}}", out);
}

void cli_profile_write_timeline(FILE *works, FILE *out)
{
    cli_profile_work work;
    track *tracks = NULL;
    char *line = NULL;
    size_t size = 0;
    uint64_t first = UINT64_MAX;
    rewind(works);
    while (cli_profile_next_work(works, &line, &size, &work))
        first = work.begin < first ? work.begin : first;
    rewind(works);
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", out);
    for (const char *between = "\n"; cli_profile_next_work(works, &line, &size, &work); between = ",\n")
        put_work(&tracks, &work, first, between, out);
    fputs("\n]}\n", out);
    free(line);
    while (tracks) {
        track *next = tracks->next;
        free(tracks);
        tracks = next;
    }
}
