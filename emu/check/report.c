/* Findings as text: first the lines of compute-sanitizer, which parsers know, then lines that it does not have. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "output.h"
#include "repeat.h"

#define BAR "========= "
#define IN "=========     "

void emu_check_locate(uintptr_t pc, emu_code_place *place)
{
    emu_locate_parts(pc, place);
    size_t length = strlen(place->function), tail = strlen("__body");
    if (length > tail && strcmp(place->function + length - tail, "__body") == 0)
        place->function[length - tail] = 0;
}

/* "k()+0x90 in f.c:41", as in compute-sanitizer. */
static void place_text(uintptr_t pc, char *text, size_t size)
{
    emu_code_place place;
    emu_check_locate(pc, &place);
    if (place.line)
        snprintf(text, size, "%s()+0x%zx in %s:%d", place.function[0] ? place.function : "?", place.offset, place.file,
                 place.line);
    else
        emu_locate(pc, text, size);
}

static const char *space_of(const emu_finding *finding)
{
    const char *where = finding->where;
    if (strstr(where, "shared"))
        return "__shared__ ";
    if (!strncmp(where, "__local__", strlen("__local__")))
        return "__local__ ";
    if (strstr(where, "__constant__"))
        return "__constant__ ";
    if (finding->kind == EMU_FOUND_FOREIGN)
        return strstr(finding->why, "local") ? "__local__ " : "__global__ ";
    return "__global__ ";
}

static const char *verb(const emu_finding_access *access)
{
    return access->atomic ? "atomic" : access->write ? "write" : "read";
}

/* "..., made at main()+0x10 in f.c:12", with the place of the host's call. */
static void print_where(FILE *out, const emu_finding *finding, const char *before)
{
    char place[600];
    if (!finding->where[0])
        return;
    fprintf(out, IN "%s%s", before, finding->where);
    if (finding->made_at) {
        place_text(finding->made_at, place, sizeof place);
        fprintf(out, ", made at %s", place);
    }
    if (finding->freed_at) {
        place_text(finding->freed_at, place, sizeof place);
        fprintf(out, ", freed at %s", place);
    }
    fputc('\n', out);
}

static void print_by(FILE *out, const emu_finding_access *access)
{
    if (access->host) {
        fprintf(out, IN "by %s\n", access->host);
        return;
    }
    fprintf(out, IN "by thread (%u,%u,%u) in block (%u,%u,%u)\n", access->thread[0], access->thread[1],
            access->thread[2], access->block[0], access->block[1], access->block[2]);
}

static void print_lines(FILE *out, const char *lines)
{
    for (const char *line = lines; *line; line += *line == '\n') {
        int length = (int)strcspn(line, "\n");
        fprintf(out, IN "%.*s\n", length, line);
        line += length;
    }
}

/* A fault: the lines of compute-sanitizer, then the machine's report about all threads. */
static void print_fault(FILE *out, const emu_finding *finding)
{
    char place[600];
    fprintf(out, BAR "%s\n", finding->why);
    if (finding->access[0].pc) {
        place_text(finding->access[0].pc, place, sizeof place);
        fprintf(out, IN "at %s\n", place);
    } else if (finding->site) {
        fprintf(out, IN "at %s() in %s:%d\n", finding->kernel->name, finding->site->file, finding->site->line);
    }
    print_by(out, &finding->access[0]);
    print_lines(out, finding->details);
}

/* The overflow that the address or index was computed from, if there is one. */
static void print_overflow(FILE *out, const emu_overflow *overflow)
{
    char place[600], left[EMU_DECIMAL_SIZE], right[EMU_DECIMAL_SIZE], exact[EMU_DECIMAL_SIZE],
        wrapped[EMU_DECIMAL_SIZE];
    if (!overflow->pc)
        return;
    place_text(overflow->pc, place, sizeof place);
    fprintf(out, IN "the index overflowed at %s: %s %c %s of type %s is %s, which wraps to %s, on a GPU too\n", place,
            emu_decimal(overflow->left, left), overflow->operation, emu_decimal(overflow->right, right), overflow->type,
            emu_decimal(emu_overflow_exact(overflow), exact), emu_decimal(emu_overflow_wrapped(overflow), wrapped));
}

/* Whether an array with such an index may be in memory that the same line accesses, instead of in local memory. */
static bool may_be_elsewhere(const emu_finding *finding)
{
    emu_code_place index, access;
    if (!finding->beside)
        return false;
    emu_check_locate(finding->access[0].pc, &index);
    emu_check_locate(finding->beside, &access);
    return index.line == access.line && strcmp(index.file, access.file) == 0;
}

static void print_memory(FILE *out, const emu_finding *finding)
{
    const emu_finding_access *access = &finding->access[0];
    char place[600];
    static const char *const what[] = {[EMU_FOUND_OUT_OF_BOUNDS] = "is out of bounds",
                                       [EMU_FOUND_MISALIGNED] = "is misaligned",
                                       [EMU_FOUND_FREED] = "is out of bounds: the memory is freed",
                                       [EMU_FOUND_FOREIGN] = "is out of bounds",
                                       [EMU_FOUND_READ_ONLY] = "is to read-only memory"};
    place_text(access->pc, place, sizeof place);
    if (access->size)
        fprintf(out, BAR "Invalid %s%s of size %u bytes\n", space_of(finding), verb(access), access->size);
    else
        fprintf(out, BAR "Invalid %saccess\n", may_be_elsewhere(finding) ? "" : "__local__ ");
    fprintf(out, IN "at %s\n", place);
    print_by(out, access);
    if (access->size)
        fprintf(out, IN "Access to 0x%zx %s\n", (size_t)(finding->address - access->base), what[finding->kind]);
    print_where(out, finding, finding->kind == EMU_FOUND_OUT_OF_BOUNDS ? "and is " : "");
    print_overflow(out, &finding->overflow);
    if (finding->why[0])
        fprintf(out, IN "%s\n", finding->why);
}

static void print_uninitialised(FILE *out, const emu_finding *finding)
{
    char place[600];
    place_text(finding->access[0].pc, place, sizeof place);
    fprintf(out, BAR "Uninitialized %smemory read of size %u bytes\n", space_of(finding), finding->access[0].size);
    fprintf(out, IN "at %s\n", place);
    print_by(out, &finding->access[0]);
    if (finding->address)
        fprintf(out, IN "Access to 0x%zx\n", (size_t)(finding->address - finding->access[0].base));
    print_where(out, finding, "");
    if (finding->why[0])
        fprintf(out, IN "%s\n", finding->why);
}

static void print_side(FILE *out, const emu_finding_access *access)
{
    if (access->host) {
        fprintf(out, IN "%s: by %s\n", verb(access), access->host);
        return;
    }
    fprintf(out, IN "%s%s: %sthread (%u,%u,%u) block (%u,%u,%u) warp %u lane %u, ",
            access->is_volatile ? "volatile " : "", verb(access), access->by_copy ? "an asynchronous copy of " : "",
            access->thread[0], access->thread[1], access->thread[2], access->block[0], access->block[1],
            access->block[2], access->rank / EMU_WARP, access->rank % EMU_WARP);
    if (!access->write && access->has_before)
        fprintf(out, "saw 0x%" PRIx64 ", ", access->before);
    else if (access->has_before && access->has_after)
        fprintf(out, "0x%" PRIx64 " -> 0x%" PRIx64 ", ", access->before, access->after);
    else if (access->has_after)
        fprintf(out, "-> 0x%" PRIx64 ", ", access->after);
    else if (access->has_before)
        fprintf(out, "of 0x%" PRIx64 ", ", access->before);
    fprintf(out, "barrier %u\n", access->barrier);
}

static void print_race(FILE *out, const emu_finding *finding)
{
    char first[600], second[600];
    static const char *const names[] = {"Read", "Write"};
    const emu_finding_access *a = &finding->access[0], *b = &finding->access[1];
    place_text(a->pc, first, sizeof first);
    place_text(b->pc, second, sizeof second);
    bool same = finding->kind == EMU_FOUND_SAME_VALUE, warning = emu_finding_class_of(finding->kind)->warning;
    fprintf(out, BAR "%s: Race reported between %s access at %s\n", warning ? "Warning" : "Error", names[a->write],
            first);
    fprintf(out, IN "and %s access at %s [%u hazards]\n", names[b->write], second, finding->count);
    print_side(out, a);
    print_side(out, b);
    for (int i = 0; i < 2; i++)
        if (finding->launched_at[i] && !finding->access[i].host) {
            place_text(finding->launched_at[i], first, sizeof first);
            fprintf(out, IN "the %s's kernel was launched at %s\n", i ? "second" : "first", first);
        }
    print_where(out, finding, "");
    bool differ = !warning && a->write && b->write && a->has_after && b->has_after && a->size == b->size;
    const char *values = same ? "; both write the same value" : differ ? "; they write different values" : "";
    fprintf(out, IN "why: %s%s\n", finding->why, values);
}

static void print_other(FILE *out, const emu_finding *finding)
{
    char place[600];
    fprintf(out, BAR "%s\n", finding->why);
    if (finding->access[0].pc) {
        place_text(finding->access[0].pc, place, sizeof place);
        fprintf(out, IN "at %s\n", place);
        print_by(out, &finding->access[0]);
    }
    print_where(out, finding, "");
}

/* The kernel, the count, and the schedule that repeats the run. */
static void print_run(FILE *out, const emu_finding *finding)
{
    char schedule[64];
    /* The lines of a race have its count. */
    bool race = finding->kind >= EMU_FOUND_RACE && finding->kind <= EMU_FOUND_UNACQUIRED;
    const lw_kernel *kernel = finding->kernel;
    emu_check_schedule_text(schedule, sizeof schedule);
    fputs(IN, out);
    if (finding->count > 1 && !race)
        fprintf(out, "%u times ", finding->count);
    fprintf(out, "in kernel %s (%s:%d)%s; replay: %s\n", kernel->name, kernel->file, kernel->line,
            finding->ended_launch ? ", and it ended the launch" : "", schedule);
}

void emu_finding_print(FILE *out, const emu_finding *finding)
{
    bool fault = finding->details && finding->kind != EMU_FOUND_ENGINES;
    switch (fault ? EMU_FINDING_KINDS : finding->kind) {
    case EMU_FOUND_OUT_OF_BOUNDS:
    case EMU_FOUND_MISALIGNED:
    case EMU_FOUND_FREED:
    case EMU_FOUND_FOREIGN:
    case EMU_FOUND_READ_ONLY: print_memory(out, finding); break;
    case EMU_FOUND_RACE:
    case EMU_FOUND_SAME_VALUE:
    case EMU_FOUND_COMPARED:
    case EMU_FOUND_UNACQUIRED: print_race(out, finding); break;
    case EMU_FOUND_UNINITIALISED: print_uninitialised(out, finding); break;
    case EMU_FOUND_ENGINES:
        fprintf(out, BAR "Error: %s\n", finding->why);
        print_lines(out, finding->details ? finding->details : "");
        break;
    case EMU_FINDING_KINDS: print_fault(out, finding); break;
    default: print_other(out, finding);
    }
    if (finding->kernel)
        print_run(out, finding);
    fprintf(out, BAR "\n");
}
