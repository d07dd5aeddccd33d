/* A radix sort's digits counted all in one launch, and a tile sorted by one digit with look-back: for GPUs. Without include guard, as radix_digit.h.
 *
 * RADIX_EACH: keys of a thread in a tile. */

enum {
    RADIX(tile_keys) = RADIX_THREADS * RADIX_EACH,
    RADIX(passes) = 8 * sizeof(RADIX_KEY) / RADIX_BITS, /* of a whole key */
    RADIX(copies) = 4                                   /* of each count: lanes that have the same digit */
};

/* The shared memory of a block that counts. */
struct RADIX(bins) {
    unsigned of[RADIX(passes)][RADIX_DIGITS][RADIX(copies)];
};

/* Adds a thread's keys to a pass's counts. */
static __device__ __forceinline__ void RADIX(count)(unsigned of[RADIX_DIGITS][RADIX(copies)], int shift, unsigned mask,
                                                    const RADIX_KEY key[RADIX_COUNT_EACH], unsigned count)
{
    const unsigned copy = threadIdx.x % RADIX(copies);
    if (count == RADIX_COUNT_EACH) { /* without a branch before each addition */
#pragma unroll
        for (unsigned i = 0; i < RADIX_COUNT_EACH; i++)
            atomicAdd(&of[key[i] >> shift & mask][copy], 1u);
    } else {
#pragma unroll
        for (unsigned i = 0; i < RADIX_COUNT_EACH; i++)
            if (i < count)
                atomicAdd(&of[key[i] >> shift & mask][copy], 1u);
    }
}

static __device__ __forceinline__ void RADIX(histogram)(size_t n, int type, int order, int begin_bit, int end_bit,
                                                        const RADIX_KEY *keys, unsigned long long *counts,
                                                        struct RADIX(bins) * bins)
{
    struct RADIX(inverts) inverts = RADIX(inverts_of)(type, order);
    const size_t share = RADIX_COUNT_THREADS * RADIX_COUNT_EACH;
    const int passes = (end_bit - begin_bit + RADIX_BITS - 1) / RADIX_BITS;
    for (unsigned i = threadIdx.x; i < RADIX(passes) * RADIX_DIGITS * RADIX(copies); i += RADIX_COUNT_THREADS)
        (&bins->of[0][0][0])[i] = 0;
    __syncthreads();
    for (size_t first = blockIdx.x * share; first < n; first += gridDim.x * share) {
        const size_t own = first + threadIdx.x, left = own < n ? (n - own - 1) / RADIX_COUNT_THREADS + 1 : 0;
        const unsigned count = left < RADIX_COUNT_EACH ? (unsigned)left : (unsigned)RADIX_COUNT_EACH;
        RADIX_KEY key[RADIX_COUNT_EACH];
#pragma unroll
        for (unsigned i = 0; i < RADIX_COUNT_EACH; i++) /* all loads are in flight together */
            key[i] = i < count ? keys[own + i * RADIX_COUNT_THREADS] : 0;
#pragma unroll
        for (unsigned i = 0; i < RADIX_COUNT_EACH; i++)
            key[i] = RADIX(inverted)(inverts, key[i]);
        for (int pass = 0; pass < passes; pass++) {
            int shift = begin_bit + pass * RADIX_BITS;
            RADIX(count)(bins->of[pass], shift, radix_mask(end_bit - shift), key, count);
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < (unsigned)passes * RADIX_DIGITS; i += RADIX_COUNT_THREADS) {
        unsigned all = 0;
#pragma unroll
        for (unsigned k = 0; k < RADIX(copies); k++)
            all += bins->of[i / RADIX_DIGITS][i % RADIX_DIGITS][k];
        if (all > 0)
            atomicAdd(&counts[i], (unsigned long long)all);
    }
}

/* The shared memory of a block that sorts a tile. */
struct RADIX(memory) {
    union { /* one after another */
        struct {
            unsigned counts[RADIX_WARPS][RADIX_DIGITS]; /* of each warp; then the place of its next key of each digit */
            unsigned lanes[RADIX_WARPS][RADIX_DIGITS];  /* of each warp that have the digit in their present key */
        } of;
        RADIX_KEY keys[RADIX(tile_keys)];
        unsigned values[RADIX(tile_keys)];
    } now;
    unsigned long long places[RADIX_DIGITS]; /* of a key in the output, less its place in the tile */
    unsigned sums[RADIX_DIGITS / 32];
    unsigned tile;
};

/* A key behind the end: its digits are the greatest. */
static __device__ __forceinline__ RADIX_KEY RADIX(greatest)(struct RADIX(inverts) inverts)
{
    RADIX_KEY key = ~(inverts.all ^ inverts.negative);
    return key >> (8 * sizeof(RADIX_KEY) - 1) ? key : ~inverts.all;
}

/* A tile of keys that all have the same digit: they stay where they are. */
static __device__ __forceinline__ void RADIX(copy_tile)(size_t n, const RADIX_KEY *keys, RADIX_KEY *keys_out,
                                                        const unsigned *values, unsigned *values_out)
{
    const size_t first = (size_t)blockIdx.x * RADIX(tile_keys) + threadIdx.x;
    RADIX_KEY key[RADIX_EACH];
    unsigned value[RADIX_EACH];
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        key[i] = first + i * RADIX_THREADS < n ? keys[first + i * RADIX_THREADS] : 0;
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        if (first + i * RADIX_THREADS < n)
            keys_out[first + i * RADIX_THREADS] = key[i];
    if (values == NULL)
        return;
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        value[i] = first + i * RADIX_THREADS < n ? values[first + i * RADIX_THREADS] : 0;
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        if (first + i * RADIX_THREADS < n)
            values_out[first + i * RADIX_THREADS] = value[i];
}

static __device__ __forceinline__ void RADIX(tile)(size_t n, int type, int order, int shift, int bits,
                                                   const RADIX_KEY *keys, RADIX_KEY *keys_out, const unsigned *values,
                                                   unsigned *values_out, const unsigned long long *offsets,
                                                   unsigned long long *next, unsigned *state,
                                                   struct RADIX(memory) * memory)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, digit = threadIdx.x, mask = radix_mask(bits);
    const bool has_digit = digit < RADIX_DIGITS; /* whole warps */
    struct RADIX(inverts) inverts = RADIX(inverts_of)(type, order);
    if (threadIdx.x == 0)
        memory->tile = atomicAdd(&state[(size_t)gridDim.x * RADIX_DIGITS], 1u);
    for (unsigned i = threadIdx.x; i < RADIX_WARPS * RADIX_DIGITS; i += RADIX_THREADS) {
        (&memory->now.of.counts[0][0])[i] = 0;
        (&memory->now.of.lanes[0][0])[i] = 0;
    }
    __syncthreads();
    const unsigned tile = memory->tile;
    const size_t first = (size_t)tile * RADIX(tile_keys);
    const unsigned count = n - first < RADIX(tile_keys) ? (unsigned)(n - first) : (unsigned)RADIX(tile_keys);
    const unsigned own = warp * 32 * RADIX_EACH + lane;
    RADIX_KEY key[RADIX_EACH];
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        key[i] = own + i * 32 < count ? keys[first + own + i * 32] : RADIX(greatest)(inverts);

    unsigned rank[RADIX_EACH]; /* among the warp's keys of the same digit, which is in the upper half */
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++) {
        unsigned its = RADIX(digit)(inverts, key[i], shift, mask), *lanes = &memory->now.of.lanes[warp][its];
        atomicOr(lanes, 1u << lane);
        __syncwarp(LW_FULL_MASK);
        unsigned peers = *lanes, last = 31 - __clz(peers), before = 0;
        __syncwarp(LW_FULL_MASK);
        if (lane == last) {
            unsigned *count_of = &memory->now.of.counts[warp][its];
            before = *count_of;
            *count_of = before + __popc(peers);
            *lanes = 0;
        }
        before = __shfl_sync(LW_FULL_MASK, before, last);
        __syncwarp(LW_FULL_MASK);
        rank[i] = its << 16 | (before + __popc(peers & ((1u << lane) - 1)));
    }
    __syncthreads();
    unsigned *published = state + (size_t)tile * RADIX_DIGITS + digit;
    unsigned all = 0, lower = 0;
    if (has_digit) {
#pragma unroll
        for (unsigned i = 0; i < RADIX_WARPS; i++)
            all += memory->now.of.counts[i][digit];
        radix_publish(published, (tile == 0 ? RADIX_UP_TO : RADIX_OWN) | all);
        lower = radix_scan_warp(all);
        if (lane == 31)
            memory->sums[warp] = lower;
        lower -= all;
    }
    __syncthreads();
    if (has_digit) {
#pragma unroll
        for (unsigned i = 0; i < RADIX_DIGITS / 32; i++)
            lower += i < warp ? memory->sums[i] : 0;
        unsigned place = lower;
#pragma unroll
        for (unsigned i = 0; i < RADIX_WARPS; i++) {
            unsigned of_warp = memory->now.of.counts[i][digit];
            memory->now.of.counts[i][digit] = place;
            place += of_warp;
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        rank[i] = (rank[i] & 0xffff) + memory->now.of.counts[warp][rank[i] >> 16];
    __syncthreads(); /* the counts are read: keys take their memory */
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        memory->now.keys[rank[i]] = key[i];
    if (has_digit) {
        unsigned before = radix_before(state, tile, digit);
        if (tile > 0)
            radix_publish(published, RADIX_UP_TO | (before + all));
        unsigned long long base = offsets[digit] + before;
        memory->places[digit] = base - lower;
        if (next != NULL && tile == gridDim.x - 1)
            next[digit] = base + all;
    }
    __syncthreads();
    unsigned digits[(RADIX_EACH + 3) / 4]; /* a byte each */
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++) {
        unsigned at = i * RADIX_THREADS + threadIdx.x;
        RADIX_KEY moved = memory->now.keys[at];
        unsigned its = RADIX(digit)(inverts, moved, shift, mask);
        digits[i / 4] = (i % 4 == 0 ? 0 : digits[i / 4]) | its << i % 4 * 8;
        if (at < count)
            keys_out[memory->places[its] + at] = moved;
    }
    if (values == NULL)
        return;
    unsigned value[RADIX_EACH];
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        value[i] = own + i * 32 < count ? values[first + own + i * 32] : 0;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++)
        memory->now.values[rank[i]] = value[i];
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < RADIX_EACH; i++) {
        unsigned at = i * RADIX_THREADS + threadIdx.x;
        if (at < count)
            values_out[memory->places[digits[i / 4] >> i % 4 * 8 & 0xff] + at] = memory->now.values[at];
    }
}
