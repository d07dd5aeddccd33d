/* PTX's special registers, read with inline assembly. See api/lanewise/reference/special.h. */
#ifndef LW_CUDA_SPECIAL_H
#define LW_CUDA_SPECIAL_H

#define LW_CUDA_REGISTER(type, name, constraint, instruction)                                                          \
    __device__ static __forceinline__ type lw_##name(void)                                                             \
    {                                                                                                                  \
        type value;                                                                                                    \
        asm volatile(instruction " %0, %%" #name ";" : "=" constraint(value));                                         \
        return value;                                                                                                  \
    }
LW_CUDA_REGISTER(unsigned, laneid, "r", "mov.u32")
LW_CUDA_REGISTER(unsigned, warpid, "r", "mov.u32")
LW_CUDA_REGISTER(unsigned, smid, "r", "mov.u32")
LW_CUDA_REGISTER(unsigned, nsmid, "r", "mov.u32")
LW_CUDA_REGISTER(unsigned long long, globaltimer, "l", "mov.u64")
#undef LW_CUDA_REGISTER

#endif
