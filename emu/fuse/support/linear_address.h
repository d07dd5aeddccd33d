/* An address as a sum of numbers times constants, plus a constant. All sums are modulo 2^64, as an address is. */
#ifndef FUSE_SUPPORT_LINEAR_ADDRESS_H
#define FUSE_SUPPORT_LINEAR_ADDRESS_H

#include "kernel.h"

enum { MOST_TERMS = 8 };

typedef struct linear_address {
    struct {
        LLVMValueRef of;
        unsigned lane;       /* if `of` is a vector */
        LLVMOpcode extended; /* LLVMZExt or LLVMSExt: the number is `of`, extended to 64 bits; 0: `of` itself */
        uint64_t times;
    } term[MOST_TERMS];
    unsigned terms;
    uint64_t offset; /* bytes */
    bool is_known;   /* false: there are too many terms */
} linear_address;

linear_address linear_address_of(LLVMValueRef pointer);
/* Whether the distance of the addresses is a constant. */
bool linear_address_is_near(const linear_address *a, const linear_address *b);

#endif
