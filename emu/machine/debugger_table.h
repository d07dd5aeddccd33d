/* What a debugger reads of the machine, and what it tells the machine (debugger_table.c). */
#ifndef EMU_DEBUGGER_TABLE_H
#define EMU_DEBUGGER_TABLE_H

#include <stdatomic.h>
#include <stdint.h>

/* An entry: the offset of a member or the size of a structure, in bytes, or an address. */
typedef struct emu_debugger_entry {
    const char *name; /* "worker.next", "sizeof thread"; null: the end of the table */
    uintptr_t value;
} emu_debugger_entry;

/* Exported: a debugger finds it in a stripped library, too. */
extern const emu_debugger_entry emu_debugger_table[] __attribute__((visibility("default")));

/* How often a debugger has stopped the process, written by the debugger; 0: there is none. Then a block has no time limit, and
 * a thread runs for a second before others get a turn. */
extern atomic_uint emu_debugger_stops;

#endif
