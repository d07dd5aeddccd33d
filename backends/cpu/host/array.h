/* An array of the CPU device. */
#ifndef LW_CPU_ARRAY_H
#define LW_CPU_ARRAY_H

#include "../../../api/backend.h"
#include "../../../emu/device/texture.h"

typedef struct lw_cpu_level {
    size_t offset;               /* bytes from the array's memory */
    size_t width, height, depth; /* at least 1 */
    size_t row, slice;           /* bytes from one to the next */
} lw_cpu_level;

struct lw_array_impl {
    lw_array_shape shape;
    char *memory;
    unsigned levels; /* at least 1 */
    lw_cpu_level level[EMU_IMAGE_LEVELS];
};

#endif
