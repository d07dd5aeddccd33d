/* --fused-report: of what lanewise-fuse says of each kernel and LLVM's vectoriser of each loop, one block of lines a
 * kernel. */
#ifndef CC_REPORT_H
#define CC_REPORT_H

/* Prints it; `fuse` is lanewise-fuse's log, remarks among its lines. */
void cc_report(const char *fuse);

#endif
