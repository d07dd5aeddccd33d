/* Loads whose value the program does not use, in clang's unoptimised code of a checked copy. */
#ifndef CC_UNUSED_H
#define CC_UNUSED_H

#include "ir.h"

/* Adds a use of the loaded value after a load by a pointer, so that the load is still there when clang adds the calls
 * that check it. The use is an empty inline assembly: it costs a register, and no instruction. */
void cc_use_load(const cc_ir *function, const char *line, FILE *out);

#endif
