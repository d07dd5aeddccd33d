#include "cu_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

typedef enum form { ALONE, JOINED, SEPARATE } form; /* without a value; -DX; -include X */

static const struct name {
    const char *nvcc, *gcc; /* `gcc` null: it has no effect here */
    form form;
} names[] = {
    {"--define-macro", "-D", JOINED},
    {"--undefine-macro", "-U", JOINED},
    {"--include-path", "-I", JOINED},
    {"--system-include", "-isystem", SEPARATE},
    {"--pre-include", "-include", SEPARATE},
    {"--library", "-l", JOINED},
    {"--library-path", "-L", JOINED},
    {"--output-file", "-o", SEPARATE},
    {"--optimize", "-O", JOINED},
    {"--dependency-output", "-MF", SEPARATE},
    {"--compile", "-c", ALONE},
    {"--debug", "-g", ALONE},
    {"--shared", "-shared", ALONE},
    {"--lib", "-lib", ALONE},
    {"--link", NULL, ALONE},
    {"--preprocess", "-E", ALONE},
    {"--generate-dependencies", "-M", ALONE},
    {"--generate-nonsystem-dependencies", "-MM", ALONE},
    {"--generate-dependencies-with-compile", "-MD", ALONE},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", ALONE},
    {"-disable-warnings", "-w", ALONE},
    {"--disable-warnings", "-w", ALONE},
    {"--verbose", "-v", ALONE},
    {"-dryrun", "-###", ALONE},
    {"--dryrun", "-###", ALONE},
};

static const struct name *find(const char *word)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].nvcc);
        if (!strncmp(word, names[i].nvcc, length) && (!word[length] || (names[i].form != ALONE && word[length] == '=')))
            return &names[i];
    }
    return NULL;
}

/* Reads the words of a file of options: between blanks, or in quotes; after a backslash any character is itself. */
static void add_file(cc_words *to, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        cc_fatal("cannot read the file of options %s: %s", path, strerror(errno));
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length = getdelim(&text, &capacity, '\0', file);
    fclose(file);
    cc_words words = {0};
    for (char *at = text; length > 0 && *at;) {
        at += strspn(at, " \t\r\n");
        if (!*at)
            break;
        char *word = at, *end = at, quote = 0;
        for (; *at && (quote || !strchr(" \t\r\n", *at)); at++) {
            if (*at == '\\' && at[1])
                *end++ = *++at;
            else if (quote ? *at == quote : *at == '"' || *at == '\'')
                quote = quote ? 0 : *at;
            else
                *end++ = *at;
        }
        at += *at != '\0';
        *end = '\0';
        cc_words_add(&words, word);
    }
    free(text);
    cc_add_gcc_words(to, (int)words.count, words.items);
    cc_words_free(&words);
}

/* The value in the word after its name, or else the next word. */
static const char *value_of(const char *word, int count, char *const *words, int *at)
{
    const char *equals = strchr(word, '=');
    if (equals)
        return equals + 1;
    if (*at + 1 == count)
        cc_fatal("the flag %s needs a value after it", word);
    return words[++*at];
}

static void add(cc_words *to, const struct name *name, const char *value)
{
    if (name->form != JOINED) {
        if (name->gcc)
            cc_words_add(to, name->gcc);
        if (value)
            cc_words_add(to, value);
        return;
    }
    char *joined = cc_format("%s%s", name->gcc, value);
    cc_words_add(to, joined);
    free(joined);
}

static bool names_options(const char *word)
{
    return !strcmp(word, "-optf") || !strcmp(word, "--options-file") || cc_starts_with(word, "-optf=") ||
           cc_starts_with(word, "--options-file=");
}

void cc_add_gcc_words(cc_words *to, int count, char *const *words)
{
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        const struct name *name = find(word);
        if (names_options(word))
            add_file(to, value_of(word, count, words, &i));
        else if (name)
            add(to, name, name->form == ALONE ? NULL : value_of(word, count, words, &i));
        else
            cc_words_add(to, word);
    }
}
