#define WIDTH 32
#define HEIGHT 8
#define HALO 2

kernel void blur(uint width, uint height, global const float *in, global float *out)
{
    local float patch[HEIGHT + HALO][WIDTH + HALO];
    uint left = get_group_id(0) * WIDTH, top = get_group_id(1) * HEIGHT;
    uint lane_x = get_local_id(0), lane_y = get_local_id(1);
    for (uint i = lane_y * WIDTH + lane_x; i < (HEIGHT + HALO) * (WIDTH + HALO); i += WIDTH * HEIGHT) {
        uint row = i / (WIDTH + HALO), column = i % (WIDTH + HALO);
        patch[row][column] = in[(size_t)min(top + row, height - 1) * width + min(left + column, width - 1)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = left + lane_x, y = top + lane_y;
    if (x < width && y < height) {
        float sum[HALO + 1];
#pragma unroll
        for (uint i = 0; i <= HALO; i++)
            sum[i] = patch[lane_y + i][lane_x] + patch[lane_y + i][lane_x + 1] + patch[lane_y + i][lane_x + 2];
        out[(size_t)y * width + x] = (sum[0] + sum[1] + sum[2]) * (1.0f / 9.0f);
    }
}
