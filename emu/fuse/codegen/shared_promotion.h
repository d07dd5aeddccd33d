/* A block's shared memory as values, from one barrier to the next: what files shared_promotion*.c share. */
#ifndef FUSE_RESIDENT_H
#define FUSE_RESIDENT_H

#include "stride.h"

/* Sixteen of the block's threads, in any order: an expression is made as a vector of them; -1: nobody asks for that
 * one. */
typedef struct view {
    int thread[STRIP];
} view;

/* A variable of the block's shared memory, in vectors of STRIP elements. Dynamic shared memory is one. The launch decides
 * how large it is: the code runs only if it holds all vectors that are accessed. */
typedef struct promoted_variable {
    LLVMValueRef record;    /* null: dynamic shared memory */
    LLVMTypeRef type;       /* of an element; null: not accessed yet */
    unsigned size, vectors; /* of an element; in the variable */
    uint64_t bytes;
    LLVMValueRef *now;    /* what was stored; null: what memory has */
    LLVMValueRef *before; /* what memory has, as far as somebody asked */
} promoted_variable;

typedef enum node_kind {
    SCALAR, /* the same for all threads: `value` */
    THREAD_ID,
    OPERATION, /* of the operands, as the instruction `value` */
    CHOICE,    /* the second where the first holds, else the third */
    BOTH,      /* of bits */
    NEITHER,   /* of one bit: its opposite */
    EITHER,
    ELEMENTS, /* of `vectors`, the one at the thread's address; where the second operand holds */
    BY_LANE,  /* the thread's of `vectors` */
    VARIABLE, /* where it begins */
    ADDRESS   /* by the getelementptr `value` */
} node_kind;

/* What an expression of the kernel is at one place, whatever the thread. */
typedef struct node {
    node_kind kind;
    LLVMTypeRef type;
    LLVMValueRef value;
    struct node *operand[3];
    int operands;
    struct node **index; /* of an address */
    LLVMValueRef *vectors;
    promoted_variable *variable;
    map made, numbers; /* by view */
    struct node *next;
} node;

/* What threads have, where that depends on nothing but their numbers. */
typedef struct numbers {
    bool known;
    uint64_t of[STRIP];
    struct numbers *next;
} numbers;

enum { MOST_VARIABLES = 8, MOST_VECTORS = 64, MOST_SOURCES = 4, MOST_MADE = 16384 };

typedef struct resident {
    emission *e;
    unsigned threads;
    node *nodes;
    numbers *numbers;
    view **view;
    size_t views;
    promoted_variable variable[MOST_VARIABLES];
    int variables;
    node *always;
    node **slot;             /* by slot: what it has, as far as it was stored to */
    stride_analysis strides; /* of an address's nodes, while it is looked at */
    map values;              /* of the kernel's instructions: nodes, in the region being walked */
    int head, made;
    bool failed, reads; /* what it was made for cannot be; something that was stored is read */
} resident;

/* ---- shared_promotion_node.c ---- */
node *promoted_node(resident *of, node_kind kind, LLVMTypeRef type, int operands, node *a, node *b, node *c);
node *promoted_scalar(resident *of, LLVMValueRef value);
const view *promoted_view(resident *of, const int *thread);
/* Threads STRIP * number and on. */
const view *promoted_strip(resident *of, unsigned number);
/* A vector: each thread's value; sets of->failed where it cannot be made. */
LLVMValueRef promoted_make(resident *of, node *what, const view *threads);
/* Null: not all are known. */
const uint64_t *promoted_numbers(resident *of, node *what, const view *threads);
/* Of a bit: 1 or 0; -1: that is not known here. */
int promoted_known(LLVMValueRef vector, int thread);
LLVMValueRef promoted_choose(resident *of, LLVMValueRef which, LLVMValueRef yes, LLVMValueRef no);
LLVMValueRef promoted_splat(resident *of, LLVMValueRef value);
/* The operation, on vectors or on what all threads share; null: it is none of those that can be. */
LLVMValueRef promoted_operation(resident *of, LLVMValueRef from, LLVMValueRef *operand, unsigned width);

/* ---- shared_promotion_slot.c ---- */
bool promoted_is_number(LLVMTypeRef type);
/* Where the variable of lw_fused_shared, or dynamic shared memory, begins; null: it is none that can be vectors. */
node *promoted_variable_node(resident *of, LLVMValueRef call);
/* What the slot has by now; null: that cannot be a node. */
node *promoted_slot(resident *of, int s);
void promoted_store_slot(resident *of, int s, node *value, node *mask);
/* Puts back what is kept for region `to`; false: not what can be kept so. */
bool promoted_keep_slots(resident *of, int to);

/* ---- shared_promotion_address.c ---- */
/* Each thread's address: bytes from where the variable begins; false: they are not known here. */
bool promoted_offsets(resident *of, node *address, const view *threads, int64_t *offset);
/* Which element that is; false: none. */
bool promoted_element(int64_t offset, const promoted_variable *in, int *element);
/* Neighbours' places in memory outside: the first one's; null: they are none. `one`: it is one place for all. */
LLVMValueRef promoted_place(resident *of, node *address, const view *threads, unsigned size, bool *one);
node *promoted_root(node *address);

/* ---- shared_promotion_memory.c ---- */
/* `call`: lw_fused_shared or lw_fused_dynamic_shared; null: its size is not known, or there are too many. */
promoted_variable *promoted_find_variable(resident *of, LLVMValueRef call);
/* Where it begins in the block's memory. */
LLVMValueRef promoted_base(resident *of, const promoted_variable *variable);
/* How large dynamic shared memory must be for the vectors that are accessed; 0: none are. */
uint64_t promoted_dynamic_size(const resident *of);
bool promoted_use_as(resident *of, promoted_variable *variable, LLVMTypeRef type);
LLVMValueRef promoted_gather(resident *of, node *from, const int *element);
void promoted_store(resident *of, LLVMValueRef store, node *address, node *value, node *mask);
node *promoted_load(resident *of, LLVMValueRef load, node *address, node *mask);
void promoted_leave(resident *of);

/* Whether blocks are of a shape for it, and threads come to the region together. */
bool emission_may_promote(const fuse_kernel *kernel, int head);
/* How many regions from this one on may have the block's shared memory as values: sets kernel->plan[head]; false: it pays or
 * goes only without. What is made meanwhile, in a function that is deleted, says whether it can be. */
bool emission_plan_promotion(fuse_kernel *kernel, int head);
/* Makes them, after kernel->entry[head]; answers the block in which they end. Blocks whose dynamic shared memory is too small
 * for the vectors run `plain` instead. */
LLVMBasicBlockRef emission_promote_shared(fuse_kernel *kernel, int head, LLVMBasicBlockRef plain);

#endif
