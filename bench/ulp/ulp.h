/* lanewise-ulp: the distance of each mathematical function from the exact value, in units in the last place.
 *
 * Devices compute; the host's threads compute the reference once and compare every device's results with it. */
#ifndef ULP_H
#define ULP_H

#include <lanewise/host.h>
#include <tests/conformance/W_reference.h>

enum { ULP_DEVICES = 2, ULP_ARGUMENTS = 4, ULP_CHUNK = 1 << 22 };

/* Two regions: arguments with a documented bound in ULP, and arguments with another one or none (math_rule). */
typedef enum ulp_region { ULP_NEAR, ULP_FAR, ULP_REGIONS } ulp_region;

typedef struct ulp_worst {
    double error;             /* in ULP; as a distance where the rule says so */
    double at[ULP_ARGUMENTS]; /* where it was */
    unsigned long long wrong; /* NaN results for an exact value that is a number, or the other way round */
    double wrong_at[ULP_ARGUMENTS];
} ulp_worst;

typedef struct ulp_result {
    unsigned long long points;
    ulp_worst worst[ULP_DEVICES][ULP_REGIONS];
} ulp_result;

typedef struct ulp_device {
    const char *name;
    lw_device *handle; /* null: there is none */
    void *in, *out;
} ulp_device;

/* Every `stride`th float; or `count` random points if the function has several arguments. */
lw_status ulp_sweep_floats(ulp_device *devices, math_function function, unsigned stride, unsigned long long count,
                           ulp_result *result);
/* `count` random points. */
lw_status ulp_sweep_doubles(ulp_device *devices, math_function function, unsigned long long count, ulp_result *result);

/* The region of an argument list, and whether errors there are distances. */
ulp_region ulp_region_of(math_function function, bool single, const double *x);
bool ulp_is_distance(math_function function, ulp_region region);

/* A float function's exact value, in double: the C library's if it is within a few units, else the emulator's double
 * function, whose own errors the double rows show. */
double ulp_reference(math_function function, const double *x);

/* Random arguments of point `index`, the same in every run: of any size, or of the rule's range. */
void ulp_arguments(math_function function, bool single, unsigned long long index, double *x);

#endif
