#define LANES 256

kernel void scan_hillis(global const float *in, global float *out)
{
    local float sums[2][LANES];
    uint lane = get_local_id(0), now = 0;
    size_t i = get_global_id(0);
    sums[now][lane] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < LANES; distance *= 2) {
        float sum = sums[now][lane];
        if (lane >= distance)
            sum += sums[now][lane - distance];
        now ^= 1;
        sums[now][lane] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sums[now][lane];
}
