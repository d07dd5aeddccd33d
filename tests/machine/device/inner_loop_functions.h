/* The functions of inner_loop.h, for the device and the host: MACHINE_INNER declares them. */
typedef unsigned u32;

MACHINE_INNER u32 uniform(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 x = in[i], v = 0;
    (void)wrap, (void)stored;
    for (int k = 0; k < steps; k++)
        v = v * x + (u32)(k & 3);
    return v;
}

MACHINE_INNER u32 own_count(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)wrap, (void)stored, (void)steps;
    for (u32 k = 0; k < (in[i] & 15); k++)
        sum += in[i + (int)k] * (k + 1);
    return sum;
}

MACHINE_INNER u32 nested(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)wrap, (void)stored;
    for (u32 j = 0; j < (in[i] & 3) + 1; j++) {
        u32 s = j;
        for (int k = 0; k < steps; k++)
            if (in[i + (int)j] >> k & 1)
                s += in[i + 3 * k];
        sum ^= s * (j + 5);
    }
    return sum;
}

MACHINE_INNER u32 search(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0, at = 99;
    (void)wrap, (void)stored;
    for (int k = 0; k < 8 * steps; k++) {
        u32 v = in[i + k];
        if (v % 7 == 0)
            continue;
        if (v % 11 == 3) {
            at = (u32)k;
            break;
        }
        sum += v * (u32)k;
    }
    return sum + at;
}

MACHINE_INNER u32 collatz(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 n = (in[i] & 1023) + 1, count = (u32)steps;
    (void)wrap, (void)stored;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        count++;
    }
    return count;
}

/* i + wrap + k wraps around within a strip; extended to 64 bits it is another number for the threads after that. */
MACHINE_INNER u32 wraps(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)stored;
    for (int k = 0; k < steps; k++) {
        long long e = (int)((u32)i + (u32)wrap + (u32)k);
        long long at = e < 0 ? e + (1ll << 32) - wrap : e - wrap;
        sum = sum * 3 + in[at] + (u32)(e >> 32);
    }
    return sum;
}

MACHINE_INNER u32 wraps_unsigned(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)stored;
    for (int k = 0; k < steps; k++) {
        unsigned long long e = (u32)i + 2 * (u32)wrap + (u32)k;
        unsigned long long at = e < 2 * (u32)wrap ? e + (1ull << 32) - 2 * (u32)wrap : e - 2 * (u32)wrap;
        sum = sum * 3 + in[at] + (u32)(e >> 8);
    }
    return sum;
}

MACHINE_INNER u32 two(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 1;
    bool odd = false;
    (void)wrap, (void)stored;
    for (int k = 0; k < steps; k++) {
        sum += in[i + k];
        odd = odd != ((sum & 1) != 0);
    }
    u32 turns = odd ? sum & 7 : (u32)steps;
    for (u32 k = 0; k < turns; k++)
        sum = sum * 5 + in[i + 2 * (int)k];
    return odd ? sum : ~sum;
}

MACHINE_INNER u32 mixed(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    double wide = 0;
    float narrow = 1;
    (void)wrap, (void)stored;
    for (int k = 0; k < steps; k++) {
        float v = (float)(in[i + k] & 255);
        narrow = narrow < v ? narrow + v * 0.5f : narrow - 1;
        wide += (double)narrow / (k + 1);
    }
    return (u32)(int)(wide * 16) + (u32)(int)narrow;
}

MACHINE_INNER u32 some(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = in[i];
    (void)wrap, (void)stored;
    if (in[i] & 1) {
        for (int k = 0; k < steps; k++)
            sum += in[i + k] / 3;
    } else if (in[i] & 2) {
        for (int k = steps; k > 0; k--)
            sum ^= in[i + 2 * k] % 1000;
    }
    return sum;
}

MACHINE_INNER u32 chain(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 v = in[i];
    (void)wrap, (void)stored;
    for (int k = 0; k < steps; k++) {
        unsigned char y = (unsigned char)(in[i + k] & 7);
        if (y == 0)
            v = 3 * v + 1;
        else if (y == 1)
            v = v * v;
        else if (y == 2)
            v = 1 - v;
        else if (y == 5)
            v = v / 2;
        else
            v += 7;
    }
    return v;
}

MACHINE_INNER u32 bytes(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    const unsigned char *from = (const unsigned char *)in;
    unsigned char sum = 0;
    short other = 0;
    (void)wrap, (void)stored;
    for (int k = 0; k < steps + (int)(in[i] & 1); k++) {
        sum = (unsigned char)(sum + from[i + 2 * k]);
        other = (short)(other * 3 + sum);
    }
    return sum + (u32)(unsigned short)other * 256;
}

MACHINE_INNER u32 stores(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 last = 0;
    (void)wrap;
    for (int k = 0; k < steps; k++)
        if (in[i + k] & 1)
            stored[i * 4 + (k & 3)] = last = last + in[i + k];
    return last;
}

MACHINE_INNER u32 triangle(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)wrap, (void)stored;
    for (int j = 0; j < steps; j++)
        for (int k = j; k < steps; k++)
            for (int l = 0; l <= k - j; l++)
                sum = sum * 3 + in[i + j + l];
    return sum;
}

/* Along a row of the thread's own, whose length is a launch parameter. */
MACHINE_INNER u32 row(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)wrap, (void)stored;
    for (int k = 0; k < steps; k++)
        sum += in[i * (steps / 2) + k];
    return sum;
}

MACHINE_INNER u32 row_stores(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    int length = steps / 2;
    (void)wrap;
    for (int k = 0; k < length; k++)
        stored[i * length + k] = in[i * length + k] * 5 + (u32)k;
    return in[i];
}

/* The neighbourhood of i, clamped at both ends. */
MACHINE_INNER u32 window(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = 0;
    (void)wrap, (void)stored;
    for (int k = i < steps ? 0 : i - steps; k <= (i + steps < 900 ? i + steps : 900); k++)
        sum = sum * 3 + in[k];
    return sum;
}

/* Far fewer iterations than the thread before. */
MACHINE_INNER u32 steep(const u32 *in, int i, int steps, int wrap, u32 *stored)
{
    u32 sum = (u32)steps;
    (void)wrap, (void)stored;
    for (int k = 7 * i; k < 500; k++)
        sum = sum * 5 + in[k - i];
    return sum;
}
