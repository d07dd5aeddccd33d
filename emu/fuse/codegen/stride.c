/* Memory of strides: allocated for an analysis, and freed with it. */
#include "stride.h"

#include <stdlib.h>
#include <string.h>

#include "../support/integer.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "strip.h"

stride *stride_copy(stride_analysis *all, const stride *of)
{
    size_t size = sizeof *of + 2 * all->threads * sizeof *of->offset;
    stride *made = all->spare ? all->spare : fuse_allocate(1, size), *spare = made->next;
    if (of)
        memcpy(made, of, size);
    else
        memset(made, 0, size);
    all->spare = spare;
    made->times = made->offset + all->threads;
    made->next = all->made;
    return all->made = made;
}

stride *stride_set_base(stride *of, symbol base, unsigned zeros)
{
    of->base = base;
    of->zeros = base ? (zeros < ALL_BITS ? zeros : ALL_BITS - 1) : ALL_BITS;
    return of;
}

stride *stride_numbers(stride_analysis *all, const uint64_t *number, unsigned width)
{
    stride *made = stride_set_base(stride_copy(all, NULL), 0, 0);
    made->exact = EXACT;
    for (unsigned t = 0; t < all->threads; t++) {
        made->offset[t] = integer_signed(number[t], width);
        made->most = number[t] > made->most ? number[t] : made->most;
        made->exact = made->offset[t] < 0 ? EXACT_SIGNED : made->exact;
    }
    made->most = made->exact == EXACT ? made->most : NO_BOUND;
    return made;
}

stride *stride_number(stride_analysis *all, uint64_t number, unsigned width)
{
    uint64_t each[MOST_STRIP];
    for (unsigned t = 0; t < all->threads; t++)
        each[t] = integer_low(number, width);
    return stride_numbers(all, each, width);
}

stride *stride_shared(stride_analysis *all, symbol base, unsigned zeros)
{
    stride *made = stride_set_base(stride_copy(all, NULL), base, zeros);
    made->most = NO_BOUND;
    made->exact = EXACT;
    return made;
}

bool stride_is_shared(const stride_analysis *all, const stride *of)
{
    for (unsigned t = 1; t < all->threads; t++)
        if (of->offset[t] != of->offset[0])
            return false;
    return !of->factor;
}

stride_stretch strides_begin(stride_analysis *all)
{
    stride_stretch outer = {all->known, all->made};
    all->known = (map){0};
    all->made = NULL;
    return outer;
}

void strides_end(stride_analysis *all, stride_stretch outer)
{
    for (stride *next, *at = all->made; at; at = next) {
        next = at->next;
        at->next = all->spare;
        all->spare = at;
    }
    map_free(&all->known);
    all->known = outer.known;
    all->made = outer.made;
}

void strides_free(stride_analysis *all)
{
    strides_end(all, (stride_stretch){0});
    for (stride *next, *at = all->spare; at; at = next) {
        next = at->next;
        free(at);
    }
    symbols_free(&all->symbols);
    all->spare = NULL;
}
