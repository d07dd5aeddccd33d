#ifndef CC_COVERAGE_H
#define CC_COVERAGE_H

#include "target.h"

/* Adds what makes the C compiler count lines and branches, with --coverage. The counts' files lie beside the object. */
void cc_coverage_flags(const cc_job *job, cc_words *command);

#endif
