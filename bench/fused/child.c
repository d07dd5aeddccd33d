/* Contenders in processes of their own: environments that a library reads once are separate, a crash or an endless
 * compilation ends only one contender, and all others are idle during a contender's turn. */
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fused.h"

struct answer {
    bool good, skipped;
    double ns;
    char message[200];
};

static const double sample_limit_s = 600;
#define PAGE ((size_t)4096)
#define HUGE_PAGE ((size_t)2 << 20)

bool fused_host_buffers(fused_entry *entry)
{
    for (int i = 0; i < FUSED_BUFFERS; i++) {
        size_t bytes = fused_bytes(&entry->subject->buffer[i]);
        if (!bytes)
            continue;
        void *memory;
        if (posix_memalign(&memory, HUGE_PAGE, bytes + FUSED_BUFFERS * PAGE)) {
            snprintf(entry->message, sizeof entry->message, "no memory");
            return false;
        }
        /* As the engines' buffers: in huge pages, each at another offset in its page. With all at a page's start,
         * OpenMP's stencil took twice as long on some machines. */
        madvise(memory, bytes + FUSED_BUFFERS * PAGE, MADV_HUGEPAGE);
        entry->buffer[i] = (char *)memory + (size_t)i * PAGE;
        if (entry->data->input[i])
            memcpy(entry->buffer[i], entry->data->input[i], bytes);
        else
            memset(entry->buffer[i], 0, bytes);
    }
    return true;
}

static struct answer answer_of(const fused_entry *entry, bool good, double ns)
{
    struct answer answer = {.good = good, .skipped = entry->skipped, .ns = ns};
    snprintf(answer.message, sizeof answer.message, "%s", entry->message);
    return answer;
}

static bool prove(fused_entry *entry)
{
    if (!entry->way->open(entry) || !entry->way->run(entry))
        return false;
    const void *output = entry->way->output ? entry->way->output(entry) : NULL;
    return entry->skipped
               ? false
               : !output || fused_right(entry->data, entry->subject, output, entry->message, sizeof entry->message);
}

/* All contenders with one thread run on the same processor, with all threads that an engine or PoCL makes: a virtual
 * processor may share its core with another one, or not. */
static void stay_on(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((unsigned)processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* Nanoseconds: of the clock; or the processor time of this process's threads, divided by their number. */
static double time_of(const fused_entry *entry)
{
    struct timespec used;
    if (!entry->is_processor_time)
        return bench_now();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return ((double)used.tv_sec * 1e9 + (double)used.tv_nsec) / entry->threads;
}

static _Noreturn void live(fused_entry *entry, int processor, int from, int to)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (entry->threads == 1 && processor >= 0)
        stay_on(processor);
    struct answer answer = answer_of(entry, prove(entry), 0);
    unsigned repeats;
    while (write(to, &answer, sizeof answer) == sizeof answer && answer.good &&
           read(from, &repeats, sizeof repeats) == sizeof repeats) {
        bool good = true;
        double begin = time_of(entry);
        for (unsigned i = 0; i < repeats && good; i++)
            good = entry->way->run(entry);
        answer = answer_of(entry, good, time_of(entry) - begin);
    }
    _exit(0);
}

/* False with entry->message: the process failed, or sent nothing in time, and has ended. */
static bool listen_to(fused_entry *entry, double limit_s, double *ns)
{
    struct pollfd wait = {.fd = entry->from, .events = POLLIN};
    struct answer answer;
    int ready = poll(&wait, 1, (int)(limit_s * 1000));
    if (ready > 0 && read(entry->from, &answer, sizeof answer) == sizeof answer) {
        memcpy(entry->message, answer.message, sizeof entry->message);
        entry->skipped = answer.skipped;
        *ns = answer.ns;
        if (answer.good)
            return true;
    } else if (ready == 0) {
        snprintf(entry->message, sizeof entry->message, "no answer within %.0f s", limit_s);
    } else {
        int status = 0;
        if (waitpid(entry->process, &status, 0) == entry->process)
            entry->process = 0;
        if (WIFSIGNALED(status))
            snprintf(entry->message, sizeof entry->message, "ended by signal %d", WTERMSIG(status));
        else
            snprintf(entry->message, sizeof entry->message, "ended with status %d", WEXITSTATUS(status));
    }
    fused_stop(entry);
    return false;
}

bool fused_start(fused_entry *entry, double limit_s)
{
    static int processor = -1;
    int down[2], up[2];
    double ns;
    fflush(NULL);
    if (processor < 0)
        processor = sched_getcpu(); /* the same one for all */
    if (pipe(down))
        return false;
    if (pipe(up)) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    entry->process = fork();
    if (entry->process == 0) {
        close(down[1]);
        close(up[0]);
        live(entry, processor, down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    entry->to = down[1];
    entry->from = up[0];
    return listen_to(entry, limit_s, &ns);
}

void fused_stop(fused_entry *entry)
{
    if (entry->process > 0) {
        kill(entry->process, SIGKILL);
        waitpid(entry->process, NULL, 0);
    }
    if (entry->to > 0) {
        close(entry->to);
        close(entry->from);
    }
    entry->process = entry->to = entry->from = 0;
}

double fused_time(bench_contender *self, unsigned repeats)
{
    fused_entry *entry = self->context;
    double ns = -1;
    if (write(entry->to, &repeats, sizeof repeats) == sizeof repeats && listen_to(entry, sample_limit_s, &ns))
        return ns;
    snprintf(self->message, sizeof self->message, "%s", entry->message);
    return -1;
}
