/* Libraries of kernels: what the dispatch's files about them share. */
#ifndef LW_LIBRARY_H
#define LW_LIBRARY_H

#include "dispatch.h"

/* A loaded library: a shared library of the system, or CUDA's own code. */
struct lw_library {
    lw_slot slot;
    lw_device *device;
    lw_context *context;
    pthread_mutex_t lock; /* of the lists */
    void *handle;         /* dlopen()'s; null: CUDA's code */
    lw_module *image;     /* CUDA's code */
    char *name;           /* for messages */
    struct lw_image_kernel *kernels;
    struct lw_image_symbol *symbols;
};

/* Why a shared library cannot be loaded. */
typedef struct lw_load_failure {
    lw_status status;
    const char *message; /* the system's */
} lw_load_failure;

/* library_file.c. Loads a shared library. Null: it cannot. */
void *lw_library_open_file(const char *path, lw_load_failure *failure);
void *lw_library_open_data(const void *data, size_t size, lw_load_failure *failure);
/* Reads a whole file; null: it cannot, and errno says why. The caller frees; a 0 follows the contents. */
char *lw_read_file(const char *path, size_t *size);

/* library_run.c: compiles with lanewise-cc, and loads the result. */
lw_status lw_library_run_compiler(const char *function, lw_context *context, const lw_compiler_run *run, void **handle);

#endif
