/* The host's hands off device memory. Where the processor has protection keys, its pages have one, to which only
 * threads have rights that run threads or move bytes. Elsewhere they are inaccessible while nothing of the device runs:
 * what a thread or a copy comes to is opened by the fault that it meets, and closed when nothing is left to do, so a host
 * that touches memory while a kernel has it open is missed. A fault of the program's own code is a finding, and the
 * memory is opened to all until then. The system's own reads for the host are never seen (write() of it answers
 * EFAULT). */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inside.h"
#include "output.h"

#ifdef HAVE_VALGRIND
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#endif

enum { MOST = 4096, TRIES = 4, TOUCHES = 256 };

typedef struct span {
    uintptr_t begin, end;
} span;

/* What the host has touched: noted in a signal's handler, which may not allocate, and reported later. */
typedef struct touch {
    uintptr_t address, pc;
    int access;
} touch;

static touch touches[TOUCHES];
static unsigned touch_count, reported;
static span opened[MOST];
static unsigned count, tries; /* times in a row that the same address was opened: */
static uintptr_t latest;
static bool guarding;
static int key = -1; /* the pages'; -1: there are none */
static uintptr_t page;
static char held; /* a lock that a signal handler may take: nothing in it faults */
static __thread unsigned inside __attribute__((tls_model("initial-exec")));

static void lock(void)
{
    while (__atomic_test_and_set(&held, __ATOMIC_ACQUIRE))
        ;
}

static void unlock(void)
{
    __atomic_clear(&held, __ATOMIC_RELEASE);
}

static span pages_of(const emu_allocation *allocation)
{
    return (span){allocation->pointer & ~(page - 1), (allocation->pointer + allocation->size + page - 1) & ~(page - 1)};
}

static bool open_span(span one)
{
    enum { OF_ALL = 0, ANY = PROT_READ | PROT_WRITE };
    void *begin = (void *)one.begin;
    return (key < 0 ? mprotect(begin, one.end - one.begin, ANY)
                    : pkey_mprotect(begin, one.end - one.begin, ANY, OF_ALL)) == 0;
}

static void close_span(span one)
{
    void *begin = (void *)one.begin;
    if (key < 0)
        mprotect(begin, one.end - one.begin, PROT_NONE);
    else
        pkey_mprotect(begin, one.end - one.begin, PROT_READ | PROT_WRITE, key);
}

static void open_pages(const emu_allocation *allocation)
{
    open_span(pages_of(allocation));
}

/* Not where a debugger would stop at each of these faults, nor under valgrind, which does not have all registers ready
 * for an access to be done again. */
void emu_guard_open(void)
{
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    count = touch_count = reported = 0;
    if (key < 0) /* a process has few, and its threads keep their rights: one for all devices */
        key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    guarding = !emu_is_traced() && !RUNNING_ON_VALGRIND;
}

void emu_guard_close(void)
{
    guarding = false;
}

/* A program may have set a handler of its own since. */
void emu_guard_ask(void)
{
    if (!guarding || emu_signals_ours())
        return;
    guarding = false;
    lock();
    count = tries = 0;
    unlock();
    emu_allocations_each(open_pages);
}

void emu_guard_allocated(const emu_allocation *allocation)
{
    if (!guarding)
        return;
    lock();
    close_span(pages_of(allocation));
    tries = 0; /* what shares a page with it was closed, too */
    unlock();
}

void emu_guard_enter(void)
{
    if (inside++ == 0 && key >= 0)
        pkey_set(key, 0);
}

void emu_guard_leave(void)
{
    if (--inside == 0 && key >= 0)
        pkey_set(key, PKEY_DISABLE_ACCESS);
}

void emu_check_preempts(void)
{
    if (key >= 0)
        pkey_set(key, 0);
}

/* The pages of what lies there or, so that a thread goes on that has been told of, of what is nearest; as long as that is of
 * use. */
static bool open_at(uintptr_t address)
{
    ptrdiff_t distance;
    const emu_allocation *allocation = guarding ? emu_allocation_at(address) : 0;
    if (!allocation && guarding)
        allocation = emu_allocation_near(address, &distance);
    if (!allocation || allocation->freed)
        return false;
    span one = pages_of(allocation);
    if (address - one.begin >= one.end - one.begin)
        return false;
    lock();
    tries = latest == address ? tries + 1 : 0;
    latest = address;
    bool open = tries < TRIES && open_span(one);
    if (open && count < MOST)
        opened[count++] = one;
    unlock();
    return open;
}

bool emu_check_thread_fault(uintptr_t address)
{
    return open_at(address);
}

bool emu_check_host_fault(uintptr_t address, uintptr_t pc, int access)
{
    if (!open_at(address))
        return false;
    if (inside)
        return true;
    lock();
    bool room = touch_count < TOUCHES;
    if (room)
        touches[touch_count++] = (touch){address, pc, access};
    unlock();
    if (!room)
        emu_output_unnoted();
    return true;
}

/* The next that has not been reported; false: none. */
static bool take(touch *one)
{
    lock();
    bool any = reported < touch_count;
    if (any)
        *one = touches[reported++];
    else
        touch_count = reported = 0;
    unlock();
    return any;
}

void emu_guard_tell(void)
{
    touch one;
    while (take(&one)) {
        char sentence[160];
        snprintf(sentence, sizeof sentence, "The host %s device memory directly: it must be copied (lw_memcpy)",
                 one.access == 'w'   ? "writes"
                 : one.access == 'r' ? "reads"
                                     : "touches");
        emu_check_misused(sentence, (const void *)one.address, one.pc, false);
    }
}

void emu_check_device_idle(void)
{
    lock();
    for (unsigned i = 0; i < count; i++)
        close_span(opened[i]);
    count = tries = 0;
    unlock();
}
