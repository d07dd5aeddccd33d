/* Cooperative groups for the CPU; <lanewise/groups.h> describes each name. */
#ifndef LW_CPU_GROUPS_H
#define LW_CPU_GROUPS_H

#include "target.h"

#ifdef __cplusplus
#include "groups_overloads.h"
#else
#include "groups_copy.h"
#include "groups_invoke.h"
#include "groups_partition.h"
#include "groups_query.h"
#include "groups_reduce.h"
#include "groups_sync.h"
#include "groups_types.h"
#include "groups_warp.h"
#endif

#endif
