#include "amend.h"

#include <stdlib.h>

#include "scratch.h"
#include "structures.h"
#include "unused.h"

static void put_function(const cc_ir *function, cc_structures *structures, FILE *out)
{
    for (size_t i = 0; i < function->lines.count; i++) {
        const char *line = function->lines.items[i];
        cc_watch_structures(structures, function, line, out);
        fputs(line, out);
        cc_use_load(function, line, out);
    }
}

bool cc_amend_checked(const char *path)
{
    char *amended = cc_scratch_file("amended"), *line = NULL;
    FILE *in = fopen(path, "r"), *out = fopen(amended, "w");
    cc_ir function = {0};
    cc_structures structures = {0};
    size_t size = 0;
    bool inside = false;
    while (in && out && getline(&line, &size, in) >= 0) {
        inside = inside || cc_starts_with(line, "define ");
        if (!inside) {
            fputs(line, out);
            continue;
        }
        cc_ir_add(&function, line);
        if (line[0] != '}')
            continue;
        put_function(&function, &structures, out);
        cc_ir_free(&function);
        inside = false;
    }
    if (out)
        cc_declare_structures(&structures, out);
    bool done = in && out && !ferror(in);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        done = false;
    done = done && rename(amended, path) == 0;
    cc_ir_free(&function);
    free(line);
    free(amended);
    return done;
}
