/* Copies that the threads of a group begin together and end together. As in CUDA, copies from global to shared memory
 * in aligned words of 4, 8 or 16 bytes are asynchronous; other copies are made at once. */
#ifndef LW_CPU_GROUPS_COPY_H
#define LW_CPU_GROUPS_COPY_H

#include "../../../api/lanewise/preprocessor.h"
#include "groups_sync.h"
#include "groups_types.h"
#include "place.h"

/* Copies `count` words of `word` bytes; a thread copies word LW_CPU_COPY_SHARE of its number, and each `size` after it. */
LW_CPU_INLINE void lw_cpu_copy_words(lw_cpu_group group, char *to, const char *from, size_t word, size_t count)
{
    for (size_t i = LW_CPU_COPY_SHARE(group.rank, group.size); i < count; i += group.size)
        __builtin_memcpy(to + i * word, from + i * word, word);
}

LW_CPU_INLINE void lw_cpu_copy_words_async(lw_cpu_group group, char *to, const char *from, size_t word, size_t count,
                                           const emu_site *site)
{
    if (LW_CPU_SYNCHRONOUS_COPIES) { /* neighbouring threads copy neighbouring words */
        lw_cpu_copy_words(group, to, from, 4, word / 4 * count);
        return;
    }
    if (emu_space_of(to) != EMU_SPACE_SHARED || emu_space_of(from) != EMU_SPACE_GLOBAL) {
        lw_cpu_copy_words(group, to, from, word, count);
        return;
    }
    for (size_t i = group.rank; i < count; i += group.size)
        emu_copy_async(to + i * word, from + i * word, word, 0, site);
}

/* The widest word, 16 bytes at most, for which both addresses have the same misalignment. */
LW_CPU_INLINE size_t lw_cpu_common_word(const char *to, const char *from)
{
    uintptr_t differ = ((uintptr_t)to ^ (uintptr_t)from) & 15;
    return differ ? differ & -differ : 16;
}

/* `alignment`: the elements'. From 4 bytes on, only whole words of that alignment are copied. */
LW_CPU_INLINE void lw_cpu_group_copy(lw_cpu_group group, void *to_memory, const void *from_memory, size_t size,
                                     size_t alignment, const emu_site *site)
{
    char *to = (char *)to_memory;
    const char *from = (const char *)from_memory;
    if (alignment >= 4) {
        size_t word = alignment < 16 ? alignment : 16;
        lw_cpu_copy_words_async(group, to, from, word, size / word, site);
    } else {
        size_t word = lw_cpu_common_word(to, from);
        if (word < alignment || size < word)
            word = alignment;
        if (word < 4) {
            lw_cpu_copy_words(group, to, from, word, size / word);
        } else {
            size_t before = -(uintptr_t)from & (word - 1), whole = (size - before) / word;
            lw_cpu_copy_words(group, to, from, 1, before);
            lw_cpu_copy_words_async(group, to + before, from + before, word, whole, site);
            lw_cpu_copy_words(group, to + before + whole * word, from + before + whole * word, 1,
                              size - before - whole * word);
        }
    }
    emu_copy_commit();
}

#define lw_group_memcpy_async(...) LW_PP_CAT(LW_CPU_MEMCPY_ASYNC_, LW_PP_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define LW_CPU_MEMCPY_ASYNC_4(group, to, from, size) LW_CPU_MEMCPY_ASYNC(group, to, from, size)
#define LW_CPU_MEMCPY_ASYNC_5(group, to, to_count, from, from_count)                                                   \
    LW_CPU_MEMCPY_ASYNC(group, to, from, lw_cpu_min_size(to_count, from_count) * sizeof *(to))
#define LW_CPU_MEMCPY_ASYNC(group, to, from, size)                                                                     \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_BLOCK_OR_LANES(group, "lw_group_memcpy_async");                                                   \
        LW_CPU_EXPRESSION_ASSERT(__builtin_types_compatible_p(__typeof__(*(to)), __typeof__(*(from))),                 \
                                 "lw_group_memcpy_async copies between elements of one type");                         \
        lw_cpu_group_copy((group).it, to, from, size, __alignof__(__typeof__(*(to))),                                  \
                          LW_CPU_SITE("lw_group_memcpy_async"));                                                       \
    })

LW_CPU_INLINE size_t lw_cpu_min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Each thread waits for its own copies, then for the group. */
#define lw_group_wait(group) LW_CPU_WAIT_FOR_COPIES("lw_group_wait", group, 0)
#define lw_group_wait_prior(group, stages) LW_CPU_WAIT_FOR_COPIES("lw_group_wait_prior", group, stages)
#define LW_CPU_WAIT_FOR_COPIES(name, group, stages)                                                                    \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_BLOCK_OR_LANES(group, name);                                                                      \
        LW_CPU_EXPRESSION_ASSERT((stages) >= 0, name " takes a constant number of copies to leave out");               \
        emu_copy_wait(stages);                                                                                         \
        lw_cpu_group_sync((group).it, LW_CPU_SITE(name));                                                              \
    })

#endif
