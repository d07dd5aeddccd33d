/* One diagnostic of the C compiler's: an error or a warning, and the notes that follow it, read from its log. */
#ifndef CC_DIAGNOSTIC_H
#define CC_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "words.h"

typedef enum cc_severity { CC_NOTE, CC_WARNING, CC_ERROR } cc_severity;

typedef struct cc_record { /* one message of it */
    cc_severity severity;
    char *place;     /* "FILE:LINE:COLUMN" as printed, without colours; empty where it has none */
    char *file;      /* of the place */
    char *text;      /* after "error: ", without colours */
    cc_words before; /* the lines in front of it: how the file was included, in which function it is */
    cc_words lines;  /* its own line, then those that show the source */
    bool expansion;  /* it only says through which macro the message before it came */
    bool hidden;     /* not to be printed */
} cc_record;

typedef struct cc_diagnostic {
    cc_record *record; /* the first is the error or warning */
    size_t count, capacity;
} cc_diagnostic;

/* Reads the next one. False at the end; then `rest` gets the lines that belong to none. Lines in front of the first
 * diagnostic, and between two, are in the next one's `before`. */
bool cc_diagnostic_read(FILE *log, cc_diagnostic *diagnostic, cc_words *rest);
void cc_diagnostic_clear(cc_diagnostic *diagnostic);

/* Writes `; text` behind the message's own line. */
void cc_append(cc_record *record, const char *text);

/* A line without the codes that colour it. The caller frees. */
char *cc_without_colours(const char *line);
/* Whether such a line says how a file was included. */
bool cc_tells_inclusion(const char *plain);

#endif
