/** @file
 * The host interface: devices, memory, streams, events and launches, from plain C.
 *
 * The words are the CUDA runtime's. What the runtime keeps in hidden per-thread state is a handle here. A failed call has
 * changed nothing and writes no output parameter, except where its docstring says so. It leaves a sentence for
 * lw_last_error_message(): which argument was wrong, its value, and the rule.
 *
 * Common statuses, which every function that returns a status may return, and which its own docstring does not repeat:
 *
 * - LW_SUCCESS
 * - LW_ERROR_INVALID_HANDLE: a handle is null, closed, or not of this kind
 * - LW_ERROR_INVALID_VALUE: an output pointer or another required pointer is null
 * - LW_ERROR_NOT_PERMITTED: called from inside a host function or a callback (lw_launch_host_function(),
 *   lw_stream_add_callback())
 * - LW_ERROR_CAPTURE_..., LW_ERROR_CAPTURED_EVENT: a stream captures and forbids the call (<lanewise/capture.h>). The
 *   capture is invalid then
 * - a sticky status (LW_ERROR_IS_STICKY): an earlier kernel of the device had a fault
 *
 * Separate headers have graphs (<lanewise/graph.h>, <lanewise/capture.h>), arrays and textures (<lanewise/array.h>,
 * <lanewise/texture.h>) and DLPack (<lanewise/dlpack.h>).
 *
 * Host threads: any number of them may use one device, stream or event at once. Work that several give to one stream is
 * queued in some order, each piece whole. The caller must not close a handle while another thread is inside a call on it.
 */
#ifndef LANEWISE_HOST_H
#define LANEWISE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include <lanewise/access_policy.h>
#include <lanewise/copy.h>
#include <lanewise/device.h>
#include <lanewise/event.h>
#include <lanewise/execution.h>
#include <lanewise/handle.h>
#include <lanewise/interop.h>
#include <lanewise/ipc.h>
#include <lanewise/library.h>
#include <lanewise/managed.h>
#include <lanewise/memory.h>
#include <lanewise/memory_pool.h>
#include <lanewise/multicast.h>
#include <lanewise/peer.h>
#include <lanewise/status.h>
#include <lanewise/stream.h>
#include <lanewise/symbol.h>
#include <lanewise/version.h>
#include <lanewise/virtual_memory.h>

#endif
