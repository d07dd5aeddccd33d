/* Shared by the parts of the harness; tests include test.h. */
#ifndef HARNESS_H
#define HARNESS_H

#include "test.h"

enum { TEST_PASSED = 0, TEST_FAILED = 1, TEST_SKIPPED = 77 }; /* also the exit status of a case run with --case */

struct test_case *test_cases(void);
uint64_t test_mix(uint64_t *state);
uint64_t test_seed_of(uint64_t seed, const char *suite, const char *name);
void test_print_comment(const char *text);

/* The second device of a case that needs two (peer.c). Sets LANEWISE_CPU_DEVICES for such a case, or sets it back; the name of
 * the peer of t->device_name, or false: the case is skipped. */
void test_set_devices(bool two);
bool test_peer_name(struct test *t, char *name, size_t size);

/* Registers a correctness case for every variant of every kernel case, and one that compares devices. */
void test_register_kernel_cases(void);

/* Runs this program again as `self --case NAME --seed SEED --slow SLOW`, NAME being suite/name or suite/name@device.
 * Returns its result. Its output is printed if it failed, and the reason of a skip is copied to `reason`. After
 * `seconds` it is killed, with all its processes. */
int test_run_isolated(const char *name, uint64_t seed, unsigned slow, unsigned seconds, char *reason, size_t size);

/* Prints the name of the running case if the process dies or exceeds `seconds`; null ends the watch. */
void test_watch(const char *name, unsigned seconds);

#endif
