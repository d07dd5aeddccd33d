/* A block's shared memory as values, from one barrier to the next: declarations that files shared_promotion*.c
 * share. */
#ifndef FUSE_RESIDENT_H
#define FUSE_RESIDENT_H

#include "stride.h"

/* Sixteen of the block's threads, in any order: an expression is made as a vector of them; -1: that element is not
 * used. */
typedef struct view {
    int thread[STRIP];
} view;

/* A variable of the block's shared memory, in vectors of STRIP elements. Dynamic shared memory is one variable. The
 * launch decides its size: the code runs only if it holds all vectors that are accessed. */
typedef struct promoted_variable {
    LLVMValueRef record;    /* null: dynamic shared memory */
    LLVMTypeRef type;       /* of an element; null: not accessed yet */
    unsigned size, vectors; /* bytes of an element; vectors of the variable */
    uint64_t bytes;
    LLVMValueRef *now;    /* values that were stored; null: memory's */
    LLVMValueRef *before; /* memory's values, once loaded */
} promoted_variable;

typedef enum node_kind {
    SCALAR, /* the uniform `value` */
    THREAD_ID,
    OPERATION, /* the instruction `value` with these operands */
    CHOICE,    /* the second operand where the first holds, else the third */
    BOTH,      /* bitwise or logical `and` */
    NEITHER,   /* the opposite of a bit */
    EITHER,
    ELEMENTS, /* the element of `vectors` at the thread's address, where the second operand holds */
    BY_LANE,  /* the thread's own element of `vectors` */
    VARIABLE, /* the address of a variable */
    ADDRESS   /* the address by the getelementptr `value` */
} node_kind;

/* An expression of the kernel at one place, for any thread. */
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

/* Each thread's number, if it depends on the thread's place alone. */
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
    node **slot;             /* by slot: its value, once stored or loaded */
    stride_analysis strides; /* of an address's nodes, during its analysis */
    map values;              /* of the kernel's instructions: nodes, in the region being walked */
    int head, made;
    bool failed, reads; /* failed: the plan is impossible; reads: some stored value is read */
} resident;

/* ---- shared_promotion_node.c ---- */
node *promoted_node(resident *of, node_kind kind, LLVMTypeRef type, int operands, node *a, node *b, node *c);
node *promoted_scalar(resident *of, LLVMValueRef value);
const view *promoted_view(resident *of, const int *thread);
/* Threads from STRIP * number on. */
const view *promoted_strip(resident *of, unsigned number);
/* A vector of each thread's value; sets of->failed if it cannot be made. */
LLVMValueRef promoted_make(resident *of, node *what, const view *threads);
/* Each thread's number; null: not all are known. */
const uint64_t *promoted_numbers(resident *of, node *what, const view *threads);
/* The value of a bit, 1 or 0; -1: unknown at compile time. */
int promoted_known(LLVMValueRef vector, int thread);
LLVMValueRef promoted_choose(resident *of, LLVMValueRef which, LLVMValueRef yes, LLVMValueRef no);
LLVMValueRef promoted_splat(resident *of, LLVMValueRef value);
/* The operation, on vectors or on uniform values; null: it is not supported. */
LLVMValueRef promoted_operation(resident *of, LLVMValueRef from, LLVMValueRef *operand, unsigned width);

/* ---- shared_promotion_slot.c ---- */
bool promoted_is_number(LLVMTypeRef type);
/* The address of the variable of lw_fused_shared, or of dynamic shared memory; null: it cannot be vectors. */
node *promoted_variable_node(resident *of, LLVMValueRef call);
/* The slot's current value; null: it cannot be a node. */
node *promoted_slot(resident *of, int s);
void promoted_store_slot(resident *of, int s, node *value, node *mask);
/* Stores the slots that are live in region `to`; false: some cannot be stored so. */
bool promoted_keep_slots(resident *of, int to);

/* ---- shared_promotion_address.c ---- */
/* Each thread's address as bytes from the variable's start; false: unknown at compile time. */
bool promoted_offsets(resident *of, node *address, const view *threads, int64_t *offset);
/* The element at that offset; false: none. */
bool promoted_element(int64_t offset, const promoted_variable *in, int *element);
/* The first of neighbours' addresses in other memory; null: they are not neighbours. `one`: all threads use one
 * address. */
LLVMValueRef promoted_place(resident *of, node *address, const view *threads, unsigned size, bool *one);
node *promoted_root(node *address);

/* ---- shared_promotion_memory.c ---- */
/* `call`: lw_fused_shared or lw_fused_dynamic_shared. Null: the variable's size is unknown, or there are too many. */
promoted_variable *promoted_find_variable(resident *of, LLVMValueRef call);
/* Its address in the block's memory. */
LLVMValueRef promoted_base(resident *of, const promoted_variable *variable);
/* How large dynamic shared memory must be for the vectors that are accessed; 0: none are. */
uint64_t promoted_dynamic_size(const resident *of);
bool promoted_use_as(resident *of, promoted_variable *variable, LLVMTypeRef type);
LLVMValueRef promoted_gather(resident *of, node *from, const int *element);
void promoted_store(resident *of, LLVMValueRef store, node *address, node *value, node *mask);
node *promoted_load(resident *of, LLVMValueRef load, node *address, node *mask);
void promoted_leave(resident *of);

/* Whether blocks have a suitable shape, and threads reach the region together. */
bool emission_may_promote(const fuse_kernel *kernel, int head);
/* How many regions from this one on may have the block's shared memory as values: sets kernel->plan[head]. False:
 * this does not pay, or is impossible. To find out, it makes them in a function that it deletes. */
bool emission_plan_promotion(fuse_kernel *kernel, int head);
/* Makes the regions, after kernel->entry[head]; returns the block in which they end. Blocks whose dynamic shared
 * memory is too small for the vectors run `plain` instead. */
LLVMBasicBlockRef emission_promote_shared(fuse_kernel *kernel, int head, LLVMBasicBlockRef plain);

#endif
