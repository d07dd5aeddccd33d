/* The structures of the CPU device: streams are queues of operations, and the pool runs the operations.
 *
 * The pool's lock guards everything in these headers, unless a comment says otherwise. A stream runs the operation at its head;
 * when that is done, queue.c begins the next.
 */
#ifndef LW_CPU_H
#define LW_CPU_H

#include "device.h"
#include "graph_use.h"
#include "launch.h"
#include "memory.h"
#include "memory_pool.h"
#include "operation.h"
#include "process.h"
#include "stream.h"
#include "types.h"

#endif
