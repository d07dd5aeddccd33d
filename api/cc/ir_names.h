/* Values of a function in LLVM's text, "%5" or "%lw.used.0": finding them in lines, and a number for each. */
#ifndef CC_IR_NAMES_H
#define CC_IR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Finds the next name of a value from `*at` on, and moves `*at` behind it. Returns the name, which has *length bytes; null: there is none. */
const char *cc_ir_next_name(const char **at, size_t *length);

/* Whether both texts begin with one name. */
bool cc_ir_is_same(const char *one, const char *other);

typedef struct cc_ir_names {
    struct cc_ir_named *named;
    size_t count, room; /* room: a power of two, more than `count` */
} cc_ir_names;

/* The number that the name has; -1: none. `name` may be followed by anything. */
int cc_ir_number(const cc_ir_names *names, const char *name);
void cc_ir_set_number(cc_ir_names *names, const char *name, int number);
void cc_ir_names_free(cc_ir_names *names);

#endif
