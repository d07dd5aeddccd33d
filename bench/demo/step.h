/* A line of the demo's table: one kernel on one device, timed and compared. */
#ifndef DEMO_STEP_H
#define DEMO_STEP_H

#include <stdbool.h>

#include <lanewise/host.h>

enum { STEP_BUFFERS = 4, STEP_DEVICES = 2 };

typedef enum step_type { STEP_BYTE, STEP_WORD, STEP_FLOAT, STEP_DOUBLE } step_type; /* unsigned char, unsigned, ... */

/* Device memory that the step uses. */
typedef struct step_buffer {
    const void *host; /* copied in before every run; null: zeroed */
    size_t size;      /* bytes; 0: no buffer */
} step_buffer;

typedef struct step {
    const char *kernel;               /* its name in the table */
    char size[24];                    /* and its size */
    double bytes, flops;              /* of one run; the table shows GFLOP/s where there are flops, else GB/s */
    step_buffer buffer[STEP_BUFFERS]; /* the first holds the result */
    step_type type;                   /* of the result */
    size_t count;                     /* its elements */
    const void *expected;             /* from the plain C reference */
    step_type expected_type;
    double tolerance; /* the largest allowed difference, relative as in the table */
    /* Queues the work once; device[i] is the memory of buffer[i]. */
    lw_status (*launch)(lw_stream *stream, const struct step *step, void *const device[STEP_BUFFERS]);
    const void *parameters; /* for launch */
} step;

/* The devices that take part. */
typedef struct step_devices {
    int count;
    lw_device *device[STEP_DEVICES];
    const char *name[STEP_DEVICES];
} step_devices;

void step_print_heading(const step_devices *devices);

/* Runs the step on every device and prints its lines; `result` (count elements, may be null) receives what the first
 * device computed. True where every device's result is right. */
bool step_run(const step *s, const step_devices *devices, void *result);

#endif
