/* The engine `compare` (LANEWISE_ENGINE): each launch runs on fibers and then, from the same memory, fused; what differs is
 * an error, unless it depends on the order of threads.
 *
 * One worker runs everything, so nothing else of the device runs while a launch is compared.
 */
#ifndef LW_CPU_COMPARE_H
#define LW_CPU_COMPARE_H

#include "cpu.h"

/* ---- compare_memory.c: what kernels can write ---- */
typedef enum lw_cpu_region_kind { LW_CPU_DEVICE, LW_CPU_PINNED, LW_CPU_SYMBOL, LW_CPU_HEAP } lw_cpu_region_kind;

typedef struct lw_cpu_region {
    lw_cpu_region_kind kind;
    char *begin;
    size_t size;
    size_t place;      /* of its bytes in a copy */
    uintptr_t made_at; /* where the program called lw_malloc() or the like, in code; 0: not known */
    const lw_symbol *symbol;
} lw_cpu_region;

/* All of it, as a launch begins; the heap of malloc() in kernels is not among these. */
typedef struct lw_cpu_regions {
    lw_cpu_region *region;
    size_t count, bytes; /* bytes of a copy */
} lw_cpu_regions;

typedef struct lw_cpu_memory_copy {
    char *bytes;
    size_t size;
    emu_heap_copy heap;
} lw_cpu_memory_copy;

bool lw_cpu_regions_list(lw_cpu_compare *compare, const lw_kernel *kernel,
                         lw_cpu_regions *regions);                                /* false: no memory */
bool lw_cpu_memory_save(const lw_cpu_regions *regions, lw_cpu_memory_copy *copy); /* the same */
void lw_cpu_memory_restore(const lw_cpu_regions *regions, const lw_cpu_memory_copy *copy);
void lw_cpu_memory_forget(lw_cpu_memory_copy *copy);

/* Whether the log gets a line for the kernel: at the first call for it. */
bool lw_cpu_compare_logs(lw_cpu_compare *compare, const lw_kernel *kernel);

/* ---- compare_words.c: which words differ ---- */
enum { LW_CPU_WORD = 4 };
typedef struct lw_cpu_word {
    lw_cpu_region region; /* of the heap, its memory */
    size_t offset;        /* a multiple of LW_CPU_WORD; the region may end within the word */
    uint32_t before, fibers, fused;
} lw_cpu_word;

/* Words whose value fused is not that on fibers. */
typedef struct lw_cpu_words {
    lw_cpu_word *word;
    size_t count, room; /* at most LW_CPU_MOST_WORDS are listed */
    size_t all;         /* all that differ, except these: */
    size_t nans;        /* NaNs of either sign, which C leaves open */
    bool lost;          /* there was no memory to list them */
} lw_cpu_words;
enum { LW_CPU_MOST_WORDS = 1 << 20 };

/* Those that differ from the copy now. */
void lw_cpu_words_find(const lw_cpu_regions *regions, const lw_cpu_memory_copy *before,
                       const lw_cpu_memory_copy *fibers, lw_cpu_words *words);
/* Takes those out whose value now is not that on fibers: fibers in another order have another value there, too. */
void lw_cpu_words_drop_ordered(lw_cpu_words *words);

/* ---- compare_report.c ---- */
typedef struct lw_cpu_difference {
    const emu_grid *grid;
    const lw_cpu_words *words; /* null: nothing is known of memory, as an engine faulted */
    const emu_writer *writers; /* of the first words, on fibers */
    unsigned writer_count;
    size_t ordered;                             /* words that depend on the order of threads alone */
    const emu_prints *fibers, *fused;           /* what printf() left, where that differs; else null */
    const emu_fault *fiber_fault, *fused_fault; /* where one engine faulted alone; else null */
} lw_cpu_difference;

/* A sentence, then lines. */
void lw_cpu_difference_text(const lw_cpu_difference *difference, char *sentence, size_t sentence_size, char *lines,
                            size_t lines_size);
bool lw_cpu_prints_equal(const emu_prints *a, const emu_prints *b); /* in whatever order */

#endif
