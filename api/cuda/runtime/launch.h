/* What clang's code for `kernel<<<grid, block>>>(...)` calls. */
#ifndef LANEWISE_CUDA_LAUNCH_H
#define LANEWISE_CUDA_LAUNCH_H

/* clang looks for this name, so another function has it by a label. */
extern "C" __attribute__((visibility("default"))) unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                                                       size_t shared = 0,
                                                                                       void *stream = 0)
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    __asm__("__cudaPushCallConfiguration_ptsz")
#endif
        ;

#endif
