/* Large frames of fused kernels: the stack grows for them, and shrinks to a thread's size after them. */
#include <math.h>

#include <tests/harness/arrays.h>
#include "device/frame.h"

enum { TILES = 3, BODIES = TILES * MACHINE_FRAME_TILE };

TEST(machine, frame_of_bodies)
{
    static double body[BODIES][4], out[BODIES][3];
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 4; k++)
            body[i][k] = (unsigned)(4 * i + k) * 2654435761u >> 26;
    double *in = array_of(t, body, sizeof body), *to = array_of(t, NULL, sizeof out);
    CHECK(in && to);
    CHECK_STATUS(lw_launch(machine_frame_of_bodies, line(t, TILES, MACHINE_FRAME_TILE, 0), TILES, BODIES, in, to),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < BODIES; i++) {
        double sum[3] = {0};
        for (int k = 0; k < BODIES; k++) {
            double d[3], square = 3;
            for (int a = 0; a < 3; a++) {
                d[a] = body[k][a] - body[i][a];
                square += d[a] * d[a];
            }
            for (int a = 0; a < 3; a++)
                sum[a] += d[a] * body[k][3] / (square * sqrt(square));
        }
        for (int a = 0; a < 3; a++)
            CHECK(fabs(out[i][a] - sum[a]) <= 1e-10); /* sums of numbers below 64 */
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
}
