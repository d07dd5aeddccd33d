/* The type of a fetch as a number, for the vocabulary: channels, bytes of each, and what they are. */
#ifndef LANEWISE_CUDA_TEXEL_H
#define LANEWISE_CUDA_TEXEL_H

#define LW_CUDA_TEXEL(channels, bytes, kind) ((unsigned)((channels) | (bytes) << 4 | (kind) << 8))
enum { LW_CUDA_TEXEL_SIGNED, LW_CUDA_TEXEL_UNSIGNED, LW_CUDA_TEXEL_FLOAT };

/* Up to 16 bytes that a fetch returns, or that an access of a surface reads or writes. */
typedef struct lw_cuda_texel {
    unsigned long long low, high;
} lw_cuda_texel;

#endif
