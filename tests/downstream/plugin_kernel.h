/* The kernel of a plugin, and what the plugin exports. A build of it is made with -DROOM, -DBOUND, -DVALUE,
 * -DFACTORS and -DLINE. */
#ifndef PLUGIN_KERNEL_H
#define PLUGIN_KERNEL_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(plugin_fill, (int, n), (int *, out));
LW_DECLARE_SYMBOL(plugin_factors);

enum { PLUGIN_RESULTS = 1000, PLUGIN_OPT_IN = 1000 };

typedef struct plugin_report {
    const lw_kernel *kernel; /* its address */
    size_t room;             /* bytes of shared memory, as compiled */
    int bound, value;        /* likewise: threads of a block at most; the results differ by it */
    lw_kernel_attributes attributes;
    int line;          /* on which its kernel faults */
    int active_blocks; /* of a multiprocessor, in blocks of 256 threads */
    int results[PLUGIN_RESULTS];
} plugin_report;

/* Asks for all that the report holds, launches the kernel, sets its dynamic shared memory to PLUGIN_OPT_IN bytes,
 * and writes the variable. */
lw_status plugin_run(lw_device *device, plugin_report *report);

/* Launches the kernel with a wild pointer: a sticky fault. */
lw_status plugin_fault(lw_device *device);

#endif
