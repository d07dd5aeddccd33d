/* An object does not show whether a constant is an array or a structure. So the compiler checks it, by a file that
 * includes the kernel file and asserts the constant's type. */
#include "constant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "process.h"
#include "scratch.h"
#include "target.h"

enum { STRUCTURE = 12, UNION = 13 }; /* values of __builtin_classify_type() */

static char *write_question(const char *input, const char *name, bool has_address)
{
    char *path = cc_scratch_file("constant.c"), *folder = input[0] == '/' ? NULL : getcwd(NULL, 0);
    FILE *file = fopen(path, "w");
    if (!file)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    /* Does not resolve a symbolic link: included files are beside the link. */
    fprintf(file, "#include \"%s%s%s\"\n", folder ? folder : "", folder ? "/" : "", input);
    if (has_address) /* after a comma operator an array is a pointer */
        fprintf(file, "_Static_assert(!__builtin_types_compatible_p(__typeof__(%s), __typeof__(0, %s)), \"\");\n", name,
                name);
    else
        fprintf(file,
                "enum { lw__class = __builtin_classify_type(%s) };\n"
                "_Static_assert(lw__class != %d && lw__class != %d, \"\");\n",
                name, STRUCTURE, UNION);
    if (fclose(file) != 0)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    free(folder);
    return path;
}

bool cc_constant_is_refused(const cc_options *options, const char *input, const char *name, bool has_address)
{
    cc_words command = {0};
    char *question = write_question(input, name, has_address), *log = cc_scratch_file("log");
    cc_cpu_flags(options, &command);
    static const char *const fixed[] = {"-w", "-fsyntax-only", "-x", "c"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(&command, fixed[i]);
    cc_words_add(&command, question);
    int status = cc_ask(&command, log);
    cc_words_free(&command);
    free(question);
    free(log);
    return status == 0;
}
