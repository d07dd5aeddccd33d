/* A block's shared memory as values, from one wait to the next: what files resident*.c share. */
#ifndef FUSE_RESIDENT_H
#define FUSE_RESIDENT_H

#include "form.h"

/* Sixteen of the block's lanes, in any order: an expression is made as a vector of them; -1: nobody asks for that one. */
typedef struct view {
    int lane[STRIP];
} view;

/* A variable of the block's shared memory, in vectors of STRIP elements. */
typedef struct resident_variable {
    LLVMValueRef record;
    LLVMTypeRef type;       /* of an element; null: not accessed yet */
    unsigned size, vectors; /* of an element; in the variable */
    uint64_t bytes;
    LLVMValueRef *now;      /* what was stored; null: what memory has */
    LLVMValueRef *before;   /* what memory has, as far as somebody asked */
} resident_variable;

typedef enum node_kind {
    SCALAR,    /* the same for all lanes: `value` */
    LANE_ID,
    OPERATION, /* of the operands, as the instruction `value` */
    CHOICE,    /* the second where the first holds, else the third */
    BOTH,      /* of bits */
    NEITHER,   /* of one bit: its opposite */
    EITHER,
    ELEMENTS,  /* of `vectors`, the one at the lane's address; where the second operand holds */
    BY_LANE,   /* the lane's of `vectors` */
    VARIABLE,  /* where it begins */
    ADDRESS    /* by the getelementptr `value` */
} node_kind;

/* What an expression of the kernel is at one place, whatever the lane. */
typedef struct node {
    node_kind kind;
    LLVMTypeRef type;
    LLVMValueRef value;
    struct node *operand[3];
    int operands;
    struct node **index; /* of an address */
    LLVMValueRef *vectors;
    resident_variable *variable;
    map made, numbers; /* by view */
    struct node *next;
} node;

/* What lanes have, where that depends on nothing but their numbers. */
typedef struct numbers {
    bool known;
    uint64_t of[STRIP];
    struct numbers *next;
} numbers;

enum { MOST_VARIABLES = 8, MOST_VECTORS = 64, MOST_SOURCES = 4, MOST_MADE = 16384 };

typedef struct resident {
    emission *e;
    unsigned lanes;
    node *nodes;
    numbers *numbers;
    view **view;
    size_t views;
    resident_variable variable[MOST_VARIABLES];
    int variables;
    node *always;
    node **slot; /* by slot: what it has, as far as it was stored to */
    map values;  /* of the kernel's instructions: nodes, in the region being walked */
    int head, made;
    bool failed, reads; /* what it was made for cannot be; something that was stored is read */
} resident;

/* ---- resident_node.c ---- */
node *resident_node(resident *of, node_kind kind, LLVMTypeRef type, int operands, node *a, node *b, node *c);
node *resident_scalar(resident *of, LLVMValueRef value);
const view *resident_view(resident *of, const int *lane);
/* Lanes STRIP * number and on. */
const view *resident_strip(resident *of, unsigned number);
/* A vector: each lane's value; sets of->failed where it cannot be made. */
LLVMValueRef resident_make(resident *of, node *what, const view *lanes);
/* Null: not all are known. */
const uint64_t *resident_numbers(resident *of, node *what, const view *lanes);
/* Of a bit: 1 or 0; -1: that is not known here. */
int resident_known(LLVMValueRef vector, int lane);
LLVMValueRef resident_choose(resident *of, LLVMValueRef which, LLVMValueRef yes, LLVMValueRef no);
LLVMValueRef resident_splat(resident *of, LLVMValueRef value);
/* The operation, on vectors or on what all lanes share; null: it is none of those that can be. */
LLVMValueRef resident_operation(resident *of, LLVMValueRef from, LLVMValueRef *operand, unsigned width);

/* ---- resident_slot.c ---- */
bool resident_is_number(LLVMTypeRef type);
/* Where the variable of lw_fused_shared begins; null: it is none of those that can be vectors. */
node *resident_variable_node(resident *of, LLVMValueRef call);
/* What the slot has by now; null: that cannot be a node. */
node *resident_slot(resident *of, int s);
void resident_store_slot(resident *of, int s, node *value, node *mask);
/* Puts back what is kept for region `to`; false: not what can be kept so. */
bool resident_keep_slots(resident *of, int to);

/* ---- resident_address.c ---- */
/* Each lane's address: bytes from where the variable begins, if that is a number known here. */
typedef struct offsets {
    const view *lanes;
    int64_t of[STRIP];
    bool known[STRIP];
} offsets;
void resident_offsets(resident *of, node *address, const view *lanes, offsets *found);
/* Which element that is; false: it is not known, or none. */
bool resident_element(const offsets *found, int lane, const resident_variable *in, int *element);
/* Neighbours' places in memory outside: the first one's; null: they are none. `one`: it is one place for all. */
LLVMValueRef resident_place(resident *of, node *address, const view *lanes, unsigned size, bool *one);
node *resident_root(node *address);

/* ---- resident_memory.c ---- */
resident_variable *resident_find_variable(resident *of, LLVMValueRef record);
bool resident_use_as(resident *of, resident_variable *variable, LLVMTypeRef type);
LLVMValueRef resident_gather(resident *of, node *from, const int *element);
void resident_store(resident *of, LLVMValueRef store, node *address, node *value, node *mask);
node *resident_load(resident *of, LLVMValueRef load, node *address, node *mask);
void resident_leave(resident *of);

#endif
