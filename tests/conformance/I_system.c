/* Group I: memory of the host that no call of the library has made. */
#include <stdlib.h>
#include <string.h>

#include "device/I_managed.h"
#include "../harness/test.h"

enum { N = 1000 };

static void add_and_check(struct test *t, int *memory)
{
    for (int i = 0; i < N; i++)
        memory[i] = i;
    CHECK_STATUS(lw_launch(i_add, lw_linear(lw_default_stream(t->device), N, 128), N, memory, 5), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(memory[i], i + 5);
}

/* The CPU device has it by a setting, which is read when the first handle is opened. */
TEST(row, I11_system_memory_in_kernels, .isolated = true)
{
    static int numbers[N];
    int local[N], *memory = malloc(sizeof numbers);
    lw_device_properties properties;
    const char *engine = getenv("LANEWISE_ENGINE");
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("a comparison knows only the library's memory");
    CHECK(memory != NULL);
    if (on_cpu(t)) {
        CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
        CHECK_EQUAL(properties.pageable_memory_access, 0);
        CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
        t->device = NULL;
        setenv("LANEWISE_PAGEABLE_MEMORY", "1", 1);
        CHECK_STATUS(lw_device_open(&t->device, t->device_name), LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!on_cpu(t) && !properties.pageable_memory_access)
        SKIP("kernels of this device do not reach system memory");
    CHECK_EQUAL(properties.pageable_memory_access, 1);
    CHECK_CALL(add_and_check(t, memory));
    CHECK_CALL(add_and_check(t, numbers));
    CHECK_CALL(add_and_check(t, local));
    free(memory);
}
