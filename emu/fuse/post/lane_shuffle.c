/* Assembles vectors from elements of others. */
#include "lane_shuffle.h"

#include "../support/integer.h"

bool lane_is_element(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    unsigned width = integer_width(type);
    return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind || (width >= 8 && (width & (width - 1)) == 0);
}

unsigned lane_register_bytes(unsigned bytes, unsigned size)
{
    enum { INTEGER = 4, SSE = 16 }; /* bytes and halves move within 16 bytes only */
    return size < INTEGER && bytes > SSE ? SSE : bytes;
}

static LLVMValueRef lane_number(LLVMValueRef vector, int lane)
{
    LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
    return lane < 0 ? LLVMGetPoison(type) : LLVMConstInt(type, (unsigned)lane, false);
}

/* Lanes of the second vector follow those of the first; lane -1 is arbitrary. */
static LLVMValueRef shuffle(LLVMBuilderRef builder, LLVMValueRef first, LLVMValueRef second, const int *lane,
                            unsigned lanes)
{
    LLVMValueRef number[2 * MOST_LANES];
    for (unsigned i = 0; i < lanes; i++)
        number[i] = lane_number(first, lane[i]);
    second = second ? second : LLVMGetPoison(LLVMTypeOf(first));
    return LLVMBuildShuffleVector(builder, first, second, LLVMConstVector(number, lanes), "");
}

unsigned lane_sources(const lane_source *from, unsigned lanes)
{
    unsigned count = 0;
    for (unsigned i = 0; i < lanes; i++) {
        bool is_new = true;
        for (unsigned j = 0; j < i; j++)
            is_new = is_new && from[j].vector != from[i].vector;
        count += is_new;
    }
    return count;
}

/* Whether no two elements are at the same lane of their vectors, as at an odd stride: the vectors are blended, and
 * permuted once. */
static bool have_own_lanes(const lane_source *from, unsigned lanes)
{
    uint64_t taken = 0;
    for (unsigned i = 0; i < lanes; i++) {
        if (taken >> from[i].lane & 1)
            return false;
        taken |= 1ull << from[i].lane;
    }
    return true;
}

/* Moves elements to lane place[i] of a vector as long as the sources, vector after vector. */
static LLVMValueRef gather(LLVMBuilderRef builder, const LLVMValueRef *vector, const lane_source *from, unsigned lanes,
                           const unsigned *place)
{
    unsigned length = LLVMGetVectorSize(LLVMTypeOf(vector[from[0].vector]));
    LLVMValueRef made = NULL;
    for (unsigned i = 0; i < lanes; i++) {
        int lane[MOST_LANES];
        bool is_done = false;
        for (unsigned j = 0; j < i; j++)
            is_done = is_done || from[j].vector == from[i].vector;
        if (is_done)
            continue;
        for (unsigned j = 0; j < length; j++)
            lane[j] = -1;
        for (unsigned j = 0; j < lanes; j++)
            if (from[j].vector == from[i].vector)
                lane[place[j]] = (int)(from[j].lane + (made ? length : 0));
            else if (made && lane[place[j]] < 0)
                lane[place[j]] = (int)place[j];
        LLVMValueRef more = vector[from[i].vector];
        made = made ? shuffle(builder, made, more, lane, length) : shuffle(builder, more, NULL, lane, length);
    }
    return made;
}

LLVMValueRef lane_shuffle(LLVMBuilderRef builder, const LLVMValueRef *vector, const lane_source *from, unsigned lanes)
{
    unsigned place[MOST_LANES];
    int back[MOST_LANES];
    bool blends = have_own_lanes(from, lanes) && lane_sources(from, lanes) > 1;
    for (unsigned i = 0; i < lanes; i++)
        back[i] = (int)(place[i] = blends ? from[i].lane : i);
    LLVMValueRef made = gather(builder, vector, from, lanes, place);
    return blends || lanes < LLVMGetVectorSize(LLVMTypeOf(made)) ? shuffle(builder, made, NULL, back, lanes) : made;
}

LLVMValueRef lane_part(LLVMBuilderRef builder, LLVMValueRef vector, unsigned first, unsigned lanes)
{
    int lane[MOST_LANES];
    for (unsigned i = 0; i < lanes; i++)
        lane[i] = (int)(first + i);
    return lanes == LLVMGetVectorSize(LLVMTypeOf(vector)) ? vector : shuffle(builder, vector, NULL, lane, lanes);
}

LLVMValueRef lane_join(LLVMBuilderRef builder, const LLVMValueRef *part, unsigned parts)
{
    if (parts == 1)
        return part[0];
    LLVMValueRef first = lane_join(builder, part, parts / 2), second = lane_join(builder, part + parts / 2, parts / 2);
    int lane[2 * MOST_LANES];
    unsigned lanes = 2 * LLVMGetVectorSize(LLVMTypeOf(first));
    for (unsigned i = 0; i < lanes; i++)
        lane[i] = (int)i;
    return shuffle(builder, first, second, lane, lanes);
}
