/* The processors of the calling thread's affinity mask, or another's. */
#ifndef EMU_AFFINITY_H
#define EMU_AFFINITY_H

#include <pthread.h>
#include <stdbool.h>

/* How many there are; 0 where that is not known. */
unsigned emu_affinity_count(void);
/* A thread made with the attributes runs on one of them alone, whose turn it is when they are counted through to
 * `number`, around and around. Answers 0, or an error's number. */
int emu_affinity_pin(pthread_attr_t *attributes, unsigned number);
/* Whether a thread of this process (its system's number, 0: the calling one) may run on a processor, from now on. False:
 * that stays as it was, as the processor is its only one, or the system does not say. */
bool emu_affinity_allow(int thread, unsigned processor, bool allowed);

#endif
