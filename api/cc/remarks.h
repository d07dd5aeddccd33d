/* The remarks of LLVM's vectoriser on work-item loops, in clang's form. lanewise-fuse --report numbers the loops: a
 * remark on one is at lanewise-loop:NUMBER:1, on a loop of the kernel inside it at lanewise-loop:NUMBER:2. */
#ifndef CC_REMARKS_H
#define CC_REMARKS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_verdict {
    unsigned least, most; /* smallest and largest vector width of its copies, in threads; 0: none was vectorised */
    char *why;            /* a sentence: why a copy was not vectorised; null: no remark on such a copy */
} cc_verdict;

typedef struct cc_loop {
    unsigned number;
    cc_verdict threads, own; /* of the work-item loop; of the kernel's own loops inside it */
} cc_loop;

bool cc_is_remark(const char *line);
/* Reads a log's remarks into the loops; their numbers are set. */
void cc_remarks_read(const char *path, cc_loop *loop, size_t count);
void cc_remarks_free(cc_loop *loop, size_t count);

#endif
