/* Local variables whose bytes were never written. lanewise-cc inserts the tests in checked copies (api/cc/private.h); a copy calls
 * this function where a test fails. */
#include <stdio.h>

#include "inside.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

/* `name`: of the variable; null or empty: it has none. `whole`: none of the bytes is written; else some are not. */
EXPORTED void emu_access_private(const char *name, uint64_t size, int whole);
void emu_access_private(const char *name, uint64_t size, int whole)
{
    emu_worker *worker = emu_self;
    if (!worker || !worker->check)
        return;
    emu_check_finish_deferred();
    if (emu_check_take_index(worker)) /* what is beyond the array is not written, either */
        return;
    emu_touch touch = {.worker = worker, .pc = CALLER, .size = (unsigned)size};
    emu_finding *finding = emu_check_found(&touch, EMU_FOUND_UNINITIALISED, whole ? "" : EMU_CHECK_PARTLY);
    if (finding)
        snprintf(finding->where, sizeof finding->where, "__local__ %s%s%s", name && *name ? "variable '" : "memory",
                 name && *name ? name : "", name && *name ? "'" : "");
}
