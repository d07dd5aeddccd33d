#define LANES 256
#define SEGMENT (2 * LANES)

kernel void bitonic(global const uint *in, global uint *out)
{
    local uint key[SEGMENT];
    uint lane = get_local_id(0);
    size_t first = get_group_id(0) * SEGMENT;
    key[lane] = in[first + lane];
    key[lane + LANES] = in[first + lane + LANES];
    for (uint size = 2; size <= SEGMENT; size *= 2)
        for (uint distance = size / 2; distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint low = 2 * lane - (lane & (distance - 1)), high = low + distance;
            bool ascending = (low & size) == 0;
            uint a = key[low], b = key[high];
            if ((a > b) == ascending) {
                key[low] = b;
                key[high] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + lane] = key[lane];
    out[first + lane + LANES] = key[lane + LANES];
}
