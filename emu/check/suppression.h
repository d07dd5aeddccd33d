/* Findings that are not to be told: lines of a file, each with what a finding must match to be left out.
 *
 *     # what follows is a comment
 *     kind=race kernel=histogram_* place=histogram.c:41
 *     tool=initcheck memory="*'tile'*"
 *
 * kind and tool are names of kinds.c. The others are patterns as the shell's: kernel, function, place (a file's name or
 * path, or that with a line; of a race either side's) and memory (the report's words for it).
 */
#ifndef EMU_CHECK_SUPPRESSION_H
#define EMU_CHECK_SUPPRESSION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct emu_suppressible {
    const char *kind, *tool, *kernel, *memory;
    struct {
        const char *function, *file; /* null: there is no such place */
        int line;
    } place[2];
} emu_suppressible;

/* Adds those of the file; false, with a sentence, where it cannot be read. */
bool emu_suppressions_read(const char *path, char *message, size_t size);
bool emu_suppressions_match(const emu_suppressible *finding);
void emu_suppressions_free(void);

#endif
