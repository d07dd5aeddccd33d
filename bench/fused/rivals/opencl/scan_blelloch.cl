#define LANES 256
#define SEGMENT (2 * LANES)

kernel void scan_blelloch(global const float *in, global float *out)
{
    local float sums[SEGMENT];
    uint lane = get_local_id(0), distance = 1;
    size_t first = get_group_id(0) * SEGMENT;
    sums[lane] = in[first + lane];
    sums[lane + LANES] = in[first + lane + LANES];
    for (uint live = LANES; live > 0; live /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < live) {
            uint left = distance * (2 * lane + 1) - 1, right = left + distance;
            sums[right] += sums[left];
        }
        distance *= 2;
    }
    if (lane == 0)
        sums[SEGMENT - 1] = 0.0f;
    for (uint live = 1; live <= LANES; live *= 2) {
        distance /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < live) {
            uint left = distance * (2 * lane + 1) - 1, right = left + distance;
            float sum = sums[left];
            sums[left] = sums[right];
            sums[right] += sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + lane] = sums[lane];
    out[first + lane + LANES] = sums[lane + LANES];
}
