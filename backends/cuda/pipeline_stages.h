/* A pipeline of stages built on mbarriers, as cuda::pipeline is; see api/lanewise/reference/pipeline_stages.h. */
#ifndef LW_CUDA_PIPELINE_STAGES_H
#define LW_CUDA_PIPELINE_STAGES_H

#include "mbarrier.h"
#include "pipeline.h"

typedef struct lw_pipeline_stage {
    __mbarrier_t produced, consumed;
} lw_pipeline_stage;

typedef struct lw_pipeline {
    lw_pipeline_stage *stages;
    unsigned count, head, tail;
    bool head_parity, tail_parity;
} lw_pipeline;

static __device__ __forceinline__ bool lw_cuda_is_first(void)
{
    return threadIdx.x + threadIdx.y + threadIdx.z == 0;
}

static __device__ __forceinline__ lw_pipeline lw_pipeline_make(lw_pipeline_stage *stages, unsigned count,
                                                               unsigned producers, unsigned consumers)
{
    lw_pipeline pipeline = {stages, count, 0, 0, true, false};
    if (lw_cuda_is_first()) {
        for (unsigned i = 0; i < count; i++) {
            __mbarrier_init(&stages[i].produced, producers);
            __mbarrier_init(&stages[i].consumed, consumers);
        }
    }
    __syncthreads();
    return pipeline;
}

static __device__ __forceinline__ void lw_pipeline_producer_acquire(lw_pipeline *pipeline)
{
    lw_mbarrier_wait_parity(&pipeline->stages[pipeline->head].consumed, pipeline->head_parity);
}

static __device__ __forceinline__ void lw_pipeline_producer_commit(lw_pipeline *pipeline)
{
    __mbarrier_t *produced = &pipeline->stages[pipeline->head].produced;
    __pipeline_arrive_on(produced);
    (void)__mbarrier_arrive(produced);
    if (++pipeline->head == pipeline->count) {
        pipeline->head = 0;
        pipeline->head_parity = !pipeline->head_parity;
    }
}

static __device__ __forceinline__ void lw_pipeline_consumer_wait(lw_pipeline *pipeline)
{
    lw_mbarrier_wait_parity(&pipeline->stages[pipeline->tail].produced, pipeline->tail_parity);
}

static __device__ __forceinline__ void lw_pipeline_consumer_release(lw_pipeline *pipeline)
{
    (void)__mbarrier_arrive(&pipeline->stages[pipeline->tail].consumed);
    if (++pipeline->tail == pipeline->count) {
        pipeline->tail = 0;
        pipeline->tail_parity = !pipeline->tail_parity;
    }
}

static __device__ __forceinline__ void lw_pipeline_quit(const lw_pipeline *pipeline)
{
    __syncthreads();
    if (lw_cuda_is_first()) {
        for (unsigned i = 0; i < pipeline->count; i++) {
            __mbarrier_inval(&pipeline->stages[i].produced);
            __mbarrier_inval(&pipeline->stages[i].consumed);
        }
    }
    __syncthreads();
}

#endif
