/* What processes share of an event: a page of a file in memory, with the latest records and who made them. A record is reached when
 * its place says so, or when its process has ended. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu.h"

/* Records share places. A place that a later record has reached counts as reached: no event has so many records that are pending. */
enum { PAGE = 4096, PLACES = 127, LOOKS = 64 };

typedef struct page {
    _Atomic uint64_t claimed, latest; /* numbers of records, from 1 on; latest: its place says who made it */
    struct {
        _Atomic uint64_t reached; /* the number of a record */
        _Atomic uint64_t start;   /* of the process that made the latest record with this place */
        _Atomic int32_t process;
    } places[PLACES];
} page;
_Static_assert(sizeof(page) <= PAGE, "a page");

struct lw_cpu_shared_event {
    unsigned users, looks; /* with the pool's lock held */
    int file;
    page *page;
};

/* ---- processes ---- */
/* The start of a process, in ticks since the system's; 0: it has ended. */
static uint64_t start_of(int32_t id)
{
    char name[32], text[512];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)id);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (size <= 0)
        return kill(id, 0) != 0 && errno == ESRCH ? 0 : 1; /* 1: nothing is known but that it lives */
    text[size] = 0;
    const char *rest = strrchr(text, ')'); /* the program's name may have any characters */
    char state = 0;
    unsigned long long start = 0;
    /* State, 18 numbers, the start. */
    if (!rest || sscanf(rest + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu",
                        &state, &start) != 2)
        return 1;
    return state == 'Z' || state == 'X' ? 0 : start;
}

/* Found once in a process, which a child of fork() is not. */
lw_cpu_process lw_cpu_this_process(void)
{
    static _Atomic int32_t known;
    static _Atomic uint64_t start;
    int32_t id = getpid();
    if (atomic_load(&known) != id) {
        atomic_store(&start, start_of(id));
        atomic_store(&known, id);
    }
    return (lw_cpu_process){id, atomic_load(&start)};
}

bool lw_cpu_process_lives(lw_cpu_process process)
{
    lw_cpu_process own = lw_cpu_this_process(); /* qemu's user mode gives each thread another start of the process */
    if (process.id == own.id)
        return process.start == own.start;
    return process.id > 0 && start_of(process.id) == process.start;
}

uint64_t lw_cpu_inode(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_ino : 0;
}

int lw_cpu_process_file(lw_cpu_process process, int file, uint64_t inode)
{
    char name[48];
    if (lw_allocation_fails())
        return -2;
    if (!lw_cpu_process_lives(process))
        return -1;
    snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)process.id, file);
    int opened = open(name, O_RDWR | O_CLOEXEC);
    if (opened >= 0 && lw_cpu_inode(opened) != inode) {
        close(opened);
        opened = -1;
    }
    return opened;
}

/* ---- the shared part ---- */
lw_cpu_shared_event *lw_cpu_shared_event_open(int file)
{
    struct stat status;
    lw_cpu_shared_event *shared = lw_allocate(sizeof *shared);
    void *mapped = shared && fstat(file, &status) == 0 && status.st_size == PAGE && !lw_allocation_fails()
                       ? mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                       : MAP_FAILED;
    if (mapped == MAP_FAILED) {
        close(file);
        free(shared);
        return NULL;
    }
    *shared = (lw_cpu_shared_event){.users = 1, .file = file, .page = mapped};
    return shared;
}

lw_cpu_shared_event *lw_cpu_shared_event_make(lw_device_impl *device)
{
    int file = lw_cpu_memory_file(device, PAGE);
    lw_cpu_shared_event *shared = file < 0 ? NULL : lw_cpu_shared_event_open(file);
    if (file >= 0 && !shared)
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an event of several processes");
    return shared;
}

int lw_cpu_shared_event_file(const lw_cpu_shared_event *shared)
{
    return shared->file;
}

lw_cpu_shared_event *lw_cpu_shared_event_use(lw_cpu_shared_event *shared)
{
    shared->users++;
    return shared;
}

void lw_cpu_shared_event_drop(lw_cpu_shared_event *shared)
{
    if (!shared || --shared->users)
        return;
    munmap(shared->page, PAGE);
    close(shared->file);
    free(shared);
}

uint64_t lw_cpu_shared_event_record(lw_cpu_shared_event *shared)
{
    page *all = shared->page;
    lw_cpu_process process = lw_cpu_this_process();
    uint64_t number = atomic_fetch_add(&all->claimed, 1) + 1, latest = atomic_load(&all->latest);
    atomic_store(&all->places[number % PLACES].process, process.id);
    atomic_store(&all->places[number % PLACES].start, process.start);
    while (latest < number && !atomic_compare_exchange_weak(&all->latest, &latest, number))
        ;
    return number;
}

void lw_cpu_shared_event_reach(lw_cpu_shared_event *shared, uint64_t number)
{
    _Atomic uint64_t *reached = &shared->page->places[number % PLACES].reached;
    uint64_t before = atomic_load(reached);
    while (before < number && !atomic_compare_exchange_weak(reached, &before, number))
        ;
}

uint64_t lw_cpu_shared_event_latest(lw_cpu_shared_event *shared)
{
    return atomic_load(&shared->page->latest);
}

bool lw_cpu_shared_event_reached(lw_cpu_shared_event *shared, uint64_t number)
{
    page *all = shared->page;
    if (atomic_load(&all->places[number % PLACES].reached) >= number)
        return true;
    if (++shared->looks % LOOKS) /* the question about the process takes some microseconds */
        return false;
    lw_cpu_process process = {atomic_load(&all->places[number % PLACES].process),
                              atomic_load(&all->places[number % PLACES].start)};
    if (lw_cpu_process_lives(process))
        return false;
    lw_cpu_shared_event_reach(shared, number); /* for the next look, too */
    return true;
}

bool lw_cpu_event_foreign(const lw_event_impl *event, uint64_t *number)
{
    *number = event->shared ? lw_cpu_shared_event_latest(event->shared) : 0;
    return *number && !(event->mark && event->mark->shared_number == *number);
}
