/* Detects that the host accesses device memory directly.
 *
 * With protection keys: the pages have a key, and only OS threads that run threads or move bytes have rights to it.
 * Without: the pages are inaccessible while the device is idle. An access by a thread or a copy faults, and the handler
 * opens the allocation; it is closed when nothing is left to do. So an access of the host is missed while a kernel has
 * the allocation open.
 *
 * A fault in the program's own code is a finding, and its allocation is open to all until the device is idle. The
 * system's own accesses for the host are not detected (write() of device memory returns EFAULT).
 */
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

/* An access of the host. Recorded in a signal handler, which may not allocate; reported later. */
typedef struct touch {
    uintptr_t address, pc;
    int access;
} touch;

static touch touches[TOUCHES];
static unsigned touch_count, reported;
static span opened[MOST];
static unsigned count, tries; /* tries: how often in a row the address `latest` was opened */
static uintptr_t latest;
static bool guarding;
static int key = -1; /* protection key of the pages; -1: none */
static uintptr_t page;
static char held; /* a lock that signal handlers may take: no code under it faults */
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

/* Guards nothing under a debugger, which would stop at each fault, nor under valgrind, which does not restore all
 * registers for a repeated access. */
void emu_guard_open(void)
{
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    count = touch_count = reported = 0;
    if (key < 0) /* a process has few keys, and its threads keep their rights: one key for all devices */
        key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    guarding = !emu_is_traced() && !RUNNING_ON_VALGRIND;
}

void emu_guard_close(void)
{
    guarding = false;
}

/* The program may have replaced the signal handlers. */
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
    tries = 0; /* allocations that share a page with it were closed, too */
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

/* Opens the pages of the allocation at the address. At an address outside of allocations, those of the nearest one, so
 * that a thread that was reported can go on. Gives up if the same address faults again and again. */
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

/* The next access to report; false: none. */
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
