#define WIDTH 32
#define HEIGHT 8

float at(global const float *in, int width, int height, int x, int y)
{
    return x >= 0 && x < width && y >= 0 && y < height ? in[(size_t)y * width + x] : 0.0f;
}

float step_of(float centre, float north, float south, float west, float east, float rate)
{
    return fma(rate, ((north + south) + (west + east)) - 4.0f * centre, centre);
}

kernel void stencil_flat(int width, int height, float rate, global const float *in, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    out[(size_t)y * width + x] =
        step_of(in[(size_t)y * width + x], at(in, width, height, x, y - 1), at(in, width, height, x, y + 1),
                at(in, width, height, x - 1, y), at(in, width, height, x + 1, y), rate);
}

kernel void stencil_tiled(int width, int height, float rate, global const float *in, global float *out)
{
    local float tile[HEIGHT + 2][WIDTH + 2];
    uint lane_x = get_local_id(0), lane_y = get_local_id(1), column = lane_x + 1, row = lane_y + 1;
    int x = get_global_id(0), y = get_global_id(1);
    tile[row][column] = at(in, width, height, x, y);
    if (lane_y == 0)
        tile[0][column] = at(in, width, height, x, y - 1);
    if (lane_y == HEIGHT - 1)
        tile[HEIGHT + 1][column] = at(in, width, height, x, y + 1);
    if (lane_x == 0)
        tile[row][0] = at(in, width, height, x - 1, y);
    if (lane_x == WIDTH - 1)
        tile[row][WIDTH + 1] = at(in, width, height, x + 1, y);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < width && y < height)
        out[(size_t)y * width + x] = step_of(tile[row][column], tile[row - 1][column], tile[row + 1][column],
                                             tile[row][column - 1], tile[row][column + 1], rate);
}
