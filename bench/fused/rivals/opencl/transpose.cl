#define SIDE 32
#define ROWS 8

kernel void transpose(uint width, uint height, global const float *in, global float *out)
{
    local float tile[SIDE][SIDE + 1];
    uint column = get_local_id(0), row = get_local_id(1);
    uint left = get_group_id(0) * SIDE, top = get_group_id(1) * SIDE;
    for (uint i = 0; i < SIDE; i += ROWS)
        tile[row + i][column] = in[(size_t)(top + row + i) * width + left + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < SIDE; i += ROWS)
        out[(size_t)(left + row + i) * height + top + column] = tile[column][row + i];
}
