/* How a function of the vocabulary is defined. */
#ifndef VOCABULARY_H
#define VOCABULARY_H

#include "../../../api/lanewise/kernel.h"

#include "../../../api/lanewise/bfloat16.h"
#include "../../../api/lanewise/half.h"

/* The linker of the vocabulary makes the functions local; each is inlined. */
#define WORD __attribute__((always_inline, section("lw_kernel_text"), visibility("hidden")))

/* A function that waits, or that can end the launch: its last argument is the place in the source, which
 * vocabulary_link.c adds, with `what` as CUDA's name. */
#define PLACED(name, what, type, ...)                                                                                  \
    extern const char name##__what[];                                                                                  \
    const char name##__what[] = what;                                                                                  \
    WORD type name(__VA_ARGS__)

#endif
