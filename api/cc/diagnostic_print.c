#include "diagnostic_print.h"

#include <stdlib.h>
#include <string.h>

#include "expansion.h"

/* LW_KERNEL puts a kernel's body in a function NAME__body: prints the line with the kernel's name instead. */
static void print_line_before(const char *line)
{
    char *shorter = strstr(line, "__body") ? cc_with_replaced(line, "__body", "") : NULL;
    fprintf(stderr, "%s\n", shorter ? shorter : line);
    free(shorter);
}

void cc_print_lines_before(const char *headers, const char *input, const cc_record *record, const cc_words *lines)
{
    bool in_header = strcmp(record->file, input) && !cc_is_own_header(headers, record->file);
    for (size_t i = 0; i < lines->count; i++) {
        char *plain = cc_without_colours(lines->items[i]);
        if (in_header || !cc_tells_inclusion(plain))
            print_line_before(lines->items[i]);
        free(plain);
    }
}

void cc_print_diagnostic(const char *headers, const char *input, const cc_diagnostic *diagnostic)
{
    for (size_t i = 0; i < diagnostic->count; i++) {
        const cc_record *record = &diagnostic->record[i];
        if (record->hidden)
            continue;
        cc_print_lines_before(headers, input, record, &record->before);
        for (size_t k = 0; k < record->lines.count; k++)
            fprintf(stderr, "%s\n", record->lines.items[k]);
    }
}
