#include "tally.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../host/allocate.h"

emu_tally *emu_tally_open(const char *path)
{
    static emu_tally own, *shared;
    static char *shared_path;
    if (!path)
        return &own;
    if (shared && strcmp(shared_path, path) == 0)
        return shared;
    int file = open(path, O_RDWR | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return NULL;
    void *memory = MAP_FAILED;
    char *copy = emu_copy_text(path);
    if (copy && !emu_injected_failure() && fstat(file, &status) == 0 && (size_t)status.st_size >= sizeof *shared)
        memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) {
        free(copy);
        return NULL;
    }
    if (shared)
        munmap(shared, sizeof *shared);
    free(shared_path);
    shared_path = copy;
    return shared = memory;
}

void emu_tally_add_launch(emu_tally *tally, const char *kernel, bool asked)
{
    atomic_fetch_add(asked ? &tally->launches : &tally->left_out, 1);
    if (asked || tally->launches)
        return;
    char *names = tally->left_out_names;
    size_t length = strlen(kernel), used = strlen(names);
    for (const char *line = names; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, kernel, length) == 0 && line[length] == '\n')
            return;
    if (used + length + 2 > sizeof tally->left_out_names)
        return;
    memcpy(names + used, kernel, length);
    names[used + length] = '\n';
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

void emu_tally_print(FILE *out, const emu_tally *tally, bool races)
{
    unsigned errors = tally->errors, warnings = tally->warnings, printed = tally->printed;
    unsigned unprinted = tally->unprinted, suppressed = tally->suppressed, unnoted = tally->unnoted;
    if (races)
        fprintf(out, "========= RACECHECK SUMMARY: %u hazard%s displayed (%u error%s, %u warning%s)\n", printed,
                plural(printed), errors, plural(errors), warnings, plural(warnings));
    fprintf(out, "========= ERROR SUMMARY: %u error%s\n", errors, plural(errors));
    if (warnings && !races)
        fprintf(out, "========= WARNING SUMMARY: %u warning%s\n", warnings, plural(warnings));
    if (suppressed)
        fprintf(out, "========= SUPPRESSION SUMMARY: %u finding%s suppressed\n", suppressed, plural(suppressed));
    if (unprinted)
        fprintf(out,
                "========= ERROR SUMMARY: %u error%s not printed. Use --print-limit option to adjust the number "
                "of printed errors\n",
                unprinted, unprinted == 1 ? " was" : "s were");
    if (unnoted)
        fprintf(out, "========= MEMORY SUMMARY: memory was short for %u note%s: findings may be missing\n", unnoted,
                plural(unnoted));
}
