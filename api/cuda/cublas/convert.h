/* Numbers of 16 bits as float, and back, rounded to nearest even. */
#ifndef LANEWISE_CUBLAS_CONVERT_H
#define LANEWISE_CUBLAS_CONVERT_H

#include <stdint.h>
#include <string.h>

#include "../library_types.h"

/* Without calls, as clang and gcc make of _Float16 on processors that may lack its instructions. */
static inline float convert_half(uint16_t bits)
{
    uint32_t wide = (uint32_t)(bits & 0x7fff) << 13, special = (uint32_t)(bits & 0x7fff) << 13 | 0x7f800000;
    float value;
    memcpy(&value, (bits & 0x7c00) == 0x7c00 ? &special : &wide, sizeof value);
    if ((bits & 0x7c00) != 0x7c00)
        value *= 0x1p112f; /* the difference of the exponents' biases; exact, also of denormals */
    return bits & 0x8000 ? -value : value;
}

static inline float convert_bfloat16(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static inline uint16_t convert_to_bfloat16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Number `i` of an array of the type: of 8 or 16 bits, or float. */
static inline float convert_from(const void *array, cudaDataType type, size_t i)
{
    switch ((int)type) {
    case CUDA_R_16F: return convert_half(((const uint16_t *)array)[i]);
    case CUDA_R_16BF: return convert_bfloat16(((const uint16_t *)array)[i]);
    case CUDA_R_8I: return (float)((const int8_t *)array)[i];
    default: return ((const float *)array)[i];
    }
}

/* Of 16 bits, or float. */
static inline void convert_to(void *array, cudaDataType type, size_t i, float value)
{
    switch ((int)type) {
    case CUDA_R_16F: ((_Float16 *)array)[i] = (_Float16)value; break;
    case CUDA_R_16BF: ((uint16_t *)array)[i] = convert_to_bfloat16(value); break;
    default: ((float *)array)[i] = value;
    }
}

#endif
