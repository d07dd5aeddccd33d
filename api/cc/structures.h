/* Copies of whole structures, in what clang makes of a checked copy before it optimises. */
#ifndef CC_STRUCTURES_H
#define CC_STRUCTURES_H

#include <stdbool.h>

/* clang's alignment instrumentation asks of scalars alone; gcc's asks of structures, too. In the file, LLVM's
 * representation as text, a call of emu_undefined_structure() goes before each copy that reads or writes by a pointer.
 * False where the file cannot be read or written. */
bool cc_watch_structures(const char *path);

#endif
