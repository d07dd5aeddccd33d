/* Products of warp matrices: from the lanes' parts to matrices, and back. The last lane to arrive computes for all. */
#include "warp.h"

#include <string.h>

#include "../device/matrix.h"

/* ---- the matrices of a warp ---- */
typedef union matrix {
    uint32_t word[EMU_MATRIX_MOST];
    uint64_t wide[EMU_MATRIX_MOST / 2];
} matrix;

/* One of the four matrices: the elements that each lane stores, and where they are in the matrix by row. */
typedef struct placement {
    unsigned element, count;
    uint16_t of_lane[EMU_WARP], of_element[32];
} placement;

static unsigned place_of(const emu_matrix_shape *shape, unsigned use, unsigned element, unsigned lane, unsigned i)
{
    unsigned rows = use == EMU_MATRIX_B ? shape->k : shape->m, columns = use == EMU_MATRIX_A ? shape->k : shape->n;
    emu_matrix_position at = emu_matrix_position_of(use, shape->m, shape->n, shape->k, element, lane, i);
    if (element == EMU_MATRIX_B1) /* by words of bits */
        return (use == EMU_MATRIX_A ? at.row * columns + at.column : at.column * rows + at.row) / 32;
    return at.row * columns + at.column;
}

/* Each bit of the lane, and of the element's number, adds to the place. */
static placement describe(const emu_matrix_shape *shape, unsigned use, unsigned element)
{
    placement of = {.element = element};
    unsigned rows = use == EMU_MATRIX_B ? shape->k : shape->m, columns = use == EMU_MATRIX_A ? shape->k : shape->n;
    of.count = rows * columns / (element == EMU_MATRIX_B1 ? 32 * EMU_WARP : EMU_WARP);
    for (unsigned bit = 1; bit < EMU_WARP; bit *= 2) {
        unsigned place = place_of(shape, use, element, bit, 0);
        for (unsigned i = 0; i < bit; i++)
            of.of_lane[bit + i] = (uint16_t)(of.of_lane[i] + place);
    }
    for (unsigned bit = 1; bit < of.count; bit *= 2) {
        unsigned place = place_of(shape, use, element, 0, bit);
        for (unsigned i = 0; i < bit; i++)
            of.of_element[bit + i] = (uint16_t)(of.of_element[i] + place);
    }
    return of;
}

static void gather(const placement *of, matrix *to, unsigned lane, const void *from)
{
    const uint16_t *place = of->of_element;
    unsigned first = of->of_lane[lane];
    uint32_t word = 0;
    uint16_t half;
    switch (of->element) {
    case EMU_MATRIX_HALF:
    case EMU_MATRIX_BFLOAT16:
        for (unsigned i = 0; i < of->count; i++) {
            memcpy(&half, (const char *)from + 2 * i, sizeof half);
            to->word[first + place[i]] = half;
        }
        break;
    case EMU_MATRIX_DOUBLE:
        for (unsigned i = 0; i < of->count; i++)
            memcpy(&to->wide[first + place[i]], (const char *)from + 8 * i, 8);
        break;
    case EMU_MATRIX_S8:
        for (unsigned i = 0; i < of->count; i++)
            to->word[first + place[i]] = (uint32_t)((const signed char *)from)[i];
        break;
    case EMU_MATRIX_U8:
        for (unsigned i = 0; i < of->count; i++)
            to->word[first + place[i]] = ((const unsigned char *)from)[i];
        break;
    case EMU_MATRIX_S4:
        memcpy(&word, from, sizeof word);
        for (unsigned i = 0; i < of->count; i++)
            to->word[first + place[i]] = (uint32_t)((int)(word << (28 - 4 * i)) >> 28);
        break;
    case EMU_MATRIX_U4:
        memcpy(&word, from, sizeof word);
        for (unsigned i = 0; i < of->count; i++)
            to->word[first + place[i]] = word >> 4 * i & 15;
        break;
    default:
        for (unsigned i = 0; i < of->count; i++)
            memcpy(&to->word[first + place[i]], (const char *)from + 4 * i, 4);
    }
}

static void scatter(const placement *of, const matrix *from, unsigned lane, void *to)
{
    for (unsigned i = 0; i < of->count; i++) {
        unsigned at = of->of_lane[lane] + of->of_element[i];
        size_t size = of->element == EMU_MATRIX_DOUBLE ? 8 : of->element == EMU_MATRIX_HALF ? 2 : 4;
        if (size == 8)
            memcpy((char *)to + 8 * i, &from->wide[at], 8);
        else /* little-endian: the low bits come first */
            memcpy((char *)to + size * i, &from->word[at], size);
    }
}

static void multiply(const emu_matrix_product *product, const matrix *a, const matrix *b, const matrix *c, matrix *d)
{
    const emu_matrix_shape *shape = &product->shape;
    switch (shape->factor) {
    case EMU_MATRIX_DOUBLE: emu_matrix_multiply_double(shape, a->wide, b->wide, c->wide, d->wide); break;
    case EMU_MATRIX_S8:
    case EMU_MATRIX_U8:
    case EMU_MATRIX_S4:
    case EMU_MATRIX_U4:
        emu_matrix_multiply_int(shape, product->option == EMU_MATRIX_SATURATES, a->word, b->word, c->word, d->word);
        break;
    case EMU_MATRIX_B1:
        emu_matrix_multiply_bits(shape, product->option == EMU_MATRIX_AND, a->word, b->word, c->word, d->word);
        break;
    default: emu_matrix_multiply_float(shape, a->word, b->word, c->word, d->word);
    }
}

/* ---- what the lanes bring ---- */
static bool is_same(const emu_matrix_product *a, const emu_matrix_product *b)
{
    return memcmp(&a->shape, &b->shape, sizeof a->shape) == 0 && a->option == b->option && a->site == b->site;
}

unsigned emu_matrix_compare(const uint64_t *value, unsigned arrived)
{
    if (arrived != ~0u)
        return EMU_MATRIX_LANES_MISSING;
    for (unsigned lane = 1; lane < EMU_WARP; lane++)
        if (value[lane] != value[0])
            return EMU_MATRIX_DIFFERENT;
    return EMU_MATRIX_RIGHT;
}

unsigned emu_matrix_results(const uint64_t *value, unsigned arrived)
{
    const emu_matrix_product *product[EMU_WARP];
    matrix a, b, c, d;
    if (arrived != ~0u)
        return EMU_MATRIX_LANES_MISSING;
    for (unsigned lane = 0; lane < EMU_WARP; lane++) {
        product[lane] = (const emu_matrix_product *)(uintptr_t)value[lane];
        if (!is_same(product[lane], product[0]))
            return EMU_MATRIX_DIFFERENT;
    }
    const emu_matrix_shape *shape = &product[0]->shape;
    placement of_a = describe(shape, EMU_MATRIX_A, shape->factor), of_b = describe(shape, EMU_MATRIX_B, shape->factor);
    placement of_c = describe(shape, EMU_MATRIX_ACCUMULATOR, shape->c);
    for (unsigned lane = 0; lane < EMU_WARP; lane++) {
        gather(&of_a, &a, lane, product[lane]->a);
        gather(&of_b, &b, lane, product[lane]->b);
        gather(&of_c, &c, lane, product[lane]->c);
    }
    multiply(product[0], &a, &b, &c, &d);
    of_c.element = shape->d; /* where elements are does not depend on their type */
    for (unsigned lane = 0; lane < EMU_WARP; lane++)
        scatter(&of_c, &d, lane, product[lane]->d);
    return EMU_MATRIX_RIGHT;
}

void emu_matrix_fail(unsigned mistake, const emu_site *site)
{
    if (mistake == EMU_MATRIX_LANES_MISSING)
        emu_fail_saying(
            emu_self, LW_ERROR_INVALID_MASK, site,
            "lanes missing: %s by a warp of which some lanes have ended or do not exist; all 32 lanes must call it",
            site->what);
    emu_fail_saying(emu_self, LW_ERROR_INVALID_MASK, site,
                    "different calls: %s; all 32 lanes of a warp must call it at one place, with equal arguments",
                    site->what);
}

void emu_matrix_fail_alignment(const void *pointer, size_t distance, const emu_site *site)
{
    if ((uintptr_t)pointer % 32)
        emu_fail_saying(emu_self, LW_ERROR_MISALIGNED_ADDRESS, site,
                        "misaligned address: %s at %p, which must be a multiple of 32 bytes", site->what, pointer);
    emu_fail_saying(emu_self, LW_ERROR_MISALIGNED_ADDRESS, site,
                    "wrong distance: %s with rows or columns %zu bytes apart, which must be a multiple of 16 bytes",
                    site->what, distance);
}

void emu_matrix_meet(uint64_t arguments, const emu_site *site)
{
    unsigned mistake = (unsigned)emu_collective(EMU_COLLECTIVE_MATRIX_MEET, ~0u, arguments, 0, site);
    if (__builtin_expect(mistake, 0))
        emu_matrix_fail(mistake, site);
}

void emu_matrix_multiply(const emu_matrix_product *product)
{
    unsigned mistake =
        (unsigned)emu_collective(EMU_COLLECTIVE_MATRIX_MULTIPLY, ~0u, (uint64_t)(uintptr_t)product, 0, product->site);
    if (__builtin_expect(mistake, 0))
        emu_matrix_fail(mistake, product->site);
}
