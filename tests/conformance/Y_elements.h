/* Elements of matrices for tests of products, as a function of their place, so that none is kept. */
#ifndef Y_ELEMENTS_H
#define Y_ELEMENTS_H

#include "Y_reference.h"

typedef struct y_place {
    uint32_t seed;
    int matrix, operand; /* operand: 0 a, 1 b, 2 c */
    int line, k;         /* line: row of a, column of b, row of c; k: along a product, of c the column */
} y_place;

/* Matrices of floats are of so many kinds, in turn: near one, far apart, sparse, cancelling, with infinities ... */
enum { Y_KINDS = 11 };

/* Its bits. */
uint64_t y_element_at(y_element element, const y_place *at);

#endif
