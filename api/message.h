/* The sentence that says why a call failed: one for each thread and device. */
#ifndef LW_MESSAGE_H
#define LW_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "backend.h"

/* `device` is the number of the device's context, which is never used twice; 0 is no device. */

/* Sets the thread's latest message for that device. */
void lw_message_format(uint64_t device, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets the thread's latest message to "function: " and the backend's lw_fail() text of the present call; if there is
 * none, to "function: " and `fallback`. */
void lw_message_set_from_backend(uint64_t device, const char *function, const char *fallback);

/* Forgets the backend's text, before the next backend call. */
void lw_message_discard(void);

/* The thread's latest message for that device or for no device (a null handle has none); with `any`, for any device.
 * Never null. */
const char *lw_message_latest(uint64_t device, bool any);

/* Keeps the first 255 characters of the thread's latest message until the next call. lw_message_kept() is never
 * null. */
void lw_message_keep(void);
const char *lw_message_kept(void);

#endif
