/* Suppressions: lines of a file. A finding that matches a line is left out.
 *
 *     # a comment
 *     kind=race kernel=histogram_* place=histogram.c:41
 *     tool=initcheck memory="*'tile'*"
 *
 * kind and tool are names of kinds.c. The others are patterns, as in the shell: kernel, function, place (a file's name
 * or path, also with a line; for a race, of either access) and memory (the report's words for it).
 */
#ifndef EMU_CHECK_SUPPRESSION_H
#define EMU_CHECK_SUPPRESSION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct emu_suppressible {
    const char *kind, *tool, *kernel, *memory;
    struct {
        const char *function, *file; /* null: none */
        int line;
    } place[2];
} emu_suppressible;

/* Adds the lines of the file. False: it cannot be read; `message` says why. */
bool emu_suppressions_read(const char *path, char *message, size_t size);
bool emu_suppressions_match(const emu_suppressible *finding);
void emu_suppressions_free(void);

#endif
