/* Bulk copies: see api/lanewise/reference/bulk_copy.h. They are made late, as in pipeline.h. */
#ifndef LW_CPU_BULK_COPY_H
#define LW_CPU_BULK_COPY_H

#include "../../../emu/device/device.h"
#include "qualifiers.h"
#include "site.h"

#define lw_bulk_copy_to_shared(shared, global, size, barrier)                                                          \
    emu_bulk_to_shared(shared, global, size, barrier, LW_CPU_SITE("lw_bulk_copy_to_shared"))

#define lw_bulk_copy_to_block(destination, shared, size, barrier, rank)                                                \
    emu_bulk_to_block(destination, shared, size, barrier, rank, LW_CPU_SITE("lw_bulk_copy_to_block"))

#define lw_bulk_copy_to_global(global, shared, size)                                                                   \
    emu_bulk_to_global(global, shared, size, LW_CPU_SITE("lw_bulk_copy_to_global"))
#define lw_bulk_commit_group() emu_bulk_commit()
#define lw_bulk_wait_group(prior) emu_bulk_wait(prior, false)
#define lw_bulk_wait_group_read(prior) emu_bulk_wait(prior, true)

#define lw_fence_proxy_async() emu_threadfence_block()

#endif
