/* The names that LW_SHARED and LW_DYNAMIC_SHARED declare in a kernel file, found in its text. */
#ifndef CC_SHARED_NAME_H
#define CC_SHARED_NAME_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_shared_name {
    char *type, *name;
    char *declaration; /* for a hint, as in "LW_SHARED(type, t, [n])": `type` and `n` are literal */
    bool is_scalar;
} cc_shared_name;

typedef struct cc_shared_names {
    cc_shared_name *items;
    size_t count;
} cc_shared_names;

/* Searches the file, not included files. Does not find a declaration of several lines. */
void cc_shared_names_read(const char *input, cc_shared_names *names);
void cc_shared_names_free(cc_shared_names *names);

#endif
