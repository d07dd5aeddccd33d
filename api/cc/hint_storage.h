/* Hints about LW_SHARED, LW_GLOBAL and LW_CONSTANT: their declaration, and that a shared name is a pointer. */
#ifndef CC_HINT_STORAGE_H
#define CC_HINT_STORAGE_H

#include "hint.h"

/* The hint for a message about the line `source` of the kernel file `input`, or null. Valid until the next call. */
const cc_hint *cc_storage_hint(const cc_record *record, const char *source, const char *input);

#endif
