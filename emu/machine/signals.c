/* Signals: a fault of a thread ends the launch instead of the process; the watchdog's signal preempts a thread.
 *
 * A fault handler runs on the OS thread's signal stack, fills in the fault record, and returns into emu_worker_run() on
 * the OS thread's own stack. No handler writes a report. The handler of the preempting signal runs on the thread's
 * stack and switches to another thread. When it is resumed it returns, and the system restores the interrupted thread.
 * Both act only while kernels run; preemption acts only in kernel code, never in code of the emulator or the C library.
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

/* By default it is ignored, so that a late signal does no harm. */
#define PREEMPT SIGURG

static struct sigaction previous[FAULTS], previous_preempt;
/* Handlers that the program installed after ours, and that emu_signals_restore() found. They stay, and
 * may call ours. */
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

/* 'r' or 'w' of an access that faulted; 0: not known. `fetched`: the fault was the fetch of the instruction. */
static int access_of(const ucontext_t *context, bool fetched)
{
#if defined(__x86_64__)
    enum { PAGE_FAULT = 14, WRITE = 2 };
    if (context->uc_mcontext.gregs[REG_TRAPNO] == PAGE_FAULT)
        return context->uc_mcontext.gregs[REG_ERR] & WRITE ? 'w' : 'r';
#elif defined(__aarch64__)
    /* By the encoding of loads and stores: bit 22 is set in loads. Exception: if bits 29 to 27 are ones (one register),
     * a store has 00 in bits 23 and 22, or 10 if it stores 16 bytes. That group also has the atomics. */
    if (fetched)
        return 'r';
    uint32_t code = *(const uint32_t *)(uintptr_t)context->uc_mcontext.pc;
    unsigned kind = code >> 22 & 3;
    if ((code & 0x0a000000) != 0x08000000)
        return 0;
    if ((code & 0x38000000) != 0x38000000)
        return (code & 0x3b000000) == 0x18000000 || kind & 1 ? 'r' : 'w'; /* first: a load of a literal */
    bool wide = (code & 0xc4000000) == 0x04000000, atomic = (code & 0x05200c00) == 0x00200000;
    return kind == 0 || (kind == 2 && wide) || atomic ? 'w' : 'r';
#endif
    (void)context, (void)fetched;
    return 0;
}

/* Makes the OS thread continue in emu_worker_run() when the handler returns, as emu_abandon() does. */
static void abandon(emu_worker *worker, ucontext_t *context)
{
#if defined(EMU_FIBER_UCONTEXT)
    (void)context;
    emu_abandon(worker); /* setcontext() leaves the handler; the signal is not blocked */
#else
    emu_worker *leader = worker->leader;
    leader->abandoned = true;
    emu_sanitizer_leave(0, leader->host_bottom, leader->host_size);
#if defined(__x86_64__)
    context->uc_mcontext.gregs[REG_RSP] = (greg_t)(uintptr_t)leader->host_context;
    context->uc_mcontext.gregs[REG_RDI] = (greg_t)(uintptr_t)leader->host_context;
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)emu_fiber_jump;
    /* Clears the direction flag, as the calling convention requires, and alignment checks that the thread
     * may have enabled. */
    context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)(0x400 | 0x40000);
#else
    context->uc_mcontext.sp = (uintptr_t)leader->host_context;
    context->uc_mcontext.regs[0] = (uintptr_t)leader->host_context;
    context->uc_mcontext.pc = (uintptr_t)emu_fiber_jump;
#endif
#endif
}

/* The signal is no thread's fault: does what would have happened without our handler. */
static void pass_on(const struct sigaction *old, int signal, siginfo_t *info, void *context)
{
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(signal, info, context);
    } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(signal);
    } else {
        /* On return the instruction faults again; a signal that was sent is raised again. */
        struct sigaction fatal = {.sa_handler = SIG_DFL};
        sigaction(signal, &fatal, 0);
        if (info->si_code <= 0)
            raise(signal);
    }
}

/* Follows the frames from the handler through the faulting code to the first frame in kernel code. */
typedef struct search {
    const emu_worker *worker;
    uintptr_t found;
    unsigned frames;
} search;

static _Unwind_Reason_Code visit_frame(struct _Unwind_Context *frame, void *argument)
{
    enum { MOST = 200 };
    search *s = argument;
    int is_next = 0; /* 1: the address is of an instruction not yet executed; 0: it is a return address */
    uintptr_t pc = (uintptr_t)_Unwind_GetIPInfo(frame, &is_next);
    pc -= !is_next;
    if (pc >= s->worker->text && pc < s->worker->text_end)
        s->found = pc;
    return s->found || ++s->frames == MOST ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

/* The address of the kernel's call that led to the fault; 0: not found. Runs in the handler, while the frames are
 * intact. The frames may be corrupt: a second fault then ends the search (on_fault). */
static uintptr_t find_caller(emu_worker *worker)
{
    search s = {.worker = worker};
    worker->unwinding = true;
    _Unwind_Backtrace(visit_frame, &s);
    worker->unwinding = false;
    return s.found;
}

/* In checked mode: whether the fault was an access to protected device memory, which is then made accessible. */
static bool makes_accessible(const emu_worker *worker, int signal, const siginfo_t *info, const void *context)
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

/* Keeps what a debugger needs to show the thread's stack (emu/gdb). */
static void keep_registers(emu_fault_record *record, const ucontext_t *context)
{
#if defined(__x86_64__)
    static const int names[] = {REG_R15, REG_R14, REG_R13, REG_R12, REG_RBX, REG_RBP, REG_RIP};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        record->registers[i] = (uintptr_t)context->uc_mcontext.gregs[names[i]];
#else
    (void)record, (void)context;
#endif
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    emu_worker *worker = emu_self;
    if (makes_accessible(worker, signal, info, context))
        return;
    if (worker && signal == SIGTRAP && info->si_code == SI_TKILL)
        return; /* of emu_breakpoint(), passed on by the debugger */
    if (!worker || !atomic_load_explicit(&worker->leader->busy, memory_order_relaxed) || info->si_code <= 0) {
        for (int i = 0; i < FAULTS; i++)
            if (faults[i] == signal)
                pass_on(&previous[i], signal, info, context);
        return;
    }
    if (worker->unwinding) { /* a fault in find_caller(): the report of the first fault has no caller */
        worker->unwinding = false;
        abandon(worker, context);
        return;
    }
    if (signal == SIGFPE && info->si_code == FPE_INTDIV && emu_divide_smallest(context))
        return;
    uintptr_t pc = program_counter(context);
#if defined(__x86_64__)
    pc -= signal == SIGTRAP; /* the program counter is after the trap instruction */
#endif
    bool fetched = pc == (uintptr_t)info->si_addr;
    worker->fault_record = (emu_fault_record){.status = LW_ERROR_LAUNCH_FAILURE,
                                              .signal = signal,
                                              .code = info->si_code,
                                              .pc = pc,
                                              .sp = stack_pointer(context),
                                              .address = (uintptr_t)info->si_addr,
                                              .access = signal == SIGSEGV ? access_of(context, fetched) : 0};
    keep_registers(&worker->fault_record, context);
    if (pc < worker->text || pc >= worker->text_end)
        worker->fault_record.caller = find_caller(worker);
    abandon(worker, context);
}

/* A thread that only spins has the same values in its registers whenever it is at the same instruction. */
static uint64_t hash_registers(const ucontext_t *context)
{
    uint64_t hash = program_counter(context);
#if defined(__x86_64__)
    static const int names[] = {REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
                                REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX, REG_RAX, REG_RCX, REG_RSP};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        hash = (hash ^ (uint64_t)context->uc_mcontext.gregs[names[i]]) * 0x9e3779b97f4a7c15ull;
#elif defined(__aarch64__)
    for (unsigned i = 0; i < 31; i++)
        hash = (hash ^ (uint64_t)context->uc_mcontext.regs[i]) * 0x9e3779b97f4a7c15ull;
#endif
    return hash | 1;
}

static void on_preempt(int signal, siginfo_t *info, void *context)
{
    emu_worker *worker = emu_self;
    if (!worker || info->si_code != SI_TKILL) {
        if (previous_preempt.sa_flags & SA_SIGINFO)
            previous_preempt.sa_sigaction(signal, info, context);
        else if (previous_preempt.sa_handler != SIG_DFL && previous_preempt.sa_handler != SIG_IGN)
            previous_preempt.sa_handler(signal);
        return;
    }
    uintptr_t pc = program_counter(context);
    if (!atomic_load_explicit(&worker->leader->busy, memory_order_relaxed) || pc < worker->text ||
        pc >= worker->text_end)
        return;
    int error = errno;
    if (worker->check)
        emu_check_preempts();
    if (!worker->grid->fused) /* a fused block is not preempted, only ended when its time is over */
        atomic_fetch_add_explicit(&worker->leader->preemptions, 1, memory_order_relaxed);
    worker->polls.registers = hash_registers(context);
    emu_yield(worker, pc);
    errno = error;
}

/* Of each OS thread that has entered a worker: whether it is set up, and its signal stack if we made one. */
static __thread struct {
    bool ready;
    char *stack;
} os_thread __attribute__((tls_model("initial-exec")));
static pthread_key_t thread_end;
static bool have_key;

static void free_stack(void *stack)
{
    stack_t none = {.ss_flags = SS_DISABLE}, now;
    if (sigaltstack(0, &now) == 0 && now.ss_sp == stack)
        sigaltstack(&none, 0);
    munmap(stack, SIGNAL_STACK);
    os_thread.ready = false;
}

static bool is_same(const struct sigaction *a, const struct sigaction *b)
{
    if ((a->sa_flags ^ b->sa_flags) & SA_SIGINFO)
        return false;
    return a->sa_flags & SA_SIGINFO ? a->sa_sigaction == b->sa_sigaction : a->sa_handler == b->sa_handler;
}

static bool is_on_fault(const struct sigaction *action)
{
    return action->sa_flags & SA_SIGINFO && action->sa_sigaction == on_fault;
}

bool emu_signals_install(void)
{
    have_key = pthread_key_create(&thread_end, free_stack) == 0;
    /* Blocks no signals in handlers, because a handler may switch to a thread that is in no handler. */
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULTS; i++) {
        struct sigaction now;
        if (sigaction(faults[i], 0, &now) != 0)
            return false;
        /* The program's handler calls ours. Installed over it, ours would call it in turn, without end. */
        if (has_later[i] && is_same(&now, &later[i]))
            continue;
        has_later[i] = false;
        if (sigaction(faults[i], &action, &previous[i]) != 0)
            return false;
    }
    action.sa_sigaction = on_preempt;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    return sigaction(PREEMPT, &action, &previous_preempt) == 0;
}

bool emu_signals_ours(void)
{
    struct sigaction now;
    return sigaction(SIGSEGV, 0, &now) == 0 && is_on_fault(&now);
}

void emu_signals_restore(void)
{
    for (int i = 0; i < FAULTS; i++) {
        if (sigaction(faults[i], &previous[i], &later[i]) != 0)
            continue;
        has_later[i] = !is_on_fault(&later[i]);
        if (has_later[i])
            sigaction(faults[i], &later[i], 0);
    }
    sigaction(PREEMPT, &previous_preempt, 0);
    if (have_key)
        pthread_key_delete(thread_end);
    have_key = false;
}

/* Done once for each OS thread, and never undone: a program's thread that helps with a short grid would spend a third
 * of its time in the four system calls. */
void emu_signals_enter(void)
{
    if (os_thread.ready)
        return;
    stack_t now;
    if (!os_thread.stack && sigaltstack(0, &now) == 0 && (now.ss_flags & SS_DISABLE || now.ss_size < SMALLEST)) {
        void *memory = mmap(0, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        stack_t stack = {.ss_sp = memory, .ss_size = SIGNAL_STACK};
        if (memory != MAP_FAILED && sigaltstack(&stack, 0) == 0) {
            os_thread.stack = memory;
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
    os_thread.ready = true;
}
