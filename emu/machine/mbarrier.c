/* mbarriers: counts of pending arrivals and bytes, in 64 bits of a block's shared memory.
 *
 * A phase completes when no arrivals and no bytes are pending; then the next phase begins. All state is in the 64 bits.
 * The block has a table of its mbarriers. A tag among the bits, a hash of the address, shows that the word has not been
 * overwritten, and that a token is of this mbarrier.
 */
#include "mbarrier.h"

#include "switch.h"

static unsigned tag_of(const uint64_t *barrier)
{
    const emu_worker *owner = emu_shared_owner(barrier, sizeof *barrier);
    uint64_t x = ((uint64_t)((const char *)barrier - owner->shared) + owner->index + 1) * 0x9e3779b97f4a7c15ull;
    return (unsigned)((x ^ x >> 32) >> 20) % ((1 << EMU_TAG_BITS) - 1) + 1; /* never 0 */
}

/* The word of the block's table, and the bit in it, for an mbarrier at the address. */
static uint64_t *table_word(emu_async *async, const emu_worker *owner, const uint64_t *barrier, uint64_t *bit)
{
    size_t slot = (size_t)((const char *)barrier - owner->shared) / sizeof *barrier;
    *bit = 1ull << slot % 64;
    return &async->barriers[slot / 64];
}

void emu_mbarrier_require(const uint64_t *barrier, const emu_site *site)
{
    emu_require_aligned("the barrier", barrier, sizeof *barrier, site);
    const emu_worker *owner = emu_shared_owner(barrier, sizeof *barrier);
    if (!owner)
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "%s: the barrier %p is not in the shared memory of a running block", site->what,
                        (const void *)barrier);
    uint64_t bit;
    if (!owner->async || !(*table_word(owner->async, owner, barrier, &bit) & bit))
        EMU_REFUSE(site, "there is no barrier at %p: not initialised, or invalidated", (const void *)barrier);
    if (emu_mbarrier_unpack(*barrier).tag != tag_of(barrier))
        EMU_REFUSE(site, "the barrier at %p has been overwritten", (const void *)barrier);
}

emu_mbarrier emu_mbarrier_load(const uint64_t *barrier, const emu_site *site)
{
    emu_mbarrier_require(barrier, site);
    emu_require_shared("the barrier", barrier, sizeof *barrier, site);
    return emu_mbarrier_unpack(*barrier);
}

/* Stores the state; completes the phase if nothing is pending. */
static void store(uint64_t *barrier, emu_mbarrier s)
{
    bool completes = s.pending == 0 && s.bytes == 0;
    if (completes) {
        s.phase = (s.phase + 1) % EMU_PHASES;
        s.pending = s.expected;
    }
    *barrier = emu_mbarrier_pack(s);
    if (completes)
        emu_mbarrier_wake(barrier);
}

static emu_mbarrier expect(emu_mbarrier s, const uint64_t *barrier, unsigned bytes, const emu_site *site)
{
    if (bytes > EMU_MOST_BYTES || s.bytes + (int)bytes > EMU_MOST_BYTES)
        EMU_REFUSE(site, "%u more bytes are too many: the barrier at %p expects %d bytes, and can expect at most %d",
                   bytes, (const void *)barrier, s.bytes, EMU_MOST_BYTES);
    s.bytes += (int)bytes;
    return s;
}

static emu_mbarrier arrive(emu_mbarrier s, const uint64_t *barrier, unsigned count, const emu_site *site)
{
    if (emu_self->check)
        emu_check_release(emu_self, barrier, EMU_SCOPE_DEVICE);
    if (s.expected == 0 && s.pending == 0)
        EMU_REFUSE(site, "the barrier at %p expects no more arrivals: all threads have dropped out",
                   (const void *)barrier);
    if (count == 0 || count > s.pending)
        EMU_REFUSE(site, "%u arrivals at the barrier at %p, which expects %u more in this phase", count,
                   (const void *)barrier, s.pending);
    s.pending -= count;
    return s;
}

/* Under schedules that yield at synchronisation, each arrival yields. */
static void yield_at_sync(void)
{
    if (emu_self->schedule->yields_at_sync)
        emu_yield(emu_self, 0);
}

void emu_mbarrier_init(uint64_t *barrier, unsigned count, const emu_site *site)
{
    emu_require_aligned("the barrier", barrier, sizeof *barrier, site);
    emu_require_shared("the barrier", barrier, sizeof *barrier, site);
    emu_async *async = emu_async_of(emu_self, site);
    emu_mbarrier s = {count, count, 0, 0, tag_of(barrier)};
    uint64_t bit, *bits = table_word(async, emu_self, barrier, &bit);
    if (count == 0 || count > EMU_MOST_ARRIVALS)
        EMU_REFUSE(site, "the count is %u; expected 1 to __mbarrier_maximum_count(), %d", count, EMU_MOST_ARRIVALS);
    if (*bits & bit && emu_mbarrier_unpack(*barrier).tag == s.tag) /* an overwritten one may be initialised again */
        EMU_REFUSE(site, "there is a barrier at %p already: call __mbarrier_inval() first", (void *)barrier);
    *bits |= bit;
    async->any_barrier = true;
    *barrier = emu_mbarrier_pack(s);
}

void emu_mbarrier_inval(uint64_t *barrier, const emu_site *site)
{
    emu_mbarrier_load(barrier, site);
    emu_async *async = emu_self->async;
    uint64_t bit, *bits = table_word(async, emu_self, barrier, &bit);
    for (unsigned thread = 0; thread < emu_self->threads; thread++)
        if (async->waiting[thread / EMU_WARP] >> thread % EMU_WARP & 1 && async->waits_for[thread] == barrier)
            EMU_REFUSE(site, "thread %u waits for the barrier at %p", thread, (void *)barrier);
    *bits &= ~bit;
    *barrier = 0;
}

uint64_t emu_mbarrier_arrive(uint64_t *barrier, unsigned count, const emu_site *site)
{
    emu_mbarrier s = emu_mbarrier_load(barrier, site);
    store(barrier, arrive(s, barrier, count, site));
    yield_at_sync();
    return emu_mbarrier_pack(s);
}

uint64_t emu_mbarrier_arrive_drop(uint64_t *barrier, const emu_site *site)
{
    emu_mbarrier s = emu_mbarrier_load(barrier, site), after = arrive(s, barrier, 1, site);
    if (after.expected)
        after.expected--;
    store(barrier, after);
    yield_at_sync();
    return emu_mbarrier_pack(s);
}

void emu_mbarrier_expect(uint64_t *barrier, unsigned bytes, const emu_site *site)
{
    store(barrier, expect(emu_mbarrier_load(barrier, site), barrier, bytes, site));
}

uint64_t emu_mbarrier_arrive_expect(uint64_t *barrier, unsigned bytes, const emu_site *site)
{
    emu_mbarrier s = emu_mbarrier_load(barrier, site);
    store(barrier, arrive(expect(s, barrier, bytes, site), barrier, 1, site));
    yield_at_sync();
    return emu_mbarrier_pack(s);
}

void emu_mbarrier_arrive_remote(uint64_t *barrier, unsigned rank, unsigned count, const emu_site *site)
{
    uint64_t *there = emu_peer_address(barrier, rank, site);
    emu_mbarrier_require(there, site);
    store(there, arrive(emu_mbarrier_unpack(*there), there, count, site));
    yield_at_sync();
}

void emu_mbarrier_arrive_expect_remote(uint64_t *barrier, unsigned rank, unsigned bytes, const emu_site *site)
{
    uint64_t *there = emu_peer_address(barrier, rank, site);
    emu_mbarrier_require(there, site);
    store(there, arrive(expect(emu_mbarrier_unpack(*there), there, bytes, site), there, 1, site));
    yield_at_sync();
}

void emu_mbarrier_expect_one_more(uint64_t *barrier, const emu_site *site)
{
    emu_mbarrier s = emu_mbarrier_load(barrier, site);
    if (s.pending == 0 || s.pending == EMU_MOST_ARRIVALS)
        EMU_REFUSE(site, "the barrier at %p expects %u arrivals in this phase: one more is not possible",
                   (void *)barrier, s.pending);
    s.pending++;
    *barrier = emu_mbarrier_pack(s);
}

void emu_mbarrier_late_arrival(uint64_t *barrier, const emu_site *site)
{
    emu_mbarrier_require(barrier, site);
    store(barrier, arrive(emu_mbarrier_unpack(*barrier), barrier, 1, site));
}

void emu_mbarrier_complete(uint64_t *barrier, unsigned bytes, const emu_site *site)
{
    emu_mbarrier_require(barrier, site);
    emu_mbarrier s = emu_mbarrier_unpack(*barrier);
    if (s.bytes - (int)bytes < -EMU_MOST_BYTES)
        EMU_REFUSE(site, "%u bytes arrived at the barrier at %p, which already had %d too many", bytes, (void *)barrier,
                   -s.bytes);
    s.bytes -= (int)bytes;
    store(barrier, s);
}
