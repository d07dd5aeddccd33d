/* Shared by the tests of faults. */
#ifndef FAULT_H
#define FAULT_H

#include <stdlib.h>
#include <tests/machine/device/barrier.h>
#include <tests/harness/arrays.h>

/* Checks that the launch was accepted and ended with `status`, that the device returns it until a reset, and then
 * runs kernels as before. Returns the report, valid until the next call, or null with the test failed. On a CUDA
 * device, which needs a new process, only the status is checked. */
const char *fault_expect(struct test *t, lw_status launched, lw_status status);

/* Checks that the report places the fault at file:line. A build without debug information has only addresses. */
void fault_place(struct test *t, const char *report, const char *file, int line);

/* Checks that the report names the thread, such as "thread (7,0,0)". For a memory fault in a work-item loop, which
 * belongs to no particular thread, it may say that instead, and how to find the thread. */
void fault_thread(struct test *t, const char *report, const char *thread);

/* A CPU device of its own in a process of its own, with the variable of the environment set. */
void fault_open(struct test *t, const char *variable, const char *value);
void fault_close(struct test *t);
/* Devices opened later run no fused kernels: those do at once what fibers and checked threads do late. */
void fault_open_no_fused(void);

#endif
