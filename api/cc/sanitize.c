#include "sanitize.h"

#include <string.h>

#include "message.h"
#include "words.h"

#define PREFIX "-fsanitize="

static const struct {
    const char *name, *why;
} refused[] = {
    {"thread", "it takes the threads of a kernel for one, and knows no barrier; lanewise check finds races of kernels"},
    {"memory",
     "it takes all that the library writes for unwritten; lanewise check finds reads of what a kernel or host never "
     "wrote"},
    {"hwaddress", "it tags pointers, and addresses of device memory have no tag; -fsanitize=address works"},
    {"kernel-address", "it is for operating systems; -fsanitize=address works"},
    {"kernel-hwaddress", "it is for operating systems; -fsanitize=address works"},
    {"kernel-memory", "it is for operating systems; lanewise check finds reads of what was never written"},
};

/* The next name of the lists of -fsanitize=, and its length; null: there is none. */
typedef struct reader {
    const cc_words *flags;
    size_t flag;
    const char *rest; /* of the flag's list */
} reader;

static const char *next(reader *in, size_t *length)
{
    while (!in->rest || !*in->rest) {
        if (in->flag == in->flags->count)
            return NULL;
        const char *word = in->flags->items[in->flag++];
        in->rest = cc_starts_with(word, PREFIX) ? word + strlen(PREFIX) : NULL;
    }
    const char *name = in->rest;
    *length = strcspn(name, ",");
    in->rest = name + *length + (name[*length] == ',');
    return name;
}

static bool is_word(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(name, word, length);
}

bool cc_is_sanitized(const cc_options *options)
{
    reader in = {.flags = &options->host};
    size_t length;
    for (const char *name; (name = next(&in, &length));)
        if (!is_word(name, length, "fuzzer") && !is_word(name, length, "fuzzer-no-link"))
            return true;
    return false;
}

bool cc_is_instrumented(const cc_options *options)
{
    reader in = {.flags = &options->host};
    size_t length;
    return next(&in, &length) != NULL;
}

void cc_refuse_sanitizers(const cc_options *options)
{
    reader in = {.flags = &options->host};
    size_t length;
    for (const char *name; (name = next(&in, &length));)
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
            if (is_word(name, length, refused[i].name))
                cc_fatal(PREFIX "%s: not for kernel files: %s", refused[i].name, refused[i].why);
}
