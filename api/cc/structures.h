/* Checks for copies of whole structures, added to clang's unoptimised code of a checked copy. */
#ifndef CC_STRUCTURES_H
#define CC_STRUCTURES_H

#include <stdbool.h>

/* clang's alignment checks cover scalars only; gcc's cover structures, too. In `path`, a file of LLVM IR as text, this
 * adds a call of emu_undefined_structure() before each copy that reads or writes by a pointer. False if the file cannot
 * be read or written. */
bool cc_watch_structures(const char *path);

#endif
