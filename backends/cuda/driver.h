/* The functions of the CUDA driver that the backend calls. The library does not link the driver, so that it also loads
 * without one: driver.c opens libcuda.so.1 at run time and finds the functions.
 *
 * <cuda.h> defines some names as macros, such as cuMemAlloc as cuMemAlloc_v2. The list expands them, so that driver.c
 * finds the version that the header declares. */
#ifndef LW_CUDA_DRIVER_H
#define LW_CUDA_DRIVER_H

#include <stdbool.h>

#include <cuda.h>

/* clang-format off */
#define LW_CUDA_FUNCTIONS(F)                                                                                           \
    F(cuInit)                                                                                                          \
    F(cuDriverGetVersion)                                                                                              \
    F(cuGetErrorName)                                                                                                  \
    F(cuGetErrorString)                                                                                                \
    F(cuDeviceGetCount)                                                                                                \
    F(cuDeviceGet)                                                                                                     \
    F(cuDeviceGetName)                                                                                                 \
    F(cuDeviceGetAttribute)                                                                                            \
    F(cuDeviceTotalMem)                                                                                                \
    F(cuDevicePrimaryCtxRetain)                                                                                        \
    F(cuDevicePrimaryCtxRelease)                                                                                       \
    F(cuDevicePrimaryCtxReset)                                                                                         \
    F(cuCtxGetId)                                                                                                      \
    F(cuCtxGetCurrent)                                                                                                 \
    F(cuCtxSetCurrent)                                                                                                 \
    F(cuCtxSynchronize)                                                                                                \
    F(cuCtxGetLimit)                                                                                                   \
    F(cuCtxSetLimit)                                                                                                   \
    F(cuDeviceCanAccessPeer)                                                                                           \
    F(cuDeviceGetP2PAttribute)                                                                                         \
    F(cuCtxEnablePeerAccess)                                                                                           \
    F(cuCtxDisablePeerAccess)                                                                                          \
    F(cuMemcpyPeerAsync)                                                                                               \
    F(cuMemcpy3DPeerAsync)                                                                                             \
    F(cuMemGetInfo)                                                                                                    \
    F(cuMemAlloc)                                                                                                      \
    F(cuMemFree)                                                                                                       \
    F(cuMemHostAlloc)                                                                                                  \
    F(cuMemFreeHost)                                                                                                   \
    F(cuMemHostRegister)                                                                                               \
    F(cuMemHostUnregister)                                                                                             \
    F(cuStreamSetAttribute)                                                                                            \
    F(cuStreamGetAttribute)                                                                                            \
    F(cuCtxResetPersistingL2Cache)                                                                                     \
    F(cuMemAllocManaged)                                                                                               \
    F(cuStreamAttachMemAsync)                                                                                          \
    F(cuMemAdvise)                                                                                                     \
    F(cuMemPrefetchAsync)                                                                                              \
    F(cuMemRangeGetAttribute)                                                                                          \
    F(cuLibraryGetManaged)                                                                                             \
    F(cuDeviceGetDefaultMemPool)                                                                                       \
    F(cuMemPoolCreate)                                                                                                 \
    F(cuMemPoolExportToShareableHandle)                                                                                \
    F(cuMemPoolImportFromShareableHandle)                                                                              \
    F(cuMemPoolExportPointer)                                                                                          \
    F(cuMemPoolImportPointer)                                                                                          \
    F(cuMemPoolDestroy)                                                                                                \
    F(cuMemPoolGetAttribute)                                                                                           \
    F(cuMemPoolSetAttribute)                                                                                           \
    F(cuMemPoolTrimTo)                                                                                                 \
    F(cuMemPoolSetAccess)                                                                                              \
    F(cuMemPoolGetAccess)                                                                                              \
    F(cuMemAllocFromPoolAsync)                                                                                         \
    F(cuMemFreeAsync)                                                                                                  \
    F(cuMemGetAllocationGranularity)                                                                                   \
    F(cuMemCreate)                                                                                                     \
    F(cuMemRelease)                                                                                                    \
    F(cuMemExportToShareableHandle)                                                                                    \
    F(cuMemImportFromShareableHandle)                                                                                  \
    F(cuMemAddressReserve)                                                                                             \
    F(cuMemAddressFree)                                                                                                \
    F(cuMemMap)                                                                                                        \
    F(cuMemUnmap)                                                                                                      \
    F(cuMemSetAccess)                                                                                                  \
    F(cuMemGetAccess)                                                                                                  \
    F(cuMemGetAddressRange)                                                                                            \
    F(cuIpcGetMemHandle)                                                                                               \
    F(cuIpcOpenMemHandle)                                                                                              \
    F(cuIpcCloseMemHandle)                                                                                             \
    F(cuIpcGetEventHandle)                                                                                             \
    F(cuIpcOpenEventHandle)                                                                                            \
    F(cuMemcpyAsync)                                                                                                   \
    F(cuMemcpyHtoDAsync)                                                                                               \
    F(cuMemcpyDtoHAsync)                                                                                               \
    F(cuMemcpyDtoDAsync)                                                                                               \
    F(cuMemcpy2DAsync)                                                                                                 \
    F(cuMemcpy3DAsync)                                                                                                 \
    F(cuMemsetD8Async)                                                                                                 \
    F(cuMemsetD2D8Async)                                                                                               \
    F(cuArray3DCreate)                                                                                                 \
    F(cuArrayDestroy)                                                                                                  \
    F(cuMipmappedArrayCreate)                                                                                          \
    F(cuMipmappedArrayGetLevel)                                                                                        \
    F(cuMipmappedArrayDestroy)                                                                                         \
    F(cuTexObjectCreate)                                                                                               \
    F(cuTexObjectDestroy)                                                                                              \
    F(cuSurfObjectCreate)                                                                                              \
    F(cuSurfObjectDestroy)                                                                                             \
    F(cuCtxGetStreamPriorityRange)                                                                                     \
    F(cuStreamCreateWithPriority)                                                                                      \
    F(cuStreamDestroy)                                                                                                 \
    F(cuStreamGetFlags)                                                                                                \
    F(cuStreamGetPriority)                                                                                             \
    F(cuStreamGetCtx)                                                                                                  \
    F(cuPointerGetAttributes)                                                                                          \
    F(cuStreamSynchronize)                                                                                             \
    F(cuStreamQuery)                                                                                                   \
    F(cuStreamWaitEvent)                                                                                               \
    F(cuLaunchHostFunc)                                                                                                \
    F(cuStreamAddCallback)                                                                                             \
    F(cuStreamWaitValue32)                                                                                             \
    F(cuStreamWaitValue64)                                                                                             \
    F(cuStreamWriteValue32)                                                                                            \
    F(cuStreamWriteValue64)                                                                                            \
    F(cuEventCreate)                                                                                                   \
    F(cuEventDestroy)                                                                                                  \
    F(cuEventRecord)                                                                                                   \
    F(cuEventSynchronize)                                                                                              \
    F(cuEventQuery)                                                                                                    \
    F(cuEventElapsedTime)                                                                                              \
    F(cuGraphCreate)                                                                                                   \
    F(cuGraphDestroy)                                                                                                  \
    F(cuGraphClone)                                                                                                    \
    F(cuGraphNodeFindInClone)                                                                                          \
    F(cuGraphAddNode)                                                                                                  \
    F(cuGraphDestroyNode)                                                                                              \
    F(cuGraphNodeSetParams)                                                                                            \
    F(cuGraphKernelNodeSetAttribute)                                                                                   \
    F(cuGraphKernelNodeGetAttribute)                                                                                   \
    F(cuGraphConditionalHandleCreate)                                                                                  \
    F(cuGraphAddDependencies)                                                                                          \
    F(cuGraphRemoveDependencies)                                                                                       \
    F(cuGraphGetNodes)                                                                                                 \
    F(cuGraphGetEdges)                                                                                                 \
    F(cuGraphNodeGetType)                                                                                              \
    F(cuGraphChildGraphNodeGetGraph)                                                                                   \
    F(cuGraphInstantiate)                                                                                              \
    F(cuGraphLaunch)                                                                                                   \
    F(cuGraphUpload)                                                                                                   \
    F(cuGraphExecDestroy)                                                                                              \
    F(cuGraphExecNodeSetParams)                                                                                        \
    F(cuGraphNodeSetEnabled)                                                                                           \
    F(cuGraphNodeGetEnabled)                                                                                           \
    F(cuGraphExecUpdate)                                                                                               \
    F(cuGraphMemAllocNodeGetParams)                                                                                    \
    F(cuGraphMemFreeNodeGetParams)                                                                                     \
    F(cuDeviceGetGraphMemAttribute)                                                                                    \
    F(cuDeviceSetGraphMemAttribute)                                                                                    \
    F(cuDeviceGraphMemTrim)                                                                                            \
    F(cuStreamBeginCapture)                                                                                            \
    F(cuStreamEndCapture)                                                                                              \
    F(cuStreamIsCapturing)                                                                                             \
    F(cuStreamGetCaptureInfo)                                                                                          \
    F(cuThreadExchangeStreamCaptureMode)                                                                               \
    F(cuUserObjectCreate)                                                                                              \
    F(cuUserObjectRetain)                                                                                              \
    F(cuGraphReleaseUserObject)                                                                                        \
    F(cuUserObjectRelease)                                                                                             \
    F(cuGraphRetainUserObject)                                                                                         \
    F(cuLibraryLoadData)                                                                                               \
    F(cuLibraryUnload)                                                                                                 \
    F(cuLibraryGetKernel)                                                                                              \
    F(cuLibraryGetGlobal)                                                                                              \
    F(cuKernelGetFunction)                                                                                             \
    F(cuFuncGetAttribute)                                                                                              \
    F(cuFuncGetParamInfo)                                                                                              \
    F(cuFuncSetAttribute)                                                                                              \
    F(cuLaunchKernel)                                                                                                  \
    F(cuLaunchKernelEx)                                                                                                \
    F(cuOccupancyMaxActiveBlocksPerMultiprocessor)                                                                     \
    F(cuOccupancyAvailableDynamicSMemPerBlock)                                                                         \
    F(cuOccupancyMaxActiveClusters)
/* clang-format on */

typedef struct lw_cuda_functions {
#define LW_CUDA_MEMBER(name) __typeof__(&name) name;
    LW_CUDA_FUNCTIONS(LW_CUDA_MEMBER)
#undef LW_CUDA_MEMBER
} lw_cuda_functions;

/* Set by lw_cuda_driver_open(), then constant. */
extern lw_cuda_functions lw_cuda;

/* Opens the driver at the first call. False: there is none, it is too old, or it finds no device. */
bool lw_cuda_driver_open(void);

#endif
