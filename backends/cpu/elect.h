/* elect.sync: one lane of a mask. Every lane of `mask` that has not returned calls with the same mask; the same lane is
 * elected for it each time. On a GPU it needs compute capability 9.0. */
#ifndef LW_CPU_ELECT_H
#define LW_CPU_ELECT_H

#include "../../emu/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* Whether the caller is the one; the one's number in the warp. */
#define lw_elect_sync(mask) (emu_elect(mask, LW_CPU_SITE("lw_elect_sync")) == LW_CPU_RANK % 32)
#define lw_elect_leader_sync(mask) emu_elect(mask, LW_CPU_SITE("lw_elect_leader_sync"))

#endif
