kernel void reduce_tree(uint n, global const float *in, global float *out)
{
    local float sums[256];
    uint lane = get_local_id(0), i = get_global_id(0);
    sums[lane] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_of = get_local_size(0) / 2; half_of > 0; half_of /= 2) {
        if (lane < half_of)
            sums[lane] += sums[lane + half_of];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        out[get_group_id(0)] = sums[0];
}
