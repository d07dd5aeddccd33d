#define BINS 256

void count_word(local uint *bins, uint word)
{
    for (uint shift = 0; shift < 32; shift += 8)
        atomic_inc(&bins[word >> shift & 0xff]);
}

kernel void histogram(uint sixteens, global const uint4 *in, global uint *counts)
{
    local uint bins[BINS];
    uint lane = get_local_id(0);
    bins[lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < sixteens; i += get_global_size(0)) {
        uint4 words = in[i];
        count_word(bins, words.x);
        count_word(bins, words.y);
        count_word(bins, words.z);
        count_word(bins, words.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (bins[lane] > 0)
        atomic_add(&counts[lane], bins[lane]);
}
