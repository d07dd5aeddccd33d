/* Types in LLVM's text: how long one is, and how many bytes it has in memory. */
#ifndef CC_IR_TYPE_H
#define CC_IR_TYPE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_ir_size {
    size_t bytes, alignment;
} cc_ir_size;

/* The length of what the text begins with, up to a comma, the end of a list in brackets, or the line's end. */
size_t cc_ir_length(const char *text);

/* Notes a structure's definition, "%struct.pair = type { i32, i32 }"; other lines are left alone. */
void cc_ir_note_type(const char *line);
void cc_ir_forget_types(void);

/* The size of the type that the text begins with. False: it is not known. */
bool cc_ir_size_of(const char *text, cc_ir_size *size);

#endif
