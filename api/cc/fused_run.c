/* Runs the commands that make the fused copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fused.h"
#include "message.h"
#include "report.h"

static void copy_text(const char *path, FILE *to)
{
    FILE *file = fopen(path, "r");
    char buffer[4096];
    size_t size;
    while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0)
        fwrite(buffer, 1, size, to);
    if (file)
        fclose(file);
}

/* The line of a log that explains the failure: the first with "error", else the first. */
static char *complaint(const char *path, int status)
{
    FILE *file = fopen(path, "r");
    char line[500], first[500] = "";
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        found = strstr(line, "error") != NULL;
        if (found || !first[0])
            memcpy(first, line, sizeof first);
    }
    if (file)
        fclose(file);
    if (!first[0] && status > 128)
        return cc_format("it was ended by signal %d", status - 128);
    return cc_format("%s", first[0] ? first : "it failed");
}

/* Reports a failed step: a warning, or with --fused=on the tool's whole log. */
static int fail(cc_fused *fused, const char *program, const char *log, int status)
{
    fused->levels = 0;
    if (fused->options->fused == CC_FUSED_ON) {
        cc_say("compiling %s into loops over threads: %s ended with status %d:", fused->input, cc_base_name(program),
               status);
        copy_text(log, stderr);
        return status;
    }
    char *text = complaint(log, status);
    cc_say("warning: %s stays on fibers, %s: %s", fused->input, cc_base_name(program), text);
    free(text);
    return 0;
}

void cc_fused_start(cc_fused *fused)
{
    if (fused->levels == 0)
        return;
    fused->broken = !cc_start(&fused->process, &fused->command, fused->log);
    fused->process.spare = true;
}

void cc_fused_stop(cc_fused *fused)
{
    cc_stop(&fused->process);
    fused->levels = 0;
}

/* Runs all levels' commands. Returns the first status that is not 0; `*log` is then that level's log. */
static int run_levels(cc_fused *fused, const char **log)
{
    int status = 0;
    for (size_t i = 0; i < fused->levels; i++) {
        cc_fused_level *level = &fused->level[i];
        if (!cc_start(&level->process, &level->command, level->log))
            status = 1;
        level->process.spare = true;
    }
    for (size_t i = 0; i < fused->levels; i++) {
        cc_fused_level *level = &fused->level[i];
        int own = cc_wait(&level->process);
        if (own && !status) {
            status = own;
            *log = level->log;
        }
        if (!own && fused->options->fused_report && !fused->options->dry_run) {
            printf("%s, %s:\n", fused->input, level->processor);
            cc_report(level->log);
        }
    }
    return status;
}

int cc_fused_finish(cc_fused *fused)
{
    if (fused->levels == 0)
        return 0;
    if (fused->broken) {
        fused->levels = 0;
        return fused->options->fused == CC_FUSED_ON;
    }
    const char *log = fused->log, *clang = fused->command.items[0], *fuse = fused->level[0].command.items[0];
    int status = cc_wait(&fused->process);
    if (status)
        return fail(fused, clang, log, status);
    status = run_levels(fused, &log);
    return status ? fail(fused, fuse, log, status) : 0;
}
