#define SIDE 16

kernel void matmul(uint n, global const float *a, global const float *b, global float *c)
{
    local float tile_a[SIDE][SIDE], tile_b[SIDE][SIDE];
    uint x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    for (uint start = 0; start < n; start += SIDE) {
        tile_a[y][x] = a[row * n + start + x];
        tile_b[y][x] = b[(start + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint l = 0; l < SIDE; l++)
            sum = fma(tile_a[y][l], tile_b[l][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
