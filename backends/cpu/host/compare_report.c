/* How the engines differ, in words. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../emu/device/print.h"
#include "compare.h"

typedef struct text {
    char *next, *end;
} text;

static void put(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(text *to, const char *format, ...)
{
    size_t room = (size_t)(to->end - to->next);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->next, room, format, arguments);
    va_end(arguments);
    to->next += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

/* ---- memory ---- */
static void put_value(text *to, uint32_t value)
{
    float number;
    memcpy(&number, &value, sizeof number);
    put(to, "0x%08x (%d, %g)", value, (int)value, (double)number);
}

static void put_place(text *to, const lw_cpu_word *word)
{
    const lw_cpu_region *region = &word->region;
    const char *address = region->begin + word->offset;
    char made_at[400];
    put(to, "element %zu of 4 bytes", word->offset / LW_CPU_WORD);
    switch (region->kind) {
    case LW_CPU_SYMBOL:
        put(to, " of variable %s (%s:%d, %zu bytes)", region->symbol->name, region->symbol->module->file,
            region->symbol->line, region->size);
        break;
    case LW_CPU_HEAP: put(to, " of the heap of malloc() in kernels"); break;
    default:
        put(to, " of the %zu-byte %sallocation at %p", region->size, region->kind == LW_CPU_PINNED ? "host " : "",
            (void *)region->begin);
        if (region->made_at) {
            emu_locate(region->made_at, made_at, sizeof made_at);
            put(to, ", made at %s", made_at);
        }
    }
    put(to, ", address %p", (const void *)address);
}

static void put_word(text *to, const lw_cpu_word *word, const emu_writer *writer)
{
    put(to, "\n  ");
    put_place(to, word);
    put(to, "\n    fibers ");
    put_value(to, word->fibers);
    put(to, ", fused ");
    put_value(to, word->fused);
    put(to, ", before the launch ");
    put_value(to, word->before);
    put(to, "\n    ");
    if (writer && writer->known && writer->value == word->fibers)
        put(to, "on fibers thread (%u,%u,%u) of block (%u,%u,%u) wrote it last", writer->thread[0], writer->thread[1],
            writer->thread[2], writer->block[0], writer->block[1], writer->block[2]);
    else if (word->fibers == word->before)
        put(to, "on fibers no thread changes it; which thread writes it fused is not known");
    else
        put(to, "which thread wrote it is not known");
}

/* ---- printf() ---- */
static int compare_records(const void *left, const void *right)
{
    const emu_print *a = *(const emu_print *const *)left, *b = *(const emu_print *const *)right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return memcmp(a, b, a->size);
}

/* Null: no memory. */
static const emu_print **sorted(const emu_prints *prints)
{
    const emu_print **records = lw_allocation_fails() ? NULL : malloc((prints->count + 1) * sizeof *records);
    size_t place = 0;
    for (size_t i = 0; records && i < prints->count; i++) {
        records[i] = (const emu_print *)(const void *)(prints->bytes + place);
        place += records[i]->size;
    }
    if (records)
        qsort(records, prints->count, sizeof *records, compare_records);
    return records;
}

bool lw_cpu_prints_equal(const emu_prints *a, const emu_prints *b)
{
    if (a->count != b->count || a->size != b->size)
        return false;
    const emu_print **one = sorted(a), **other = one ? sorted(b) : NULL;
    bool equal = true;
    for (size_t i = 0; other && equal && i < a->count; i++)
        equal = compare_records(&one[i], &other[i]) == 0;
    free(one);
    free(other);
    return equal;
}

static void put_record(text *to, const char *engine, const emu_print *record)
{
    char *line = NULL;
    size_t size = 0;
    FILE *memory = lw_allocation_fails() ? NULL : open_memstream(&line, &size);
    if (!memory)
        return;
    emu_print_write_to(memory, record);
    if (fclose(memory) == 0)
        put(to, "\n  %s print \"%.*s\"", engine, (int)strcspn(line, "\n"), line);
    free(line);
}

/* The first record of each that the other has not, or has less often. */
static void put_prints(text *to, const emu_prints *fibers, const emu_prints *fused)
{
    enum { MOST = 3 };
    const emu_print **one = sorted(fibers), **other = one ? sorted(fused) : NULL;
    size_t i = 0, j = 0;
    put(to, "\n  printf(): %zu records on fibers, %zu fused", fibers->count, fused->count);
    for (unsigned shown = 0; other && shown < MOST && (i < fibers->count || j < fused->count); shown++) {
        int order = 0;
        for (; i < fibers->count && j < fused->count && !(order = compare_records(&one[i], &other[j])); i++)
            j++;
        if (i < fibers->count && (j == fused->count || order < 0))
            put_record(to, "only fibers", one[i++]);
        else if (j < fused->count)
            put_record(to, "only the fused threads", other[j++]);
    }
    free(one);
    free(other);
}

/* ---- all ---- */
static void put_fault(text *to, const char *engine, const emu_fault *fault)
{
    put(to, "\n  %s: ", engine);
    for (const char *line = fault->report; *line; line++) {
        put(to, "%c", *line);
        if (*line == '\n')
            put(to, "  ");
    }
}

void lw_cpu_difference_text(const lw_cpu_difference *difference, char *sentence, size_t sentence_size, char *lines,
                            size_t lines_size)
{
    enum { SHOWN = 4 };
    const emu_grid *grid = difference->grid;
    const lw_kernel *kernel = grid->kernel;
    const lw_cpu_words *words = difference->words;
    text to = {lines, lines + lines_size}, what = {sentence, sentence + sentence_size};
    size_t count = words ? words->count : 0;
    put(&what, "the engines differ: kernel %s ", kernel->name);
    if (difference->fiber_fault)
        put(&what, "faults on fibers and not fused");
    else if (difference->fused_fault)
        put(&what, "faults fused and not on fibers");
    else if (count)
        put(&what, "leaves other values in %zu words of memory fused than on fibers", count);
    else
        put(&what, "prints other text fused than on fibers");
    put(&to, "in kernel %s (%s:%d), grid (%u,%u,%u), block (%u,%u,%u)", kernel->name, kernel->file, kernel->line,
        grid->grid.x, grid->grid.y, grid->grid.z, grid->block.x, grid->block.y, grid->block.z);
    put(&to, "\n  a race in the kernel is a usual cause: `lanewise check PROGRAM` finds races");
    if (difference->fiber_fault)
        put_fault(&to, "fibers", difference->fiber_fault);
    if (difference->fused_fault)
        put_fault(&to, "fused", difference->fused_fault);
    for (size_t i = 0; i < count && i < SHOWN; i++)
        put_word(&to, &words->word[i], i < difference->writer_count ? &difference->writers[i] : NULL);
    if (count > SHOWN)
        put(&to, "\n  and %zu more words", count - SHOWN);
    if (words && words->nans)
        put(&to, "\n  %zu other words hold NaNs of the other sign and are not counted", words->nans);
    if (difference->ordered)
        put(&to, "\n  %zu other words depend on the order of threads and are not counted", difference->ordered);
    if (difference->fibers)
        put_prints(&to, difference->fibers, difference->fused);
}
