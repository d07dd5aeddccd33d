/* The sentence that says why a call failed: one per thread and device. */
#ifndef LW_MESSAGE_H
#define LW_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "backend.h"

/* Devices are told apart by their context's number, which is never used twice; 0 is no device. */

/* The thread's latest failure, of that device. */
void lw_message_format(uint64_t device, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The thread's latest failure is what the backend said with lw_fail() during the present call, after "function: "; or,
 * where it said nothing, `otherwise`. */
void lw_message_adopt(uint64_t device, const char *function, const char *otherwise);

/* Forgets what a backend said, before a call that may fail in its turn. */
void lw_message_discard(void);

/* The thread's latest failure on that device or on none that is known (a null handle belongs to no device); with `any`
 * on whichever. Never null. */
const char *lw_message_latest(uint64_t device, bool any);

/* Keeps the start of the thread's latest failure, 255 characters of it, until the next is kept. Never null. */
void lw_message_keep(void);
const char *lw_message_kept(void);

#endif
