/* Local variables in clang's unoptimised code of a checked copy: which of their bytes have been written, and which loads
 * use bytes that have not.
 *
 * A variable gets a second one of its type, whose bytes are 0 while the first one's are unwritten. Each store to the first is
 * followed by one of ones to the second, and a load is followed by a test where the program computes with the value. A load
 * that is only stored to another local variable, passed or returned is a copy, and copies which bytes are written. clang
 * keeps the second variable in registers where it keeps the first, and tests of what is surely written vanish.
 *
 * So all accesses of the variable must be known: its address must not leave the function, except in local variables that hold
 * pointers. inline.h brings functions there that take an address. */
#ifndef CC_PRIVATE_H
#define CC_PRIVATE_H

#include "ir.h"
#include "ir_names.h"

typedef struct cc_private_variable {
    const char *name, *type; /* in its line */
    size_t bytes;
    int like;       /* pointers may point to any of a set of variables: towards the set's first */
    int holds;      /* one of the set that it points to; -1: none */
    bool escaped;   /* of the set's first: not all accesses are known */
    bool clouded;   /* holds other pointers, too */
    long described; /* the number of its debug information; -1: none */
} cc_private_variable;

typedef struct cc_private_load {
    size_t bytes;
    bool copied, used; /* stored to another local variable; computed with, or stored elsewhere */
} cc_private_load;

typedef struct cc_privates {
    const cc_ir *function;
    cc_private_variable *variable;
    size_t variables, room;
    cc_ir_names pointers; /* a value that points to variables: one of them */
    cc_private_load *load;
    size_t loads, load_room;
    cc_ir_names loaded; /* a value that was loaded from a variable: its load */
} cc_privates;

/* Finds variables, pointers and loads; and frees them. */
void cc_privates_find(cc_privates *all, const cc_ir *function);
void cc_privates_free(cc_privates *all);
/* The variable that the value points to, or one of them; -1: none, or not all accesses of it are known. */
int cc_private_of(const cc_privates *all, const char *value);
/* Whether no pointer may point to it or to another variable. */
bool cc_private_is_alone(const cc_privates *all, int variable);
/* Forgets variables that are written before they are read, whatever the program does (private_sure.c). */
void cc_privates_drop_sure(cc_privates *all);
/* Finds the loads and what the program does with them (private_uses.c). */
void cc_privates_find_loads(cc_privates *all);
/* Whether the line computes with the value, which it has: it does more than passing, returning or storing it. */
bool cc_ir_computes(const cc_ir *function, size_t line, const char *value);

/* The parts of "store T V, ptr %p, align 4". False: it is no store that is understood, or an atomic one. */
typedef struct cc_ir_store {
    const char *type, *value, *pointer;
    size_t type_length;
} cc_ir_store;
bool cc_ir_read_store(const char *line, cc_ir_store *store);
typedef struct cc_ir_load {
    const char *type, *pointer;
} cc_ir_load;
bool cc_ir_read_load(const char *made, cc_ir_load *load);
/* Of "getelementptr inbounds T, ptr %p, ...": where %p begins. Null: it is none, or %p is a constant. */
const char *cc_ir_element_of(const char *made);
/* What a line calls, from '@' on. Null: it calls nothing, or by a pointer. */
const char *cc_ir_called(const char *line);
/* Whether it copies memory or sets it. */
bool cc_ir_moves(const char *called);
/* Where the value of its third argument begins; null: it has none. */
const char *cc_ir_third(const char *called);
/* The text after " = " of a line that makes a value; null for others. `name`: of the value. */
const char *cc_ir_made(const char *line, const char **name);

/* Writes the function with what is said above. */
void cc_private_write(const cc_privates *all, FILE *out);
/* Writes a line of debug information, which may have a variable's name. */
void cc_private_describe(const char *line, FILE *out);
/* Writes what the functions need, at the file's end. `has_set`, `has_move`: the file declares llvm.memset, llvm.memmove. */
void cc_private_declare(bool has_set, bool has_move, FILE *out);

#endif
