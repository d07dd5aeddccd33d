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

enum { MAX_OPENED = 4096, MAX_TRIES = 4, MAX_HOST_ACCESSES = 256, MAX_MANAGED = 1024 };

typedef struct span {
    uintptr_t begin, end;
} span;

/* An access of the host. Recorded in a signal handler, which may not allocate; reported later. */
typedef struct host_access {
    uintptr_t address, pc;
    int access;
    bool managed;
} host_access;

static host_access host_accesses[MAX_HOST_ACCESSES];
static unsigned host_access_count, reported;
static span opened[MAX_OPENED];
static unsigned opened_count, tries; /* tries: how often in a row the address `latest_opened` was opened */
static uintptr_t latest_opened;
static span managed[MAX_MANAGED]; /* managed memory that is closed to the host */
static unsigned managed_count;
static bool guarding;
static int key = -1; /* protection key of the pages; -1: none */
static uintptr_t page;
static char lock_word; /* a lock that signal handlers may take: no code under it faults */
/* Calls of emu_guard_enter() without a leave. */
static __thread unsigned depth __attribute__((tls_model("initial-exec")));

static void lock(void)
{
    while (__atomic_test_and_set(&lock_word, __ATOMIC_ACQUIRE))
        ;
}

static void unlock(void)
{
    __atomic_clear(&lock_word, __ATOMIC_RELEASE);
}

static span pages_of(const emu_allocation *allocation)
{
    return (span){allocation->pointer & ~(page - 1), (allocation->pointer + allocation->size + page - 1) & ~(page - 1)};
}

static bool open_span(span one)
{
    enum { NO_KEY = 0, ANY = PROT_READ | PROT_WRITE };
    void *begin = (void *)one.begin;
    return (key < 0 ? mprotect(begin, one.end - one.begin, ANY)
                    : pkey_mprotect(begin, one.end - one.begin, ANY, NO_KEY)) == 0;
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
    opened_count = host_access_count = reported = managed_count = 0;
    if (key < 0) /* a process has few keys, and its threads keep their rights: one key for all devices */
        key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    guarding = !emu_is_traced() && !RUNNING_ON_VALGRIND;
}

void emu_guard_close(void)
{
    guarding = false;
}

/* The program may have replaced the signal handlers. */
void emu_guard_recheck(void)
{
    if (!guarding || emu_signals_ours())
        return;
    guarding = false;
    lock();
    opened_count = tries = 0;
    while (managed_count)
        open_span(managed[--managed_count]);
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
    if (depth++ == 0 && key >= 0)
        pkey_set(key, 0);
}

void emu_guard_leave(void)
{
    if (--depth == 0 && key >= 0)
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
    if (!allocation || (allocation->freed && !allocation->kept))
        return false;
    span one = pages_of(allocation);
    if (address - one.begin >= one.end - one.begin)
        return false;
    lock();
    tries = latest_opened == address ? tries + 1 : 0;
    latest_opened = address;
    bool open = tries < MAX_TRIES && open_span(one);
    if (open && opened_count < MAX_OPENED)
        opened[opened_count++] = one;
    unlock();
    return open;
}

/* ---- managed memory, on devices where the host may not use it while kernels run ---- */
void emu_check_managed_close(const void *pointer, size_t bytes)
{
    span one = {(uintptr_t)pointer, ((uintptr_t)pointer + bytes + page - 1) & ~(page - 1)};
    if (!guarding)
        return;
    lock();
    if (managed_count < MAX_MANAGED) {
        managed[managed_count++] = one;
        close_span(one);
    }
    unlock();
}

/* Takes the span out of the list, and opens its pages. With the lock held. */
static bool open_managed(uintptr_t address)
{
    for (unsigned i = 0; i < managed_count; i++)
        if (address - managed[i].begin < managed[i].end - managed[i].begin) {
            open_span(managed[i]);
            managed[i] = managed[--managed_count];
            return true;
        }
    return false;
}

bool emu_check_managed_open(const void *pointer)
{
    lock();
    bool was_closed = open_managed((uintptr_t)pointer);
    unlock();
    return was_closed;
}

bool emu_check_thread_fault(uintptr_t address)
{
    return emu_check_managed_open((const void *)address) || open_at(address);
}

bool emu_check_host_fault(uintptr_t address, uintptr_t pc, int access)
{
    bool is_managed = emu_check_managed_open((const void *)address);
    if (!is_managed && !open_at(address))
        return false;
    if (depth)
        return true;
    lock();
    bool room = host_access_count < MAX_HOST_ACCESSES;
    if (room)
        host_accesses[host_access_count++] = (host_access){address, pc, access, is_managed};
    unlock();
    if (!room)
        emu_output_record_lost();
    return true;
}

/* The next access to report; false: none. */
static bool next_unreported(host_access *one)
{
    lock();
    bool any = reported < host_access_count;
    if (any)
        *one = host_accesses[reported++];
    else
        host_access_count = reported = 0;
    unlock();
    return any;
}

void emu_guard_report(void)
{
    host_access one;
    while (next_unreported(&one)) {
        char sentence[160];
        snprintf(sentence, sizeof sentence,
                 one.managed ? "The host %s managed memory while a kernel may run: it must wait, as this device has no "
                               "concurrent managed access"
                             : "The host %s device memory directly: it must be copied (lw_memcpy)",
                 one.access == 'w'   ? "writes"
                 : one.access == 'r' ? "reads"
                                     : "touches");
        emu_check_api_misuse(sentence, (const void *)one.address, one.pc, false);
    }
}

void emu_check_device_idle(void)
{
    lock();
    for (unsigned i = 0; i < opened_count; i++)
        close_span(opened[i]);
    opened_count = tries = 0;
    unlock();
}
