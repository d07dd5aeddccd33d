/* differential-reduce COMPILE LINK WORK SEED WAY: makes the program of that seed, which differs by that way, smaller as long
 * as it still differs, and prints it. COMPILE and LINK are commands that make WORK/r.o of WORK/r.c, and the runner WORK/r
 * of WORK/r.o and WORK/files.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make.h"

enum { MOST_CHANGES = 4096, CANDIDATES = 16 };

typedef struct reduction {
    const char *compile, *link, *work, *way;
    unsigned seed;
    change changes[MOST_CHANGES]; /* made so far */
    unsigned count;
} reduction;

static void run_command(const char *command)
{
    if (system(command) == -1) {
        perror("differential-reduce");
        exit(2);
    }
}

static void write_file(const reduction *r, const char *name, const char *bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", r->work, name);
    FILE *to = fopen(path, "w");
    if (!to || fputs(bytes, to) < 0 || fclose(to) != 0) {
        perror(path);
        exit(2);
    }
}

/* Which of the candidates differ: each is what has been changed, and some more. */
static void try(const reduction *r, change (*more)[CANDIDATES], const unsigned *more_counts, unsigned count,
                bool *differ)
{
    static generator g;
    text kernels = {0}, rows = {0}, files = {0};
    char command[1024], row[64];
    change *changes = malloc(sizeof *changes * (MOST_CHANGES + CANDIDATES));
    text_add(&kernels, "#include <tests/random/differential/kernel.h>\n\n");
    for (unsigned i = 0; i < count; i++) {
        memcpy(changes, r->changes, sizeof *changes * r->count);
        memcpy(changes + r->count, more[i], sizeof *changes * more_counts[i]);
        make_changed(&g, r->seed, i, changes, r->count + more_counts[i], NULL, &kernels);
        print_row(&g, &rows);
        differ[i] = false;
    }
    free(changes);
    text_add(&kernels, "#ifndef __CUDACC__\nconst differential_program differential_programs_0[] = {\n");
    text_insert(&kernels, kernels.length, rows.bytes);
    text_add(&kernels, "};\n#endif\n");
    text_add(
        &files,
        "#include <tests/random/differential/table.h>\nextern const differential_program differential_programs_0[];\n"
        "const differential_file differential_files[] = {{differential_programs_0, %u}};\n"
        "const unsigned differential_file_count = 1;\n",
        count);
    write_file(r, "r.c", kernels.bytes);
    write_file(r, "files.c", files.bytes);
    free(kernels.bytes);
    free(rows.bytes);
    free(files.bytes);
    snprintf(command, sizeof command, "rm -f %s/r %s/r.o %s/indices", r->work, r->work, r->work);
    run_command(command);
    run_command(r->compile);
    run_command(r->link);
    snprintf(command, sizeof command, "%s/r --indices %s >%s/report 2>%s/indices", r->work, r->way, r->work, r->work);
    run_command(command);
    snprintf(command, sizeof command, "%s/indices", r->work);
    FILE *from = fopen(command, "r");
    while (from && fgets(row, sizeof row, from)) {
        unsigned index;
        if (sscanf(row, "differs %u", &index) == 1 && index < count)
            differ[index] = true;
    }
    if (from)
        fclose(from);
}

static void make(const reduction *r, const change *more, unsigned count, listed_node *nodes, unsigned *node_count,
                 text *to)
{
    static generator g;
    change *changes = malloc(sizeof *changes * (MOST_CHANGES + CANDIDATES));
    memcpy(changes, r->changes, sizeof *changes * r->count);
    if (count)
        memcpy(changes + r->count, more, sizeof *changes * count);
    make_changed(&g, r->seed, 0, changes, r->count + count, nodes, to);
    if (node_count)
        *node_count = g.node_count;
    free(changes);
}

/* Whether the change makes another text, which is no longer than the one so far. */
static bool makes_less(const reduction *r, const change *what, const text *now)
{
    text made = {0};
    make(r, what, 1, NULL, NULL, &made);
    bool less = made.length < now->length || (made.length == now->length && strcmp(made.bytes, now->bytes) != 0);
    free(made.bytes);
    return less;
}

static bool add(reduction *r, const change *more, unsigned count)
{
    if (r->count + count > MOST_CHANGES)
        return false;
    memcpy(r->changes + r->count, more, sizeof *more * count);
    r->count += count;
    return true;
}

/* Tries each node once; true if anything has become less. */
static bool pass(reduction *r)
{
    static listed_node nodes[MOST_NODES];
    unsigned node_count = 0, at = 0, how = 1;
    bool any = false;
    text now = {0};
    make(r, NULL, 0, nodes, &node_count, &now);
    while (at < node_count) {
        change more[CANDIDATES + 1][CANDIDATES];
        unsigned counts[CANDIDATES + 1], count = 0;
        bool differ[CANDIDATES + 1];
        for (; at < node_count && count < CANDIDATES; how++) {
            if (how > nodes[at].ways) {
                at++;
                how = 0;
                continue;
            }
            change what = {nodes[at].node, how};
            if (makes_less(r, &what, &now)) {
                more[count][0] = what;
                counts[count++] = 1;
            }
        }
        if (count == 0)
            break;
        try(r, more, counts, count, differ);
        change good[CANDIDATES];
        unsigned goods = 0;
        for (unsigned i = 0; i < count; i++)
            if (differ[i] && (goods == 0 || good[goods - 1].node != more[i][0].node))
                good[goods++] = more[i][0];
        if (goods > 1) { /* all together, or half of them, ... */
            count = 0;
            for (unsigned some = goods; some > 1; some /= 2) {
                memcpy(more[count], good, sizeof *good * some);
                counts[count++] = some;
            }
            try(r, more, counts, count, differ);
            for (unsigned i = 0; i <= count; i++)
                if (i == count) {
                    goods = 1;
                } else if (differ[i]) {
                    goods = counts[i];
                    break;
                }
        }
        if (goods && add(r, good, goods)) {
            any = true;
            free(now.bytes);
            now = (text){0};
            make(r, NULL, 0, NULL, NULL, &now);
            fprintf(stderr, "differential-reduce: %zu characters\n", now.length);
        }
    }
    free(now.bytes);
    return any;
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static unsigned occurrences(const char *in, const char *name, size_t length)
{
    unsigned count = 0;
    for (const char *at = in; (at = strstr(at, name)) != NULL; at += length)
        count += (at == in || !is_name(at[-1])) && !is_name(at[length]);
    return count;
}

/* Leaves out `type name = constant;` where nothing else names it. */
static void tidy(char *kernel)
{
    static const char *const types[] = {"int ", "float ", "double ", "unsigned ", "long long "};
    for (bool again = true; again;) {
        again = false;
        for (char *start = kernel, *end; !again && (end = strchr(start, '\n')) != NULL; start = end + 1) {
            const char *word = start + strspn(start, " ");
            for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
                if (strncmp(word, types[i], strlen(types[i])) != 0)
                    continue;
                char name[32];
                const char *from = word + strlen(types[i]);
                size_t length = strcspn(from, " ,[=;");
                bool plain = strncmp(from + length, " = ", 3) == 0 && !memchr(from, '(', (size_t)(end - from)) &&
                             !memchr(from, ',', (size_t)(end - from));
                if (length >= sizeof name || !plain)
                    continue;
                snprintf(name, sizeof name, "%.*s", (int)length, from);
                if (occurrences(kernel, name, length) == 1) {
                    memmove(start, end + 1, strlen(end + 1) + 1);
                    again = true;
                    break;
                }
            }
        }
    }
}

int main(int argc, char **argv)
{
    static reduction r;
    if (argc != 6) {
        fprintf(stderr, "usage: %s COMPILE LINK WORK SEED WAY\n", argv[0]);
        return 2;
    }
    r.compile = argv[1], r.link = argv[2], r.work = argv[3], r.way = argv[5];
    r.seed = (unsigned)strtoul(argv[4], NULL, 10);
    change none[1][CANDIDATES];
    unsigned zero = 0;
    bool differs;
    try(&r, none, &zero, 1, &differs);
    if (!differs) {
        fprintf(stderr, "differential-reduce: program %u does not differ by %s\n", r.seed, r.way);
        return 1;
    }
    while (pass(&r))
        ;
    try(&r, none, &zero, 1, &differs); /* leaves its report */
    text made = {0};
    make(&r, NULL, 0, NULL, NULL, &made);
    tidy(made.bytes);
    printf("%s", made.bytes);
    free(made.bytes);
    return 0;
}
