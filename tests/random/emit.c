/* random-programs kernels FIRST COUNT FILE: programs FIRST .. FIRST + COUNT - 1 as one kernel file, with a table of them.
 * random-programs tables COUNT PER_FILE FILE: C source with the table of those tables, for programs 0 .. COUNT - 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static void print_table(unsigned first, unsigned count, FILE *to)
{
    fprintf(to, "\n#ifndef __CUDACC__\nlw_kernel *const random_programs_%u[] = {\n", first);
    for (unsigned i = first; i < first + count; i++)
        fprintf(to, "    LW_KERNEL_OF(random_%u),\n", i);
    fprintf(to, "};\n#endif\n");
}

static bool print_kernels(unsigned first, unsigned count, FILE *to)
{
    fprintf(to, "#include <tests/random/kernel.h>\n");
    for (unsigned i = first; i < first + count; i++) {
        program made;
        if (!random_generate(&made, i))
            return false;
        random_print(&made, to);
        random_free(&made);
    }
    print_table(first, count, to);
    return true;
}

static bool print_tables(unsigned count, unsigned per_file, FILE *to)
{
    fprintf(to, "#include <tests/random/check.h>\n\n");
    for (unsigned first = 0; first < count; first += per_file)
        fprintf(to, "extern lw_kernel *const random_programs_%u[];\n", first);
    fprintf(to,
            "const unsigned random_count = %u, random_per_table = %u;\nlw_kernel *const *const random_tables[] = {\n",
            count, per_file);
    for (unsigned first = 0; first < count; first += per_file)
        fprintf(to, "    random_programs_%u,\n", first);
    fprintf(to, "};\n");
    return true;
}

int main(int argc, char **argv)
{
    bool kernels = argc == 5 && strcmp(argv[1], "kernels") == 0, tables = argc == 5 && strcmp(argv[1], "tables") == 0;
    if (!kernels && !tables) {
        fprintf(stderr, "usage: %s kernels FIRST COUNT FILE | tables COUNT PER_FILE FILE\n", argv[0]);
        return 2;
    }
    unsigned a = (unsigned)strtoul(argv[2], NULL, 10), b = (unsigned)strtoul(argv[3], NULL, 10);
    FILE *to = fopen(argv[4], "w");
    bool done = to && (kernels ? print_kernels(a, b, to) : b > 0 && print_tables(a, b, to));
    if (to && fclose(to) != 0)
        done = false;
    if (!done)
        fprintf(stderr, "%s: cannot write %s\n", argv[0], argv[4]);
    return done ? 0 : 1;
}
