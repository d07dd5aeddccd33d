#include "remarks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* clang's texts, and sentences for the kernel's author; the most informative first. @ stands for the place. */
static const struct {
    const char *says, *sentence;
} known[] = {
    {"call instruction cannot be vectorized", "there is no vector form of the call@"},
    {"library call cannot be vectorized", "there is no vector form of the call@"},
    {"read with atomic ordering or volatile read", "a volatile or atomic load@ is made thread by thread"},
    {"write with atomic ordering or volatile write", "a volatile or atomic store@ is made thread by thread"},
    {"cannot identify array bounds", "threads' loads and stores@ may touch the same memory, as far as clang sees"},
    {"cannot prove it is safe to reorder memory operations",
     "threads' loads and stores@ may touch the same memory, as far as clang sees"},
    {"cannot check memory dependencies at runtime",
     "threads' loads and stores@ may touch the same memory, as far as clang sees"},
    {"SCEV", "threads' loads and stores@ may touch the same memory, as far as clang sees"},
    {"unsafe dependent memory operations", "one thread may load what another stores@, as far as clang sees"},
    {"loop invariant address", "all threads store to one address@"},
    {"cannot prove it is safe to reorder floating-point operations", "threads add up@ in their order"},
    {"value that could not be identified as reduction", "a value@ goes from one iteration to the next"},
    {"vectorization is not beneficial", "clang estimates that vectors would not be faster"},
    {"trip count", "there are too few threads"},
    {"switch statement", "the switch@ is on a value of each thread"},
    {"could not determine number of loop iterations",
     "the number of the loop's iterations@ is known only when it runs"},
    {"loop control flow is not understood", "there are several ways out of the loop@"},
    {"control flow cannot be substituted for a select", "code under a condition@ must not run for other threads"},
    {"is explicitly disabled", "only a few threads of few blocks run it"},
    {"instruction return type cannot be vectorized", "there are no vectors of the type@"},
    {"instruction cannot be vectorized", "there is no vector form of the operation@"},
};
enum { KNOWN = sizeof known / sizeof *known };

typedef struct remark {
    char *file, *text;
    unsigned line, column;
    bool analysis; /* comes before the loop's result */
    bool passed;
} remark;

static const char prefix_of_all[] = "remark: ";

bool cc_is_remark(const char *line)
{
    return cc_starts_with(line, prefix_of_all);
}

/* Parses "remark: FILE:LINE:COLUMN: TEXT [-Rpass...]"; changes the line. */
static bool take_apart(char *line, remark *found)
{
    static const char prefix[] = "loop not vectorized: ";
    char *flag = strstr(line, " [-Rpass"), *text;
    if (!cc_is_remark(line) || !flag || !(text = strstr(line, ": ")) || !(text = strstr(text + 2, ": ")))
        return false;
    *flag = *text = '\0';
    *found = (remark){.file = line + strlen(prefix_of_all),
                      .text = text + 2,
                      .analysis = cc_starts_with(flag + 1, "[-Rpass-analysis"),
                      .passed = cc_starts_with(flag + 1, "[-Rpass=")};
    char *column = strrchr(found->file, ':');
    if (!column)
        return false;
    *column = '\0';
    char *number = strrchr(found->file, ':');
    if (!number)
        return false;
    *number = '\0';
    found->line = (unsigned)strtoul(number + 1, NULL, 10);
    found->column = (unsigned)strtoul(column + 1, NULL, 10);
    if (cc_starts_with(found->text, prefix))
        found->text += strlen(prefix);
    /* Cuts advice on pragmas, which does not help with kernels. */
    static const char *const advice[] = {"; allow reordering", ". Use #pragma", ". Try compiling with", "\n"};
    for (size_t i = 0; i < sizeof advice / sizeof *advice; i++) {
        char *end = strstr(found->text, advice[i]);
        if (end)
            *end = '\0';
    }
    return true;
}

static bool is_of_loop(const remark *said)
{
    return strcmp(said->file, "lanewise-loop") == 0;
}

static size_t rank_of(const char *text)
{
    size_t rank = 0;
    while (rank < KNOWN && !strstr(text, known[rank].says))
        rank++;
    return rank;
}

static char *sentence_of(const remark *said)
{
    size_t rank = rank_of(said->text);
    if (rank == KNOWN)
        return cc_format("clang says: %s", said->text);
    bool placed = !is_of_loop(said) && said->line;
    if (rank == 0 && !placed) /* calls in the source have line numbers */
        return cc_format("what is left of it is a call that fills or copies memory (clang: %s)", said->text);
    char *place = placed ? cc_format(" at %s:%u", cc_base_name(said->file), said->line) : cc_format("%s", "");
    const char *sentence = known[rank].sentence, *at = strchr(sentence, '@');
    int before = at ? (int)(at - sentence) : (int)strlen(sentence);
    char *made = cc_format("%.*s%s%s (clang: %s)", before, sentence, at ? place : "", at ? at + 1 : "", said->text);
    free(place);
    return made;
}

/* The most informative analysis remark before a loop's result. */
typedef struct pending {
    char *why;
    size_t rank;
} pending;

static void consider(pending *best, const remark *said)
{
    size_t rank = rank_of(said->text);
    if (strstr(said->text, "interleaving") || (best->why && best->rank <= rank))
        return;
    free(best->why);
    *best = (pending){sentence_of(said), rank};
}

static cc_verdict *find(cc_loop *loop, size_t count, const remark *said)
{
    for (size_t i = 0; i < count && is_of_loop(said); i++)
        if (loop[i].number == said->line)
            return said->column == 1 ? &loop[i].threads : &loop[i].own;
    return NULL;
}

/* Reads a loop's result. A remark that it was not interleaved may follow. */
static void settle(cc_verdict *verdict, const remark *said, pending *best)
{
    const char *width = strstr(said->text, "vectorization width: ");
    if (said->passed && width) {
        unsigned threads = (unsigned)strtoul(width + strlen("vectorization width: "), NULL, 10);
        verdict->least = !verdict->least || threads < verdict->least ? threads : verdict->least;
        verdict->most = threads > verdict->most ? threads : verdict->most;
        return;
    }
    if (strstr(said->text, "interleaving"))
        return;
    if (rank_of(said->text) < KNOWN)
        consider(best, said);
    if (!verdict->why)
        verdict->why = best->why ? best->why : cc_format("clang gives no reason");
    else
        free(best->why);
    best->why = NULL;
}

void cc_remarks_read(const char *path, cc_loop *loop, size_t count)
{
    FILE *file = fopen(path, "r");
    char *line = NULL, *whole = NULL;
    size_t size = 0;
    pending best = {0};
    while (file && getline(&line, &size, file) >= 0) {
        bool begins = cc_is_remark(line);
        char *more = begins || !whole ? cc_format("%s", line) : cc_format("%s%s", whole, line);
        free(whole);
        whole = more;
        remark said;
        if (!strstr(whole, " [-Rpass"))
            continue;
        if (take_apart(whole, &said)) {
            cc_verdict *verdict = said.analysis ? NULL : find(loop, count, &said);
            if (said.analysis)
                consider(&best, &said);
            else if (verdict)
                settle(verdict, &said, &best);
            if (!said.analysis) {
                free(best.why);
                best.why = NULL;
            }
        }
        free(whole);
        whole = NULL;
    }
    free(best.why);
    free(whole);
    free(line);
    if (file)
        fclose(file);
}

void cc_remarks_free(cc_loop *loop, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(loop[i].threads.why);
        free(loop[i].own.why);
    }
}
