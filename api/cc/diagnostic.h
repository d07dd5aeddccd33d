/* A diagnostic in the C compiler's log: an error or a warning, and the notes that follow it. */
#ifndef CC_DIAGNOSTIC_H
#define CC_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "words.h"

typedef enum cc_severity { CC_NOTE, CC_WARNING, CC_ERROR } cc_severity;

typedef struct cc_record { /* one message of a diagnostic */
    cc_severity severity;
    char *place;     /* "FILE:LINE:COLUMN" as printed, without colours; may be empty */
    char *file;      /* of the place */
    char *text;      /* after "error: ", without colours */
    cc_words before; /* lines in front of the message: includes, the function */
    cc_words lines;  /* the message's line, then lines that show the source */
    bool expansion;  /* a step of macro expansion for the message before it */
    bool hidden;     /* must not be printed */
} cc_record;

typedef struct cc_diagnostic {
    cc_record *record; /* the first is the error or warning */
    size_t count, capacity;
} cc_diagnostic;

/* Reads the next diagnostic. False at the end; then `rest` has lines that belong to none. Lines in front of the first
 * diagnostic and between two are in `before` of the next one. */
bool cc_diagnostic_read(FILE *log, cc_diagnostic *diagnostic, cc_words *rest);
void cc_diagnostic_clear(cc_diagnostic *diagnostic);

/* Appends `; text` to the message's line. */
void cc_append(cc_record *record, const char *text);

/* A line without colour codes. The caller frees. */
char *cc_without_colours(const char *line);
/* Whether a line without colours says how a file was included. */
bool cc_tells_inclusion(const char *plain);

#endif
