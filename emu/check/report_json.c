/* Findings as JSON, one object per line, with all fields of a finding. The names of the fields do not change
 * (backends/cpu/cli/README.md). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "escape.h"
#include "inside.h"
#include "output.h"
#include "repeat.h"

static void put_text(FILE *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, ",\"%s\":", name);
    emu_put_json(out, text);
}

/* Writes members of an object, without a comma before the first. */
static void put_place(FILE *out, uintptr_t pc)
{
    emu_code_place place;
    emu_check_locate(pc, &place);
    fprintf(out, "\"pc\":\"0x%zx\"", (size_t)pc);
    put_text(out, "function", place.function);
    fprintf(out, ",\"offset\":\"0x%zx\"", place.offset);
    if (place.line) {
        put_text(out, "file", place.file);
        fprintf(out, ",\"line\":%d", place.line);
    }
}

static void put_code(FILE *out, const char *name, uintptr_t pc)
{
    if (!pc)
        return;
    fprintf(out, ",\"%s\":{", name);
    put_place(out, pc);
    fputc('}', out);
}

/* Numbers as text: a reader's numbers may have fewer bits. */
static void put_overflow(FILE *out, const emu_overflow *overflow)
{
    char left[EMU_DECIMAL_SIZE], right[EMU_DECIMAL_SIZE], exact[EMU_DECIMAL_SIZE], wrapped[EMU_DECIMAL_SIZE];
    if (!overflow->pc)
        return;
    fputs(",\"overflow\":{", out);
    put_place(out, overflow->pc);
    put_text(out, "type", overflow->type);
    fprintf(out, ",\"operation\":\"%c\",\"left\":\"%s\",\"right\":\"%s\",\"exact\":\"%s\",\"wrapped\":\"%s\"}",
            overflow->operation, emu_decimal(overflow->left, left), emu_decimal(overflow->right, right),
            emu_decimal(emu_overflow_exact(overflow), exact), emu_decimal(emu_overflow_wrapped(overflow), wrapped));
}

static void put_access(FILE *out, const emu_finding *finding, const emu_finding_access *access)
{
    static const char *const truth[] = {"false", "true"};
    fputc('{', out);
    if (access->host) {
        fputs("\"host\":", out);
        emu_put_json(out, access->host);
        if (access->pc)
            fputc(',', out);
    }
    if (access->pc) {
        put_place(out, access->pc);
    } else if (!access->host) {
        fputs("\"file\":", out);
        emu_put_json(out, finding->site->file);
        fprintf(out, ",\"line\":%d", finding->site->line);
        put_text(out, "call", finding->site->what);
    }
    if (access->size)
        fprintf(out, ",\"access\":\"%s\",\"atomic\":%s,\"volatile\":%s,\"size\":%u", access->write ? "write" : "read",
                truth[access->atomic], truth[access->is_volatile], access->size);
    if (!access->host) {
        fprintf(out, ",\"thread\":[%u,%u,%u],\"block\":[%u,%u,%u]", access->thread[0], access->thread[1],
                access->thread[2], access->block[0], access->block[1], access->block[2]);
        fprintf(out, ",\"warp\":%u,\"lane\":%u,\"barrier\":%u", access->rank / EMU_WARP, access->rank % EMU_WARP,
                access->barrier);
    }
    if (access->has_before)
        fprintf(out, ",\"before\":\"0x%" PRIx64 "\"", access->before);
    if (access->has_after)
        fprintf(out, ",\"after\":\"0x%" PRIx64 "\"", access->after);
    fputc('}', out);
}

void emu_finding_print_json(FILE *out, const emu_finding *finding)
{
    const emu_finding_class *class = emu_finding_class_of(finding->kind);
    char schedule[64];
    fprintf(out, "{\"kind\":\"%s\",\"tool\":\"%s\",\"severity\":\"%s\",\"count\":%u", class->name, class->tool,
            class->warning ? "warning" : "error", finding->count);
    if (finding->kernel) {
        put_text(out, "kernel", finding->kernel->name);
        put_text(out, "kernel_file", finding->kernel->file);
        fprintf(out, ",\"kernel_line\":%d", finding->kernel->line);
    }
    uintptr_t base = finding->access[0].base ? finding->access[0].base : finding->access[1].base;
    if (finding->address)
        fprintf(out, ",\"address\":\"0x%zx\"", (size_t)(finding->address - base));
    fputs(",\"accesses\":[", out);
    for (int i = 0, printed = 0; i < 2; i++) {
        const emu_finding_access *access = &finding->access[i];
        if (!access->pc && !access->host && (i || !finding->site))
            continue;
        if (printed++)
            fputc(',', out);
        put_access(out, finding, access);
    }
    fputc(']', out);
    put_text(out, "memory", finding->where);
    put_code(out, "launched_at", finding->launched_at[0]);
    put_code(out, "also_launched_at", finding->launched_at[1]);
    put_code(out, "made_at", finding->made_at);
    put_code(out, "freed_at", finding->freed_at);
    put_overflow(out, &finding->overflow);
    put_text(out, "why", finding->why);
    put_text(out, "details", finding->details);
    fprintf(out, ",\"ended_launch\":%s", finding->ended_launch ? "true" : "false");
    emu_check_schedule_text(schedule, sizeof schedule);
    put_text(out, "replay", schedule);
    fputs("}\n", out);
}
