/* --fused-report: of what lanewise-fuse says of each kernel and clang of each loop, one block of lines a kernel. */
#ifndef CC_REPORT_H
#define CC_REPORT_H

/* Prints it; `fuse` and `clang` are the two tools' logs. */
void cc_report(const char *fuse, const char *clang);

#endif
