/* Memory in slices of rows, and copies of boxes of it: part of cuda_runtime_api.h. */
#ifndef LANEWISE_CUDA_BOX_H
#define LANEWISE_CUDA_BOX_H

struct cudaPos {
    size_t x, y, z; /* x: in bytes; in elements, on both sides, where an array takes part */
};

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize; /* bytes from row to row; of a row's used bytes; rows of a slice */
};

struct cudaMemcpy3DParms {
    cudaArray_t srcArray; /* null: srcPtr */
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent extent = {width, height, depth};
    return extent;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos at = {x, y, z};
    return at;
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height)
{
    struct cudaPitchedPtr memory = {pointer, pitch, width, height};
    return memory;
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *memory, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr memory, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr memory, int value, struct cudaExtent extent,
                              cudaStream_t stream LW_CUDA_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream LW_CUDA_DEFAULT(0));
#endif
