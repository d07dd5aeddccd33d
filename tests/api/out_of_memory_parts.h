/* Small programs that together make every call which allocates: for the tests that fail each allocation in turn. */
#ifndef API_OUT_OF_MEMORY_PARTS_H
#define API_OUT_OF_MEMORY_PARTS_H

#include <lanewise/host.h>

struct scenario {
    lw_device *device;
    lw_stream *stream;
    int *memory;      /* 64 numbers */
    const char *step; /* the latest call made */
};

/* Opens the device, makes the stream and the memory, runs a part. The first failure ends it; the caller closes the device.
 * Allocation `fails` is to fail, counted from the start in part 0, and in others from where the part itself starts; 0: none. */
lw_status run_scenario(struct scenario *s, const char *device, int part, int fails);

extern const int scenario_parts;

#endif
