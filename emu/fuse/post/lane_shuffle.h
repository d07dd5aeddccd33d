/* Vectors assembled from elements of others, by shuffles that processors have: each takes two vectors. */
#ifndef FUSE_POST_LANE_SHUFFLE_H
#define FUSE_POST_LANE_SHUFFLE_H

#include "../support/kernel.h"

enum { MOST_LANES = 64 };

typedef struct lane_source {
    unsigned vector, lane;
} lane_source;

bool lane_is_element(LLVMTypeRef type); /* vectors of it have no gaps */
/* The best length of vectors with elements of `size`, if registers have `bytes`. */
unsigned lane_register_bytes(unsigned bytes, unsigned size);
/* Where the builder is: the vector of these elements. All vectors have one type, with at least as many lanes. */
LLVMValueRef lane_shuffle(LLVMBuilderRef builder, const LLVMValueRef *vector, const lane_source *from, unsigned lanes);
unsigned lane_sources(const lane_source *from, unsigned lanes); /* how many vectors they come from */
/* `lanes` of a vector, from the first on. */
LLVMValueRef lane_part(LLVMBuilderRef builder, LLVMValueRef vector, unsigned first, unsigned lanes);
/* Concatenates vectors of one type; their number is a power of two. */
LLVMValueRef lane_join(LLVMBuilderRef builder, const LLVMValueRef *part, unsigned parts);

#endif
