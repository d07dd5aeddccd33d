/* Several devices: which device's kernels may access which device's memory. Every thread reaches all of it, so only checked
 * mode finds an access that is not allowed. */
#include "../../../emu/host/multicast.h"
#include "graph.h"

static unsigned bit(const lw_device_impl *device)
{
    return 1u << device->ordinal;
}

static bool has(const atomic_uint *set, unsigned bits)
{
    return atomic_load_explicit(set, memory_order_relaxed) & bits;
}

bool lw_cpu_has_peer(const lw_device_impl *device)
{
    bool found = false;
    for (unsigned i = 0; i < device->shared->count; i++)
        found = found || (device->shared->device[i] && device->shared->device[i] != device);
    return found;
}

void lw_cpu_note_reach(const lw_device_impl *device, lw_device_impl *owner)
{
    if (device != owner && !has(&owner->reached_by, bit(device)))
        atomic_fetch_or(&owner->reached_by, bit(device));
}

lw_status lw_cpu_peer_attribute(lw_device_impl *device, lw_device_impl *peer, lw_peer_attribute attribute, int *value)
{
    (void)peer;
    *value = attribute != LW_PEER_PERFORMANCE_RANK && !device->shared->refuses_peers;
    return LW_SUCCESS;
}

static lw_status refuse(lw_device_impl *device, const lw_device_impl *peer, lw_status status)
{
    return lw_fail(device, status, "device cpu:%u does not reach memory of device cpu:%u (LANEWISE_CPU_PEER_ACCESS=0)",
                   device->ordinal, peer->ordinal);
}

lw_status lw_cpu_enable_peer(lw_device_impl *device, lw_device_impl *peer)
{
    if (device->shared->refuses_peers)
        return refuse(device, peer, LW_ERROR_PEER_ACCESS_UNSUPPORTED);
    lw_cpu_note_reach(device, peer);
    if (atomic_fetch_or(&device->peers, bit(peer)) & bit(peer))
        return lw_fail(device, LW_ERROR_PEER_ACCESS_ALREADY_ENABLED,
                       "device cpu:%u has access to device cpu:%u already", device->ordinal, peer->ordinal);
    return LW_SUCCESS;
}

lw_status lw_cpu_disable_peer(lw_device_impl *device, lw_device_impl *peer)
{
    if (atomic_fetch_and(&device->peers, ~bit(peer)) & bit(peer))
        return LW_SUCCESS;
    return lw_fail(device, LW_ERROR_PEER_ACCESS_NOT_ENABLED, "device cpu:%u has no access to device cpu:%u",
                   device->ordinal, peer->ordinal);
}

void lw_cpu_forget_peer(lw_device_impl *device)
{
    emu_multicast_forget(device->ordinal);
    for (unsigned i = 0; i < device->shared->count; i++) {
        lw_device_impl *other = device->shared->device[i];
        if (!other)
            continue;
        atomic_fetch_and(&other->peers, ~bit(device));
        emu_memory_forget(other->memory, device->ordinal);
        for (lw_memory_pool_impl *pool = other->pools.first; pool; pool = pool->next)
            atomic_fetch_and(&pool->peers, ~bit(device));
        lw_cpu_graph_memory_forget_peer(other, bit(device));
    }
}

/* ---- pools, which have access of their own ---- */
lw_status lw_cpu_pool_set_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access access)
{
    if (access == LW_MEMORY_ACCESS_NONE) {
        atomic_fetch_and(&pool->peers, ~bit(device));
        return LW_SUCCESS;
    }
    if (pool->device->shared->refuses_peers)
        return refuse(device, pool->device, LW_ERROR_INVALID_VALUE);
    lw_cpu_note_reach(device, pool->device);
    atomic_fetch_or(&pool->peers, bit(device));
    return LW_SUCCESS;
}

lw_status lw_cpu_pool_get_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access *access)
{
    *access = has(&pool->peers, bit(device)) ? LW_MEMORY_ACCESS_READ_WRITE : LW_MEMORY_ACCESS_NONE;
    return LW_SUCCESS;
}

lw_status lw_cpu_graph_memory_open(lw_device_impl *device, void *pointer, lw_device_impl *peer)
{
    if (device->shared->refuses_peers)
        return refuse(peer, device, LW_ERROR_INVALID_VALUE);
    lw_cpu_note_reach(peer, device);
    lw_cpu_graph_memory_allow(device, pointer, bit(peer));
    return LW_SUCCESS;
}

/* ---- kernels' accesses, and the copies that they queue ---- */
bool lw_cpu_may_reach(unsigned ordinal, unsigned owner, const void *address)
{
    const lw_cpu_shared *shared = lw_cpu_shared_now();
    const lw_device_impl *device = shared->device[ordinal];
    if (!device || !shared->device[owner])
        return true; /* its memory is freed, which is another finding */
    bool reserved;
    const lw_cpu_block *block = emu_memory_note_at(shared->memory[owner], address, &reserved);
    if (reserved) /* access to the peer does not count */
        return emu_memory_allowed(shared->memory[owner], address) >> ordinal & 1;
    if (ordinal == owner)
        return true;
    const lw_memory_pool_impl *pool = block ? block->pool : NULL;
    if (pool || (block && block->of_graph)) /* which have access of their own */
        return has(pool ? &pool->peers : &block->peers, bit(device));
    return has(&device->peers, 1u << owner);
}

bool lw_cpu_reaches(lw_device_impl *device, lw_device_impl *owner, const void *pointer)
{
    return lw_cpu_may_reach(device->ordinal, owner->ordinal, pointer);
}

unsigned lw_cpu_owner_of(const lw_cpu_shared *shared, const void *address)
{
    unsigned owner = 0;
    while (owner < shared->count && !emu_memory_contains(shared->memory[owner], address))
        owner++;
    return owner;
}
