#define TILE 256

kernel void nbody(uint n, float softening, global const float4 *body, global float4 *pull)
{
    local float4 tile[TILE];
    uint lane = get_local_id(0), i = get_global_id(0);
    float4 self = body[i];
    float sum_x = 0.0f, sum_y = 0.0f, sum_z = 0.0f;
    for (uint start = 0; start < n; start += TILE) {
        tile[lane] = body[start + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < TILE; j++) {
            float4 other = tile[j];
            float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
            float inverse = rsqrt(fma(x, x, fma(y, y, fma(z, z, softening))));
            float scale = other.w * inverse * inverse * inverse;
            sum_x = fma(scale, x, sum_x);
            sum_y = fma(scale, y, sum_y);
            sum_z = fma(scale, z, sum_z);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    pull[i] = (float4)(sum_x, sum_y, sum_z, 0.0f);
}
