/* Shuffles and atomics of a 16-bit format, in kernels. cuda_fp16.h and cuda_bf16.h each include this file once. */

#define LW_CUDA_16_SHUFFLE(name, type, bits_type, operand_type)                                                        \
    LW_CUDA_DEVICE type name(unsigned mask, type value, operand_type operand, int width = 32)                          \
    {                                                                                                                  \
        bits_type bits;                                                                                                \
        __builtin_memcpy(&bits, &value, sizeof bits);                                                                  \
        bits = (bits_type)name(mask, (unsigned)bits, operand, width);                                                  \
        __builtin_memcpy(&value, &bits, sizeof bits);                                                                  \
        return value;                                                                                                  \
    }
#define LW_CUDA_16_SHUFFLES(name, operand_type)                                                                        \
    LW_CUDA_16_SHUFFLE(name, LW_CUDA_16, unsigned short, operand_type)                                                 \
    LW_CUDA_16_SHUFFLE(name, LW_CUDA_16_PAIR, unsigned, operand_type)
LW_CUDA_16_SHUFFLES(__shfl_sync, int)
LW_CUDA_16_SHUFFLES(__shfl_up_sync, unsigned)
LW_CUDA_16_SHUFFLES(__shfl_down_sync, unsigned)
LW_CUDA_16_SHUFFLES(__shfl_xor_sync, int)
#undef LW_CUDA_16_SHUFFLES
#undef LW_CUDA_16_SHUFFLE

/* The two halves of a pair are added in two atomic steps, as on GPUs. */
LW_CUDA_WORD unsigned short LW_CUDA_16_ADD(unsigned short *address, unsigned short value);
LW_CUDA_WORD unsigned LW_CUDA_16_ADD_PAIR(unsigned *address, unsigned value);
LW_CUDA_DEVICE LW_CUDA_16 atomicAdd(LW_CUDA_16 *address, LW_CUDA_16 value)
{
    return LW_CUDA_16_RAW{LW_CUDA_16_ADD(&address->__x, value.__x)};
}
LW_CUDA_DEVICE LW_CUDA_16_PAIR atomicAdd(LW_CUDA_16_PAIR *address, LW_CUDA_16_PAIR value)
{
    unsigned bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits = LW_CUDA_16_ADD_PAIR((unsigned *)address, bits);
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
}
