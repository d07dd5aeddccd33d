/* The cache of compiled kernel files: a folder with a file for each, which has what the compilation depended on, what the
 * compiler said, and the shared library. It is an aid: where it cannot be used, the compiler runs. */
#ifndef LW_LIBRARY_CACHE_H
#define LW_LIBRARY_CACHE_H

#include "library.h"
#include "temporary.h"

typedef struct lw_bytes {
    char *data; /* free() frees it */
    size_t size, capacity;
} lw_bytes;

/* library_key.c */
uint64_t lw_hash(const void *data, size_t size);
bool lw_bytes_add(lw_bytes *bytes, const void *data, size_t size); /* false: no memory */
/* Whether a compilation may be left out: it does nothing but compile. */
bool lw_compile_repeats(const lw_compiler_run *run);
/* All that the compilation depends on and is known before it. `own`: the library that the code is linked with. */
bool lw_compile_key(const lw_compiler_run *run, const char *compiler, const char *own, lw_bytes *key);
/* The files that were included, with their contents' hashes; those in `folder` are left out. False: they cannot be read, or the
 * code depends on the time. */
bool lw_compile_inputs(const char *rule_path, const char *folder, lw_bytes *inputs);
bool lw_compile_inputs_same(const char *inputs, size_t size);

/* library_cache.c */
typedef struct lw_cache {
    char folder[LW_TEMPORARY_NAME]; /* empty: no cache */
    uint64_t limit;                 /* bytes of all files */
} lw_cache;

/* Reads the settings LANEWISE_CACHE_DISABLE, _PATH and _MAXSIZE. */
lw_status lw_cache_open(const char *function, lw_context *context, lw_cache *cache);
/* The shared library of an earlier compilation, loaded; its log is in *log, which the caller frees. Null: there is none. */
void *lw_cache_find(const lw_cache *cache, const lw_bytes *key, char **log);
/* Keeps a shared library, and removes those not used for longest if they are too many. */
void lw_cache_keep(const lw_cache *cache, const lw_bytes *key, const lw_bytes *inputs, const char *log,
                   const char *library_path);

#endif
