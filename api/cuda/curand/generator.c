/* Generators, their settings, and versions. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

curandStatus_t random_refuse(curandStatus_t status, const char *function, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lw_error(LW_ERROR_INVALID_VALUE, "%s: %s", function, text);
    return status;
}

#define REQUIRE_GENERATOR()                                                                                            \
    do {                                                                                                               \
        if (!generator)                                                                                                \
            return random_refuse(CURAND_STATUS_NOT_INITIALIZED, __func__,                                              \
                                 "generator is null; curandCreateGenerator() makes one");                              \
    } while (0)

static curandStatus_t create(const char *function, curandGenerator_t *generator, curandRngType_t type, bool host)
{
    lw_stream *stream;
    random_kind kind;
    if (!generator)
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, function, "generator is null");
    switch ((int)type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW: kind = RANDOM_XORWOW; break;
    case CURAND_RNG_PSEUDO_MRG32K3A: kind = RANDOM_MRG32K3A; break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: kind = RANDOM_PHILOX; break;
    default:
        return random_refuse(CURAND_STATUS_TYPE_ERROR, function,
                             "type is %d; expected CURAND_RNG_PSEUDO_DEFAULT, _XORWOW, _MRG32K3A or _PHILOX4_32_10, "
                             "which alone exist here",
                             (int)type);
    }
    int device = 0;
    if (!host && (cudart_stream(&stream, NULL) || cudaGetDevice(&device))) /* opens the device */
        return CURAND_STATUS_INITIALIZATION_FAILED;
    curandGenerator_t made = calloc(1, sizeof *made);
    random_states *states = made ? random_states_new(kind) : NULL;
    if (!states) {
        free(made);
        return random_refuse(CURAND_STATUS_ALLOCATION_FAILED, function, "no memory for a generator");
    }
    made->states = states;
    made->next.count = random_subsequences(kind, CURAND_ORDERING_PSEUDO_DEFAULT);
    made->changed = true;
    made->host = host;
    made->device = device;
    *generator = made;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    CUDART_CALLED();
    return create(__func__, generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    CUDART_CALLED();
    return create(__func__, generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    CUDART_CALLED();
    REQUIRE_GENERATOR();
    if (!generator->host) { /* streams may still have its work */
        int current = generator->device;
        cudaGetDevice(&current);
        cudaSetDevice(generator->device);
        cudaDeviceSynchronize();
        cudaSetDevice(current);
    }
    random_states_free(generator->states);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    if (!version)
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, __func__, "version is null");
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    if (!value || (unsigned)type > PATCH_LEVEL)
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, __func__, value ? "type is no property" : "value is null");
    *value = type == MAJOR_VERSION ? CURAND_VER_MAJOR : type == MINOR_VERSION ? CURAND_VER_MINOR : CURAND_VER_PATCH;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    REQUIRE_GENERATOR();
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
    REQUIRE_GENERATOR();
    if (generator->next.seed == seed)
        return CURAND_STATUS_SUCCESS;
    if (generator->states->kind == RANDOM_PHILOX)
        generator->next.position -= generator->drawn - generator->drawn / RANDOM_PHILOX_UNIT; /* as cuRAND: units */
    generator->drawn = 0;
    generator->next.seed = seed;
    generator->changed = true;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    REQUIRE_GENERATOR();
    generator->next.position = offset;
    generator->drawn = 0;
    generator->changed = true;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    REQUIRE_GENERATOR();
    unsigned count = random_subsequences(generator->states->kind, order);
    if (!count)
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, __func__, "order is %d, no order of this generator",
                             (int)order);
    bool seeded = order == CURAND_ORDERING_PSEUDO_SEEDED;
    generator->changed |= count != generator->next.count || seeded != generator->next.seeded;
    generator->next.count = count;
    generator->next.seeded = seeded;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions)
{
    (void)dimensions;
    REQUIRE_GENERATOR();
    return random_refuse(CURAND_STATUS_TYPE_ERROR, __func__, "the generator's numbers are pseudo-random");
}
