#include "messages.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diagnostic.h"
#include "hint.h"
#include "message.h"
#include "tools.h"

/* A log while it is shown. */
typedef struct shown {
    const cc_options *options;
    char *headers;        /* the folder above Lanewise's headers, with a slash behind it */
    const char *input;
    cc_words first_lines; /* of what was printed: a macro that uses an argument often repeats its errors */
    cc_words waiting;     /* "In function ..." of a diagnostic that was not printed */
    const cc_hint *last;  /* hint, and where */
    char *last_place;
    unsigned left_out;
} shown;

/* What one of Lanewise's headers is called below that folder; null for any other file. Static storage. */
static const char *own_header(const shown *all, const char *file)
{
    static char path[PATH_MAX];
    if (file[0] == '<') /* clang's <scratch space>: text that a macro made */
        return "";
    if (!realpath(file, path) || !cc_starts_with(path, all->headers))
        return NULL;
    const char *name = path + strlen(all->headers);
    return cc_starts_with(name, "api/lanewise/") || cc_starts_with(name, "backends/") || cc_starts_with(name, "emu/")
               ? name : NULL;
}

static void replace_line(cc_words *lines, size_t index, char *line)
{
    free(lines->items[index]);
    lines->items[index] = line;
}

/* `line` with the first `old` in it replaced, which it has. */
static char *with_replaced(const char *line, const char *old, const char *new)
{
    const char *at = strstr(line, old);
    return cc_format("%.*s%s%s", (int)(at - line), line, new, at + strlen(old));
}

/* Says of a message in a header of ours that it is where the user's code uses the macro. */
static void move(cc_record *record, cc_record *use)
{
    if (!strstr(record->lines.items[0], record->place))
        return;
    replace_line(&record->lines, 0, with_replaced(record->lines.items[0], record->place, use->place));
    free(record->place);
    free(record->file);
    record->place = cc_format("%s", use->place);
    record->file = cc_format("%s", use->file);
    cc_words_cut(&record->lines, 1);
    for (size_t i = 1; i < use->lines.count; i++)
        cc_words_add(&record->lines, use->lines.items[i]);
    use->hidden = true;
}

static bool same_line(const cc_record *one, const cc_record *other)
{
    size_t length = strlen(one->file) + 1;
    return !strcmp(one->file, other->file) &&
           !strncmp(one->place, other->place, length + strspn(one->place + length, "0123456789"));
}

/* Hides the steps of expansion that lie in our headers, and notes about what lies inside. */
static void hide_own(const shown *all, cc_diagnostic *diagnostic)
{
    for (size_t i = 0; i < diagnostic->count;) {
        cc_record *record = &diagnostic->record[i++];
        bool own = own_header(all, record->file);
        for (; i < diagnostic->count && diagnostic->record[i].expansion; i++) {
            cc_record *step = &diagnostic->record[i];
            if (!step->file[0] || own_header(all, step->file)) {
                step->hidden = true;
                continue;
            }
            if (own)
                move(record, step);
            own = false;
            step->hidden = step->hidden || same_line(record, step);
        }
        if (own && record->severity == CC_NOTE)
            record->hidden = !cc_starts_with(own_header(all, record->file), "api/lanewise/");
    }
}

static void append(cc_record *record, const char *text)
{
    replace_line(&record->lines, 0, cc_format("%s; %s", record->lines.items[0], text));
}

/* The last word of a record's last line where that is a conversion of printf's, which is what the compiler would write;
 * else null. The caller frees. */
static char *conversion(const cc_record *record)
{
    char *plain = cc_without_colours(record->lines.items[record->lines.count - 1]), *found = NULL;
    const char *word = strrchr(plain, '%');
    if (record->lines.count > 2 && word && strspn(plain, " |") == (size_t)(word - plain) && !strchr(word, ' '))
        found = cc_format("%s", word);
    free(plain);
    return found;
}

/* gcc tells in a note of its own what a parameter is, and what to write into a format. */
static void join_notes(cc_diagnostic *diagnostic)
{
    cc_record *first = &diagnostic->record[0];
    char *write = strstr(first->text, "format") ? conversion(first) : NULL;
    for (size_t i = 1; i < diagnostic->count; i++) {
        cc_record *note = &diagnostic->record[i];
        if (note->hidden)
            continue;
        if (cc_starts_with(note->text, "expected ")) {
            append(first, note->text);
            note->hidden = true;
            cc_words_cut(&first->lines, 3); /* what points to the argument's type, which the message has now */
        } else if (cc_starts_with(note->text, "format string is defined here") && same_line(first, note)) {
            free(write);
            write = conversion(note);
            note->hidden = true;
        } else if (cc_starts_with(note->text, "each undeclared identifier is reported only once") ||
                   cc_starts_with(note->text, "passing argument to parameter ")) {
            note->hidden = true;
        } else if (strstr(first->text, "causes a section type conflict") && note->lines.count > 1) {
            /* Of the two it is the variable that is wrong, not the kernel. */
            if (first->lines.count > 1 && strstr(first->lines.items[1], "LW_KERNEL("))
                move(first, note);
            note->hidden = true;
        }
    }
    if (write) {
        char *text = cc_format("write %s", write);
        append(first, text);
        free(text);
    }
    free(write);
}

/* clang prints the condition of an assertion, which is our macros' own. */
static void drop_requirement(cc_record *record)
{
    char *line = record->lines.items[0], *start = strstr(line, " due to requirement '"), *end = NULL;
    if (start)
        end = strstr(start + strlen(" due to requirement '"), "'");
    while (end && end[1] != ':' && end[1] != ' ') /* a quotation mark of the condition's */
        end = strstr(end + 1, "'");
    if (end && (strstr(end, "LW_") || strstr(end, "lw_launch(")))
        memmove(start, end + 1, strlen(end + 1) + 1);
}

/* Whether it comes of the mistake that the last hint was about. */
static bool follows(const shown *all, const cc_record *record, const cc_hint *hint)
{
    if (!all->last || record->severity != CC_ERROR)
        return all->last && all->last->reach == CC_REACH_ALL;
    switch (all->last->reach) {
    case CC_REACH_ALL: return true;
    case CC_REACH_KIND: return hint == all->last;
    case CC_REACH_LINE: return same_line(record, &(cc_record){.place = all->last_place, .file = record->file}) &&
                               cc_starts_with(all->last_place, record->file);
    default: return false;
    }
}

/* A kernel's body is a function of our macro's; in which it is says the kernel's name. How a header was included is
 * told of messages that are in one. */
static void print_before(const shown *all, const cc_record *record, const cc_words *lines)
{
    bool in_input = !strcmp(record->file, all->input);
    for (size_t i = 0; i < lines->count; i++) {
        char *plain = cc_without_colours(lines->items[i]);
        bool including = cc_tells_inclusion(plain);
        if (!including && strstr(plain, ": In function ") && strstr(lines->items[i], "__body")) {
            char *line = with_replaced(lines->items[i], "__body", "");
            fprintf(stderr, "%s\n", line);
            free(line);
        } else if (!including || (!in_input && !own_header(all, record->file))) {
            fprintf(stderr, "%s\n", lines->items[i]);
        }
        free(plain);
    }
}

static void print(shown *all, cc_diagnostic *diagnostic)
{
    cc_record *first = &diagnostic->record[0];
    if (first->before.count == 0)
        print_before(all, first, &all->waiting);
    cc_words_free(&all->waiting);
    for (size_t i = 0; i < diagnostic->count; i++) {
        cc_record *record = &diagnostic->record[i];
        if (record->hidden)
            continue;
        print_before(all, record, &record->before);
        for (size_t k = 0; k < record->lines.count; k++)
            fprintf(stderr, "%s\n", record->lines.items[k]);
    }
}

static void show(shown *all, cc_diagnostic *diagnostic)
{
    cc_record *first = &diagnostic->record[0];
    hide_own(all, diagnostic);
    join_notes(diagnostic);
    drop_requirement(first);
    const cc_hint *hint = cc_hint_for(diagnostic, all->options, all->input);
    bool again = cc_words_have(&all->first_lines, first->lines.items[0]);
    if (again || follows(all, first, hint)) {
        all->left_out += !again && first->severity == CC_ERROR;
        if (first->before.count > 0) {
            cc_words_free(&all->waiting);
            cc_words_add_all(&all->waiting, &first->before);
        }
        return;
    }
    cc_words_add(&all->first_lines, first->lines.items[0]);
    if (hint) {
        append(first, hint->write);
        all->last = hint;
        free(all->last_place);
        all->last_place = cc_format("%s", first->place);
    }
    print(all, diagnostic);
}

static shown start(const cc_options *options, const char *input)
{
    char *above = cc_format("%s/..", cc_include_folder(options)), *real = realpath(above, NULL);
    shown all = {.options = options, .headers = cc_format("%s/", real ? real : above), .input = input};
    free(above);
    free(real);
    return all;
}

static void end(shown *all)
{
    cc_words_free(&all->first_lines);
    cc_words_free(&all->waiting);
    free(all->last_place);
    free(all->headers);
}

void cc_show_messages(const char *log, const cc_options *options, const char *input)
{
    FILE *file = fopen(log, "r");
    if (!file)
        return;
    shown all = start(options, input);
    cc_diagnostic diagnostic = {0};
    cc_words rest = {0};
    while (cc_diagnostic_read(file, &diagnostic, &rest)) {
        show(&all, &diagnostic);
        cc_diagnostic_clear(&diagnostic);
    }
    for (size_t i = 0; i < rest.count; i++)
        fprintf(stderr, "%s\n", rest.items[i]);
    if (all.left_out > 0)
        cc_say("%u more error%s, which may come of the above, left out: -v shows all", all.left_out,
               all.left_out == 1 ? "" : "s");
    cc_words_free(&rest);
    end(&all);
    fclose(file);
}

/* Of "address of 'NAME' will always ..." the name, where it is one of these. */
static const char *tested_name(const cc_record *record, const cc_words *names)
{
    const char *at = strstr(record->text, "address of ");
    for (size_t i = 0; at && i < names->count; i++) {
        const char *name = strstr(at, names->items[i]);
        size_t length = strlen(names->items[i]);
        if (name && !isalnum((unsigned char)name[-1]) && name[-1] != '_' && !isalnum((unsigned char)name[length]) &&
            name[length] != '_' && (strstr(at, "will always") || strstr(at, "will never")))
            return names->items[i];
    }
    return NULL;
}

int cc_show_pointer_tests(const char *log, const cc_options *options, const char *input, const cc_words *names)
{
    FILE *file = fopen(log, "r");
    if (!file)
        return 0;
    shown all = start(options, input);
    cc_diagnostic diagnostic = {0};
    cc_words rest = {0};
    int status = 0;
    while (cc_diagnostic_read(file, &diagnostic, &rest)) {
        cc_record *first = &diagnostic.record[0];
        const char *name = tested_name(first, names);
        if (name) {
            char *text = cc_format("write *%s, as LW_SHARED(type, %s) is a pointer", name, name);
            append(first, text);
            free(text);
            for (size_t i = 1; i < diagnostic.count; i++)
                diagnostic.record[i].hidden = true;
            print(&all, &diagnostic);
            status |= first->severity == CC_ERROR;
        }
        cc_diagnostic_clear(&diagnostic);
    }
    cc_words_free(&rest);
    end(&all);
    fclose(file);
    return status;
}

bool cc_wants_colours(const cc_options *options)
{
    const char *terminal = getenv("TERM"), *colours = getenv("GCC_COLORS");
    if (!isatty(STDERR_FILENO) || !terminal || !strcmp(terminal, "dumb") || (colours && !*colours))
        return false;
    for (size_t i = 0; i < options->host.count; i++)
        if (strstr(options->host.items[i], "-color"))
            return false;
    return true;
}
