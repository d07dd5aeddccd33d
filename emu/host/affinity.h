/* The processors in the affinity mask of a thread. */
#ifndef EMU_AFFINITY_H
#define EMU_AFFINITY_H

#include <pthread.h>
#include <stdbool.h>

/* The number of processors of the calling thread; 0: unknown. */
unsigned emu_affinity_count(void);
/* A thread made with the attributes runs only on one processor of the calling thread's mask: the one with index
 * `number` modulo their count. Returns 0 or an error number. */
int emu_affinity_pin(pthread_attr_t *attributes, unsigned number);
/* Adds a processor to a thread's mask, or removes it. `thread`: the system's number of the thread, 0 for the calling
 * one. False: nothing has changed, because it is the thread's only processor, or the system refused. */
bool emu_affinity_allow(int thread, unsigned processor, bool allowed);

#endif
