/* What LLVM's vectoriser says of loops over threads, as clang would. lanewise-fuse --report numbers them: a remark on one
 * is at lanewise-loop:NUMBER:1, on a loop of the kernel's own in it at lanewise-loop:NUMBER:2. */
#ifndef CC_REMARKS_H
#define CC_REMARKS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_verdict {
    unsigned least, most; /* threads at once, of its copies; 0: none was vectorised */
    char *why;            /* a sentence, where some copy was not; else null */
} cc_verdict;

typedef struct cc_loop {
    unsigned number;
    cc_verdict threads, own; /* of the loop over threads; of the kernel's own loops in it */
} cc_loop;

bool cc_is_remark(const char *line);
/* Reads the remarks of a log into the loops, whose numbers are set. */
void cc_remarks_read(const char *path, cc_loop *loop, size_t count);
void cc_remarks_free(cc_loop *loop, size_t count);

#endif
