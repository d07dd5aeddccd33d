/* A large stack for writing reports: the program's OS threads may have small ones. */
#ifndef EMU_REPORT_STACK_H
#define EMU_REPORT_STACK_H

/* Calls function(argument) on a new stack or, when out of memory, on the caller's. Not called on a fiber. */
void emu_on_report_stack(void (*function)(void *argument), void *argument);

#endif
