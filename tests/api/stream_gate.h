/* A host function that holds its stream until the test opens the gate: work queued after it has not begun. */
#ifndef STREAM_GATE_H
#define STREAM_GATE_H

#include <lanewise/host.h>

struct stream_gate;

/* Queues a gate; null if that failed. Gates are static storage, closed for ten seconds at most, so that a failed check
 * hangs nothing. */
struct stream_gate *gate_close(lw_device *device, lw_stream *stream);
void gate_open(struct stream_gate *gate);

#endif
