/* The scratch folder of one run: temporary files of this program and, by TMPDIR, of the compilers that it starts. */
#ifndef CC_SCRATCH_H
#define CC_SCRATCH_H

/* The folder's path; the first call makes it, in TMPDIR or /tmp. */
const char *cc_scratch(void);
/* A new path in it that ends in `name`. The caller frees. */
char *cc_scratch_file(const char *name);
/* A path that is safe for nvcc, which passes its words to a shell: `path` itself, or a path through a link in the
 * scratch folder. Relative includes still find their files. The caller frees. */
char *cc_scratch_plain_path(const char *path);
/* Removes the folder and all in it, if it was made. */
void cc_scratch_remove(void);

#endif
