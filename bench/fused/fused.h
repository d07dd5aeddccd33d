/* The bench of the CPU engines: Lanewise's kernels, and the same algorithms by hand, in OpenMP and in OpenCL.
 *
 * A subject is a kernel at one size with all its contenders. A way is how a contender runs it: on an engine, by
 * hand, ... Every contender lives in its own process (child.c), which has its own environment, opens its device, and
 * gives a right answer before it is timed. */
#ifndef FUSED_H
#define FUSED_H

#include <bench/bench.h>
#include <lanewise/launch.h>

enum { FUSED_BUFFERS = 6, FUSED_ARGUMENTS = 6, FUSED_CONTENDERS = 16, FUSED_SUBJECTS = 40 };

/* ---- subjects ---- */
typedef enum fused_type { FUSED_F32, FUSED_U32, FUSED_U8 } fused_type;

typedef struct fused_buffer {
    fused_type type;
    size_t count;
    bool is_input, is_output; /* inputs are filled with random numbers: floats in [-1, 1), all words, all bytes */
} fused_buffer;

/* How its OpenCL twin is launched. `source` null: it has none; `why` is the reason. */
typedef struct fused_opencl {
    const char *source, *kernel, *why;
    size_t global[2], local[2]; /* work-items */
    struct {
        enum { FUSED_END, FUSED_BUFFER, FUSED_UINT, FUSED_FLOAT } kind;
        unsigned number; /* of the buffer, or what is passed */
        float real;
    } argument[FUSED_ARGUMENTS];
} fused_opencl;

typedef struct fused_subject fused_subject;
struct fused_subject {
    const char *name, *size_text;
    size_t size;      /* elements, or a side */
    bool flat;        /* without barriers and shuffles */
    bool scales;      /* bound by arithmetic, so that it shows the gain of more threads */
    bool is_products; /* it mainly multiplies and adds: a percentage of the peak makes sense */
    double bytes, flops;
    fused_buffer buffer[FUSED_BUFFERS];
    bool clears; /* the output must be zero at the start; the launcher does that by itself */
    /* An answer g for an expected e is right if |g - e| <= absolute + relative |e|. Both 0: exactly. */
    double absolute, relative;
    lw_kernel *kernel;
    void (*fill)(const fused_subject *self, int buffer, void *memory); /* makes an input; null: random numbers */
    /* The output of a plain serial loop over the inputs. */
    void (*reference)(const fused_subject *self, void *const *buffer, double *expected);
    lw_status (*launch)(const fused_subject *self, lw_stream *stream, void *const *buffer);
    /* Blocks first .. last - 1 of `blocks`. */
    void (*hand)(const fused_subject *self, size_t first, size_t last, void *const *buffer);
    size_t blocks;
    void (*openmp)(const fused_subject *self, void *const *buffer, int threads); /* may be null */
    fused_opencl opencl;
    fused_subject *next;
};

void fused_register(fused_subject *subject);
const fused_subject *fused_subjects(void); /* the flat ones first, then by name */

#define FUSED_SUBJECT(subject_)                                                                                        \
    __attribute__((constructor)) static void subject_##_register(void)                                                 \
    {                                                                                                                  \
        fused_register(&subject_);                                                                                     \
    }                                                                                                                  \
    _Static_assert(1, "")

/* ---- data shared by all contenders of a subject ---- */
typedef struct fused_data {
    void *input[FUSED_BUFFERS]; /* null where the buffer is no input */
    double *expected;
    int output; /* which buffer */
} fused_data;

bool fused_data_make(fused_data *data, const fused_subject *subject); /* false: no memory */
void fused_data_free(fused_data *data);
size_t fused_bytes(const fused_buffer *buffer);
bool fused_right(const fused_data *data, const fused_subject *subject, const void *output, char *message, size_t size);

/* ---- contenders ---- */
typedef struct fused_entry fused_entry;

/* The three functions run in the contender's own process. */
typedef struct fused_way {
    bool (*open)(fused_entry *entry);          /* ready to run, inputs in place */
    bool (*run)(fused_entry *entry);           /* once, to its end */
    const void *(*output)(fused_entry *entry); /* on the host; null where there is nothing to check */
} fused_way;

struct fused_entry {
    const fused_way *way;
    const fused_subject *subject;
    const fused_data *data;
    const char *variant; /* fiber, fused, hand, openmp, pocl, pocl-loops ... */
    const char *setting; /* the engine, or PoCL's method; null: unset */
    int threads;
    bool is_processor_time; /* a sample is its threads' processor time divided by their number, not elapsed time */
    bool skipped;           /* could not run here, which is not a failure */
    char folder[40];        /* for PoCL's cache */
    char message[200];      /* why it failed or was skipped */
    void *buffer[FUSED_BUFFERS];
    int process, to, from; /* the parent's side */
};

extern const fused_way fused_on_engine, fused_by_hand, fused_by_openmp, fused_by_opencl, fused_peak;

bool fused_host_buffers(fused_entry *entry); /* copies of the inputs in entry->buffer, aligned, in the child */

/* Starts the entry's process and waits until it has given a right answer; false with entry->message. */
bool fused_start(fused_entry *entry, double limit_s);
void fused_stop(fused_entry *entry);
double fused_time(bench_contender *self, unsigned repeats); /* bench_contender.time; its context is the entry */

bool fused_has_copy(const lw_kernel *kernel); /* for the fused engine */
bool fused_has_opencl(void);
bool fused_has_openmp(void);
double fused_peak_flops(void); /* of one run of fused_peak */

/* ---- results ---- */
typedef struct fused_row {
    const fused_subject *subject;
    bench_contender contender[FUSED_CONTENDERS];
    fused_entry entry[FUSED_CONTENDERS];
    unsigned count;
    double ratio[4]; /* Lanewise's speed as a multiple of hand's, openmp's, pocl's, the best of pocl's; NAN: none */
} fused_row;

typedef struct fused_options {
    const char *pattern;
    bool json, list;
    int threads;
    unsigned runs;
} fused_options;

/* The timed contender of that name and thread count, or null. */
const bench_contender *fused_find(const fused_row *row, const char *variant, int threads);
/* The engine of the ratios: fused if it ran, else the other. */
const bench_contender *fused_ours(const fused_row *row, int threads);

void fused_describe(const fused_options *options);
void fused_report(const fused_options *options, fused_row *row);
/* Prints the summary. `peak`: multiply-adds in registers, on one thread, then on all if more are used. */
void fused_summary(const fused_options *options, const fused_row *row, unsigned rows, const fused_row *peak);

#endif
