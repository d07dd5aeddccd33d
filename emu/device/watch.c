/* Which thread writes a word. Fibers run round-robin, and the words are compared at each switch of
 * threads. Only one thread has run between two switches, so a change is that thread's. This is a separate
 * schedule, so other launches have no cost. */
#include "../machine/machine.h"

#include <string.h>

static emu_writer *writers;
static unsigned writer_count;
static emu_coordinates running; /* the thread that runs, and its block */
static unsigned running_block[3];
static bool has_run; /* some thread, since the words were compared */

static void compare_words(void)
{
    for (unsigned i = 0; i < writer_count; i++) {
        emu_writer *writer = &writers[i];
        uint32_t now;
        memcpy(&now, writer->address, sizeof now);
        if (now == writer->value)
            continue;
        writer->value = now;
        writer->known = has_run;
        memcpy(writer->thread, (unsigned[]){running.x, running.y, running.z}, sizeof writer->thread);
        memcpy(writer->block, running_block, sizeof writer->block);
    }
}

static int pick(emu_worker *worker, int after)
{
    compare_words();
    int next = emu_round_robin_pick(worker, after);
    has_run = next >= 0;
    if (has_run) {
        running = worker->thread[next].at;
        /* From its number, because emu_here does not have the first block's coordinates yet. */
        const lw_dim3 *grid = &worker->grid->grid;
        running_block[0] = (unsigned)(worker->block % grid->x);
        running_block[1] = (unsigned)(worker->block / grid->x % grid->y);
        running_block[2] = (unsigned)(worker->block / grid->x / grid->y);
    }
    return next;
}

static const emu_schedule watching = {0, pick, 0, false, 0};

void emu_watch_begin(emu_worker *worker, emu_writer *watched, unsigned count)
{
    static const emu_options round_robin = {.schedule = EMU_SCHEDULE_ROUND_ROBIN};
    emu_worker_set_schedule(worker, &round_robin);
    emu_schedule_use(worker, &watching);
    writers = watched;
    writer_count = count;
    has_run = false;
    for (unsigned i = 0; i < count; i++) {
        memcpy(&watched[i].value, watched[i].address, sizeof watched[i].value);
        watched[i].known = false;
    }
}

void emu_watch_end(emu_worker *worker)
{
    compare_words();
    writer_count = 0;
    emu_schedule_use(worker, emu_schedule_of(&worker->options));
}
