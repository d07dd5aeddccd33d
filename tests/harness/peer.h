/* A second process for a case: the test program again, with the same case, and a socket between the two.
 *
 *     TEST(row, R7_memory_in_two_processes, .isolated = true)
 *     {
 *         struct peer peer;
 *         if (peer_started_this(&peer)) {
 *             import(t, &peer);                 the second process
 *         } else {
 *             CHECK_CALL(peer_start(t, &peer)); the first one
 *             export(t, &peer);
 *             peer_end(t, &peer);
 *         }
 *     }
 */
#ifndef PEER_H
#define PEER_H

#include <sys/types.h>
#include <tests/harness/test.h>

struct peer {
    int socket; /* to the other process */
    pid_t id;   /* of the second process, in the first one; 0: it has ended */
};

/* Whether this is the second process; then `peer` is the first. */
bool peer_started_this(struct peer *peer);
/* Starts the second process; fails the test where it cannot. */
void peer_start(struct test *t, struct peer *peer);
/* Waits until the second process has ended, or kills it where the test has failed; fails the test where the other one has. */
void peer_end(struct test *t, struct peer *peer);

/* Sends bytes and, if not -1, a file descriptor; receives them (-1: there was none). Fails the test after ten seconds without. */
void peer_send(struct test *t, const struct peer *peer, const void *data, size_t size, int descriptor);
void peer_receive(struct test *t, const struct peer *peer, void *data, size_t size, int *descriptor);
/* One byte: the other process has come as far. */
void peer_tell(struct test *t, const struct peer *peer);
void peer_wait(struct test *t, const struct peer *peer);

#endif
