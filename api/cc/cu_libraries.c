#include "cu_libraries.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "tools.h"

/* The static ones ask for -lculibos, in whose place nothing is needed. */
static const struct {
    const char *words[6]; /* of a link, null after the last */
    const char *name;     /* liblanewise-NAME */
    const char *functions, *needs, *package;
} known[] = {
    {{"-lcublas", "-lcublas_static", "-lcublasLt", "-lcublasLt_static"},
     "cublas",
     "cuBLAS",
     "OpenBLAS",
     "libopenblas-dev"},
    {{"-lcufft", "-lcufft_static", "-lcufft_static_nocallback"}, "cufft", "cuFFT", "FFTW", "libfftw3-dev"},
    {{"-lculibos"}, NULL, NULL, NULL, NULL},
};
enum { KNOWN = sizeof known / sizeof *known };

unsigned cc_library_of(const char *word)
{
    for (unsigned i = 0; i < KNOWN; i++)
        for (const char *const *name = known[i].words; *name; name++)
            if (!strcmp(word, *name))
                return 1u << i;
    return 0;
}

static bool is_in(const char *folder, const char *name)
{
    static const char *const suffixes[] = {"so", "a"};
    bool found = false;
    for (size_t i = 0; folder && !found && i < sizeof suffixes / sizeof *suffixes; i++) {
        char *path = cc_format("%s/liblanewise-%s.%s", folder, name, suffixes[i]);
        found = access(path, R_OK) == 0;
        free(path);
    }
    return found;
}

static bool has(const cc_options *options, const char *name)
{
    bool found = is_in(cc_library_folder(), name);
    for (size_t i = 0; i < options->link.count && !found; i++) {
        const char *word = options->link.items[i];
        if (!strcmp(word, "-L") && i + 1 < options->link.count)
            found = is_in(options->link.items[i + 1], name);
        else if (cc_starts_with(word, "-L"))
            found = is_in(word + 2, name);
    }
    return found;
}

bool cc_has_libraries(const cc_options *options, unsigned libraries)
{
    for (unsigned i = 0; i < KNOWN; i++) {
        if (!(libraries & 1u << i) || !known[i].name || has(options, known[i].name))
            continue;
        cc_say("%s's functions need liblanewise-%s, and this Lanewise was built without %s: install that "
               "(apt-get install %s), then configure and build Lanewise again",
               known[i].functions, known[i].name, known[i].needs, known[i].package);
        return false;
    }
    return true;
}

void cc_add_libraries(cc_words *command, unsigned libraries)
{
    for (unsigned i = 0; i < KNOWN; i++)
        if (libraries & 1u << i && known[i].name) {
            char *flag = cc_format("-llanewise-%s", known[i].name);
            cc_words_add(command, flag);
            free(flag);
        }
}
