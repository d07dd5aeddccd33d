/* Blocks that `if (i < count)` cuts, at every count around a strip, a warp and a block: what a block's threads share, such
 * as a loop's counter, is right for those before the cut and after it. */
#include <tests/harness/arrays.h>
#include "device/guard.h"

enum { MOST = 1024, STEPS = MACHINE_GUARD_STEPS, SIZE = 8192 };

static const int weight[2] = {3, -7};

typedef struct arrays {
    int host[SIZE], *in, *out, *weight;
} arrays;

static void begin(struct test *t, arrays *made)
{
    for (int i = 0; i < SIZE; i++)
        made->host[i] = (int)((unsigned)i * 2654435761u >> 20);
    made->in = array_of(t, made->host, sizeof made->host);
    made->out = array_of(t, NULL, SIZE * sizeof(int));
    made->weight = array_of(t, weight, sizeof weight);
}

static void end(struct test *t, arrays *made)
{
    CHECK_STATUS(lw_free(t->device, made->in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, made->out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, made->weight), LW_SUCCESS);
}

/* Each kernel's result at i, in plain C. */
typedef unsigned reference(const int *in, int i, int count, int threads);

static unsigned sums(const int *in, int i, int count, int threads)
{
    unsigned sum = 0;
    (void)threads;
    for (int step = 0; step < STEPS && i < count; step++)
        sum += (unsigned)(weight[0] * in[i + step] + weight[1] * in[i + step + MACHINE_GUARD_STRIDE]);
    return sum;
}

static unsigned weights(const int *in, int i, int count, int threads)
{
    unsigned sum = 0, other = 1, w = (unsigned)weight[0];
    (void)threads;
    for (int step = 0; step < STEPS; step++) {
        sum += w * (unsigned)in[i + step];
        other ^= sum + (unsigned)in[i + 2 * step];
        w = w * 5 + (unsigned)weight[1];
    }
    return i < count ? sum + other + w * STEPS : 0;
}

static unsigned both(const int *in, int i, int count, int threads)
{
    unsigned sum = 0, other = 3;
    (void)threads;
    for (int step = 0; step < STEPS && i < count; step++) {
        sum += (unsigned)(weight[step % 2] * in[i + step]);
        other += sum ^ (unsigned)step;
    }
    for (int step = 2 * STEPS; step > 0 && i >= count; step--) {
        sum -= (unsigned)(weight[step % 2] * in[i + step]);
        other ^= sum + (unsigned)step;
    }
    return sum * 7 + other;
}

static unsigned shuffles(const int *in, int i, int count, int threads)
{
    unsigned sum[2] = {0}, w = (unsigned)weight[0];
    int first = i - i % threads % 32; /* the warp's first thread, and this one */
    if (i >= count)
        return 0;
    sum[0] = (unsigned)in[first];
    sum[1] = (unsigned)in[i];
    for (int step = 0; step < STEPS; step++) {
        unsigned given = sum[0] * w;
        sum[0] += given + (unsigned)in[first + step];
        sum[1] += given + (unsigned)in[i + step];
        w = w * 3 + (unsigned)weight[1];
    }
    return sum[1] + w;
}

static unsigned between(const int *in, int i, int count, int threads)
{
    unsigned row = 0, other = 1;
    int mirror = i - i % threads + threads - 1 - i % threads;
    for (int own = 0; own < 2; own++) {
        int at = own ? i : mirror;
        unsigned sum = 0, mixed = 1;
        for (int step = 0; step < STEPS; step++)
            sum += (unsigned)(weight[step % 2] * in[at + step]);
        for (int step = 0; step < STEPS && at < count; step++) {
            sum += (unsigned)(weight[(step + 1) % 2] * in[at + step]);
            mixed ^= sum * (unsigned)step;
        }
        if (own)
            other = mixed;
        else
            row = (unsigned)in[at] + sum;
    }
    return row + other;
}

/* The sum of a whole warp, for its thread `lane`. */
static unsigned warp_sum(const int *in, int first, int count, unsigned *v)
{
    unsigned choice = (unsigned)in[first / 32];
    for (int lane = 0; lane < 32; lane++)
        v[lane] = first + lane < count ? (unsigned)in[first + lane] : 0;
    if ((choice & 3) == 1) {
        for (int d = 16; d > 0; d >>= 1)
            for (int lane = 0; lane < 32; lane++) /* a higher lane is still as it was */
                v[lane] += lane + d < 32 ? v[lane + d] : v[lane];
    } else if ((choice & 3) == 2) {
        for (unsigned turn = 0; turn < (choice >> 2 & 7); turn++) {
            unsigned before[32], odd = 0;
            for (int lane = 0; lane < 32; lane++)
                odd += (before[lane] = v[lane]) & 1;
            for (int lane = 0; lane < 32; lane++)
                v[lane] ^= before[lane ^ 3] + odd;
        }
    }
    return v[0];
}

static unsigned warps(const int *in, int i, int count, int threads)
{
    unsigned v[32], sum = 0;
    int block = i / threads * threads;
    for (int first = block; i % threads / 32 == 1 && first < block + threads; first += 32)
        sum += warp_sum(in, first, count, v);
    warp_sum(in, i - i % 32, count, v);
    return v[i % 32] + sum;
}

static unsigned threads_sum(const int *in, int i, int count, unsigned *other)
{
    unsigned sum = 0;
    *other = 1;
    for (int step = 0; step < STEPS && in[i] & 1 && i < count; step++) {
        sum += (unsigned)(weight[step % 2] * in[i + step]);
        *other ^= sum + (unsigned)step;
    }
    return sum;
}

static unsigned threads(const int *in, int i, int count, int size)
{
    unsigned odd = 0, other;
    int first = i - i % size % 32, end = i - i % size + size;
    for (int lane = 0; lane < 32 && first + lane < end; lane++)
        odd |= (threads_sum(in, first + lane, count, &other) & 1) << lane;
    unsigned sum = threads_sum(in, i, count, &other);
    return sum + other + odd;
}

static unsigned bits(const int *in, int i, int count, int threads)
{
    unsigned sum = 0;
    (void)threads;
    for (int step = 0; i % 8 == 0 && step < (in[i] & 7) && i < count; step++)
        sum += (unsigned)in[i + 1 + step];
    return sum + (unsigned)(i < count && i % 4 < 2 ? weight[0] * in[i + 2] : 0);
}

static unsigned ends(const int *in, int i, int count, int size)
{
    unsigned sum[32];
    bool ended[32];
    int first = i - i % size % 32, end = i - i % size + size, lanes = end - first < 32 ? end - first : 32;
    for (int lane = 0; lane < lanes; lane++) {
        int at = first + lane;
        sum[lane] = (unsigned)in[at];
        ended[lane] = in[at / 64] & 1 ? in[at] % 3 == 0 : at >= count;
    }
    for (int step = 0; step < STEPS; step++) {
        unsigned odd = 0;
        for (int lane = 0; lane < lanes; lane++) {
            sum[lane] += (unsigned)(weight[step % 2] * in[first + lane + step]);
            odd += !ended[lane] && sum[lane] & 1;
        }
        for (int lane = 0; lane < lanes; lane++)
            sum[lane] += odd;
    }
    return ended[i - first] ? 0 : sum[i - first];
}

static void check(struct test *t, arrays *a, int kernel, reference *expected, int blocks, int threads, int count)
{
    static int out[SIZE];
    lw_launch_config config = line(t, (unsigned)blocks, (unsigned)threads, 0);
    CHECK_STATUS(lw_memset(t->device, a->out, 0, sizeof out), LW_SUCCESS);
    CHECK_STATUS(kernel == 0
                     ? lw_launch(machine_guard_of_sums, config, count, a->in, MACHINE_GUARD_STRIDE, a->weight, a->out)
                 : kernel == 1 ? lw_launch(machine_guard_of_weights, config, count, STEPS, a->in, a->weight, a->out)
                 : kernel == 2 ? lw_launch(machine_guard_of_both, config, count, STEPS, a->in, a->weight, a->out)
                 : kernel == 3 ? lw_launch(machine_guard_of_shuffles, config, count, STEPS, a->in, a->weight, a->out)
                 : kernel == 4 ? lw_launch(machine_guard_between, config, count, STEPS, a->in, a->weight, a->out)
                 : kernel == 5 ? lw_launch(machine_guard_of_warps, config, count, a->in, a->out)
                 : kernel == 6 ? lw_launch(machine_guard_of_threads, config, count, STEPS, a->in, a->weight, a->out)
                 : kernel == 8 ? lw_launch(machine_guard_of_bits, config, count, a->in, a->weight, a->out)
                               : lw_launch(machine_guard_of_ends, config, count, STEPS, a->in, a->weight, a->out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, a->out, sizeof out));
    for (int i = 0; i < blocks * threads; i++)
        if ((unsigned)out[i] != expected(a->host, i, count, threads))
            FAIL("kernel %d, %d blocks of %d, count %d: out[%d] is %d, expected %d", kernel, blocks, threads, count, i,
                 out[i], (int)expected(a->host, i, count, threads));
}

/* Every count around multiples of 8 of the last block but one and the last. */
static void check_counts(struct test *t, int kernel, reference *expected)
{
    static const int sizes[] = {32, 33, 48, 64, 65, 100, 256, 1024};
    static arrays made;
    CHECK_CALL(begin(t, &made));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int step = sizes[k] > 256 ? 8 : 1;
        if (kernel == 5 && sizes[k] % 32 != 0) /* all threads of a warp take part */
            continue;
        for (int count = sizes[k] > 256 ? sizes[k] : 0; count <= 2 * sizes[k]; count += step)
            for (int near = -1; near <= 1; near += step == 1 ? 3 : 1)
                CHECK_CALL(check(t, &made, kernel, expected, 2, sizes[k], step == 1 ? count : count + near));
    }
    CHECK_CALL(end(t, &made));
}

TEST(machine, guard_of_sums)
{
    check_counts(t, 0, sums);
}
TEST(machine, guard_of_weights)
{
    check_counts(t, 1, weights);
}
TEST(machine, guard_of_both)
{
    check_counts(t, 2, both);
}
TEST(machine, guard_of_shuffles)
{
    check_counts(t, 3, shuffles);
}
TEST(machine, guard_between)
{
    check_counts(t, 4, between);
}
TEST(machine, guard_of_warps)
{
    check_counts(t, 5, warps);
}
TEST(machine, guard_of_threads)
{
    check_counts(t, 6, threads);
}
TEST(machine, guard_of_ends)
{
    check_counts(t, 7, ends);
}
TEST(machine, guard_of_bits)
{
    check_counts(t, 8, bits);
}

TEST(machine, guard_of_rows)
{
    enum { X = 32, Y = 8 };
    static arrays made;
    static int out[SIZE];
    CHECK_CALL(begin(t, &made));
    for (int width = 1; width <= 2 * X; width++)
        for (int height = 1; height <= 2 * Y; height += 5) {
            CHECK_STATUS(lw_memset(t->device, made.out, 0, sizeof out), LW_SUCCESS);
            CHECK_STATUS(lw_launch(machine_guard_of_rows, shape(t, lw_make_dim3(2, 2, 1), lw_make_dim3(X, Y, 1), 0),
                                   width, height, made.in, made.weight, made.out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, made.out, sizeof out));
            for (int i = 0; i < width * height; i++) {
                int sum = 0, most = 0;
                for (int step = 0; step < STEPS; step++) {
                    int found = made.host[i + step] * weight[step % 2];
                    sum += found;
                    int other = found + made.host[i % width + step];
                    most = most > other ? most : other;
                }
                if (out[i] != sum + most)
                    FAIL("%d by %d: out[%d] is %d, expected %d", width, height, i, out[i], sum + most);
            }
        }
    CHECK_CALL(end(t, &made));
}

/* The one thread is each of a row's, or none; a warp is part of a row, or two rows. */
TEST(machine, guard_of_one)
{
    static const lw_dim3 shapes[] = {{256, 1, 1}, {64, 3, 1}, {32, 8, 1}, {16, 16, 1}, {48, 2, 1}};
    static arrays made;
    static int out[SIZE];
    CHECK_CALL(begin(t, &made));
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (int x = -2; x < (int)shapes[s].x + 2; x += 1 + (x > 34)) {
            int width = (int)shapes[s].x, all = 2 * width * (int)shapes[s].y, other = width - 1 - x;
            CHECK_STATUS(lw_memset(t->device, made.out, 0, sizeof out), LW_SUCCESS);
            CHECK_STATUS(lw_launch(machine_guard_of_one, shape(t, lw_make_dim3(2, 1, 1), shapes[s], 0), x - 3, other,
                                   made.in, made.out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, made.out, sizeof out));
            for (int i = 0; i < all; i++) {
                int sum = 0;
                for (int lane = 0; lane < 32; lane++)
                    sum += made.host[i / 32 * 32 + lane];
                /* all lanes of a warp have its sum: what the next one has is the same */
                int wanted = (i % width == x ? sum : 0) + (i % width != other ? 1 : 0);
                if (out[i] != wanted)
                    FAIL("block (%u,%u,1), x %d: out[%d] is %d, expected %d", shapes[s].x, shapes[s].y, x, i, out[i],
                         wanted);
            }
        }
    CHECK_CALL(end(t, &made));
}
