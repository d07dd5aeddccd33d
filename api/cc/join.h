/* Joins the copies of a kernel file into one relocatable object. */
#ifndef CC_JOIN_H
#define CC_JOIN_H

#include "options.h"

typedef struct cc_piece {
    const char *path;
    const char *symbol; /* symbol of an embedded piece; null: the piece is an object */
} cc_piece;

/* Returns an exit status. */
int cc_join(const cc_options *options, const cc_piece *pieces, size_t count, const char *object);

#endif
