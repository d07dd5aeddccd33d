/* Vectors that are put together of elements of others, by shuffles that processors have: of two vectors each. */
#ifndef FUSE_POST_LANE_SHUFFLE_H
#define FUSE_POST_LANE_SHUFFLE_H

#include "../support/kernel.h"

enum { MOST_LANES = 64 };

typedef struct lane_source {
    unsigned vector, lane;
} lane_source;

bool lane_is_element(LLVMTypeRef type); /* vectors of it have nothing between elements */
/* How long vectors are best, with elements of `size`: processors have registers of `bytes`. */
unsigned lane_register_bytes(unsigned bytes, unsigned size);
/* Where the builder is: the vector of these elements. All vectors are of one type, with as many lanes or more. */
LLVMValueRef lane_shuffle(LLVMBuilderRef builder, const LLVMValueRef *vector, const lane_source *from, unsigned lanes);
unsigned lane_sources(const lane_source *from, unsigned lanes); /* how many vectors they are of */
/* `lanes` of a vector, from the first on. */
LLVMValueRef lane_part(LLVMBuilderRef builder, LLVMValueRef vector, unsigned first, unsigned lanes);
/* Vectors of one type, one behind the other; their number is a power of two. */
LLVMValueRef lane_join(LLVMBuilderRef builder, const LLVMValueRef *part, unsigned parts);

#endif
