/* Words in which two runs of a kernel differ. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"

enum { PAGE = 4096 };

static uint32_t value_of(const char *bytes, size_t left)
{
    uint32_t value = 0;
    memcpy(&value, bytes, left < LW_CPU_WORD ? left : LW_CPU_WORD);
    return value;
}

static void add(lw_cpu_words *words, const lw_cpu_word *word)
{
    words->all++;
    if (words->count >= LW_CPU_MAX_LISTED_WORDS)
        return;
    if (words->count == words->capacity) {
        size_t capacity = words->capacity ? 2 * words->capacity : 64;
        lw_cpu_word *more = lw_allocation_fails() ? NULL : realloc(words->word, capacity * sizeof *more);
        words->incomplete |= !more;
        if (!more)
            return;
        words->word = more;
        words->capacity = capacity;
    }
    words->word[words->count++] = *word;
}

/* A floating-point format; for a double, its upper half. */
typedef struct format {
    unsigned bits;
    uint32_t exponent, quiet; /* bit masks */
} format;

/* Whether the words differ only in NaNs, and these only in sign or in the quiet bit: C leaves that open, and compilers
 * use it. */
static bool differ_by_nans(uint32_t a, uint32_t b, const format *of)
{
    uint32_t mask = of->bits == 32 ? UINT32_MAX : (1u << of->bits) - 1, sign = 1u << (of->bits - 1);
    for (unsigned shift = 0; shift < 32; shift += of->bits) {
        uint32_t one = a >> shift & mask, other = b >> shift & mask, differing = one ^ other;
        uint32_t payload = one & ~(sign | of->exponent | of->quiet);
        bool nans = (one & of->exponent) == of->exponent && (payload || (one & other & of->quiet));
        if (differing && (!nans || (differing & ~(sign | of->quiet))))
            return false;
    }
    return true;
}

static bool are_nans(uint32_t a, uint32_t b)
{
    enum { FLOAT_INFINITY = 0x7f800000, DOUBLE_INFINITY = 0x7ff00000 }; /* these are NaNs in another format */
    static const format formats[] = {{32, 0x7f800000, 0x00400000},
                                     {32, 0x7ff00000, 0x00080000}, /* float, double */
                                     {16, 0x7c00, 0x0200},
                                     {16, 0x7f80, 0x0040}}; /* half, bfloat16 */
    uint32_t number = a & 0x7fffffff;
    if (number == FLOAT_INFINITY || number == DOUBLE_INFINITY)
        return false;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (differ_by_nans(a, b, &formats[i]))
            return true;
    return false;
}

/* `before`: the words before the launch; null: zeros. */
static void find_in(const lw_cpu_region *region, const char *before, const char *fibers, size_t from, size_t end,
                    lw_cpu_words *words)
{
    for (size_t at = from; at < end; at += LW_CPU_WORD) {
        size_t left = end - at;
        uint32_t expected = value_of(fibers + at, left), fused = value_of(region->begin + at, left);
        if (expected != fused && are_nans(expected, fused))
            words->nans++;
        else if (expected != fused)
            add(words, &(lw_cpu_word){*region, at, before ? value_of(before + at, left) : 0, expected, fused});
    }
}

/* Compares memory that is allocated in both heaps: no thread may read the rest. */
static void find_in_heap(const emu_heap_copy *before, const emu_heap_copy *fibers, lw_cpu_words *words)
{
    emu_heap_copy fused;
    if (!fibers->made || !emu_heap_save(&fused))
        return;
    lw_cpu_region heap = {
        .kind = LW_CPU_HEAP, .begin = emu_heap_base(), .size = fibers->size < fused.size ? fibers->size : fused.size};
    enum { UNIT = 16 };
    for (size_t at = 0, end; at < heap.size; at = end) {
        size_t a = emu_heap_allocated(fibers, at), b = emu_heap_allocated(&fused, at), both = a < b ? a : b;
        end = at + (both ? both : UNIT);
        if (!both)
            continue;
        size_t known = before->size > at ? before->size - at : 0;
        find_in(&heap, known >= end - at ? before->memory : NULL, fibers->memory, at, end < heap.size ? end : heap.size,
                words);
    }
    emu_heap_copy_free(&fused);
}

void lw_cpu_words_find(const lw_cpu_regions *regions, const lw_cpu_memory_copy *before,
                       const lw_cpu_memory_copy *fibers, lw_cpu_words *words)
{
    *words = (lw_cpu_words){0};
    for (size_t i = 0; i < regions->count; i++) {
        const lw_cpu_region *region = &regions->region[i];
        for (size_t at = 0, part; at < region->size; at += part) {
            part = region->size - at < PAGE ? region->size - at : PAGE;
            if (memcmp(region->begin + at, fibers->bytes + region->copy_offset + at, part) != 0)
                find_in(region, before->bytes + region->copy_offset, fibers->bytes + region->copy_offset, at, at + part,
                        words);
        }
    }
    find_in_heap(&before->heap, &fibers->heap, words);
}

void lw_cpu_words_drop_order_dependent(lw_cpu_words *words)
{
    size_t kept = 0;
    for (size_t i = 0; i < words->count; i++) {
        const lw_cpu_word *word = &words->word[i];
        if (value_of(word->region.begin + word->offset, word->region.size - word->offset) == word->fibers)
            words->word[kept++] = *word;
    }
    words->count = kept;
}
