/* Findings of the engine `compare`. No access is checked: the backend reports how the engines differ. These findings
 * are counted and reported like all others. */
#include <errno.h>
#include <stdio.h>

#include "../host/allocate.h"
#include "inside.h"
#include "output.h"
#include "repeat.h"

lw_status emu_check_open_reports(const emu_options *options, char *message, size_t size)
{
    errno = 0;
    emu_check_set_schedule(options);
    if (emu_check_options_read(message, size) && emu_filter_open(message, size) && emu_output_open(message, size))
        return LW_SUCCESS;
    bool memory = errno == ENOMEM;
    if (memory)
        snprintf(message, size, "out of memory for the settings of LANEWISE_CHECK");
    emu_output_close(false);
    emu_filter_close();
    return memory ? LW_ERROR_OUT_OF_MEMORY : LW_ERROR_INVALID_VALUE;
}

void emu_check_engines_differ(const lw_kernel *kernel, const char *sentence, const char *details)
{
    bool fresh;
    emu_finding *finding = emu_finding_note(EMU_FOUND_ENGINES, (uintptr_t)kernel, 0, 0, &fresh);
    if (finding && fresh) {
        finding->kernel = kernel;
        snprintf(finding->why, sizeof finding->why, "%s", sentence);
        finding->details = emu_copy_text(details);
    }
    emu_findings_report();
}

void emu_check_not_compared(void)
{
    emu_output_record_lost();
}

void emu_check_close_reports(void)
{
    emu_findings_report();
    emu_output_close(true);
    emu_filter_close();
    emu_findings_close();
}
