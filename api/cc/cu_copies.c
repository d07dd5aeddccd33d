/* The copies of device code: clang's bitcode for nvptx64, of one file or of several linked ones, becomes one object.
 *
 *   lanewise-lower-cuda, for each copy -> bitcode as a kernel file's, and the descriptors in C
 *     clang -> the fiber copy;  lanewise-fuse -> the fused copies;  clang with calls before accesses -> the checked copy
 *   the copies are joined as a kernel file's
 */
#include "cu_copies.h"

#include <stdio.h>
#include <stdlib.h>

#include "amend.h"
#include "cu_cccl.h"
#include "cu_commands.h"
#include "join.h"
#include "message.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

static void show(const cc_step *of, const char *input, int status)
{
    char buffer[4096];
    size_t size, all = 0;
    FILE *file = of->log ? fopen(of->log, "r") : NULL;
    while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0)
        all += fwrite(buffer, 1, size, stderr);
    if (file)
        fclose(file);
    if (status && of->log)
        cc_cccl_hint(of->log);
    if (status && all == 0 && !of->process.reported)
        cc_say("compiling %s: %s ended with status %d", input, of->process.program, status);
}

int cc_run_quietly(cc_step *const *steps, size_t count)
{
    int status = 0;
    size_t started = 0;
    for (; started < count && !status; started++)
        if (steps[started]->command.count > 0)
            status = cc_start(&steps[started]->process, &steps[started]->command, steps[started]->log) ? 0 : 1;
    for (size_t i = 0; i < started; i++) {
        if (steps[i]->command.count == 0)
            continue;
        if (status) {
            cc_stop(&steps[i]->process);
            continue;
        }
        status = steps[i]->status = cc_wait(&steps[i]->process);
        steps[i]->ended = true;
    }
    return status;
}

void cc_show_steps(const char *input, cc_step *const *steps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (steps[i]->ended && (steps[i]->status || steps[i]->shown))
            show(steps[i], input, steps[i]->status);
}

int cc_run_steps(const char *input, cc_step *const *steps, size_t count)
{
    int status = cc_run_quietly(steps, count);
    cc_show_steps(input, steps, count);
    return status;
}

cc_step cc_new_step(const char *suffix)
{
    return (cc_step){.product = cc_scratch_file(suffix), .log = cc_scratch_file("log")};
}

void cc_free_step(cc_step *of)
{
    cc_words_free(&of->command);
    free(of->product);
    free(of->log);
}

void cc_cu_copies_prepare(cc_cu_copies *now, const cc_options *options, const char *input, const char *bitcode,
                          const char *id)
{
    static const char *const copies[] = {"fiber", "fused", "checked"};
    bool wanted[] = {true, cc_fused_wanted(options), cc_checked_wanted(options)};
    *now =
        (cc_cu_copies){.options = options, .input = input, .id = id, .descriptors = cc_scratch_file("descriptors.c")};
    for (size_t i = 0; i < 3; i++) {
        now->lower[i] = cc_new_step(i == 2 ? "checked.ll" : "lowered.bc");
        if (wanted[i])
            cc_cu_lower_command(options, input, copies[i], bitcode, i == 0 ? now->descriptors : NULL,
                                now->lower[i].product, &now->lower[i].command);
    }
    now->fiber = cc_new_step("fiber.o");
    now->described = cc_new_step("descriptors.o");
    now->checked = cc_new_step("checked.o");
    now->renamed = cc_new_step("unused");
    cc_cu_fiber_command(options, now->lower[0].product, now->fiber.product, &now->fiber.command);
    if (wanted[2]) {
        cc_checked_code(options, now->lower[2].product, now->checked.product, &now->checked.command);
        cc_checked_renaming(options, now->checked.product, &now->renamed.command);
    }
    cc_fused_prepare_ir(&now->fused, options, input, now->lower[1].product);
}

void cc_cu_copies_free(cc_cu_copies *now)
{
    cc_step *all[] = {&now->lower[0],  &now->lower[1], &now->lower[2], &now->fiber,
                      &now->described, &now->checked,  &now->renamed};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cc_free_step(all[i]);
    cc_fused_free(&now->fused);
    free(now->descriptors);
}

static bool amend_checked(const cc_options *options, const char *path)
{
    cc_words compiler = {0};
    cc_words_add(&compiler, cc_clang(options));
    cc_words_add_all(&compiler, &options->code);
    bool done = cc_amend_checked(&compiler, cc_watches_loads(options), cc_watches_locals(options), path);
    cc_words_free(&compiler);
    return done;
}

static int make(cc_cu_copies *now)
{
    const cc_options *options = now->options;
    /* It refuses what cannot be translated, once for all. */
    int status = cc_run_steps(now->input, (cc_step *[]){&now->lower[0]}, 1);
    if (!status)
        status = cc_run_steps(now->input, (cc_step *[]){&now->lower[1], &now->lower[2]}, 2);
    if (!status && now->checked.command.count > 0 && !options->dry_run &&
        !amend_checked(options, now->lower[2].product)) {
        cc_say("cannot write %s", now->lower[2].product);
        status = 1;
    }
    if (status)
        return status;
    cc_fused_start(&now->fused);
    status = cc_run_steps(now->input, (cc_step *[]){&now->fiber, &now->checked}, 2);
    if (!status)
        status = cc_fused_finish(&now->fused);
    else
        cc_fused_stop(&now->fused);
    if (status)
        return status;
    cc_cu_descriptors_command(options, now->id, now->descriptors, now->described.product, now->fused.levels > 0,
                              &now->described.command);
    return cc_run_steps(now->input, (cc_step *[]){&now->described, &now->renamed}, 2);
}

int cc_cu_copies_make(cc_cu_copies *now, const char *object)
{
    int status = make(now);
    if (status)
        return status;
    cc_piece pieces[3 + CC_LEVELS] = {{now->fiber.product, NULL}, {now->described.product, NULL}};
    size_t count = 2;
    if (now->checked.command.count > 0)
        pieces[count++] = (cc_piece){now->checked.product, NULL};
    for (size_t i = 0; i < now->fused.levels; i++)
        pieces[count++] = (cc_piece){now->fused.level[i].object, NULL};
    return cc_join(now->options, pieces, count, object);
}
