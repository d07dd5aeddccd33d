/* What one instruction of a warp costs: sectors of global memory, wavefronts of shared memory. */
#include <string.h>

#include "inside.h"

enum { SECTOR = 32, BANKS = 32, BANK = 4 };

const char *const emu_counter_names[EMU_COUNTERS] = {
    [EMU_COUNT_GLOBAL_LOADS] = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    [EMU_COUNT_GLOBAL_LOAD_SECTORS] = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    [EMU_COUNT_GLOBAL_LOAD_BYTES] = "lanewise__global_load_bytes.sum",
    [EMU_COUNT_GLOBAL_STORES] = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    [EMU_COUNT_GLOBAL_STORE_SECTORS] = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    [EMU_COUNT_GLOBAL_STORE_BYTES] = "lanewise__global_store_bytes.sum",
    [EMU_COUNT_GLOBAL_ATOMICS] = "lanewise__global_atomic_requests.sum",
    [EMU_COUNT_GLOBAL_ATOMIC_SECTORS] = "lanewise__global_atomic_sectors.sum",
    [EMU_COUNT_GLOBAL_ATOMIC_BYTES] = "lanewise__global_atomic_bytes.sum",
    [EMU_COUNT_SHARED_LOADS] = "smsp__inst_executed_op_shared_ld.sum",
    [EMU_COUNT_SHARED_LOAD_WAVEFRONTS] = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    [EMU_COUNT_SHARED_LOAD_CONFLICTS] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    [EMU_COUNT_SHARED_STORES] = "smsp__inst_executed_op_shared_st.sum",
    [EMU_COUNT_SHARED_STORE_WAVEFRONTS] = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    [EMU_COUNT_SHARED_STORE_CONFLICTS] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    [EMU_COUNT_SHARED_ATOMICS] = "lanewise__shared_atomics.sum",
    [EMU_COUNT_ACCESSES] = "lanewise__accesses.sum",
    [EMU_COUNT_ACCESS_THREADS] = "lanewise__thread_accesses.sum",
    [EMU_COUNT_PARTIAL] = "lanewise__partial_accesses.sum",
    [EMU_COUNT_BASIC_BLOCKS] = "lanewise__basic_blocks.sum",
    [EMU_COUNT_BASIC_BLOCK_THREADS] = "lanewise__thread_basic_blocks.sum",
    [EMU_COUNT_DIVERGENT_BRANCHES] = "lanewise__divergent_branches.sum",
    [EMU_COUNT_BARRIERS] = "lanewise__barriers.sum",
    [EMU_COUNT_WARPS] = "lanewise__warps.sum",
    [EMU_COUNT_THREADS] = "lanewise__threads.sum",
};

/* Adds the value to a set, unless it is in it. */
static unsigned add(uintptr_t *set, unsigned count, uintptr_t value)
{
    for (unsigned i = 0; i < count; i++)
        if (set[i] == value)
            return count;
    set[count] = value;
    return count + 1;
}

static void count_global(emu_counts *counts, const emu_count_event *const event[EMU_WARP], unsigned mask)
{
    static const emu_counter first[] = {[EMU_COUNT_LOAD] = EMU_COUNT_GLOBAL_LOADS,
                                        [EMU_COUNT_STORE] = EMU_COUNT_GLOBAL_STORES,
                                        [EMU_COUNT_ATOMIC] = EMU_COUNT_GLOBAL_ATOMICS};
    uintptr_t sectors[EMU_WARP]; /* each access is aligned, so it is in one */
    unsigned count = 0;
    uint64_t bytes = 0, *counter = 0;
    for (unsigned left = mask; left; left &= left - 1) {
        const emu_count_event *each = event[__builtin_ctz(left)];
        counter = &counts->of[first[each->kind]];
        count = add(sectors, count, each->address / SECTOR);
        bytes += each->size;
    }
    counter[0]++;
    counter[1] += count;
    counter[2] += bytes;
}

/* The wavefronts of the lanes in the mask: in each, every bank gives one word, to all lanes that want it. */
static unsigned wavefronts(const emu_count_event *const event[EMU_WARP], unsigned mask)
{
    uintptr_t words[BANKS][EMU_WARP];
    unsigned count[BANKS] = {0}, most = 0;
    for (unsigned left = mask; left; left &= left - 1) {
        const emu_count_event *each = event[__builtin_ctz(left)];
        for (uintptr_t word = each->address / BANK; word <= (each->address + each->size - 1) / BANK; word++) {
            unsigned bank = (unsigned)(word % BANKS);
            count[bank] = add(words[bank], count[bank], word);
            most = count[bank] > most ? count[bank] : most;
        }
    }
    return most;
}

/* Accesses of 8 bytes are made by half warps, of 16 bytes by quarters. */
static void count_shared(emu_counts *counts, const emu_count_event *const event[EMU_WARP], unsigned mask)
{
    const emu_count_event *one = event[__builtin_ctz(mask)];
    if (one->kind == EMU_COUNT_ATOMIC) {
        counts->of[EMU_COUNT_SHARED_ATOMICS]++;
        return;
    }
    uint64_t *counter = &counts->of[one->kind == EMU_COUNT_LOAD ? EMU_COUNT_SHARED_LOADS : EMU_COUNT_SHARED_STORES];
    unsigned size = 0;
    for (unsigned left = mask; left; left &= left - 1)
        size = event[__builtin_ctz(left)]->size > size ? event[__builtin_ctz(left)]->size : size;
    unsigned lanes = size > 8 ? EMU_WARP / 4 : size > 4 ? EMU_WARP / 2 : EMU_WARP;
    unsigned part = lanes == EMU_WARP ? ~0u : (1u << lanes) - 1;
    counter[0]++;
    for (unsigned first = 0; first < EMU_WARP; first += lanes) {
        unsigned some = mask & part << first;
        unsigned needed = some ? wavefronts(event, some) : 0;
        counter[1] += needed;
        counter[2] += needed ? needed - 1 : 0;
    }
}

void emu_count_request(emu_counts *counts, const emu_count_event *const event[EMU_WARP], unsigned mask)
{
    if (event[__builtin_ctz(mask)]->shared)
        count_shared(counts, event, mask);
    else
        count_global(counts, event, mask);
    counts->of[EMU_COUNT_ACCESSES]++;
    counts->of[EMU_COUNT_ACCESS_THREADS] += (unsigned)__builtin_popcount(mask);
}
