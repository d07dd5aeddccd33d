/* Which findings count: those of the requested kernels that match no suppression. */
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"
#include "output.h"
#include "suppression.h"

static regex_t wanted, unwanted;
static bool have_wanted, have_unwanted;

static bool compile(regex_t *expression, const char *text, bool *have, char *message, size_t size)
{
    int error = text ? regcomp(expression, text, REG_EXTENDED | REG_NOSUB) : 0;
    *have = text && !error;
    if (error) {
        char why[100];
        regerror(error, expression, why, sizeof why);
        snprintf(message, size, "\"%.100s\" is no regular expression for kernels: %s", text, why);
    }
    return !error;
}

bool emu_filter_open(char *message, size_t size)
{
    return compile(&wanted, emu_check_wanted.kernels, &have_wanted, message, size) &&
           compile(&unwanted, emu_check_wanted.except, &have_unwanted, message, size) &&
           (!emu_check_wanted.suppressions || emu_suppressions_read(emu_check_wanted.suppressions, message, size));
}

void emu_filter_close(void)
{
    if (have_wanted)
        regfree(&wanted);
    if (have_unwanted)
        regfree(&unwanted);
    have_wanted = have_unwanted = false;
    emu_suppressions_free();
}

bool emu_filter_wants_kernel(const char *name)
{
    if (have_wanted && regexec(&wanted, name, 0, NULL, 0) != 0)
        return false;
    return !have_unwanted || regexec(&unwanted, name, 0, NULL, 0) != 0;
}

bool emu_filter_wants(const emu_finding *finding)
{
    return !finding->kernel || emu_filter_wants_kernel(finding->kernel->name);
}

bool emu_filter_suppresses(const emu_finding *finding)
{
    const emu_finding_class *class = emu_finding_class_of(finding->kind);
    emu_code_place at[2];
    const char *kernel = finding->kernel ? finding->kernel->name : NULL;
    emu_suppressible text = {class->name, class->tool, kernel, finding->where, {{0}}};
    for (int i = 0; i < 2; i++) {
        if (finding->access[i].pc) {
            emu_check_locate(finding->access[i].pc, &at[i]);
            text.place[i].function = at[i].function;
            text.place[i].file = at[i].file;
            text.place[i].line = at[i].line;
        } else if (i == 0 && finding->site) {
            text.place[i].function = text.kernel;
            text.place[i].file = finding->site->file;
            text.place[i].line = finding->site->line;
        }
    }
    return emu_suppressions_match(&text);
}
