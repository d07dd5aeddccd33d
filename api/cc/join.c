#include "join.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

static int run(const char *const *words)
{
    cc_words command = {0};
    for (; *words; words++)
        cc_words_add(&command, *words);
    int status = cc_run(&command);
    cc_words_free(&command);
    return status;
}

/* Writes a path inside an assembler string. */
static void write_path(FILE *file, const char *path)
{
    for (; *path; path++) {
        if (*path == '"' || *path == '\\')
            fputc('\\', file);
        fputc(*path, file);
    }
}

/* Makes an object with the piece as read-only data. Returns its path, which the caller frees; null on failure. */
static char *embed(const cc_options *options, const cc_piece *piece)
{
    char *source = cc_scratch_file("image.s"), *object = cc_scratch_file("image.o");
    FILE *file = fopen(source, "w");
    if (!file)
        cc_fatal("cannot write %s: %s", source, strerror(errno));
    fputs("    .section .rodata, \"a\"\n    .balign 16\n", file);
    fprintf(file, "    .globl %s\n    .hidden %s\n    .type %s, %%object\n%s:\n", piece->symbol, piece->symbol,
            piece->symbol, piece->symbol);
    fputs("    .incbin \"", file);
    write_path(file, piece->path);
    fprintf(file, "\"\n    .size %s, . - %s\n    .section .note.GNU-stack, \"\", %%progbits\n", piece->symbol,
            piece->symbol);
    if (fclose(file) != 0)
        cc_fatal("cannot write %s: %s", source, strerror(errno));
    int status = run((const char *const[]){cc_host_compiler(options), "-c", source, "-o", object, NULL});
    free(source);
    if (status) {
        free(object);
        return NULL;
    }
    return object;
}

/* Writes a linker script. It puts kernel code into .text, where debuggers and profilers look for code, and defines the
 * start and stop symbols, which ld defines only for sections named like C identifiers. The caller frees its path. */
static char *write_bounds(void)
{
    char *path = cc_scratch_file("bounds.ld");
    FILE *file = fopen(path, "w");
    if (!file)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    fputs("SECTIONS\n{\n    .text.lw_kernel 0 : {\n        __start_lw_kernel_text = .;\n"
          "        *(lw_kernel_text)\n        __stop_lw_kernel_text = .;\n    }\n}\n",
          file);
    if (fclose(file) != 0)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    return path;
}

/* Links with the C compiler, so that a cross compiler uses its own ld. */
static int link_pieces(const cc_options *options, const cc_words *objects, const char *joined)
{
    char *bounds = write_bounds();
    cc_words command = {0};
    const char *const head[] = {cc_host_compiler(options), "-r", "-nostdlib", "-T", bounds, "-o", joined};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        cc_words_add(&command, head[i]);
    cc_words_add_all(&command, objects);
    int status = cc_run(&command);
    cc_words_free(&command);
    free(bounds);
    return status;
}

/* Makes hidden symbols local: kernel files of one program may have images, device functions and variables of the same
 * names. Also the start and stop symbols, which not every linker makes hidden. */
static int localize(const cc_options *options, const char *joined, const char *object)
{
    return run((const char *const[]){cc_objcopy(options), "--localize-hidden",
                                     "--localize-symbol=__start_lw_kernel_text",
                                     "--localize-symbol=__stop_lw_kernel_text", joined, object, NULL});
}

int cc_join(const cc_options *options, const cc_piece *pieces, size_t count, const char *object)
{
    cc_words objects = {0};
    int status = 0;
    for (size_t i = 0; i < count && !status; i++) {
        char *made = pieces[i].symbol ? embed(options, &pieces[i]) : cc_format("%s", pieces[i].path);
        if (made)
            cc_words_add(&objects, made);
        else
            status = 1;
        free(made);
    }
    char *joined = cc_scratch_file("joined.o");
    if (!status)
        status = link_pieces(options, &objects, joined);
    if (!status)
        status = localize(options, joined, object);
    free(joined);
    cc_words_free(&objects);
    return status;
}
