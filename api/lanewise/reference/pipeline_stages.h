/** @file
 * A pipeline of stages between producers and consumers of a block. For kernel files, which include <lanewise/kernel.h>.
 *
 *     LW_SHARED(lw_pipeline_stage, stages, [2]);
 *     lw_pipeline pipeline = lw_pipeline_make(stages, 2, 32, 96);
 *     producers, a batch:  lw_pipeline_producer_acquire(&pipeline);
 *                          __pipeline_memcpy_async(buffer[pipeline.head] + ..., ...);
 *                          lw_pipeline_producer_commit(&pipeline);
 *     consumers, a batch:  lw_pipeline_consumer_wait(&pipeline);
 *                          ... = buffer[pipeline.tail][...];
 *                          lw_pipeline_consumer_release(&pipeline);
 *
 * The stages form a ring. Every producer goes through every batch, and so does every consumer; a thread may be both.
 * For a thread's own copies __pipeline_commit() and __pipeline_wait_prior() are enough.
 *
 * Each target's pipeline_stages.h defines these names; no compiler reads this file.
 */

/** A stage's barriers, in shared memory. The library's: not read or written by a kernel. */
typedef struct lw_pipeline_stage {
    __mbarrier_t produced; /**< its phase is over when the stage is filled */
    __mbarrier_t consumed; /**< its phase is over when the stage is emptied */
} lw_pipeline_stage;

/** A pipeline as one thread sees it; each thread has its own. CUDA: cuda::pipeline of block scope. */
typedef struct lw_pipeline {
    lw_pipeline_stage *stages; /**< in the block's shared memory */
    unsigned count;            /**< how many stages */
    unsigned head;             /**< the stage that a producer fills next */
    unsigned tail;             /**< the stage that a consumer reads next */
    bool head_parity;          /**< of the phase that the wait for the head stage ends with */
    bool tail_parity;          /**< of the phase that the wait for the tail stage ends with */
} lw_pipeline;

/** Makes a pipeline. Every thread of the block calls, with the same arguments; a barrier of the block.
 * @param stages `count` of them, in the block's shared memory
 * @param count stages, at least 1
 * @param producers threads that fill stages, at least 1
 * @param consumers threads that empty stages, at least 1
 * @return the calling thread's own; lw_pipeline_quit() ends it
 *
 * CUDA: cuda::make_pipeline. */
lw_pipeline lw_pipeline_make(lw_pipeline_stage *stages, unsigned count, unsigned producers, unsigned consumers);

/** A producer waits until the head stage is empty. Its asynchronous copies from now on are the stage's.
 * @param pipeline the calling thread's
 *
 * CUDA: cuda::pipeline::producer_acquire. */
void lw_pipeline_producer_acquire(lw_pipeline *pipeline);

/** A producer is done with the head stage, which is filled when every producer has called this and their copies are done.
 * The head goes on to the next stage.
 * @param pipeline the calling thread's
 *
 * CUDA: cuda::pipeline::producer_commit. */
void lw_pipeline_producer_commit(lw_pipeline *pipeline);

/** A consumer waits until the tail stage is filled.
 * @param pipeline the calling thread's
 *
 * CUDA: cuda::pipeline::consumer_wait. */
void lw_pipeline_consumer_wait(lw_pipeline *pipeline);

/** A consumer is done with the tail stage, which is empty when every consumer has called this. The tail goes on to the next
 * stage.
 * @param pipeline the calling thread's
 *
 * CUDA: cuda::pipeline::consumer_release. */
void lw_pipeline_consumer_release(lw_pipeline *pipeline);

/** Ends a pipeline: the stages' memory is free for other use. Every thread of the block calls; a barrier of the block.
 * @param pipeline the calling thread's
 *
 * CUDA: cuda::pipeline::quit. */
void lw_pipeline_quit(const lw_pipeline *pipeline);
