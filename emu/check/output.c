/* Reports: each finding is classified once, counted, and written as text or as a line of JSON. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "../machine/report_stack.h"
#include "inside.h"
#include "output.h"
#include "tally.h"

static FILE *text_out, *json_out, *sarif_out, *junit_out, *html_out; /* null: not wanted */
static emu_tally *tally;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool only_races(void)
{
    const emu_check_options *wanted = &emu_check_wanted;
    return wanted->races && !wanted->memory && !wanted->initialised && !wanted->synchronisation;
}

static FILE *open_file(const char *path, char *message, size_t size)
{
    FILE *file = fopen(path, "ae");
    if (!file)
        snprintf(message, size, "%.150s cannot be written to: %s", path, strerror(errno));
    return file;
}

static void close_file(FILE **file)
{
    if (*file && *file != stderr)
        fclose(*file);
    *file = NULL;
}

bool emu_output_open(char *message, size_t size)
{
    const emu_check_options *wanted = &emu_check_wanted;
    tally = emu_tally_open(wanted->tally);
    if (!tally) {
        snprintf(message, size, "%.150s cannot hold the number of findings", wanted->tally);
        return false;
    }
    FILE *out = wanted->log ? open_file(wanted->log, message, size) : stderr;
    if (!out)
        return false;
    if (wanted->json)
        json_out = out;
    else
        text_out = out;
    if (wanted->json_file && !wanted->json && !(json_out = open_file(wanted->json_file, message, size)))
        return false;
    if (wanted->sarif && !(sarif_out = open_file(wanted->sarif, message, size)))
        return false;
    if (wanted->junit && !(junit_out = open_file(wanted->junit, message, size)))
        return false;
    if (wanted->html && !(html_out = open_file(wanted->html, message, size)))
        return false;
    atomic_fetch_add(&tally->devices, 1);
    return true;
}

static void print_summary(void *unused)
{
    (void)unused;
    emu_tally_print(text_out, tally, only_races());
}

void emu_output_close(bool summary)
{
    if (summary && tally && !emu_check_wanted.tally && text_out) /* else `lanewise check` prints the summary */
        emu_on_report_stack(print_summary, NULL); /* fprintf() has 8 KB on the stack where stderr is not buffered */
    if (tally && !emu_check_wanted.tally)
        memset(tally, 0, sizeof *tally);
    tally = NULL;
    if (json_out == text_out)
        json_out = NULL;
    close_file(&text_out);
    close_file(&json_out);
    close_file(&sarif_out);
    close_file(&junit_out);
    close_file(&html_out);
}

void emu_output_found(void)
{
    if (tally)
        atomic_fetch_add(&tally->found, 1);
}

void emu_output_launched(const char *kernel)
{
    pthread_mutex_lock(&lock);
    if (tally)
        emu_tally_add_launch(tally, kernel, emu_filter_wants_kernel(kernel));
    pthread_mutex_unlock(&lock);
}

/* Read only by a person: a name that changes meanwhile does no harm. */
void emu_output_running(const char *kernel)
{
    if (tally && strncmp(tally->running, kernel, sizeof tally->running - 1) != 0)
        snprintf(tally->running, sizeof tally->running, "%s", kernel);
}

void emu_output_give_up(const char *kernel)
{
    if (!tally)
        return;
    snprintf(tally->given_up_in, sizeof tally->given_up_in, "%s", kernel);
    atomic_fetch_add(&tally->given_up, 1);
}

void emu_output_record_lost(void)
{
    if (tally)
        atomic_fetch_add(&tally->unnoted, 1);
}

/* A red or yellow first line, for a terminal. */
static void write_text(const emu_finding *finding, const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    if (!emu_check_wanted.colour || !end) {
        fwrite(text, 1, length, text_out);
        return;
    }
    fprintf(text_out, "\033[1;%sm%.*s\033[0m", emu_finding_class_of(finding->kind)->warning ? "33" : "31",
            (int)(end - text), text);
    fwrite(end, 1, length - (size_t)(end - text), text_out);
}

static const char *path_of(const FILE *out)
{
    const emu_check_options *wanted = &emu_check_wanted;
    return out == stderr                      ? "standard error"
           : out == sarif_out                 ? wanted->sarif
           : out == junit_out                 ? wanted->junit
           : out == html_out                  ? wanted->html
           : out == json_out && !wanted->json ? wanted->json_file
                                              : wanted->log;
}

/* The finding is lost. `lanewise check` reports that at its end; without it, one message for each file is printed
 * here. */
static void report_lost(FILE *out, int error)
{
    static bool reported[2];
    atomic_fetch_add(&tally->unwritten, 1);
    if (emu_check_wanted.tally || reported[out == json_out])
        return;
    reported[out == json_out] = true;
    fprintf(stderr, "lanewise: findings are lost, as %s cannot be written to: %s\n", path_of(out), strerror(error));
}

static void write_finding(const emu_finding *finding)
{
    FILE *const outs[] = {text_out, json_out, sarif_out, junit_out, html_out};
    static void (*const print[])(FILE *, const emu_finding *) = {emu_finding_print, emu_finding_print_json,
                                                                 emu_finding_print_sarif, emu_finding_print_junit,
                                                                 emu_finding_print_html};
    for (size_t i = 0; i < sizeof outs / sizeof *outs; i++) {
        char *text = NULL;
        size_t length = 0;
        if (!outs[i])
            continue;
        FILE *memory = emu_injected_failure() ? NULL : open_memstream(&text, &length);
        print[i](memory ? memory : outs[i], finding);
        if (memory && fclose(memory) == 0) {
            if (i)
                fwrite(text, 1, length, outs[i]);
            else
                write_text(finding, text, length);
        }
        errno = 0;
        if (fflush(outs[i]) != 0 || ferror(outs[i])) {
            report_lost(outs[i], errno ? errno : EIO);
            clearerr(outs[i]);
        }
        free(text);
    }
}

/* A hash (FNV-1a) of what is the same in every run: the kind, the kernel, the lines. */
static unsigned long long signature_of(const emu_finding *finding, emu_finding_kind kind)
{
    char text[1500];
    emu_code_place place[2] = {{.line = finding->site ? finding->site->line : 0}, {.line = 0}};
    for (int i = 0; i < 2; i++)
        if (finding->access[i].pc)
            emu_check_locate(finding->access[i].pc, &place[i]);
    /* Which of the two sides comes first depends on the order. */
    int first = strcmp(place[0].file, place[1].file) > 0 || place[0].line > place[1].line;
    snprintf(text, sizeof text, "%d %s %s:%d %s:%d", kind, finding->kernel ? finding->kernel->name : "",
             place[first].file, place[first].line, place[!first].file, place[!first].line);
    unsigned long long hash = 0xcbf29ce484222325;
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3;
    return hash;
}

/* Whether it is among the tally's first `count` signatures. */
static bool is_known(unsigned long long signature, unsigned count)
{
    for (unsigned i = 0; i < count && i < EMU_TALLY_SIGNATURES; i++)
        if (tally->known[i] == signature)
            return true;
    return false;
}

/* Whether an earlier run has reported it, or an error of the same places where this is a warning. */
static bool was_reported_earlier(const emu_finding *finding, unsigned long long signature)
{
    bool race = finding->kind > EMU_FOUND_RACE && finding->kind <= EMU_FOUND_UNACQUIRED;
    unsigned earlier = tally->earlier;
    return earlier &&
           (is_known(signature, earlier) || (race && is_known(signature_of(finding, EMU_FOUND_RACE), earlier)));
}

/* Findings with one signature (the two orders of a race) count as one, because a run need not observe both orders. */
static void add_signature(const emu_finding *finding, bool suppressed)
{
    for (const emu_finding *one = emu_findings_first(); one; one = one->next)
        if (one != finding && one->signature == finding->signature)
            return;
    if (!suppressed)
        atomic_fetch_add(&tally->signature, finding->signature);
    if (is_known(finding->signature, tally->signatures)) /* of a device that was closed, or of another process */
        return;
    unsigned at = atomic_fetch_add(&tally->signatures, 1);
    if (at < EMU_TALLY_SIGNATURES)
        tally->known[at] = finding->signature;
}

static void count_and_write(const emu_finding *finding)
{
    bool warning = emu_finding_class_of(finding->kind)->warning;
    atomic_fetch_add(warning ? &tally->warnings : &tally->errors, 1);
    if (emu_check_wanted.print_limit && atomic_fetch_add(&tally->printed, 1) >= emu_check_wanted.print_limit) {
        atomic_fetch_sub(&tally->printed, 1);
        atomic_fetch_add(&tally->unprinted, 1);
    } else {
        write_finding(finding);
    }
}

static void classify(emu_finding *finding)
{
    unsigned long long signature = emu_filter_wants(finding) ? signature_of(finding, finding->kind) : 0;
    atomic_fetch_add(&tally->ended_launches, finding->ended_launch);
    if (signature && !was_reported_earlier(finding, signature)) {
        bool suppressed = emu_filter_suppresses(finding);
        finding->signature = signature;
        if (suppressed)
            atomic_fetch_add(&tally->suppressed, 1);
        else
            count_and_write(finding);
        add_signature(finding, suppressed);
    }
    atomic_fetch_add(&tally->judged, 1);
}

void emu_findings_report(void)
{
    int error = errno; /* this may be a thread of the program */
    emu_guard_report();
    pthread_mutex_lock(&lock);
    emu_finding *finding = (emu_finding *)(uintptr_t)emu_findings_first();
    emu_check_settle_compared();
    for (; tally && finding; finding = finding->next) {
        bool changed = emu_check_judge_compared(finding);
        if (finding->reported && !changed) /* a reported warning that has become an error is reported again */
            continue;
        finding->reported = true;
        classify(finding);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
}
