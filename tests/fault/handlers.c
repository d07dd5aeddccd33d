/* Signal handlers of the program besides the device's, as lw_device_open() says: those installed before it is
 * opened, and those installed later, which pass on other signals. */
#include "fault.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/memory.h"

static char *forbidden; /* a page that the program accesses on purpose */
static sigjmp_buf again;
static volatile sig_atomic_t calls;
static struct sigaction older;

static void on_fault(int number, siginfo_t *info, void *context)
{
    calls++;
    if (info->si_addr == forbidden)
        siglongjmp(again, 1);
    older.sa_sigaction(number, info, context);
}

static bool install(struct sigaction *replaced)
{
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSEGV, &action, replaced) == 0;
}

static bool own_fault_arrives(void)
{
    calls = 0;
    if (sigsetjmp(again, 1) == 0)
        *(volatile char *)forbidden = 1;
    return calls == 1;
}

static void check_both(struct test *t, bool calls_of_kernel)
{
    CHECK(own_fault_arrives());
    calls = 0;
    CHECK_STATUS(lw_launch(fault_memset, line(t, 1, 64, 0), NULL, 100), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(t->device, "fault_memset");
    CHECK(calls_of_kernel ? calls > 0 : calls == 0); /* the engine compare runs the kernel several times */
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK(own_fault_arrives());
}

static void map_page(struct test *t)
{
    forbidden = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(forbidden != MAP_FAILED);
}

TEST(fault, handler_before_opening, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(map_page(t));
    CHECK(install(&older));
    for (int round = 0; round < 2; round++) {
        CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
        CHECK_CALL(check_both(t, false));
        fault_close(t);
        CHECK(own_fault_arrives());
    }
}

TEST(fault, handler_after_opening, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(map_page(t));
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    CHECK(install(&older));
    for (int round = 0; round < 2; round++) {
        CHECK_CALL(check_both(t, true));
        fault_close(t);
        CHECK(own_fault_arrives()); /* the handler is still installed */
        CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    }
    fault_close(t);
}
