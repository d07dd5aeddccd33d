/* A kernel that leaves the shape of its blocks open, once more for one that is common, as if it had said LW_BLOCK_SIZE. It
 * is kept only where that was measured to pay (bench/README.md): where lanes exchange values at distances that double or
 * halve, which are constants then, at best in vectors (resident.c); and where lanes of a warp meet, whose rows are whole
 * strips then. At launch the emulator looks whether there is one for the blocks' shape. */
#include "fuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LANES = 1024 };
static const char mark[] = "lanewise-shape";

bool fuse_read_shape(const char *text, unsigned *shape)
{
    for (int i = 0; i < 3; i++)
        shape[i] = 1;
    for (int i = 0, read; i < 3; i++, text += read + 1) {
        if (*text < '1' || *text > '9' || sscanf(text, "%4u%n", &shape[i], &read) != 1 || shape[i] > MOST_LANES)
            return false;
        if (!text[read])
            return shape[0] * shape[1] * shape[2] <= MOST_LANES;
        if (text[read] != 'x')
            return false;
    }
    return false;
}

bool fuse_supposed_shape(LLVMValueRef function, unsigned *shape)
{
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, sizeof mark - 1);
    unsigned length = 0;
    const char *value = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
    char text[32];
    snprintf(text, sizeof text, "%.*s", (int)length, value);
    return attribute && fuse_read_shape(text, shape);
}

/* NAME__fiber becomes NAME.SHAPE__fiber; or, where the shape is not for it, none of the kernels. */
static void suppose(LLVMValueRef function, const char *text, const unsigned *shape)
{
    static const char tail[] = "__fiber";
    unsigned own[3], most = fuse_find_shape(function, own);
    bool fits = !own[0] && (!most || shape[0] * shape[1] * shape[2] <= most);
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    char *made = fuse_allocate(length + strlen(text) + 2, 1);
    int size = sprintf(made, "%.*s.%s%s", (int)(length - strlen(tail)), name, text, fits ? tail : "");
    LLVMSetValueName2(function, made, (size_t)size);
    free(made);
    if (fits)
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(function)), mark,
                                                          sizeof mark - 1, text, (unsigned)strlen(text)));
}

void fuse_suppose(LLVMModuleRef module, const char *text)
{
    unsigned shape[3];
    if (!text || !fuse_read_shape(text, shape))
        return;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        if (fuse_is_kernel(function))
            suppose(function, text, shape);
}

bool fuse_special_pays(fuse_kernel *kernel)
{
    bool pays = !kernel->whole->shape || kernel->meets || fuse_is_among(kernel->name, &kernel->whole->vain);
    for (int r = 0; r < kernel->regions && !pays; r++)
        pays = kernel->resident[r] || kernel->block[kernel->region[r]].wait.turn;
    return pays || fuse_refuse(kernel, "nothing is gained by the shape");
}

const char *fuse_special_of(const fuse_kernel *kernel)
{
    const fuse_names *kept = kernel->whole->special;
    size_t length = strcspn(kernel->name, ".");
    for (size_t i = kept ? kept->count : 0; i-- > 0;)
        if (!strncmp(kept->name[i], kernel->name, length) && kept->name[i][length] == '.')
            return kept->name[i];
    return NULL;
}
