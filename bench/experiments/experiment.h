/* Experiments: measurements that show how a device behaves. Each prints lines of a variant, an x and a value. */
#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include <stdbool.h>

#include <lanewise/launch.h>

/* A running experiment. A failed call prints a sentence and ends the program. */
typedef struct experiment {
    const char *name;
    lw_device *device;
    lw_device_properties properties;
    lw_event *start, *stop;
    bool quick;
} experiment;

typedef struct experiment_entry {
    const char *name, *title, *x, *y; /* what the axes are */
    void (*run)(experiment *e);
} experiment_entry;
extern const experiment_entry experiments[]; /* the last has no name */

void experiment_check(lw_status status, const char *call);
#define TRY(call) experiment_check(call, #call)

void *experiment_memory(experiment *e, size_t bytes); /* of the device, zeros */
void experiment_print(const experiment *e, const char *variant, double x, double value);
/* Milliseconds of the device's work that `work` queues in the stream, the least of several; the first runs are not counted. */
double experiment_time(experiment *e, lw_stream *stream, void (*work)(void *data), void *data);
/* The same by the host's clock, until the whole device has finished. */
double experiment_host_time(experiment *e, void (*work)(void *data), void *data);

void experiment_offset(experiment *e);
void experiment_stride(experiment *e);
void experiment_persisting(experiment *e);
void experiment_zero_copy(experiment *e);
void experiment_overlap(experiment *e);
void experiment_shared_copy(experiment *e);
void experiment_occupancy(experiment *e);
void experiment_divergence(experiment *e);
void experiment_concurrency(experiment *e);
void experiment_host_work(experiment *e);
void experiment_threads(experiment *e);

#endif
