/* A source line: finds words, and arguments of macros. */
#ifndef CC_SOURCE_LINE_H
#define CC_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_span { /* a range of bytes in a line */
    size_t start, length;
} cc_span;

/* The length of the identifier at the start of `text`; 0: none. */
size_t cc_identifier(const char *text);
/* Finds the first place of the whole identifier from `from` on. False: none. */
bool cc_find_word(const char *line, size_t from, const char *word, cc_span *found);
/* Finds argument number `n`, from 1, of the first use of a macro in the line, without blanks around it. False: none. An
 * argument that continues in the next line does not count. */
bool cc_find_argument(const char *line, const char *macro, unsigned n, cc_span *found);

/* Reads line `number` of a file, from 1, without the newline; null: no such line. The caller frees. */
char *cc_read_line(const char *file, unsigned long number);

#endif
