/* Checks for structures that are copied or passed as a whole, added to clang's unoptimised code of a checked copy. */
#ifndef CC_STRUCTURES_H
#define CC_STRUCTURES_H

#include "ir.h"

/* The pointer type of the file's calls: "ptr", or "i8*" before LLVM 15. Empty: no call has been added. */
typedef struct cc_structures {
    char pointer[8];
} cc_structures;

/* Adds calls before the line:
 * - before a copy that reads or writes by a pointer, emu_undefined_structure(): clang's alignment checks cover scalars only;
 * - before a copy to a local variable, and before a structure that a call passes by value, emu_access_structure_read(): the
 *   first vanishes where no member is used, and clang's instrumentation leaves out the second. */
void cc_watch_structures(cc_structures *structures, const cc_ir *function, const char *line, FILE *out);

/* Declares the functions that have been called. */
void cc_declare_structures(const cc_structures *structures, FILE *out);

#endif
