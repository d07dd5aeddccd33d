/* cudaCreateChannelDesc<T>(): the format of a type's elements. */
#ifndef LANEWISE_CUDA_CHANNEL_DESCRIPTOR_H
#define LANEWISE_CUDA_CHANNEL_DESCRIPTOR_H

#ifdef __cplusplus
#include "cuda_runtime_api.h"

/* A type that is no element: the format of nothing, which every function refuses, as CUDA's. */
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define LW_CUDA_CHANNEL(type, kind, x, y, z, w)                                                                        \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>()                                             \
    {                                                                                                                  \
        return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind);                                         \
    }
#define LW_CUDA_CHANNELS(type, name, kind, bits)                                                                       \
    LW_CUDA_CHANNEL(type, kind, bits, 0, 0, 0)                                                                         \
    LW_CUDA_CHANNEL(name##1, kind, bits, 0, 0, 0)                                                                      \
    LW_CUDA_CHANNEL(name##2, kind, bits, bits, 0, 0)                                                                   \
    LW_CUDA_CHANNEL(name##4, kind, bits, bits, bits, bits)
LW_CUDA_CHANNEL(char, Signed, 8, 0, 0, 0)
LW_CUDA_CHANNELS(signed char, char, Signed, 8)
LW_CUDA_CHANNELS(unsigned char, uchar, Unsigned, 8)
LW_CUDA_CHANNELS(short, short, Signed, 16)
LW_CUDA_CHANNELS(unsigned short, ushort, Unsigned, 16)
LW_CUDA_CHANNELS(int, int, Signed, 32)
LW_CUDA_CHANNELS(unsigned, uint, Unsigned, 32)
LW_CUDA_CHANNELS(float, float, Float, 32)
#undef LW_CUDA_CHANNELS
#undef LW_CUDA_CHANNEL

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1()
{
    return cudaCreateChannelDescHalf();
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}
#endif

#endif
