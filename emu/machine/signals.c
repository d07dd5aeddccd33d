/* Signals: faults of a thread end the launch instead of the process, and the watchdog's signal lets other threads run.
 *
 * Fault handlers run on the thread's signal stack, note what happened, and return into emu_worker_run() on the OS
 * thread's own stack; nothing is reported in a handler. The preempting signal is handled on the thread's stack: the handler goes to
 * another thread, and what the kernel saved of the interrupted thread is restored when the handler returns, later. Both
 * happen only in threads, the latter only in kernel code, never in the emulator's or the C library's.
 */
#include "machine.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "../check/check.h"
#include "../device/divide.h"
#include "switch.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
enum { FAULTS = sizeof faults / sizeof faults[0], SIGNAL_STACK = 64 << 10, SMALLEST = 16 << 10 };

/* Ignored unless handled, so that one that comes late harms nobody. */
#define PREEMPT SIGURG

static struct sigaction before[FAULTS], before_preempt;
/* The program's handlers that were there in place of ours when these were to go. They stay, and may pass on to ours, which
 * stay behind them. */
static struct sigaction later[FAULTS];
static bool has_later[FAULTS];

static uintptr_t program_counter(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

static uintptr_t stack_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.sp;
#else
    (void)context;
    return 0;
#endif
}

/* 'r' or 'w' of an access that faulted, 0 where that is not known. `fetched`: of the instruction itself. */
static int access_of(const ucontext_t *context, bool fetched)
{
#if defined(__x86_64__)
    enum { PAGE_FAULT = 14, WRITE = 2 };
    if (context->uc_mcontext.gregs[REG_TRAPNO] == PAGE_FAULT)
        return context->uc_mcontext.gregs[REG_ERR] & WRITE ? 'w' : 'r';
#elif defined(__aarch64__)
    /* By the encoding of loads and stores: bit 22 is a load's. But where one register is loaded or stored (bits 29 to
     * 27 are ones), bits 23 and 22 are zeros for a store, or 10 if it is of 16 bytes; and atomics are there, too. */
    if (fetched)
        return 'r';
    uint32_t code = *(const uint32_t *)(uintptr_t)context->uc_mcontext.pc;
    unsigned kind = code >> 22 & 3;
    if ((code & 0x0a000000) != 0x08000000)
        return 0;
    if ((code & 0x38000000) != 0x38000000)
        return (code & 0x3b000000) == 0x18000000 || kind & 1 ? 'r' : 'w'; /* the former: a literal's load */
    bool wide = (code & 0xc4000000) == 0x04000000, atomic = (code & 0x05200c00) == 0x00200000;
    return kind == 0 || (kind == 2 && wide) || atomic ? 'w' : 'r';
#endif
    (void)context, (void)fetched;
    return 0;
}

/* Has the thread go on in emu_worker_run when the handler returns, as emu_abandon() would. */
static void abandon(emu_worker *worker, ucontext_t *context)
{
#if defined(EMU_FIBER_UCONTEXT)
    (void)context;
    emu_abandon(worker); /* setcontext() out of a handler; the signal is not blocked in it */
#else
    emu_worker *leader = worker->leader;
    leader->abandoned = true;
    emu_sanitizer_leave(0, leader->host_bottom, leader->host_size);
#if defined(__x86_64__)
    context->uc_mcontext.gregs[REG_RSP] = (greg_t)(uintptr_t)leader->host_context;
    context->uc_mcontext.gregs[REG_RDI] = (greg_t)(uintptr_t)leader->host_context;
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)emu_fiber_jump;
    /* The convention wants string instructions to go up. No other code is to suffer where a thread had alignment checked. */
    context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)(0x400 | 0x40000);
#else
    context->uc_mcontext.sp = (uintptr_t)leader->host_context;
    context->uc_mcontext.regs[0] = (uintptr_t)leader->host_context;
    context->uc_mcontext.pc = (uintptr_t)emu_fiber_jump;
#endif
#endif
}

/* Not a thread's fault: what would have happened without us. */
static void pass_on(const struct sigaction *old, int signal, siginfo_t *info, void *context)
{
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(signal, info, context);
    } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(signal);
    } else {
        /* The instruction faults again on return, and one that was sent is sent again. */
        struct sigaction fatal = {.sa_handler = SIG_DFL};
        sigaction(signal, &fatal, 0);
        if (info->si_code <= 0)
            raise(signal);
    }
}

/* Following the frames of what faulted, out of this handler: to the first that is the kernel's. */
typedef struct search {
    const emu_worker *worker;
    uintptr_t found;
    unsigned frames;
} search;

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *frame, void *argument)
{
    enum { MOST = 200 };
    search *s = argument;
    int is_next = 0; /* 1: the instruction at the address has not run; 0: it is the one after a call */
    uintptr_t pc = (uintptr_t)_Unwind_GetIPInfo(frame, &is_next);
    pc -= !is_next;
    if (pc >= s->worker->text && pc < s->worker->text_end)
        s->found = pc;
    return s->found || ++s->frames == MOST ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

/* On the handler's stack, as the frames are as they were only now. What it finds there may be anything, and lead it astray:
 * a fault of its own ends it (on_fault). */
static uintptr_t find_caller(emu_worker *worker)
{
    search s = {.worker = worker};
    worker->unwinding = true;
    _Unwind_Backtrace(look_at_frame, &s);
    worker->unwinding = false;
    return s.found;
}

/* In checked mode device memory is opened to whoever comes to it. */
static bool opens(const emu_worker *worker, int signal, const siginfo_t *info, const void *context)
{
    if (!emu_checking || signal != SIGSEGV || (info->si_code != SEGV_ACCERR && info->si_code != SEGV_PKUERR))
        return false;
    uintptr_t address = (uintptr_t)info->si_addr;
    bool thread = worker && atomic_load_explicit(&worker->leader->busy, memory_order_relaxed);
    int error = errno;
    bool opened = thread ? emu_check_thread_fault(address)
                         : emu_check_host_fault(address, program_counter(context), access_of(context, false));
    errno = error;
    return opened;
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    emu_worker *worker = emu_self;
    if (opens(worker, signal, info, context))
        return;
    if (worker && signal == SIGTRAP && info->si_code == SI_TKILL)
        return; /* emu_breakpoint()'s, passed on by the debugger */
    if (!worker || !atomic_load_explicit(&worker->leader->busy, memory_order_relaxed) || info->si_code <= 0) {
        for (int i = 0; i < FAULTS; i++)
            if (faults[i] == signal)
                pass_on(&before[i], signal, info, context);
        return;
    }
    if (worker->unwinding) { /* a fault while frames of the first one were followed: its report has no caller */
        worker->unwinding = false;
        abandon(worker, context);
        return;
    }
    if (signal == SIGFPE && info->si_code == FPE_INTDIV && emu_divide_smallest(context))
        return;
    uintptr_t pc = program_counter(context);
#if defined(__x86_64__)
    pc -= signal == SIGTRAP; /* which comes behind its instruction */
#endif
    bool fetched = pc == (uintptr_t)info->si_addr;
    worker->fault_record = (emu_fault_record){.status = LW_ERROR_LAUNCH_FAILURE,
                                              .signal = signal,
                                              .code = info->si_code,
                                              .pc = pc,
                                              .sp = stack_pointer(context),
                                              .address = (uintptr_t)info->si_addr,
                                              .access = signal == SIGSEGV ? access_of(context, fetched) : 0};
    if (pc < worker->text || pc >= worker->text_end)
        worker->fault_record.caller = find_caller(worker);
    abandon(worker, context);
}

static void on_preempt(int signal, siginfo_t *info, void *context)
{
    emu_worker *worker = emu_self;
    if (!worker || info->si_code != SI_TKILL) {
        if (before_preempt.sa_flags & SA_SIGINFO)
            before_preempt.sa_sigaction(signal, info, context);
        else if (before_preempt.sa_handler != SIG_DFL && before_preempt.sa_handler != SIG_IGN)
            before_preempt.sa_handler(signal);
        return;
    }
    uintptr_t pc = program_counter(context);
    if (!atomic_load_explicit(&worker->leader->busy, memory_order_relaxed) || pc < worker->text ||
        pc >= worker->text_end)
        return;
    int error = errno;
    if (worker->check)
        emu_check_preempts();
    if (!worker->grid->fused) /* such a block is ended when its time is over, and nothing else */
        atomic_fetch_add_explicit(&worker->leader->preemptions, 1, memory_order_relaxed);
    emu_yield(worker, pc);
    errno = error;
}

/* Of each thread that has entered a worker: what of it is ready, and its signal stack where it had none of its own. */
static __thread struct {
    bool ready;
    char *stack;
} mine __attribute__((tls_model("initial-exec")));
static pthread_key_t thread_end;
static bool have_key;

static void free_stack(void *stack)
{
    stack_t none = {.ss_flags = SS_DISABLE}, now;
    if (sigaltstack(0, &now) == 0 && now.ss_sp == stack)
        sigaltstack(&none, 0);
    munmap(stack, SIGNAL_STACK);
    mine.ready = false;
}

static bool is_same(const struct sigaction *a, const struct sigaction *b)
{
    if ((a->sa_flags ^ b->sa_flags) & SA_SIGINFO)
        return false;
    return a->sa_flags & SA_SIGINFO ? a->sa_sigaction == b->sa_sigaction : a->sa_handler == b->sa_handler;
}

static bool is_ours(const struct sigaction *action)
{
    return action->sa_flags & SA_SIGINFO && action->sa_sigaction == on_fault;
}

bool emu_signals_install(void)
{
    have_key = pthread_key_create(&thread_end, free_stack) == 0;
    /* Nothing is blocked in the handlers: they are left for threads that were not in any. */
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULTS; i++) {
        struct sigaction now;
        if (sigaction(faults[i], 0, &now) != 0)
            return false;
        /* Before one that passes on to ours, ours would pass on to it, and so on without end. */
        if (has_later[i] && is_same(&now, &later[i]))
            continue;
        has_later[i] = false;
        if (sigaction(faults[i], &action, &before[i]) != 0)
            return false;
    }
    action.sa_sigaction = on_preempt;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    return sigaction(PREEMPT, &action, &before_preempt) == 0;
}

bool emu_signals_ours(void)
{
    struct sigaction now;
    return sigaction(SIGSEGV, 0, &now) == 0 && is_ours(&now);
}

void emu_signals_restore(void)
{
    for (int i = 0; i < FAULTS; i++) {
        if (sigaction(faults[i], &before[i], &later[i]) != 0)
            continue;
        has_later[i] = !is_ours(&later[i]);
        if (has_later[i])
            sigaction(faults[i], &later[i], 0);
    }
    sigaction(PREEMPT, &before_preempt, 0);
    if (have_key)
        pthread_key_delete(thread_end);
    have_key = false;
}

/* Waiting threads help with short grids, and four system calls each time would be a third of what that takes: so this
 * is done once a thread, and stays. */
void emu_signals_enter(void)
{
    if (mine.ready)
        return;
    stack_t now;
    if (!mine.stack && sigaltstack(0, &now) == 0 && (now.ss_flags & SS_DISABLE || now.ss_size < SMALLEST)) {
        void *memory = mmap(0, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        stack_t stack = {.ss_sp = memory, .ss_size = SIGNAL_STACK};
        if (memory != MAP_FAILED && sigaltstack(&stack, 0) == 0) {
            mine.stack = memory;
            if (have_key)
                pthread_setspecific(thread_end, memory);
        } else if (memory != MAP_FAILED) {
            munmap(memory, SIGNAL_STACK);
        }
    }
    sigset_t needed;
    sigemptyset(&needed);
    for (int i = 0; i < FAULTS; i++)
        sigaddset(&needed, faults[i]);
    sigaddset(&needed, PREEMPT);
    pthread_sigmask(SIG_UNBLOCK, &needed, 0);
    mine.ready = true;
}
