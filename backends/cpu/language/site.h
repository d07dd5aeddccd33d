/* The place of a wait in the source, for the emulator's reports. */
#ifndef LW_CPU_SITE_H
#define LW_CPU_SITE_H

#include "../../../emu/device/device.h"

#define LW_CPU_SITE(what)                                                                                              \
    (__extension__({                                                                                                   \
        static const emu_site lw__site = {__FILE__, __LINE__, what};                                                   \
        &lw__site;                                                                                                     \
    }))

#endif
