/* --fused-report: joins lanewise-fuse's report on each kernel and the vectoriser's remarks on its loops. */
#ifndef CC_REPORT_H
#define CC_REPORT_H

/* Prints the report. `fuse`: lanewise-fuse's log, which has the remarks, too. */
void cc_report(const char *fuse);

#endif
