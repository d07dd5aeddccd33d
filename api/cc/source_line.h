/* A line of the source: where words and the arguments of a macro are in it. */
#ifndef CC_SOURCE_LINE_H
#define CC_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_span { /* bytes of a line */
    size_t start, length;
} cc_span;

/* How long the identifier is that `text` begins with; 0 for none. */
size_t cc_identifier(const char *text);
/* The first place from `from` on where the identifier stands, whole. False: nowhere. */
bool cc_find_word(const char *line, size_t from, const char *word, cc_span *found);
/* Argument number `n`, from 1, of the first use of a macro that the line has, without blanks around it. False: it has none. An
 * argument that the line does not end is none. */
bool cc_find_argument(const char *line, const char *macro, unsigned n, cc_span *found);

/* Line `number` of a file, from 1, without its end; null where there is none. The caller frees. */
char *cc_read_line(const char *file, unsigned long number);

#endif
