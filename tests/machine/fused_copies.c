/* Makes and launches the kernels with fused copies by hand. */
#include <stdlib.h>

#include <lanewise/descriptor.h>
#include <tests/api/device/kernels.h>
#include <tests/machine/fused_copies.h>

KERNEL_TEXT unsigned fused_fill(const emu_fused_frame *frame, int level)
{
    const fused_arguments *from = frame->arguments;
    for (int i = 0; i < 3; i++)
        if (frame->block[i] != emu_here.block[i])
            return EMU_FUSED_ENDED;
    unsigned lanes = frame->block_dim[0] * frame->block_dim[1] * frame->block_dim[2];
    unsigned block = frame->block[0] + frame->grid_dim[0] * (frame->block[1] + frame->grid_dim[1] * frame->block[2]);
    for (unsigned lane = 0; lane < lanes; lane++)
        if ((int)(block * lanes + lane) < from->n)
            from->out[block * lanes + lane] = from->value + 1000 * (level + 1);
    return EMU_FUSED_ENDED;
}

KERNEL_TEXT unsigned fused_fill_0(emu_fused_frame *frame, unsigned state)
{
    return state == EMU_FUSED_READY(0) ? fused_fill(frame, 0) : EMU_FUSED_MIXED;
}

KERNEL_TEXT unsigned fused_fill_1(emu_fused_frame *frame, unsigned state)
{
    return state == EMU_FUSED_READY(0) ? fused_fill(frame, 1) : EMU_FUSED_MIXED;
}

KERNEL_TEXT unsigned fused_fill_2(emu_fused_frame *frame, unsigned state)
{
    return state == EMU_FUSED_READY(0) ? fused_fill(frame, 2) : EMU_FUSED_MIXED;
}

static KERNEL_TEXT void nobody(emu_fused_frame *frame, unsigned first, unsigned end)
{
    (void)frame, (void)first, (void)end;
}

const emu_fused_region fused_region = {.some = nobody};
FUSED_COPY(fused_copy_0, fused_fill_0);
FUSED_COPY(fused_copy_1, fused_fill_1);
FUSED_COPY(fused_copy_2, fused_fill_2);

extern const char __start_lw_kernel_text[], __stop_lw_kernel_text[];
static lw_kernel kernels[64];
lw_kernel *fused_kernel = kernels;

void fused_make(const emu_fused_kernel *a, const emu_fused_kernel *b, const emu_fused_kernel *c)
{
    static lw_module here;
    *++fused_kernel = *LW_KERNEL_OF(api_fill);
    here = *fused_kernel->module;
    here.text = __start_lw_kernel_text; /* the code of the copies is the program's own */
    here.text_end = __stop_lw_kernel_text;
    fused_kernel->module = &here;
    fused_kernel->name = "by_hand";
    fused_kernel->fused[0] = a;
    fused_kernel->fused[1] = b;
    fused_kernel->fused[2] = c;
    memset(fused_kernel->state, 0, sizeof fused_kernel->state);
}

int fused_level_of(struct test *t, lw_launch_config config, unsigned lanes)
{
    fused_arguments in = {array_of(t, NULL, lanes * sizeof(int)), 7, (int)lanes};
    int *numbers = calloc(lanes, sizeof *numbers), level = -2;
    lw_status status = in.out && numbers ? lw_launch_kernel(fused_kernel, config, &in) : LW_ERROR_OUT_OF_MEMORY;
    if (status != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "the launch: %s", lw_last_error_message(t->device));
    else
        array_read(t, numbers, in.out, lanes * sizeof *numbers);
    for (unsigned i = 0; i < lanes && !t->failed; i++)
        if (numbers[i] != numbers[0])
            test_fail(t, __FILE__, __LINE__, "number %u is %d, the first %d", i, numbers[i], numbers[0]);
    if (!t->failed)
        level = (numbers[0] - 7) / 1000 - 1;
    free(numbers);
    lw_free(t->device, in.out);
    return level;
}

void fused_open_cpu(struct test *t, const char *variable, const char *value)
{
    if (variable)
        CHECK(setenv(variable, value, 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
}

void fused_close_cpu(struct test *t, const char *variable)
{
    lw_device_close(t->device);
    t->device = NULL;
    if (variable)
        unsetenv(variable);
}

static void plain_environment(void)
{
    static const char *const names[] = {"LANEWISE_ENGINE", "LANEWISE_CPU", "LANEWISE_STRICT", "LANEWISE_SCHEDULE",
                                        "LANEWISE_ACTIVEMASK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
}

void fused_own_level(struct test *t, int *level)
{
    *level = -1;
    plain_environment();
    fused_make(&fused_copy_0, &fused_copy_1, &fused_copy_2);
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    *level = fused_level_of(t, line(t, 1, 1, 0), 1);
    fused_close_cpu(t, NULL);
}
