/* The scratch folder of one run: intermediate files of this program and, through TMPDIR, of the compilers it starts. */
#ifndef CC_SCRATCH_H
#define CC_SCRATCH_H

/* Its path; made at the first call, under TMPDIR or /tmp. */
const char *cc_scratch(void);
/* A path in it that was not given out before, ending in `name`. The caller frees. */
char *cc_scratch_file(const char *name);
/* `path` where nvcc, which hands its words to a shell, takes it as it is; else a path through a link in the scratch
 * folder. Relative includes still find their file. The caller frees. */
char *cc_scratch_plain_path(const char *path);
/* Removes it and all in it; harmless where there is none. */
void cc_scratch_remove(void);

#endif
