/* elect.sync: see api/lanewise/reference/elect.h. */
#ifndef LW_CPU_ELECT_H
#define LW_CPU_ELECT_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

#define lw_elect_sync(mask) (emu_elect(mask, LW_CPU_SITE("lw_elect_sync")) == LW_CPU_RANK % 32)
#define lw_elect_leader_sync(mask) emu_elect(mask, LW_CPU_SITE("lw_elect_leader_sync"))

#endif
