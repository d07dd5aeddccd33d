/* Which findings count, and where reports go. */
#ifndef EMU_CHECK_OUTPUT_H
#define EMU_CHECK_OUTPUT_H

#include <stdio.h>

#include "../machine/machine.h"
#include "finding.h"

/* ---- filter.c ---- */
bool emu_filter_open(char *message, size_t size);
void emu_filter_close(void);
bool emu_filter_wants(const emu_finding *finding); /* whether its kernel was asked for */
bool emu_filter_wants_kernel(const char *name);
bool emu_filter_suppresses(const emu_finding *finding);

/* ---- output.c ---- */
bool emu_output_open(char *message, size_t size);
void emu_output_close(bool summary);
void emu_output_found(void);                  /* counts a finding, which is classified when it is reported */
void emu_output_launched(const char *kernel); /* counts a launch */
void emu_output_running(const char *kernel);  /* notes that blocks of the kernel begin */
void emu_output_give_up(const char *kernel);  /* says that the run ends in this kernel */
void emu_output_record_lost(void);            /* counts a record that was lost for lack of memory */

/* ---- report.c, report_json.c, report_ci.c, report_html.c ---- */
void emu_finding_print(FILE *out, const emu_finding *finding);
void emu_finding_print_json(FILE *out, const emu_finding *finding);
void emu_finding_print_sarif(FILE *out, const emu_finding *finding);
void emu_finding_print_junit(FILE *out, const emu_finding *finding);
void emu_finding_print_html(FILE *out, const emu_finding *finding);
/* The report's lines without their bars; null: no memory. The caller frees it. */
char *emu_finding_plain_text(const emu_finding *finding);
/* The place in the source, with the function's name as in the source. */
void emu_check_locate(uintptr_t pc, emu_code_place *place);

#endif
