#include "cu_libraries.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "tools.h"

/* The static one asks for others, of which liblanewise-cublas needs none. */
bool cc_is_cublas(const char *word)
{
    static const char *const names[] = {"-lcublas", "-lcublas_static", "-lcublasLt", "-lcublasLt_static", "-lculibos"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(word, names[i]))
            return true;
    return false;
}

static bool is_in(const char *folder)
{
    static const char *const suffixes[] = {"so", "a"};
    bool found = false;
    for (size_t i = 0; folder && !found && i < sizeof suffixes / sizeof *suffixes; i++) {
        char *path = cc_format("%s/liblanewise-cublas.%s", folder, suffixes[i]);
        found = access(path, R_OK) == 0;
        free(path);
    }
    return found;
}

bool cc_has_cublas(const cc_options *options)
{
    bool found = is_in(cc_library_folder());
    for (size_t i = 0; i < options->link.count && !found; i++) {
        const char *word = options->link.items[i];
        if (!strcmp(word, "-L") && i + 1 < options->link.count)
            found = is_in(options->link.items[i + 1]);
        else if (cc_starts_with(word, "-L"))
            found = is_in(word + 2);
    }
    if (!found)
        cc_say("cuBLAS's functions need liblanewise-cublas, and this Lanewise was built without OpenBLAS: install that "
               "(apt-get install libopenblas-dev), then configure and build Lanewise again");
    return found;
}
