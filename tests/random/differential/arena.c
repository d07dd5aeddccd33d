#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "structures.h"

enum { INPUT_GUARD = 1024 };

const unsigned type_sizes[TYPES] = {
    4, 4, 8, 1, 1, 2, 2, 4, 8, 2, 16, 8, 4, sizeof(struct point), sizeof(struct settings)};

static uint64_t state = 1;

static unsigned draw(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 32);
}

/* -2 .. 2 */
static float some_float(void)
{
    return (float)((int)(draw() % 4097) - 2048) / 1024;
}

static void set_element(parameter_number number, char *at, size_t index)
{
    static const unsigned short halves[] = {0x0000, 0x3c00, 0xbc00, 0x3800, 0x4000, 0x3555, 0xc200, 0x4248};
    float four[4] = {some_float(), some_float(), some_float(), some_float()};
    double wide = four[0];
    long long bits = (long long)((uint64_t)draw() << 10) - (1ll << 41);
    struct point point = {four[0], four[1], four[2], (int)(draw() % 16)};
    int pair[2] = {(int)(draw() % 2001) - 1000, (int)(draw() % 2001) - 1000};
    unsigned any = draw();
    switch (parameters[number].type) {
    case TYPE_FLOAT:
        if (number == P_sums) /* of whole numbers: no order of threads rounds */
            four[0] = (float)(any % 64);
        memcpy(at, four, 4);
        break;
    case TYPE_FLOAT4: memcpy(at, four, 16); break;
    case TYPE_DOUBLE: memcpy(at, &wide, 8); break;
    case TYPE_HALF: memcpy(at, &halves[any % 8], 2); break;
    case TYPE_LONG: memcpy(at, &bits, 8); break;
    case TYPE_POINT: memcpy(at, &point, sizeof point); break;
    case TYPE_INT:
        if (number == P_idx)
            pair[0] = (int)(any % GATHER_ELEMENTS);
        if (number == P_rows) /* rises by 0 to 6 */
            pair[0] = index == 0 ? 0
                                 : ((int *)(void *)at)[-1] +
                                       (index > INPUT_GUARD && index < INPUT_GUARD + 4096 ? (int)(any >> 8) % 7 : 0);
        if (number == P_lowest)
            pair[0] = index % COUNTERS < 32 ? 0x7fffffff : -0x7fffffff;
        memcpy(at, pair, 4);
        break;
    case TYPE_INT2: memcpy(at, pair, 8); break;
    default: memcpy(at, &any, type_sizes[parameters[number].type]);
    }
}

void make_arena(arena *made)
{
    *made = (arena){0};
    for (int pass = 0; pass < 2; pass++) { /* inputs, outputs */
        for (unsigned i = 0; i < PARAMETERS; i++) {
            parameter_kind kind = parameters[i].kind;
            if (kind == PARAMETER_VALUE || (kind == PARAMETER_INPUT) != (pass == 0))
                continue;
            size_t size = type_sizes[parameters[i].type], guard = pass == 0 ? INPUT_GUARD : OUTPUT_GUARD;
            size_t count = kind == PARAMETER_INPUT    ? INPUT_ELEMENTS
                           : kind == PARAMETER_OUTPUT ? OUTPUT_ELEMENTS
                           : kind == PARAMETER_BLOCK  ? BLOCK_RESULTS
                                                      : COUNTERS;
            made->start[i] = made->size;
            made->length[i] = (count + 2 * guard) * size;
            made->begin[i] = made->size + guard * size;
            made->size += (made->length[i] + 63) / 64 * 64;
        }
        if (pass == 0)
            made->inputs = made->size;
    }
    made->initial = calloc(1, made->size);
    if (!made->initial)
        abort();
    for (unsigned i = 0; i < PARAMETERS; i++) {
        if (parameters[i].kind == PARAMETER_VALUE)
            continue;
        size_t size = type_sizes[parameters[i].type];
        for (size_t j = 0; j < made->length[i] / size; j++)
            set_element((parameter_number)i, made->initial + made->start[i] + j * size, j);
    }
}
