/* Reads and writes of surfaces. A row consists of units of the access's size; a place outside is limited, reads zeros, or
 * ends the launch. So does an H200. */
#include <string.h>

#include "../check/check.h"
#include "../machine/machine.h"
#include "texture.h"

#define HERE (emu_self->check ? (uintptr_t)__builtin_return_address(0) - 1 : 0)

/* CUDA's numbers. */
enum { BOUNDARY_ZERO, BOUNDARY_CLAMP, BOUNDARY_TRAP };

static const emu_texture *find(emu_texture_shape shape, uint64_t object, const emu_site *site)
{
    const emu_texture *surface = emu_texture_find(object);
    if (!surface || !surface->is_surface)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site, "%s: object is %#llx, which is no live surface object",
                        site->what, (unsigned long long)object);
    if (surface->shape != shape)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site,
                        "%s: object is %#llx, whose array has another number of dimensions or layers", site->what,
                        (unsigned long long)object);
    return surface;
}

/* An index limited to 0 .. count - 1. A negative layer is a large one. */
static int64_t limited(int index, int64_t count, bool is_layer)
{
    int64_t at = is_layer ? (int64_t)(unsigned)index : index;
    return at < 0 ? 0 : at < count ? at : count - 1;
}

/* The memory of an access; null: it is outside, and reads zeros or writes nothing. */
static char *place(unsigned size, emu_texture_shape shape, uint64_t object, const int at[3], int boundary,
                   const emu_site *site)
{
    const emu_texture *surface = find(shape, object, site);
    const emu_image *image = &surface->level[0];
    if (at[0] % (int)size != 0)
        emu_fail_saying(emu_self, LW_ERROR_MISALIGNED_ADDRESS, site, "%s: x is %d bytes, no multiple of %u", site->what,
                        at[0], size);
    bool layered = shape != EMU_TEXTURE_3D;
    int64_t units = image->width * surface->channels * surface->bytes / size;
    int64_t x = limited(at[0] / (int)size, units, false), y = limited(at[1], image->height, false);
    int64_t z = limited(at[2], image->depth, layered);
    bool outside = units == 0 || x != at[0] / (int)size || y != at[1] || z != at[2];
    if (outside && boundary == BOUNDARY_TRAP)
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "%s: (%d, %d, %d) is outside a surface of %lld bytes, %lld rows, %lld slices", site->what,
                        at[0], at[1], at[2], (long long)(image->width * surface->channels * surface->bytes),
                        (long long)image->height, (long long)image->depth);
    if (outside && (units == 0 || boundary != BOUNDARY_CLAMP))
        return NULL;
    return image->memory + (size_t)z * image->slice + (size_t)y * image->row + (size_t)x * size;
}

emu_texel emu_surface_read(unsigned size, emu_texture_shape shape, unsigned long long object, int x, int y, int z,
                           int boundary, const emu_site *site)
{
    emu_texel value = {0, 0};
    const char *memory = place(size, shape, object, (int[]){x, y, z}, boundary, site);
    uintptr_t by = HERE;
    if (memory && (!by || emu_check_cached_read(memory, size, EMU_CACHED_SURFACE, by)))
        memcpy(&value, memory, size);
    return value;
}

void emu_surface_write(unsigned size, emu_texture_shape shape, unsigned long long object, emu_texel value, int x, int y,
                       int z, int boundary, const emu_site *site)
{
    char *memory = place(size, shape, object, (int[]){x, y, z}, boundary, site);
    uintptr_t by = HERE;
    if (memory && (!by || emu_check_surface_write(memory, size, by)))
        memcpy(memory, &value, size);
}
