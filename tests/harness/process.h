/* A second process for a case: the test program again, with the same case, and a socket between the two.
 *
 *     TEST(row, R27_memory_in_two_processes, .isolated = true)
 *     {
 *         struct process other;
 *         if (process_started_this(&other)) {
 *             import(t, &other);                 the second process
 *         } else {
 *             CHECK_CALL(process_start(t, &other)); the first one
 *             export(t, &other);
 *             process_end(t, &other);
 *         }
 *     }
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <sys/types.h>
#include <tests/harness/test.h>

struct process {
    int socket; /* to the other process */
    pid_t id;   /* of the second process, in the first one; 0: it has ended */
};

/* Whether this is the second process; then `other` is the first. */
bool process_started_this(struct process *other);
/* Starts the second process; fails the test where it cannot. */
void process_start(struct test *t, struct process *other);
/* Waits until the second process has ended, or kills it where the test has failed; fails the test where the other one has. */
void process_end(struct test *t, struct process *other);

/* Sends bytes and, if not -1, a file descriptor; receives them (-1: there was none). Fails the test after ten seconds without. */
void process_send(struct test *t, const struct process *other, const void *data, size_t size, int descriptor);
void process_receive(struct test *t, const struct process *other, void *data, size_t size, int *descriptor);
/* One byte: the other process has come as far. */
void process_tell(struct test *t, const struct process *other);
void process_wait(struct test *t, const struct process *other);

#endif
