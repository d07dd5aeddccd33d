/* A block's shared memory as values, from one barrier to the next: declarations that files shared_promotion*.c
 * share. */
#ifndef FUSE_CODEGEN_SHARED_PROMOTION_H
#define FUSE_CODEGEN_SHARED_PROMOTION_H

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
    AND,       /* of two bits */
    NOT,       /* the opposite of a bit */
    OR,
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

typedef struct promotion {
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
} promotion;

/* ---- shared_promotion_node.c ---- */
node *promoted_node(promotion *p, node_kind kind, LLVMTypeRef type, int operands, node *a, node *b, node *c);
node *promoted_scalar(promotion *p, LLVMValueRef value);
const view *promoted_view(promotion *p, const int *thread);
/* Threads from STRIP * number on. */
const view *promoted_strip(promotion *p, unsigned number);
/* A vector of each thread's value; sets p->failed if it cannot be made. */
LLVMValueRef promoted_make(promotion *p, node *what, const view *threads);
/* Each thread's number; null: not all are known. */
const uint64_t *promoted_numbers(promotion *p, node *what, const view *threads);
/* The value of a bit, 1 or 0; -1: unknown at compile time. */
int promoted_known(LLVMValueRef vector, int thread);
LLVMValueRef promoted_choose(promotion *p, LLVMValueRef which, LLVMValueRef yes, LLVMValueRef no);
LLVMValueRef promoted_splat(promotion *p, LLVMValueRef value);
/* The operation, on vectors or on uniform values; null: it is not supported. */
LLVMValueRef promoted_operation(promotion *p, LLVMValueRef from, LLVMValueRef *operand, unsigned width);

/* ---- shared_promotion_slot.c ---- */
bool promoted_is_number(LLVMTypeRef type);
/* The address of the variable of lw_fused_shared, or of dynamic shared memory; null: it cannot be vectors. */
node *promoted_variable_node(promotion *p, LLVMValueRef call);
/* The slot's current value; null: it cannot be a node. */
node *promoted_slot(promotion *p, int s);
void promoted_store_slot(promotion *p, int s, node *value, node *mask);
/* Stores the slots that are live in region `to`; false: some cannot be stored so. */
bool promoted_keep_slots(promotion *p, int to);

/* ---- shared_promotion_address.c ---- */
/* Each thread's address as bytes from the variable's start; false: unknown at compile time. */
bool promoted_offsets(promotion *p, node *address, const view *threads, int64_t *offset);
/* The element at that offset; false: none. */
bool promoted_element(int64_t offset, const promoted_variable *in, int *element);
/* The first of neighbours' addresses in other memory; null: they are not neighbours. `one`: all threads use one
 * address. */
LLVMValueRef promoted_place(promotion *p, node *address, const view *threads, unsigned size, bool *one);
node *promoted_root(node *address);

/* ---- shared_promotion_memory.c ---- */
/* `call`: lw_fused_shared or lw_fused_dynamic_shared. Null: the variable's size is unknown, or there are too many. */
promoted_variable *promoted_find_variable(promotion *p, LLVMValueRef call);
/* Its address in the block's memory. */
LLVMValueRef promoted_base(promotion *p, const promoted_variable *variable);
/* How large dynamic shared memory must be for the vectors that are accessed; 0: none are. */
uint64_t promoted_dynamic_size(const promotion *p);
bool promoted_use_as(promotion *p, promoted_variable *variable, LLVMTypeRef type);
LLVMValueRef promoted_gather(promotion *p, node *from, const int *element);
void promoted_store(promotion *p, LLVMValueRef store, node *address, node *value, node *mask);
node *promoted_load(promotion *p, LLVMValueRef load, node *address, node *mask);
void promoted_leave(promotion *p);

/* Whether blocks have a suitable shape, and threads reach the region together. */
bool emission_may_promote(const fuse_kernel *kernel, int head);
/* How many regions from this one on may have the block's shared memory as values: sets kernel->plan[head]. False:
 * this does not pay, or is impossible. To find out, it makes them in a function that it deletes. */
bool emission_plan_promotion(fuse_kernel *kernel, int head);
/* Makes the regions, after kernel->entry[head]; returns the block in which they end. Blocks whose dynamic shared
 * memory is too small for the vectors run `plain` instead. */
LLVMBasicBlockRef emission_promote_shared(fuse_kernel *kernel, int head, LLVMBasicBlockRef plain);

#endif
