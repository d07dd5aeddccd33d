/* CCCL: NVIDIA's headers CUB, Thrust and libcu++, which programs include and a CUDA toolkit or a checkout has. */
#ifndef CC_CU_CCCL_H
#define CC_CU_CCCL_H

#include <stdbool.h>

/* The folder of a toolkit's CCCL: of CUDA_HOME, CUDA_PATH, nvcc in PATH, /usr/local/cuda. Null: none is there. */
const char *cc_cccl_folder(void);
/* The toolkit's CCCL, where `include` is a toolkit's folder of headers. The caller frees; null: it has none. */
char *cc_cccl_of_toolkit(const char *include);
/* Where the compiler's messages in the file say that a header of CCCL is missing, says how to name its folder. */
void cc_cccl_hint(const char *log);

#endif
