#include "ci_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lanewise/version.h>

#include "../../../emu/check/escape.h"
#include "../../../emu/check/finding.h"
#include "child.h"
#include "message.h"

int cli_sarif_lines = -1, cli_junit_lines = -1, cli_html_lines = -1;

static int begin(const char *path, const char *name)
{
    FILE *file = path ? fopen(path, "we") : NULL;
    if (path && (!file || fclose(file) != 0))
        cli_end(CLI_WRONG, "%s cannot be written to: %s", path, strerror(errno));
    return path ? cli_make_file(name) : -1;
}

void cli_ci_files_begin(const cli_options *options)
{
    cli_sarif_lines = begin(options->sarif_file, "lanewise-sarif");
    cli_junit_lines = begin(options->junit_file, "lanewise-junit");
    cli_html_lines = begin(options->html_file, "lanewise-html");
}

/* The lines of the file, as a string that the caller frees. */
static char *read_lines(int file)
{
    struct stat status;
    size_t size = fstat(file, &status) == 0 ? (size_t)status.st_size : 0, got = 0;
    char *text = cli_allocate(size + 1);
    for (ssize_t count; got < size && (count = pread(file, text + got, size - got, (off_t)got)) > 0;)
        got += (size_t)count;
    text[got] = 0;
    return text;
}

/* The next line without its signature; null: no more. Runs may find the same, so that a signature counts once. */
static char *next_line(char **lines, const char *begin)
{
    for (char *line; *(line = *lines);) {
        char *end = line + strcspn(line, "\n"), *tab = strchr(line, '\t');
        *lines = *end ? end + 1 : end;
        if (!tab || tab > end)
            continue;
        *tab = *end = 0;
        bool known = false;
        for (const char *at = begin; at != line && !known; at += strlen(at) + 1, at += strlen(at) + 1)
            known = strcmp(at, line) == 0;
        if (!known)
            return tab + 1;
    }
    return NULL;
}

static void put_command(FILE *file, const cli_options *options, void (*put)(FILE *, const char *))
{
    size_t size = 1;
    for (char **word = options->command; *word; word++)
        size += strlen(*word) + 1;
    char *text = cli_allocate(size), *to = text;
    for (char **word = options->command; *word; word++)
        to += sprintf(to, "%s%s", word == options->command ? "" : " ", *word);
    put(file, text);
    free(text);
}

static void write_sarif(FILE *file, const cli_options *options, char *lines, int status)
{
    const char *begin = lines;
    fputs(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
        "\"name\":\"lanewise check\",\"semanticVersion\":\"" LW_VERSION "\",\"rules\":[",
        file);
    for (unsigned i = 0; i < EMU_FINDING_KINDS; i++) {
        const emu_finding_class *class = emu_finding_class_of(i);
        fprintf(
            file,
            "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":\"%s\"},\"defaultConfiguration\":{\"level\":\"%s\"}}",
            i ? "," : "", class->name, class->words, class->warning ? "warning" : "error");
    }
    fprintf(file, "]}},\n\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d,\"commandLine\":",
            status ? "false" : "true", status);
    put_command(file, options, emu_put_json);
    fputs("}],\n\"results\":[", file);
    bool first = true;
    for (char *line; (line = next_line(&lines, begin)); first = false)
        fprintf(file, "%s\n%s", first ? "" : ",", line);
    fputs("]}]}\n", file);
}

static void write_junit(FILE *file, const cli_options *options, char *lines, int status)
{
    char *copy = cli_allocate(strlen(lines) + 1), *next = strcpy(copy, lines);
    unsigned tests = 1, failures = 0;
    for (char *line; (line = next_line(&next, copy)); tests++)
        failures += strstr(line, "<failure ") != NULL;
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "<testsuite name=\"lanewise check\" tests=\"%u\" failures=\"%u\" errors=\"%d\">\n"
            "<testcase classname=\"program\" name=\"",
            tests, failures, status != 0);
    put_command(file, options, emu_put_xml);
    fputs("\">", file);
    if (status)
        fprintf(file, "<error type=\"status\" message=\"the program's status is %d\"/>", status);
    fputs("</testcase>\n", file);
    next = lines;
    for (char *line; (line = next_line(&next, lines));)
        fprintf(file, "%s\n", line);
    fputs("</testsuite>\n</testsuites>\n", file);
    free(copy);
}

static void write_html(FILE *file, const cli_options *options, char *lines, int status)
{
    static const char style[] =
        "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}"
        "pre{background:#f6f6f6;padding:.6em 1em;overflow-x:auto;font:13px/1.45 monospace}"
        "section{border-left:5px solid #c33;padding-left:1em;margin:2em 0}.warning{border-color:#c90}"
        "h2{font-size:1.1em;margin:0}figure{margin:1em 0}figcaption,caption{font-weight:bold;text-align:left}"
        ".number{color:#888}mark{background:#fd8}table{border-collapse:collapse;font-size:13px}"
        "td,th{padding:.1em .8em;text-align:left}tr.write td{background:#fee}"
        "@media(prefers-color-scheme:dark){body{background:#1c1c1c;color:#ddd}pre{background:#2a2a2a}mark{background:#750;color:#fff}"
        "tr.write td{background:#422}}";
    char *copy = cli_allocate(strlen(lines) + 1), *next = strcpy(copy, lines);
    unsigned errors = 0, warnings = 0;
    for (char *line; (line = next_line(&next, copy));)
        *(strncmp(line, "<section class=\"error\"", 22) == 0 ? &errors : &warnings) += 1;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>lanewise check</title>\n<style>",
          file);
    fprintf(file, "%s</style></head>\n<body>\n<h1>lanewise check ", style);
    put_command(file, options, emu_put_xml);
    fprintf(file, "</h1>\n<p>%u %s, %u %s; the program's status is %d.</p>\n", errors, errors == 1 ? "error" : "errors",
            warnings, warnings == 1 ? "warning" : "warnings", status);
    next = lines;
    for (char *line; (line = next_line(&next, lines));)
        fprintf(file, "%s\n", line);
    fputs("</body>\n</html>\n", file);
    free(copy);
}

static bool end(const cli_options *options, const char *path, int lines, int status,
                void (*put)(FILE *, const cli_options *, char *, int))
{
    if (!path)
        return true;
    char *text = read_lines(lines);
    FILE *file = fopen(path, "we");
    bool written = file != NULL;
    if (file) {
        put(file, options, text, status);
        written = !ferror(file);
        written &= fclose(file) == 0;
    }
    if (!written)
        cli_say("%s cannot be written to: %s", path, strerror(errno));
    free(text);
    close(lines);
    return written;
}

bool cli_ci_files_end(const cli_options *options, int status)
{
    bool sarif = end(options, options->sarif_file, cli_sarif_lines, status, write_sarif);
    bool html = end(options, options->html_file, cli_html_lines, status, write_html);
    return end(options, options->junit_file, cli_junit_lines, status, write_junit) && sarif && html;
}
