/* Small programs that together make every call which allocates: for the tests that fail each allocation in turn. */
#ifndef API_OUT_OF_MEMORY_PARTS_H
#define API_OUT_OF_MEMORY_PARTS_H

#include <lanewise/host.h>

struct scenario {
    lw_device *device;
    lw_stream *stream;
    const char *device_name;
    int *memory;      /* 64 numbers */
    const char *step; /* the latest call made */
};

/* Opens the device, makes the stream and the memory, runs a part. The first failure ends it; the caller closes the device.
 * Allocation `fails` is to fail, counted from the start in part 0, and in others from where the part itself starts; 0: none. */
lw_status run_scenario(struct scenario *s, const char *device, int part, int fails);

/* The number of the last part, which compiles kernels: out_of_memory_of_libraries() alone runs that one. */
extern const int scenario_parts;

/* Parts in a file of their own (out_of_memory_calls.c). */
lw_status copy_each_way(struct scenario *s);
lw_status change_graphs(struct scenario *s);
lw_status ask(struct scenario *s);
lw_status use_library(struct scenario *s);

/* A call of a part. */
#define STEP(function, ...)                                                                                            \
    do {                                                                                                               \
        s->step = #function;                                                                                           \
        lw_status step_status = function(__VA_ARGS__);                                                                 \
        if (step_status)                                                                                               \
            return step_status;                                                                                        \
    } while (0)

#endif
