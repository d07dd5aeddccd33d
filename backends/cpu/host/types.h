/* What all headers of the backend share: limits, and the names of structures. */
#ifndef LW_CPU_TYPES_H
#define LW_CPU_TYPES_H

#include <pthread.h>
#include <stdatomic.h>

#include "../../../api/backend.h"
#include "../../../emu/check/check.h"
#include "../../../emu/host/memory.h"
#include "../../../emu/host/pool.h"
#include "profile.h"

/* Limits that all profiles share. */
enum {
    LW_CPU_SHARED = 48 << 10,
    LW_CPU_CONSTANT = 64 << 10,
    LW_CPU_MAX_THREADS = 1024,
    LW_CPU_MAX_CLUSTER = 8,
    LW_CPU_MAX_CLUSTER_OPTIN = 16,
    LW_CPU_INLINE_ARGUMENTS = 256,
    LW_CPU_MAX_CHILDREN = 2048
};

typedef struct lw_cpu_operation lw_cpu_operation;
typedef struct lw_cpu_launch lw_cpu_launch;
typedef struct lw_cpu_compare lw_cpu_compare;
typedef struct lw_cpu_block lw_cpu_block;
typedef struct lw_cpu_managed lw_cpu_managed;
typedef struct lw_cpu_graph_memory lw_cpu_graph_memory;
typedef struct lw_cpu_variables lw_cpu_variables; /* variables.c */
typedef struct lw_cpu_node lw_cpu_node;           /* of a graph that can run: graph.h */
typedef struct lw_cpu_body lw_cpu_body;           /* such a graph */
typedef struct lw_cpu_capture lw_cpu_capture;     /* capture.h */

#endif
