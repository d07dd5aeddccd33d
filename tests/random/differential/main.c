/* differential-programs FIRST COUNT FILE: kernels of seeds FIRST .. FIRST + COUNT - 1, with the table of them.
 * differential-programs files FIRST COUNT PER_FILE FILE: C source with the table of those files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make.h"

static bool print_programs(unsigned first, unsigned count, FILE *to)
{
    text kernels = {0}, rows = {0};
    static generator g;
    text_add(&kernels, "#include <tests/random/differential/kernel.h>\n\n");
    for (unsigned seed = first; seed < first + count; seed++) {
        make_changed(&g, seed, seed, NULL, 0, NULL, &kernels);
        print_row(&g, &rows);
    }
    text_add(&kernels, "#ifndef __CUDACC__\nconst differential_program differential_programs_%u[] = {\n", first);
    text_insert(&kernels, kernels.length, rows.bytes);
    text_add(&kernels, "};\n#endif\n");
    bool done = fputs(kernels.bytes, to) >= 0;
    free(kernels.bytes);
    free(rows.bytes);
    return done;
}

static bool print_files(unsigned first, unsigned count, unsigned per_file, FILE *to)
{
    fprintf(to, "#include <tests/random/differential/table.h>\n\n");
    for (unsigned i = 0; i < count; i += per_file)
        fprintf(to, "extern const differential_program differential_programs_%u[];\n", first + i);
    fprintf(to, "const differential_file differential_files[] = {\n");
    for (unsigned i = 0; i < count; i += per_file)
        fprintf(to, "    {differential_programs_%u, %u},\n", first + i, per_file);
    fprintf(to, "};\nconst unsigned differential_file_count = %u;\n", (count + per_file - 1) / per_file);
    return true;
}

int main(int argc, char **argv)
{
    bool files = argc == 6 && strcmp(argv[1], "files") == 0;
    if (!files && argc != 4) {
        fprintf(stderr, "usage: %s FIRST COUNT FILE | files FIRST COUNT PER_FILE FILE\n", argv[0]);
        return 2;
    }
    unsigned numbers[3] = {0};
    for (int i = 0; i < argc - 2 - files; i++)
        numbers[i] = (unsigned)strtoul(argv[1 + files + i], NULL, 10);
    FILE *to = fopen(argv[argc - 1], "w");
    bool done = to && (files ? numbers[2] > 0 && print_files(numbers[0], numbers[1], numbers[2], to)
                             : print_programs(numbers[0], numbers[1], to));
    if (to && fclose(to) != 0)
        done = false;
    if (!done)
        fprintf(stderr, "%s: cannot write %s\n", argv[0], argv[argc - 1]);
    return done ? 0 : 1;
}
