/* The shape of a kernel's blocks: what the kernel declares, and what a specialised copy assumes. */
#include "block_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/kernel.h"
#include "../support/memory.h"

enum { WARP = 32, MOST_THREADS = 1024 };

bool fuse_read_shape(const char *text, unsigned *shape)
{
    for (int i = 0; i < 3; i++)
        shape[i] = 1;
    for (int i = 0, read; i < 3; i++, text += read + 1) {
        if (*text < '1' || *text > '9' || sscanf(text, "%4u%n", &shape[i], &read) != 1 || shape[i] > MOST_THREADS)
            return false;
        if (!text[read])
            return shape[0] * shape[1] * shape[2] <= MOST_THREADS;
        if (text[read] != 'x')
            return false;
    }
    return false;
}

bool fuse_specialised_shape(LLVMValueRef function, unsigned *shape)
{
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, FUSE_SHAPE_MARK,
                                                               sizeof FUSE_SHAPE_MARK - 1);
    unsigned length = 0;
    const char *value = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
    char text[32];
    snprintf(text, sizeof text, "%.*s", (int)length, value);
    return attribute && fuse_read_shape(text, shape);
}

static unsigned number_in(LLVMValueRef structure, unsigned index)
{
    LLVMValueRef number = structure ? LLVMGetAggregateElement(structure, index) : NULL;
    return number && LLVMIsAConstantInt(number) ? (unsigned)LLVMConstIntGetZExtValue(number) : 0;
}

/* Reads NAME__attributes, which the kernel language defines: max_threads, min_blocks, block_size, cluster. */
unsigned fuse_declared_shape(LLVMValueRef function, unsigned *shape)
{
    static const char tail[] = "__attributes";
    if (fuse_specialised_shape(function, shape))
        return shape[0] * shape[1] * shape[2];
    size_t length;
    const char *whole_name = LLVMGetValueName2(function, &length);
    length -= strlen("__fiber");
    char *name = fuse_allocate(length + sizeof tail, 1);
    memcpy(name, whole_name, length);
    memcpy(name + length, tail, sizeof tail);
    LLVMValueRef global = LLVMGetNamedGlobal(LLVMGetGlobalParent(function), name);
    free(name);
    LLVMValueRef whole = global && LLVMGetInitializer(global) ? LLVMGetInitializer(global) : NULL;
    LLVMValueRef sizes = whole && LLVMIsAConstantStruct(whole) ? LLVMGetAggregateElement(whole, 2) : NULL;
    for (unsigned i = 0; i < 3; i++)
        shape[i] = number_in(sizes, i);
    unsigned threads = shape[0] * shape[1] * shape[2];
    return threads ? threads : number_in(whole && LLVMIsAConstantStruct(whole) ? whole : NULL, 0);
}

bool fuse_has_rows(const unsigned *shape)
{
    return shape[1] * shape[2] > 1;
}

unsigned fuse_rows_of_strip(const unsigned *shape, unsigned width)
{
    unsigned x = shape[0], rows = x && x < width ? width / x : 1;
    bool whole = rows == 1 ? x % width == 0 : x * rows == width && (x & (x - 1)) == 0 && shape[1] % rows == 0;
    return whole ? rows : 0;
}

/* If each thread keeps more values than this across a barrier, the work on them takes so much time that the shape
 * matters little. */
enum { FEW_KEPT = 2 };

bool fuse_specialisation_pays(fuse_kernel *kernel)
{
    int kept = 0;
    for (int s = 0; s < kernel->slots; s++)
        kept += kernel->slot[s].live_across && !kernel->slot[s].uniform;
    bool gains = kernel->has_collectives ? fuse_rows_of_strip(kernel->shape, WARP) > 0
                                         : fuse_has_rows(kernel->shape) && kept <= FEW_KEPT;
    bool pays = !kernel->compilation->shape || gains;
    for (int r = 0; r < kernel->regions && !pays; r++)
        pays = kernel->plan[r].promoted || kernel->block[kernel->region[r]].sync.unrolled;
    return pays || fuse_refuse(kernel, "nothing is gained by the shape");
}

const char *fuse_specialised_copy(const fuse_kernel *kernel)
{
    const fuse_names *kept = kernel->compilation->specialised;
    size_t length = strcspn(kernel->name, ".");
    for (size_t i = kept ? kept->count : 0; i-- > 0;)
        if (!strncmp(kept->name[i], kernel->name, length) && kept->name[i][length] == '.')
            return kept->name[i];
    return NULL;
}
