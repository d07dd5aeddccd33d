/* The vocabulary's bitcode for each copy, which the build compiles with clang and turns into numbers. */
#include "lower.h"

#include <llvm-c/BitReader.h>
#include <stdio.h>
#include <stdlib.h>

static const unsigned char fiber[] = {
#include "vocabulary_fiber.inc"
};
static const unsigned char fused[] = {
#include "vocabulary_fused.inc"
};
static const unsigned char checked[] = {
#include "vocabulary_checked.inc"
};

LLVMModuleRef lower_vocabulary(LLVMContextRef context, lower_copy copy)
{
    static const struct {
        const unsigned char *bytes;
        size_t size;
    } data[LOWER_COPIES] = {[LOWER_FIBER] = {fiber, sizeof fiber},
                            [LOWER_FUSED] = {fused, sizeof fused},
                            [LOWER_CHECKED] = {checked, sizeof checked}};
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)data[copy].bytes, data[copy].size, "vocabulary");
    LLVMModuleRef module = NULL;
    bool bad = LLVMParseBitcodeInContext2(context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (bad) {
        fputs("lanewise-lower-cuda: its own vocabulary cannot be read\n", stderr);
        exit(1);
    }
    return module;
}
