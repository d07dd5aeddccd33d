/* The engine `compare` (LANEWISE_ENGINE): each launch runs on fibers and then, from the same memory, fused. A
 * difference is an error, unless it depends on the order of threads.
 *
 * The device has one worker, so no other operation runs while a launch is compared.
 */
#ifndef LW_CPU_COMPARE_H
#define LW_CPU_COMPARE_H

#include "cpu.h"

/* ---- compare_memory.c: memory that kernels can write ---- */
typedef enum lw_cpu_region_kind { LW_CPU_DEVICE, LW_CPU_PINNED, LW_CPU_SYMBOL, LW_CPU_HEAP } lw_cpu_region_kind;

typedef struct lw_cpu_region {
    lw_cpu_region_kind kind;
    char *begin;
    size_t size;
    size_t copy_offset; /* bytes, from the start of a lw_cpu_memory_copy */
    uintptr_t made_at;  /* return address of the program's call of lw_malloc() or a similar function; 0: unknown */
    const lw_symbol *symbol;
} lw_cpu_region;

/* All such memory when a launch begins, except the heap of malloc() in kernels. */
typedef struct lw_cpu_regions {
    lw_cpu_region *region;
    size_t count, bytes; /* bytes: size of a copy */
} lw_cpu_regions;

typedef struct lw_cpu_memory_copy {
    char *bytes;
    size_t size;
    emu_heap_copy heap;
} lw_cpu_memory_copy;

bool lw_cpu_regions_list(lw_cpu_compare *compare, const lw_kernel *kernel,
                         lw_cpu_regions *regions);                                /* false: out of memory */
bool lw_cpu_memory_save(const lw_cpu_regions *regions, lw_cpu_memory_copy *copy); /* false: out of memory */
void lw_cpu_memory_restore(const lw_cpu_regions *regions, const lw_cpu_memory_copy *copy);
void lw_cpu_memory_forget(lw_cpu_memory_copy *copy);

/* Whether to log a line about the kernel: true at the first call for it. */
bool lw_cpu_compare_logs(lw_cpu_compare *compare, const lw_kernel *kernel);

/* ---- compare_words.c: which words differ ---- */
enum { LW_CPU_WORD = 4 };
typedef struct lw_cpu_word {
    lw_cpu_region region; /* for a word of the heap: all of the heap */
    size_t offset;        /* a multiple of LW_CPU_WORD; the region may end within the word */
    uint32_t before, fibers, fused;
} lw_cpu_word;

/* Words with different values fused and on fibers. */
typedef struct lw_cpu_words {
    lw_cpu_word *word;
    size_t count, capacity; /* listed words, LW_CPU_MAX_LISTED_WORDS at most */
    size_t all;             /* words that differ, listed or not, without `nans` */
    size_t nans;            /* words that differ in the sign or kind of a NaN only, which C leaves open */
    bool incomplete;        /* out of memory: not all are listed */
} lw_cpu_words;
enum { LW_CPU_MAX_LISTED_WORDS = 1 << 20 };

/* Finds the words whose present value differs from `fibers`. */
void lw_cpu_words_find(const lw_cpu_regions *regions, const lw_cpu_memory_copy *before,
                       const lw_cpu_memory_copy *fibers, lw_cpu_words *words);
/* Removes words whose present value is not `fibers`: another order of threads changed them on fibers, too. */
void lw_cpu_words_drop_order_dependent(lw_cpu_words *words);

/* ---- compare_report.c ---- */
typedef struct lw_cpu_difference {
    const emu_grid *grid;
    const lw_cpu_words *words; /* null: memory was not compared, because an engine faulted */
    const emu_writer *writers; /* of the first words, on fibers */
    unsigned writer_count;
    size_t ordered;                             /* count of words that depend on the order of threads */
    const emu_prints *fibers, *fused;           /* printed records, if they differ; else null */
    const emu_fault *fiber_fault, *fused_fault; /* the fault, if only one engine faulted; else null */
} lw_cpu_difference;

/* Writes a summary to `sentence` and the details to `lines`. */
void lw_cpu_difference_text(const lw_cpu_difference *difference, char *sentence, size_t sentence_size, char *lines,
                            size_t lines_size);
bool lw_cpu_prints_equal(const emu_prints *a, const emu_prints *b); /* in any order */

#endif
