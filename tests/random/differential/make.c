/* From a seed to a program. */
#include <stdlib.h>

#include "make.h"

enum { MOST_PARAMETERS = 16, MOST_LENGTH = 12000 };

static void once(generator *g, unsigned seed, unsigned number, unsigned attempt, const change *changes, unsigned count,
                 listed_node *nodes, text *to)
{
    *g = (generator){.seed = seed,
                     .number = number,
                     .random = (uint64_t)seed << 8 | attempt,
                     .changes = changes,
                     .change_count = count,
                     .nodes = nodes};
    make_program(g, to);
}

/* A program that has too many parameters, or is too long, is made anew; which one it is does not depend on changes. */
void make_changed(generator *g, unsigned seed, unsigned number, const change *changes, unsigned count,
                  listed_node *nodes, text *to)
{
    for (unsigned attempt = 0;; attempt++) {
        text tried = {0};
        once(g, seed, number, attempt, NULL, 0, NULL, &tried);
        size_t length = tried.length;
        free(tried.bytes);
        if (parameter_count(g) > MOST_PARAMETERS || length > MOST_LENGTH)
            continue;
        once(g, seed, number, attempt, changes, count, nodes, to);
        return;
    }
}
