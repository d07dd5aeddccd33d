/* A large stack for what writes reports: the program's threads may have small ones. */
#ifndef EMU_REPORT_STACK_H
#define EMU_REPORT_STACK_H

/* Calls function(argument) on a stack of its own; on the caller's where there is no memory for one. Not from a thread. */
void emu_on_report_stack(void (*function)(void *argument), void *argument);

#endif
