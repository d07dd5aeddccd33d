/* The exponential in a work-item loop has the same bits as in a single thread, for numbers of every size, those
 * around each half turn of its reduction, its ends, infinities and NaNs. */
#include <math.h>
#include <stdlib.h>

#include <emu/device/device_math.h>
#include <tests/conformance/numbers.h>
#include "device/exponential.h"
#include <tests/harness/arrays.h>

enum { LANES = 256, SPREAD = 1 << 17, HALVES = 320, AROUND = 9, COUNT = SPREAD + HALVES * AROUND };
static float in[COUNT], out[COUNT];

static void fill(void)
{
    int count = 0;
    for (unsigned i = 0; i < SPREAD; i++)
        in[count++] = bits_float(i * 32771u);
    for (int half = -HALVES / 2; half < HALVES / 2; half++)
        for (int away = -AROUND / 2; away <= AROUND / 2; away++)
            in[count++] = bits_float(float_bits((float)(half * M_LN2 / 2)) + (unsigned)away);
}

/* CUDA documents 1 ULP from the nearest float for expf(), and denormal results. */
static bool is_near(float result, float x)
{
    double exact = exp((double)x);
    if (isnan(x) || isinf(result))
        return isnan(x) ? isnan(result) : exact > 0x1.fffffep127;
    return fabs((double)result - exact) <= 2 * fmax(exact * 0x1p-23, 0x1p-149);
}

TEST(machine, exponential)
{
    fill();
    float *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    CHECK_STATUS(lw_launch(machine_exponential, lw_linear(lw_default_stream(t->device), COUNT, LANES), COUNT, from, to),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    bool cpu = on_cpu(t);
    for (int i = 0; i < COUNT; i++) {
        if (!is_near(out[i], in[i]))
            FAIL("expf(%a) is %a, exactly %a", in[i], out[i], exp((double)in[i]));
        if (cpu && float_bits(out[i]) != float_bits(emu_math_expf(in[i])))
            FAIL("expf(%a) is %a (%08x), alone %a (%08x)", in[i], out[i], float_bits(out[i]), emu_math_expf(in[i]),
                 float_bits(emu_math_expf(in[i])));
    }
    CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
}
