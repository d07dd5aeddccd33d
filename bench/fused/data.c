/* Inputs, expected outputs, and checks of answers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fused.h"

size_t fused_bytes(const fused_buffer *buffer)
{
    return buffer->count * (buffer->type == FUSED_U8 ? 1 : 4);
}

static uint64_t random_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void fill(const fused_buffer *buffer, void *memory, uint64_t seed)
{
    for (size_t i = 0; i < buffer->count; i++) {
        uint64_t bits = random_next(&seed);
        if (buffer->type == FUSED_F32)
            ((float *)memory)[i] = (float)(bits >> 40) * 0x1p-23f - 1.0f;
        else if (buffer->type == FUSED_U32)
            ((uint32_t *)memory)[i] = (uint32_t)bits;
        else
            ((uint8_t *)memory)[i] = (uint8_t)bits;
    }
}

bool fused_data_make(fused_data *data, const fused_subject *subject)
{
    *data = (fused_data){.output = -1};
    for (int i = 0; i < FUSED_BUFFERS; i++) {
        const fused_buffer *buffer = &subject->buffer[i];
        if (buffer->is_output)
            data->output = i;
        if (!buffer->is_input)
            continue;
        data->input[i] = malloc(fused_bytes(buffer));
        if (!data->input[i])
            return false;
        if (subject->fill)
            subject->fill(subject, i, data->input[i]);
        else
            fill(buffer, data->input[i], 20261121u + (unsigned)i);
    }
    data->expected = malloc(subject->buffer[data->output].count * sizeof *data->expected);
    if (data->expected)
        subject->reference(subject, data->input, data->expected);
    return data->expected;
}

void fused_data_free(fused_data *data)
{
    for (int i = 0; i < FUSED_BUFFERS; i++)
        free(data->input[i]);
    free(data->expected);
    *data = (fused_data){.output = -1};
}

bool fused_right(const fused_data *data, const fused_subject *subject, const void *output, char *message, size_t size)
{
    const fused_buffer *buffer = &subject->buffer[data->output];
    for (size_t i = 0; i < buffer->count; i++) {
        double want = data->expected[i];
        double got = buffer->type == FUSED_F32   ? (double)((const float *)output)[i]
                     : buffer->type == FUSED_U32 ? (double)((const uint32_t *)output)[i]
                                                 : (double)((const uint8_t *)output)[i];
        if (fabs(got - want) <= subject->absolute + subject->relative * fabs(want))
            continue;
        snprintf(message, size, "wrong: element %zu is %.9g, not %.9g", i, got, want);
        return false;
    }
    return true;
}
