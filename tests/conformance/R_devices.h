/* Arrays on either device of a case with two. */
#ifndef R_DEVICES_H
#define R_DEVICES_H

#include <lanewise/launch.h>
#include <tests/harness/test.h>

/* An array of `n` numbers first, first + 1, ... on the device; null, with the test failed, if that failed. */
int *r_numbers(struct test *t, lw_device *device, int n, int first);
/* Checks that the array on the device holds factor * (first + i). */
void r_check(struct test *t, lw_device *device, const int *array, int n, int first, int factor);
int r_read(struct test *t, lw_device *device, const int *word);
/* Whether kernels of t->device can have access to t->peer's memory. */
bool r_can(struct test *t);

#endif
