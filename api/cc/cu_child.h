/* Launches in kernels, which clang's CUDA mode refuses: they become calls that it takes. Where a file has such launches, each of its launches
 *
 *     kernel<T><<<grid, block>>>(a, b)
 *
 * becomes, on one line, for the host and for the device
 *
 *     [&](LW_CUDA_LAUNCH) LW_CUDA_BOTH {kernel<T><<<grid, block>>>(a, b);}(LW_CUDA_LAUNCHES)
 *     [&](LW_CUDA_LAUNCH) LW_CUDA_BOTH {lw_cuda_configure(grid, block), kernel<T>(a, b);}(LW_CUDA_LAUNCHES)
 *
 * A function for host and device may name kernels for the host. For the device kernels are functions for both, which
 * lanewise-lower-cuda finds by an attribute (../cuda/device/child.h). The lambda is the same in both passes, because names of kernels count
 * the lambdas in their arguments. */
#ifndef CC_CU_CHILD_H
#define CC_CU_CHILD_H

#include <stdbool.h>

typedef enum cc_launches {
    CC_LAUNCHES_OF_HOST, /* as clang takes them: only host code launches */
    CC_LAUNCHES_HOST,    /* kernels launch, too: the text for the host's pass */
    CC_LAUNCHES_DEVICE   /* ... and for the device's */
} cc_launches;

/* One launch in a text: its kernel, the brackets and its arguments, each from its first character to after the last. */
typedef struct cc_launch {
    char *kernel, *open, *configuration, *close, *arguments, *end;
} cc_launch;

/* Returns the text with its launches as calls; frees `text`. Lines stay. *changed becomes true if there is one. */
char *cc_call_launches(char *text, cc_launches how, bool *changed);

/* Whether clang's messages, in the file, say that a kernel launches or calls the runtime. */
bool cc_launches_refused(const char *log);

#endif
