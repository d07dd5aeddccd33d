/* Does what its arguments say, one after another: launches a kernel by its name, on a device opened for it; or one of
 * the words below. Prints "done" at the end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lanewise/descriptor.h>

#include "../../emu/fused/fused.h"
#include "kernels.h"

static lw_device *device;

static int launch(const char *name)
{
    int *g, zeros[64] = {0};
    if (!device && lw_device_open(&device, NULL))
        return puts(lw_last_error_message(NULL));
    lw_malloc(device, (void **)&g, sizeof zeros);
    lw_memcpy(device, g, zeros, sizeof zeros, LW_MEMCPY_HOST_TO_DEVICE);
    lw_launch_config config = lw_linear(lw_default_stream(device), 64, 64);
#define KERNEL(kernel)                                                                                                 \
    if (strcmp(name, #kernel) == 0 && lw_launch(kernel, config, g))                                                    \
        puts(lw_last_error_message(device));
    KERNEL(clean)
    KERNEL(beyond)
    KERNEL(racing)
    KERNEL(same)
    KERNEL(unset)
    KERNEL(divergent)
    KERNEL(masked)
    KERNEL(stuck)
    KERNEL(endless)
    KERNEL(claiming)
    KERNEL(trusting)
    KERNEL(counting)
    config.grid.x = 64; /* more blocks of this size than sm_87 has room for */
    config.block.x = 1024;
    KERNEL(chained)
    if (lw_device_synchronize(device))
        puts("the launch has failed");
    lw_free(device, g);
    return 0;
}

/* The kernel `clean` with a fused copy that writes what the fibers write, except one thread's element. */
static unsigned wrong(emu_fused_frame *frame, unsigned state)
{
    int *g = *(int *const *)frame->arguments;
    (void)state;
    for (int i = 0; i < 64; i++)
        g[i] = i + 1000 * (i == 40);
    return EMU_FUSED_ENDED;
}

static void differ(void)
{
    static const emu_fused_kernel copy = {.version = EMU_FUSED_VERSION, .regions = 1, .all = wrong};
    static lw_kernel differing;
    int *g, numbers[64];
    differing = *LW_KERNEL_OF(clean);
    differing.name = "differing";
    for (int level = 0; level < LW_CPU_LEVELS; level++)
        differing.fused[level] = &copy;
    if (lw_device_open(&device, NULL) || lw_malloc(device, (void **)&g, sizeof numbers))
        return;
    if (lw_launch_kernel(&differing, lw_linear(lw_default_stream(device), 64, 64), &g) ||
        lw_memcpy(device, numbers, g, sizeof numbers, LW_MEMCPY_DEVICE_TO_HOST))
        puts(lw_last_error_message(device));
    else
        printf("number 40 is %d\n", numbers[40]);
    lw_free(device, g);
}

/* Blocks of many launches in three streams; in which order they were done. */
static void order(void)
{
    enum { STREAMS = 3, ROUNDS = 8, BLOCKS = 2, SLOTS = 1 + STREAMS * ROUNDS * BLOCKS };
    lw_stream *streams[STREAMS];
    int *g, slots[SLOTS] = {0};
    if (lw_device_open(&device, NULL) || lw_malloc(device, (void **)&g, sizeof slots) ||
        lw_memset(device, g, 0, sizeof slots))
        return;
    for (int i = 0; i < STREAMS; i++)
        lw_stream_create(device, &streams[i]);
    for (int i = 0; i < STREAMS * ROUNDS; i++)
        lw_launch(signing, lw_linear(streams[i % STREAMS], BLOCKS * 32, 32), g, 1 + i % STREAMS);
    lw_device_synchronize(device);
    lw_memcpy(device, slots, g, sizeof slots, LW_MEMCPY_DEVICE_TO_HOST);
    for (int i = 1; i < SLOTS; i++)
        printf("%d", slots[i]);
    puts("");
    lw_free(device, g);
    for (int i = 0; i < STREAMS; i++)
        lw_stream_destroy(streams[i]);
}

/* What lanes that poll a flag make of it. */
static void poll(void)
{
    enum { LANES = 64, SLOTS = 1 + LANES };
    int *g, slots[SLOTS] = {0};
    if (lw_device_open(&device, NULL) || lw_malloc(device, (void **)&g, sizeof slots) ||
        lw_memset(device, g, 0, sizeof slots))
        return;
    lw_launch(polling, lw_linear(lw_default_stream(device), LANES, LANES), g);
    lw_memcpy(device, slots, g, sizeof slots, LW_MEMCPY_DEVICE_TO_HOST);
    for (int i = 1; i < SLOTS; i++)
        printf("%d ", slots[i]);
    puts("");
    lw_free(device, g);
}

/* Memory of which a part is never written: freed, freed in a stream, and left to the device's end. */
static void oversized(int unwritten)
{
    char *freed, *in_stream, *left;
    lw_device_open(&device, NULL);
    lw_malloc(device, (void **)&freed, 400);
    lw_malloc_async(lw_default_stream(device), (void **)&in_stream, 500);
    lw_malloc(device, (void **)&left, 600);
    lw_memset(device, freed, 0, 400 - (size_t)unwritten);
    lw_memset_async(lw_default_stream(device), in_stream + unwritten, 0, 500 - (size_t)unwritten);
    lw_memset(device, left, 0, 300);
    lw_memset(device, left + 300 + unwritten, 0, 300 - (size_t)unwritten);
    lw_free(device, freed);
    lw_free_async(lw_default_stream(device), in_stream);
    lw_device_synchronize(device);
}

int main(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        int number;
        if (sscanf(words[i], "exit=%d", &number) == 1) /* without a word to anybody */
            _exit(number);
        else if (sscanf(words[i], "alarm=%d", &number) == 1) /* in so many milliseconds the end */
            ualarm((unsigned)number * 1000, 0);
        else if (strcmp(words[i], "order") == 0)
            order();
        else if (sscanf(words[i], "oversized=%d", &number) == 1)
            oversized(number);
        else if (strcmp(words[i], "differ") == 0)
            differ();
        else if (strcmp(words[i], "poll") == 0)
            poll();
        else if (strcmp(words[i], "crash") == 0)
            raise(SIGSEGV);
        else if (strcmp(words[i], "close") == 0)
            device = (lw_device_close(device), NULL);
        else if (strcmp(words[i], "fork") == 0 && fork()) /* the child does the rest */
            return wait(NULL) < 0;
        else if (strcmp(words[i], "fork") != 0)
            launch(words[i]);
    }
    if (device)
        lw_device_close(device);
    puts("done");
    return 0;
}
