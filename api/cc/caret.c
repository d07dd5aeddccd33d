#include "caret.h"

#include <stdlib.h>
#include <string.h>

enum { TAB = 8 };

/* Reads the line and column after the file's name; 0: missing. */
static void read_place(const cc_record *record, unsigned long *line, unsigned long *column)
{
    const char *rest = record->place + strlen(record->file);
    char *end = NULL;
    *line = *rest == ':' ? strtoul(rest + 1, &end, 10) : 0;
    *column = end && *end == ':' ? strtoul(end + 1, NULL, 10) : 0;
}

char *cc_place_line(const cc_record *record)
{
    unsigned long line, column;
    read_place(record, &line, &column);
    return line && column ? cc_read_line(record->file, line) : NULL;
}

/* The column, from 0, at which a byte of the line is printed. */
static size_t printed_column(const char *line, size_t byte)
{
    size_t column = 0;
    for (size_t i = 0; i < byte && line[i]; i++) {
        if (line[i] == '\t')
            column += TAB - column % TAB;
        else
            column += ((unsigned char)line[i] & 0xc0) != 0x80; /* not for continuation bytes of UTF-8 */
    }
    return column;
}

/* The colour codes in front of a line's first caret; "" without colours. The caller frees. */
static char *caret_colour(const char *line)
{
    size_t caret = strcspn(line, "^~"), start = caret;
    while (start > 0 && line[start - 1] != ' ' && line[start - 1] != '|')
        start--;
    return cc_format("%.*s", line[caret] && strchr(line, '\033') ? (int)(caret - start) : 0, line + start);
}

/* Rewrites the shown line without its colours, and the caret line below it. */
static void put_caret(cc_record *record, size_t column, size_t width)
{
    char *shown = cc_without_colours(record->lines.items[1]), *bar = strstr(shown, " | "), carets[200];
    bool is_numbered = bar && strspn(shown, " 0123456789") >= (size_t)(bar - shown);
    int margin = is_numbered ? (int)(bar - shown) : 0;
    char *colour = caret_colour(record->lines.items[2]);
    if (width > sizeof carets - 1)
        width = sizeof carets - 1;
    memset(carets, '~', sizeof carets);
    carets[0] = '^';
    char *below = cc_format("%*s%s%*s%s%.*s%s", margin, "", is_numbered ? " | " : "", (int)column, "", colour,
                            (int)width, carets, *colour ? "\033[0m" : "");
    cc_words_put(&record->lines, 1, shown);
    cc_words_put(&record->lines, 2, below);
    cc_words_cut(&record->lines, 3); /* drops the compiler's suggestion, which is for another place */
    free(colour);
}

void cc_point_to(cc_record *record, const char *line, cc_span part, bool is_clang)
{
    unsigned long number, old;
    read_place(record, &number, &old);
    size_t column = printed_column(line, part.start), end = printed_column(line, part.start + part.length);
    size_t said = 1 + (is_clang ? part.start : column);
    if (old == said || !strstr(record->lines.items[0], record->place))
        return;
    char *place = cc_format("%s:%lu:%zu", record->file, number, said);
    cc_words_put(&record->lines, 0, cc_with_replaced(record->lines.items[0], record->place, place));
    free(record->place);
    record->place = place;
    if (record->lines.count > 2)
        put_caret(record, column, end - column);
}
