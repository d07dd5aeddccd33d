/* Programs made at random as people write them: a guard, some loops, arrays, stores; barriers and collectives in some.
 *
 * A program is printed as it is made. Each statement and expression is a node with random numbers of its own, so that a
 * change to one node (node.c) leaves all others as they were: the reducer names nodes and what to do with them.
 *
 * Programs are free of undefined behaviour, and no order of threads changes what they compute. Every expression has a
 * range: an index out of an array's bounds is masked, a real number is cut before it becomes an integer. Real numbers may
 * overflow, and become NaN: the runner takes one NaN for another.
 */
#ifndef DIFFERENTIAL_GENERATOR_H
#define DIFFERENTIAL_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "features.h"
#include "parameters.h"

typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

typedef struct range {
    double low, high;
} range;

/* The threads for which a value is the same. */
typedef enum spread { SAME_IN_BLOCK, SAME_IN_WARP, OF_THREAD } spread;

typedef struct variable {
    char name[16];
    value_type type; /* INT, UNSIGNED, LONG, FLOAT or DOUBLE */
    range range;
    bool constant;   /* is never assigned to */
    bool counter;    /* of a loop */
    bool wraps;      /* is of another type than int: nothing is subtracted from it in an index */
    unsigned length; /* of a local array; 0: none */
    spread spread;
} variable;

/* What is done to a node. 0 leaves it as it is. Of a statement: 1 deletes it, 2 leaves its body, 3 makes it smaller. Of an
 * expression: 1 is a constant, 2 its first operand, 3 its second. */
typedef struct change {
    uint32_t node;
    unsigned how;
} change;

typedef struct listed_node {
    uint32_t node;
    unsigned ways; /* changes 1 .. ways */
} listed_node;

enum { MOST_VARIABLES = 96, MOST_NODES = 8192, MOST_FUNCTIONS = 2, MOST_SHARED = 3 };

typedef struct shared_array {
    char name[16];
    value_type type;
    bool dynamic, filled, used;
} shared_array;

typedef struct function {
    char name[24];
    bool used;
    text text;
    unsigned long long features;
} function;

/* How an output is indexed by the thread's own place. */
typedef enum mapping { MAP_OWN, MAP_GROUP, MAP_PLANE, MAP_ROWS, MAP_MIRROR, MAPPINGS } mapping;

/* How threads find out whether there is something for them to do. */
typedef enum guard { GUARD_IF, GUARD_RETURN, GUARD_STRIDE, GUARD_NONE, GUARDS } guard;

typedef struct generator {
    unsigned seed, number; /* the kernel is p<number> */
    uint64_t random;       /* of the node that is being made */
    uint64_t body;         /* of the loop's body */
    const change *changes;
    unsigned change_count;
    listed_node *nodes; /* of what has been printed, MOST_NODES; null: nobody asks */
    unsigned node_count;

    text *to; /* where is printed */
    unsigned indent, names;
    variable variables[MOST_VARIABLES];
    unsigned variable_count;
    unsigned long long features;
    bool used[PARAMETERS];
    bool likes[PARAMETERS]; /* inputs that it reads if it comes to that */
    parameter_number outputs[4];
    unsigned output_count;
    mapping mapping[4];
    function functions[MOST_FUNCTIONS];
    unsigned function_count;
    shared_array shared[MOST_SHARED];
    unsigned shared_count;

    unsigned dimensions, shape[3], most_threads;
    bool whole_warps, collective; /* threads of a warp or block do something together */
    unsigned whole_tiles;         /* blocks are multiples of that many threads, 64 or 128; 0: of a warp's, or of none */
    guard guard;
    const char *place_type; /* of i */
    bool wraps, negative;   /* an index has a term of another type than int; one that may be negative */
    bool guarded;           /* here the thread's own place is below n */
    bool half_warp;         /* only lanes 0 to 15 of the warp are here */
    bool exited;            /* threads have left before a barrier */
    bool in_function;
    bool may_return;
    unsigned loops;     /* around the statement */
    unsigned breakable; /* loops that break and continue may be for: printed, and nothing is lost by leaving them */
    unsigned turns;     /* how often the statement is run at most */
    unsigned inside;    /* statements around it */
} generator;

/* text.c */
void text_add(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_insert(text *to, size_t at, const char *what);
void put(generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line(generator *g, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* with indentation and newline */
void begin_line(generator *g);
void end_line(generator *g, const char *last);
void open_block(generator *g); /* after a line's head: " {" */
void close_block(generator *g);

/* node.c */
typedef struct node {
    uint64_t outer;
    uint32_t id;
    unsigned change;
} node;
node begin(generator *g, unsigned ways);
void end(generator *g, const node *n);
unsigned pick(generator *g, unsigned count); /* 0 .. count - 1 */
bool chance(generator *g, unsigned percent);
unsigned weighted(generator *g, const unsigned char *weights, unsigned count);

/* scope.c */
const char *type_name(value_type type);
bool is_real(value_type type);
range range_of(value_type type);
variable *declare(generator *g, value_type type, range values, bool constant); /* gives it a name */
variable *find_variable(generator *g, value_type type, bool assigned);         /* null: there is none */
variable *find_array(generator *g, bool real);
const char *use(generator *g, parameter_number number); /* the parameter's name */
void has(generator *g, feature which);

/* integer.c, real.c, condition.c, address.c: print an expression, return what it may be. */
range integer(generator *g, unsigned depth);
range integer_below(generator *g, unsigned depth, unsigned limit); /* 0 .. limit - 1; limit is a power of two */
range wide_integer(generator *g, unsigned depth);                  /* long long */
range real(generator *g, unsigned depth, bool wide);
range real_within(generator *g, unsigned depth, bool wide, double limit);
void value_of(generator *g, unsigned depth, value_type type); /* of any scalar type */
void condition(generator *g, unsigned depth);
void block_condition(generator *g); /* the same for all threads of the block */
range load_integer(generator *g, unsigned depth);
range load_real(generator *g, unsigned depth, bool wide);
void own_place(generator *g, unsigned output); /* [...] of the thread's own element */

/* statement.c, loop.c, block.c, warp.c */
void statements(generator *g, unsigned count);
void statement(generator *g);
void body(generator *g, unsigned most); /* { ... }, at least one statement */
void store(generator *g);
void loop(generator *g);
void block_statements(generator *g, unsigned count);
void warp_statement(generator *g);
void accumulate(generator *g);
void declare_value(generator *g);

/* kernel.c */
void make_program(generator *g, text *to);    /* prints functions and kernel */
unsigned parameter_count(const generator *g); /* of those used */
void print_row(const generator *g, text *to);

#endif
