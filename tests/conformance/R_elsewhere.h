/* Memory of each kind that another device has allocated, and what the calls of R_elsewhere.c have on their other sides. */
#ifndef R_ELSEWHERE_H
#define R_ELSEWHERE_H

#include <lanewise/array.h>
#include <tests/harness/test.h>

enum { ELSEWHERE_SIZE = 4096 };

/* In the order of the letters in R_elsewhere.c's table. */
typedef enum elsewhere_kind { PLAIN, POOLED, MAPPED, LOCKED, REGISTERED, MANAGED, KINDS } elsewhere_kind;

extern const char *const elsewhere_names[KINDS];

typedef struct elsewhere {
    struct test *t;
    lw_stream *stream;         /* of t->device */
    char *memory[KINDS];       /* of t->peer, ELSEWHERE_SIZE zeros each; null: the devices have no such memory */
    char *own;                 /* memory of t->device */
    lw_array *array;           /* of t->device: a row of ELSEWHERE_SIZE bytes */
    char *page;                /* the pages of memory[REGISTERED] */
    size_t mapped_size;        /* of memory[MAPPED] */
    char host[ELSEWHERE_SIZE]; /* pageable */
} elsewhere;

/* Allocates all of it. */
void elsewhere_make(struct test *t, elsewhere *made);
/* Frees all of it, on its own device. */
void elsewhere_free(struct test *t, elsewhere *made);

#endif
