/* Small kernels made at random, whose result no order of lanes can change: integer arithmetic, shared memory, barriers,
 * warp collectives, commutative atomics, local arrays, branches and loops, uniform and divergent; scans, trees, butterflies
 * and sorts of elements of several types, and guards on what is done with their result.
 *
 * A program is a tree, made from a number (generate.c), printed as a kernel (print.c), and run by a serial interpreter
 * (interpret.c, pass.c, value.c) that the emulator and GPUs are compared with. Race-free by construction: a word of shared
 * memory is written by one lane between two barriers, atomics on one word are all of one operation, and what they return
 * is not used, but for a place in a queue of which only the sum is.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RANDOM_VARIABLES = 6,    /* of each lane, unsigned */
    RANDOM_INPUTS = 64,      /* words read by every lane */
    RANDOM_ACCUMULATORS = 8, /* words in shared memory, and as many in global, for atomics */
    RANDOM_LOCALS = 5,       /* words of each lane, indexed as it runs */
    RANDOM_LOOPS = 4,        /* that may be around a statement */
    RANDOM_MAX_LANES = 1024,
    RANDOM_MAX_BLOCKS = 3
};

typedef enum expression_kind {
    EXPRESSION_CONSTANT,
    EXPRESSION_VARIABLE,
    EXPRESSION_THREAD,
    EXPRESSION_BLOCK,
    EXPRESSION_TURN,
    EXPRESSION_INPUT,
    EXPRESSION_LOCAL,
    EXPRESSION_ADD,
    EXPRESSION_SUBTRACT,
    EXPRESSION_MULTIPLY,
    EXPRESSION_DIVIDE,
    EXPRESSION_REMAINDER,
    EXPRESSION_AND,
    EXPRESSION_OR,
    EXPRESSION_XOR,
    EXPRESSION_LEFT,
    EXPRESSION_RIGHT,
    EXPRESSION_LESS,
    EXPRESSION_EQUAL,
    EXPRESSION_MIN,
    EXPRESSION_MAX,
    EXPRESSION_NOT,
    EXPRESSION_POPC,
    EXPRESSION_CLZ,
    EXPRESSION_BREV,
    EXPRESSION_KINDS
} expression_kind;

typedef struct expression {
    expression_kind kind;
    unsigned value; /* a constant; a variable's number, a loop's; of THREAD: its number, x, or y */
    const struct expression *a, *b;
} expression;

typedef enum statement_kind {
    STATEMENT_SET,    /* variable = a */
    STATEMENT_IF,     /* if (a & 1) body else other */
    STATEMENT_REPEAT, /* body, `count` times, the same for every lane; `flag`: as an input says */
    STATEMENT_LOOP,   /* body, a % 8 times, each lane its own number; `flag`: or until b % 4 == 0; `masked`: lanes in it
                           may meet */
    STATEMENT_STRIDE, /* body, for thread, thread + lanes ... below what an input says */
    STATEMENT_AGAIN,  /* body, at most 4 times, while a & 1 of any lane of the block; `flag`: of the warp */
    STATEMENT_SWITCH, /* a % 4 is 0: body; 1: other; `flag`: 0 goes on to 1 */
    STATEMENT_LOCAL,  /* local[b % RANDOM_LOCALS] = a */
    STATEMENT_PLACE,  /* an address in an array, kept over a collective of the warp: variable = what is there */
    STATEMENT_ATOMIC, /* accumulator `which` of shared (`flag`) or global memory takes a */
    STATEMENT_SHUFFLE, /* variable = what the lane named by `which`'s rule and b has in a; in segments of `count` */
    STATEMENT_VOTE,    /* variable = all, any or ballot of a & 1 */
    STATEMENT_MATCH,   /* variable = lanes with the same a % 4 */
    STATEMENT_REDUCE,  /* variable = a of all lanes, by operation `which` */
    STATEMENT_SYNCWARP,
    STATEMENT_EXCHANGE, /* shared[(thread + count) % lanes] = a; barrier; variable = shared[b % lanes]; barrier */
    STATEMENT_COUNT,    /* variable = __syncthreads_count, _and or _or of a & 1 */
    STATEMENT_COLLECT,  /* barrier; variable = shared accumulator `which`; barrier */
    STATEMENT_QUEUE,    /* the lanes with a & 1 append b to a queue; barrier; variable = its sum; barrier */
    STATEMENT_STEPS, /* shared[thread] = a; then lanes at distances 1, 2, 4 ... (`flag`: or down to 1) of each other, by
                           rule `which`; variable = shared[thread] */
    STATEMENT_PASS,  /* elements[thread] = a; barrier; the pass; variable = an element; barrier */
    STATEMENT_EXIT,  /* the lanes with a % 4 == 0 store their variables and leave */
    STATEMENT_KINDS
} statement_kind;

/* Who takes the same side of an IF. */
typedef enum condition_kind {
    CONDITION_LANE, /* each lane its own */
    CONDITION_WARP, /* thread / 32 + count is odd */
    CONDITION_BLOCK /* input (blockIdx.x + count) is odd */
} condition_kind;

/* unsigned, unsigned char, int, float, long long. */
typedef enum element_kind {
    ELEMENT_WORD,
    ELEMENT_BYTE,
    ELEMENT_NUMBER,
    ELEMENT_REAL,
    ELEMENT_WIDE,
    ELEMENT_KINDS
} element_kind;

/* What lanes do with elements of shared memory, of which each has its own, in turns with a barrier behind each. */
typedef enum pass_kind {
    PASS_NOTHING,
    PASS_SCAN,      /* each combines its element with that at thread - d */
    PASS_TREE,      /* the lanes below d: with that at thread + d */
    PASS_BUTTERFLY, /* each: with that at thread ^ d */
    PASS_PAIRS,     /* half of the lanes combine two elements each, at distance d */
    PASS_KINDS
} pass_kind;

typedef enum combine_kind {
    COMBINE_ADD,
    COMBINE_SUBTRACT,
    COMBINE_LESSER,
    COMBINE_GREATER,
    COMBINE_KINDS
} combine_kind;

/* The element that a lane reads in the end; its own where that is none. */
typedef enum place_kind { PLACE_XOR, PLACE_BEFORE, PLACE_BEHIND, PLACE_MIRROR, PLACE_AROUND, PLACE_KINDS } place_kind;

/* The lanes that do something: all; whose place in the grid is below n; thread < count; thread >= count; b & 1. */
typedef enum guard_kind { GUARD_NONE, GUARD_GRID, GUARD_BELOW, GUARD_FROM, GUARD_VALUE, GUARD_KINDS } guard_kind;

enum { INDEX_KINDS = 4 };

typedef struct pass {
    element_kind element;
    pass_kind kind;
    combine_kind combine;
    bool rest;        /* of a scan: lanes below d combine theirs with 0 */
    bool halving;     /* d is half of the lanes, and halves down to 1; or 1, 2, 4 ... */
    guard_kind anew;  /* these lanes store b as their element then; NONE: nobody does */
    guard_kind guard; /* these read an element in the end */
    bool leaves;      /* the others leave the kernel */
    place_kind place;
    unsigned distance; /* of that element */
    bool within;       /* that at thread ^ distance or thread ^ d is in the block for all lanes */
    unsigned index;    /* the type of places: unsigned, int made of that, int, size_t */
} pass;

typedef struct statement {
    statement_kind kind;
    condition_kind condition;
    unsigned loop; /* how many loops are around it */
    unsigned variable, which, count;
    bool flag;
    bool masked; /* of an IF by lane, a LOOP: lanes inside may still meet, with a mask of those that are there */
    struct pass pass;
    const expression *a, *b;
    const struct statement *body, *other, *next;
} statement;

typedef struct program {
    unsigned number, lanes, blocks;
    unsigned shape[3]; /* of a block */
    bool known;        /* the kernel says how large its blocks are */
    bool bounded;      /* or else how many lanes they have at most */
    bool constant;     /* it counts on as many lanes as there are */
    bool dynamic;      /* shared[] is what the launch asks for */
    const statement *first;
    const statement *tail; /* null, or a pass in the end, of which the word is stored */
    bool alone;            /* its word is all that is stored in the end */
    element_kind element;  /* of all passes */
    unsigned n;            /* of GUARD_GRID */
    void *memory;          /* the tree's */
} program;

enum { RANDOM_STEPS = 3 };

/* The operation on accumulator `which`, and of STATEMENT_REDUCE. */
enum { RANDOM_ADD, RANDOM_MIN, RANDOM_MAX, RANDOM_AND, RANDOM_OR, RANDOM_XOR, RANDOM_OPERATIONS };
unsigned random_combine(unsigned operation, unsigned a, unsigned b);
unsigned random_accumulator_start(unsigned which); /* its first value: where the operation begins */

/* The program of that number: always the same. False when out of memory. */
bool random_generate(program *made, unsigned number);
void random_free(program *made);

/* Prints `LW_KERNEL(random_NUMBER, ...)` into a file. */
struct _IO_FILE;
void random_print(const program *source, struct _IO_FILE *to);

/* out[block][lane][variable], global[accumulator], tail[block][lane]: what the kernel leaves there. */
void random_interpret(const program *source, const unsigned *in, unsigned *out, unsigned *global, unsigned *tail);

#endif
