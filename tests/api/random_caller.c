/* One random call: its errors, and what its status must be. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/test_hook.h"
#include "random_calls.h"

enum { JUNK = 0xa5 };

uint64_t below(struct caller *c, uint64_t limit)
{
    return test_random_below(&c->random, limit);
}

bool one_in(struct caller *c, uint64_t count)
{
    return below(c, count) == 0;
}

void caller_fail(struct caller *c, const char *file, int line, const char *format, ...)
{
    char message[2048];
    va_list arguments;
    if (c->failed)
        return;
    c->failed = true;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!atomic_exchange(&c->session->failed, true))
        test_fail(c->session->test, file, line, "thread %d, call %lu, %s: %s", c->number, c->made,
                  c->call ? c->call->name : "between calls", message);
}

bool wrong(struct caller *c, const char *words, lw_status status)
{
    if (c->seen++ != c->chosen)
        return false;
    expect(c, words, status);
    return true;
}

void expect(struct caller *c, const char *words, lw_status status)
{
    c->expected = status;
    snprintf(c->words, sizeof c->words, "%s", words);
}

void allow(struct caller *c, lw_status status)
{
    c->allowed[c->allowed_count++] = status;
}

void *handle(struct caller *c, enum kind kind, const char *argument, void *good)
{
    /* A closed handle is refused until many others were closed. */
    bool was_closed = c->closed[kind] && atomic_load(&c->session->closed[kind]) - c->closed_at[kind] < 100;
    char words[64];
    snprintf(words, sizeof words, "%s is ", argument);
    if (!wrong(c, words, LW_ERROR_INVALID_HANDLE))
        return good;
    void *const wild[] = {NULL,
                          (void *)8,
                          (char *)good + 8,
                          (char *)good - 4,
                          &c->made,
                          (void *)UINTPTR_MAX,
                          (void *)(UINTPTR_MAX / 2),
                          kind == DEVICE ? (void *)c->session->event[0] : c->own[0],
                          was_closed ? c->closed[kind] : NULL};
    return wild[below(c, sizeof wild / sizeof wild[0])];
}

static void *room_for(struct caller *c, size_t size)
{
    void *place = c->out + c->out_used;
    memset(c->is_out + c->out_used, 1, size);
    c->out_used += (size + 31) / 16 * 16; /* with junk between two of them */
    return place;
}

void *out(struct caller *c, const char *argument, size_t size)
{
    char words[64];
    snprintf(words, sizeof words, "%s is null", argument);
    return wrong(c, words, LW_ERROR_INVALID_VALUE) ? NULL : room_for(c, size);
}

void *out_or_null(struct caller *c, size_t size)
{
    return one_in(c, 4) ? NULL : room_for(c, size);
}

/* Whether all junk is still there. `written`: the call has succeeded, so the bytes of its outputs do not count. */
static bool untouched(const struct caller *c, bool written)
{
    for (size_t i = 0; i < sizeof c->out; i++)
        if (!(written && c->is_out[i]) && c->out[i] != JUNK) /* an output may have padding, which nothing sets */
            return false;
    return true;
}

static bool is_allowed(const struct caller *c, lw_status status)
{
    for (int i = 0; i < c->allowed_count; i++)
        if (c->allowed[i] == status)
            return true;
    return false;
}

/* Messages about a launch's shape begin with "lw_launch", whatever the function. */
static bool names_function(const char *message, const char *name)
{
    size_t length = strlen(name);
    bool launches = strcmp(name, "lw_launch_kernel") == 0 || strcmp(name, "lw_launch_pointers") == 0;
    return (strncmp(message, name, length) == 0 && message[length] == ':') ||
           (launches && strncmp(message, "lw_launch:", 10) == 0);
}

/* A call on a device with a fault. The message is the fault's report. */
static bool returned_fault(struct caller *c, lw_status status)
{
    if (status == LW_SUCCESS && !c->expected && !c->call->while_faulted)
        caller_fail(c, __FILE__, __LINE__, "succeeded on a device with a fault");
    if (status != c->session->fault)
        return false;
    const char *message = lw_last_error_message(NULL);
    if (!strstr(message, "api_store") || strncmp(message, "lw_", 3) == 0)
        caller_fail(c, __FILE__, __LINE__, "the fault's report is \"%s\"", message);
    if (!untouched(c, false))
        caller_fail(c, __FILE__, __LINE__, "the fault was returned, but an output was written");
    return true;
}

void random_short_of_memory(struct caller *c)
{
    const char *name = c->call->name;
    bool leaves_open = c->call->alone || c->call->never_faulted; /* what a failure ends, the model does not know */
    bool launches = strncmp(name, "lw_launch_", 10) == 0 || strcmp(name, "lw_graph_launch") == 0;
    if (!c->session->is_short || leaves_open || launches || one_in(c, 3)) /* a kernel's own allocations come later */
        return;
    for (int place = 0; place < c->session->places; place++)
        lw_device_synchronize(c->session->device[place]); /* nor do those of earlier ones */
    lw_test_fail_allocation(1 + (long)below(c, one_in(c, 2) ? 4 : 30));
}

/* Whether an allocation of the call has failed, and so the call, which changed nothing. */
static bool ran_short(struct caller *c, lw_status status)
{
    bool failed = !lw_test_failure_pending();
    lw_test_fail_allocation(0);
    if (!failed || (status != LW_ERROR_OUT_OF_MEMORY && status != LW_ERROR_SYSTEM)) /* SYSTEM: no thread */
        return false;
    if (!names_function(lw_last_error_message(NULL), c->call->name))
        caller_fail(c, __FILE__, __LINE__, "short of memory, with the message \"%s\"", lw_last_error_message(NULL));
    if (!untouched(c, false))
        caller_fail(c, __FILE__, __LINE__, "short of memory, but an output was written");
    return true;
}

bool finish_call(struct caller *c, lw_status status)
{
    struct session *s = c->session;
    if (s->is_short && ran_short(c, status))
        return false;
    c->made++;
    c->done[c->call->number]++;
    if (s->fault && returned_fault(c, status))
        return false;
    if (status == LW_SUCCESS && c->expected == LW_SUCCESS) {
        if (!untouched(c, true))
            caller_fail(c, __FILE__, __LINE__, "wrote more than its outputs");
        atomic_fetch_add_explicit(&s->right[c->call->number], 1, memory_order_relaxed);
        return !c->failed;
    }
    const char *message = status ? lw_last_error_message(NULL) : "";
    if (status == LW_ERROR_NOT_SUPPORTED && c->call->lacking)
        c->expected = status, c->words[0] = 0; /* whatever else is wrong */
    if (status != c->expected && (!is_allowed(c, status) || c->expected)) {
        caller_fail(c, __FILE__, __LINE__, "%s, expected %s (%s)\nlast message: %s", lw_status_string(status),
                    lw_status_string(c->expected), c->words, message);
        return false;
    }
    if (c->expected && (!names_function(message, c->call->name) || !strstr(message, c->words)))
        caller_fail(c, __FILE__, __LINE__, "%s with the message \"%s\", expected \"%s: ...%s...\"",
                    lw_status_string(status), message, c->call->name, c->words);
    if (!untouched(c, false))
        caller_fail(c, __FILE__, __LINE__, "%s, but an output was written", lw_status_string(status));
    atomic_fetch_add_explicit(&s->refused[c->call->number], 1, memory_order_relaxed);
    return false;
}

bool need(struct caller *c, const char *file, int line, const char *text, lw_status status)
{
    c->made++;
    if (status && status != c->session->fault)
        caller_fail(c, file, line, "%s: %s: %s", text, lw_status_string(status), lw_last_error_message(NULL));
    return !status && !c->failed;
}

void random_call_make(struct caller *c, const struct random_call *call)
{
    int *errors = &c->errors[call->number];
    c->call = call;
    c->seen = 0;
    c->chosen = call->refused_only || one_in(c, 3) ? (int)below(c, *errors ? (unsigned)*errors : 1) : -1;
    c->expected = LW_SUCCESS;
    c->words[0] = 0;
    c->allowed_count = 0;
    c->out_used = 0;
    memset(c->out, JUNK, sizeof c->out);
    memset(c->is_out, 0, sizeof c->is_out);
    call->make(c);
    if (c->seen > *errors)
        *errors = c->seen;
    c->call = NULL;
}
