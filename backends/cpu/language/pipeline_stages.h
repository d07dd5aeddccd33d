/* A pipeline of stages built on mbarriers: see api/lanewise/reference/pipeline_stages.h. */
#ifndef LW_CPU_PIPELINE_STAGES_H
#define LW_CPU_PIPELINE_STAGES_H

#include "../../../emu/device/device.h"
#include "mbarrier.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

typedef struct lw_pipeline_stage {
    __mbarrier_t produced, consumed;
} lw_pipeline_stage;

typedef struct lw_pipeline {
    lw_pipeline_stage *stages;
    unsigned count, head, tail;
    bool head_parity, tail_parity; /* parities of the phases that the head and the tail wait for */
} lw_pipeline;

#define lw_pipeline_make(stages, count, producers, consumers)                                                          \
    lw_cpu_pipeline_make(stages, count, producers, consumers, LW_CPU_SITE("lw_pipeline_make"))
LW_CPU_INLINE lw_pipeline lw_cpu_pipeline_make(lw_pipeline_stage *stages, unsigned count, unsigned producers,
                                               unsigned consumers, const emu_site *site)
{
    lw_pipeline pipeline = {stages, count, 0, 0, true, false};
    for (unsigned i = 0; i < count && LW_CPU_RANK == 0; i++) {
        emu_mbarrier_init(&stages[i].produced, producers, site);
        emu_mbarrier_init(&stages[i].consumed, consumers, site);
    }
    emu_syncthreads(site);
    return pipeline;
}

#define lw_pipeline_producer_acquire(pipeline)                                                                         \
    lw_cpu_pipeline_producer_acquire(pipeline, LW_CPU_SITE("lw_pipeline_producer_acquire"))
LW_CPU_INLINE void lw_cpu_pipeline_producer_acquire(lw_pipeline *pipeline, const emu_site *site)
{
    emu_mbarrier_wait_parity(&pipeline->stages[pipeline->head].consumed, pipeline->head_parity, site);
}

#define lw_pipeline_producer_commit(pipeline)                                                                          \
    lw_cpu_pipeline_producer_commit(pipeline, LW_CPU_SITE("lw_pipeline_producer_commit"))
LW_CPU_INLINE void lw_cpu_pipeline_producer_commit(lw_pipeline *pipeline, const emu_site *site)
{
    __mbarrier_t *produced = &pipeline->stages[pipeline->head].produced;
    emu_copy_arrive_on(produced, site);
    emu_mbarrier_arrive(produced, 1, site);
    if (++pipeline->head == pipeline->count) {
        pipeline->head = 0;
        pipeline->head_parity = !pipeline->head_parity;
    }
}

#define lw_pipeline_consumer_wait(pipeline)                                                                            \
    lw_cpu_pipeline_consumer_wait(pipeline, LW_CPU_SITE("lw_pipeline_consumer_wait"))
LW_CPU_INLINE void lw_cpu_pipeline_consumer_wait(lw_pipeline *pipeline, const emu_site *site)
{
    emu_mbarrier_wait_parity(&pipeline->stages[pipeline->tail].produced, pipeline->tail_parity, site);
}

#define lw_pipeline_consumer_release(pipeline)                                                                         \
    lw_cpu_pipeline_consumer_release(pipeline, LW_CPU_SITE("lw_pipeline_consumer_release"))
LW_CPU_INLINE void lw_cpu_pipeline_consumer_release(lw_pipeline *pipeline, const emu_site *site)
{
    emu_mbarrier_arrive(&pipeline->stages[pipeline->tail].consumed, 1, site);
    if (++pipeline->tail == pipeline->count) {
        pipeline->tail = 0;
        pipeline->tail_parity = !pipeline->tail_parity;
    }
}

#define lw_pipeline_quit(pipeline) lw_cpu_pipeline_quit(pipeline, LW_CPU_SITE("lw_pipeline_quit"))
LW_CPU_INLINE void lw_cpu_pipeline_quit(const lw_pipeline *pipeline, const emu_site *site)
{
    emu_syncthreads(site);
    for (unsigned i = 0; i < pipeline->count && LW_CPU_RANK == 0; i++) {
        emu_mbarrier_inval(&pipeline->stages[i].produced, site);
        emu_mbarrier_inval(&pipeline->stages[i].consumed, site);
    }
    emu_syncthreads(site);
}

#endif
