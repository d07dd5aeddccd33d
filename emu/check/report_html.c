/* Findings for the page of `lanewise check --html`: a section each, in one line after the finding's signature. It has the report, the
 * source around both places, and the latest accesses of the memory in the order of the run. */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "history.h"
#include "inside.h"
#include "operation.h"
#include "output.h"

enum { LINES_AROUND = 3, MOST_ACCESSES = 24 };

static void put_number(FILE *out, int number)
{
    fprintf(out, "<span class=\"number\">%5d</span> ", number);
}

/* The lines around a place, with the place's own marked; nothing where the file cannot be read. */
static void put_source(FILE *out, const char *file, int line)
{
    FILE *in = line ? fopen(file, "re") : NULL;
    char *text = NULL;
    size_t size = 0;
    int number = 0;
    if (!in)
        return;
    fputs("<figure><figcaption>", out);
    emu_put_xml(out, file);
    fprintf(out, ":%d</figcaption><pre>", line);
    while (number < line + LINES_AROUND && getline(&text, &size, in) > 0) {
        if (++number < line - LINES_AROUND)
            continue;
        text[strcspn(text, "\n")] = 0;
        put_number(out, number);
        fputs(number == line ? "<mark>" : "", out);
        emu_put_xml(out, text);
        fprintf(out, "%s&#10;", number == line ? "</mark>" : "");
    }
    fputs("</pre></figure>", out);
    free(text);
    fclose(in);
}

static void put_sources(FILE *out, const emu_finding *finding)
{
    emu_code_place place[2] = {{.line = 0}, {.line = 0}};
    for (int i = 0; i < 2; i++)
        if (finding->access[i].pc)
            emu_check_locate(finding->access[i].pc, &place[i]);
    if (!place[0].line && finding->site) {
        place[0].line = finding->site->line;
        snprintf(place[0].file, sizeof place[0].file, "%s", finding->site->file);
    }
    put_source(out, place[0].file, place[0].line);
    if (place[1].line != place[0].line || strcmp(place[1].file, place[0].file) != 0)
        put_source(out, place[1].file, place[1].line);
}

static void put_index(FILE *out, uint64_t number, const lw_dim3 *shape)
{
    fprintf(out, "<td>(%u,%u,%u)</td>", (unsigned)(number % shape->x), (unsigned)(number / shape->x % shape->y),
            (unsigned)(number / shape->x / shape->y));
}

static void put_access(FILE *out, const emu_history_access *access, uintptr_t base, uint32_t first_grid)
{
    const emu_operation *grid = emu_operation_of(access->grid);
    emu_code_place place;
    emu_check_locate(access->pc, &place);
    fprintf(out, "<tr class=\"%s\"><td>%u</td>", access->write ? "write" : "read", access->grid - first_grid + 1);
    put_index(out, access->block, &grid->grid);
    put_index(out, access->rank, &grid->block);
    fprintf(out, "<td>%u</td><td>%s%s, %u bytes at 0x%zx</td><td>", access->barrier,
            access->is_volatile ? "volatile " : "",
            access->atomic  ? "atomic"
            : access->write ? "write"
                            : "read",
            access->size, (size_t)(access->address - base));
    if (place.line) {
        emu_put_xml(out, place.function);
        fprintf(out, "(), line %d", place.line);
    }
    fputs("</td></tr>", out);
}

static void put_history(FILE *out, const emu_finding *finding)
{
    emu_history_access accesses[MOST_ACCESSES];
    unsigned count = emu_history_of(finding, accesses, MOST_ACCESSES);
    if (!count)
        return;
    fprintf(out,
            "<table><caption>The last accesses of this memory%s</caption><tr><th>launch</th><th>block</th>"
            "<th>thread</th><th>barriers before</th><th>access</th><th>place</th></tr>",
            count == MOST_ACCESSES ? "; there were more" : "");
    for (unsigned i = 0; i < count; i++)
        put_access(out, &accesses[i], finding->access[0].base ? finding->access[0].base : finding->access[1].base,
                   accesses[0].grid);
    fputs("</table>", out);
}

void emu_finding_print_html(FILE *out, const emu_finding *finding)
{
    const emu_finding_class *class = emu_finding_class_of(finding->kind);
    char *text = emu_finding_plain_text(finding);
    fprintf(out, "%016llx\t<section class=\"%s\"><h2>", finding->signature, class->warning ? "warning" : "error");
    emu_put_xml(out, class->name);
    if (finding->kernel) {
        fputs(" in ", out);
        emu_put_xml(out, finding->kernel->name);
    }
    fputs("</h2><pre class=\"report\">", out);
    emu_put_xml(out, text ? text : finding->why);
    fputs("</pre>", out);
    put_sources(out, finding);
    put_history(out, finding);
    fputs("</section>\n", out);
    free(text);
}
