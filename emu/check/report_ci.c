/* Findings for other programs that show them: results of SARIF 2.1.0, and test cases of JUnit's XML. A line each, after the
 * finding's signature; `lanewise check` makes the files of them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "escape.h"
#include "inside.h"
#include "output.h"

typedef struct place {
    char function[200], file[300];
    int line; /* 0: not known */
} place;

/* A path below the working directory is written from there on. */
static void shorten(char *file)
{
    char folder[300];
    size_t length = getcwd(folder, sizeof folder) ? strlen(folder) : 0;
    if (length && strncmp(file, folder, length) == 0 && file[length] == '/')
        memmove(file, file + length + 1, strlen(file + length));
}

static place place_of(const emu_finding *finding, int i)
{
    place found = {.line = 0};
    if (finding->access[i].pc) {
        emu_code_place code;
        emu_check_locate(finding->access[i].pc, &code);
        found.line = code.line;
        snprintf(found.function, sizeof found.function, "%s", code.function);
        snprintf(found.file, sizeof found.file, "%s", code.file);
    } else if (i == 0 && finding->site) {
        found.line = finding->site->line;
        snprintf(found.file, sizeof found.file, "%s", finding->site->file);
    }
    if (found.line)
        shorten(found.file);
    return found;
}

char *emu_finding_plain_text(const emu_finding *finding)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return NULL;
    emu_finding_print(memory, finding);
    if (fclose(memory) != 0) {
        free(text);
        return NULL;
    }
    char *to = text;
    for (const char *from = text; *from;) {
        const char *end = strchr(from, '\n');
        from += strspn(from, "=");
        from += strspn(from, " ");
        while (*from && from != end)
            *to++ = *from++;
        if (*from)
            *to++ = *from++;
    }
    while (to > text && to[-1] == '\n')
        to--;
    *to = 0;
    return text;
}

/* ---- SARIF ---- */
static void put_location(FILE *out, const place *at, const char *message)
{
    fputs("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":", out);
    emu_put_uri(out, at->file);
    fprintf(out, "},\"region\":{\"startLine\":%d}}", at->line);
    if (at->function[0]) {
        fputs(",\"logicalLocations\":[{\"kind\":\"function\",\"name\":", out);
        emu_put_json(out, at->function);
        fputs("}]", out);
    }
    if (message) {
        fputs(",\"message\":{\"text\":", out);
        emu_put_json(out, message);
        fputc('}', out);
    }
    fputc('}', out);
}

void emu_finding_print_sarif(FILE *out, const emu_finding *finding)
{
    const emu_finding_class *class = emu_finding_class_of(finding->kind);
    char *text = emu_finding_plain_text(finding);
    place at[] = {place_of(finding, 0), place_of(finding, 1)};
    fprintf(out, "%016llx\t{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":", finding->signature, class->name,
            class->warning ? "warning" : "error");
    emu_put_json(out, text ? text : finding->why);
    fputc('}', out);
    if (at[0].line) {
        fputs(",\"locations\":[", out);
        put_location(out, &at[0], NULL);
        fputc(']', out);
    }
    if (at[1].line) {
        fputs(",\"relatedLocations\":[", out);
        put_location(out, &at[1], "the other access");
        fputc(']', out);
    }
    fprintf(out, ",\"partialFingerprints\":{\"lanewise/v1\":\"%016llx\"}}\n", finding->signature);
    free(text);
}

/* ---- JUnit ---- */
void emu_finding_print_junit(FILE *out, const emu_finding *finding)
{
    const emu_finding_class *class = emu_finding_class_of(finding->kind);
    char *text = emu_finding_plain_text(finding);
    place at = place_of(finding, 0);
    const char *report = text ? text : finding->why;
    fprintf(out, "%016llx\t<testcase classname=\"%s\" name=\"", finding->signature,
            class->warning ? "warnings" : "errors");
    emu_put_xml(out, class->name);
    if (finding->kernel) {
        fputs(" in ", out);
        emu_put_xml(out, finding->kernel->name);
    }
    if (at.line) {
        fputs(" at ", out);
        emu_put_xml(out, at.file);
        fprintf(out, ":%d", at.line);
    }
    fputs("\">", out);
    if (class->warning) {
        fputs("<system-out>", out);
        emu_put_xml(out, report);
        fputs("</system-out>", out);
    } else {
        char first[200];
        snprintf(first, sizeof first, "%.*s", (int)strcspn(report, "\n"), report);
        fprintf(out, "<failure type=\"%s\" message=\"", class->name);
        emu_put_xml(out, first);
        fputs("\">", out);
        emu_put_xml(out, report);
        fputs("</failure>", out);
    }
    fputs("</testcase>\n", out);
    free(text);
}
