#include "diagnostic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

char *cc_without_colours(const char *line)
{
    char *plain = cc_format("%s", line), *to = plain;
    for (const char *from = line; *from; from++) {
        if (from[0] == '\033' && from[1] == '[') {
            from += 2;
            while (*from && !isalpha((unsigned char)*from))
                from++;
            if (!*from)
                break;
            continue;
        }
        *to++ = *from;
    }
    *to = '\0';
    return plain;
}

/* FILE of "FILE:LINE:COLUMN" or "FILE:LINE"; null for other text. The caller frees. */
static char *file_of(const char *place)
{
    size_t length = strlen(place);
    bool found = false;
    for (int i = 0; i < 2; i++) {
        size_t end = length;
        while (end > 0 && isdigit((unsigned char)place[end - 1]))
            end--;
        if (end == length || end < 2 || place[end - 1] != ':')
            break;
        length = end - 1;
        found = true;
    }
    return found ? cc_format("%.*s", (int)length, place) : NULL;
}

/* Whether a line without colours starts a message; if so, sets the severity, place, file and text. */
static bool starts_message(const char *plain, cc_record *record)
{
    static const struct {
        const char *word;
        cc_severity severity;
    } kinds[] = {{"fatal error: ", CC_ERROR}, {"error: ", CC_ERROR},    {"sorry, unimplemented: ", CC_ERROR},
                 {"warning: ", CC_WARNING},   {"remark: ", CC_WARNING}, {"note: ", CC_NOTE}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].word);
        if (!strncmp(plain, kinds[i].word, length)) { /* a message without a place, as some of clang's notes */
            record->severity = kinds[i].severity;
            record->place = cc_format("%s", "");
            record->file = cc_format("%s", "");
            record->text = cc_format("%s", plain + length);
            return true;
        }
    }
    if (plain[0] == ' ')
        return false;
    const char *first = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *separator = cc_format(": %s", kinds[i].word);
        const char *at = strstr(plain, separator);
        if (at && (!first || at < first)) {
            char *place = cc_format("%.*s", (int)(at - plain), plain), *file = file_of(place);
            if (file) {
                free(record->place);
                free(record->file);
                free(record->text);
                *record = (cc_record){.severity = kinds[i].severity,
                                      .place = place,
                                      .file = file,
                                      .text = cc_format("%s", at + strlen(separator))};
                first = at;
            } else {
                free(place);
            }
        }
        free(separator);
    }
    return first != NULL;
}

/* Whether a note only names a step of macro expansion. */
static bool is_expansion(const cc_record *record)
{
    static const char *const starts[] = {"in expansion of macro ", "in definition of macro ", "expanded from ",
                                         "(skipping "};
    if (record->severity == CC_NOTE)
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
            if (cc_starts_with(record->text, starts[i]))
                return true;
    return false;
}

bool cc_tells_inclusion(const char *plain)
{
    return cc_starts_with(plain, "In file included from ") || cc_starts_with(plain, "                 from ");
}

/* Whether a line belongs to the next message: it says how a file was included, or names the function. */
static bool stands_before(const char *plain)
{
    if (cc_tells_inclusion(plain))
        return true;
    size_t length = strlen(plain);
    return length > 0 && plain[0] != ' ' && plain[length - 1] == ':' &&
           (strstr(plain, ": In function ") || strstr(plain, ": At top level"));
}

/* Whether a line belongs to the log's end. Other lines may show the source; clang's need not begin with a blank. */
static bool is_trailer(const char *plain)
{
    size_t digits = strspn(plain, "0123456789");
    return cc_starts_with(plain, "cc1: ") || cc_starts_with(plain, "compilation terminated") ||
           (digits > 0 && plain[digits] == ' ' && strstr(plain, " generated."));
}

static cc_record *add_record(cc_diagnostic *diagnostic, const cc_record *record)
{
    if (diagnostic->count == diagnostic->capacity) {
        diagnostic->capacity = diagnostic->capacity ? 2 * diagnostic->capacity : 8;
        diagnostic->record = realloc(diagnostic->record, diagnostic->capacity * sizeof *diagnostic->record);
        if (!diagnostic->record)
            cc_fatal("out of memory");
    }
    diagnostic->record[diagnostic->count] = *record;
    return &diagnostic->record[diagnostic->count++];
}

bool cc_diagnostic_read(FILE *log, cc_diagnostic *diagnostic, cc_words *rest)
{
    char *line = NULL;
    size_t size = 0;
    long start;
    bool whole = false; /* the next diagnostic begins at `start` */
    cc_words before = {0};
    while (!whole && (start = ftell(log)) >= 0 && getline(&line, &size, log) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        char *plain = cc_without_colours(line);
        cc_record record = {0};
        if (starts_message(plain, &record)) {
            whole = diagnostic->count > 0 && record.severity != CC_NOTE;
            if (whole) {
                free(record.place);
                free(record.file);
                free(record.text);
            } else {
                record.expansion = is_expansion(&record);
                cc_record *added = add_record(diagnostic, &record);
                added->before = before;
                before = (cc_words){0};
                cc_words_add(&added->lines, line);
            }
        } else if (diagnostic->count == 0 || before.count > 0 || stands_before(plain)) {
            cc_words_add(&before, line);
        } else if (is_trailer(plain)) {
            cc_words_add(rest, line);
        } else {
            cc_words_add(&diagnostic->record[diagnostic->count - 1].lines, line);
        }
        free(plain);
    }
    /* Goes back, so that the next call reads the lines in front of the next diagnostic. */
    if (whole) {
        for (size_t i = 0; i < before.count; i++)
            start -= (long)strlen(before.items[i]) + 1;
        fseek(log, start, SEEK_SET);
    } else {
        cc_words_add_all(rest, &before);
    }
    cc_words_free(&before);
    free(line);
    return diagnostic->count > 0;
}

void cc_append(cc_record *record, const char *text)
{
    cc_words_put(&record->lines, 0, cc_format("%s; %s", record->lines.items[0], text));
}

void cc_diagnostic_clear(cc_diagnostic *diagnostic)
{
    for (size_t i = 0; i < diagnostic->count; i++) {
        cc_record *record = &diagnostic->record[i];
        free(record->place);
        free(record->file);
        free(record->text);
        cc_words_free(&record->before);
        cc_words_free(&record->lines);
    }
    free(diagnostic->record);
    *diagnostic = (cc_diagnostic){0};
}
