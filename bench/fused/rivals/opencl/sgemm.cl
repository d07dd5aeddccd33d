#define TILE 128
#define DEPTH 8
#define PAD 4
#define GROUP_M 32
#define GROUP_N 16

/* Two tiles each of A and B: one is multiplied while the next is loaded; 8 x 8 sums a work-item. */
kernel void sgemm(uint n, global const float *a, global const float *b, global float *c)
{
    local float tile_a[2][DEPTH][TILE + PAD], tile_b[2][DEPTH][TILE];
    uint lane = get_local_id(0), top = get_group_id(1) * TILE, left = get_group_id(0) * TILE;
    uint row_a = lane / 2, column_a = lane % 2 * 4, row_b = lane / 32, column_b = lane % 32 * 4;
    uint down = lane / 128 * 64 + lane % 32 / 4 * 4, across = lane / 32 % 4 * 32 + lane % 4 * 4;
    float sum[8][8];
#pragma unroll
    for (uint i = 0; i < 8; i++)
#pragma unroll
        for (uint j = 0; j < 8; j++)
            sum[i][j] = 0.0f;
    float4 next_a = vload4(0, a + (top + row_a) * n + column_a), next_b = vload4(0, b + row_b * n + left + column_b);
    uint now = 0;
    for (uint start = 0; start < n; start += DEPTH, now ^= 1) {
        tile_a[now][column_a][row_a] = next_a.x;
        tile_a[now][column_a + 1][row_a] = next_a.y;
        tile_a[now][column_a + 2][row_a] = next_a.z;
        tile_a[now][column_a + 3][row_a] = next_a.w;
        vstore4(next_b, 0, &tile_b[now][row_b][column_b]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (start + DEPTH < n) {
            next_a = vload4(0, a + (top + row_a) * n + start + DEPTH + column_a);
            next_b = vload4(0, b + (start + DEPTH + row_b) * n + left + column_b);
        }
#pragma unroll
        for (uint l = 0; l < DEPTH; l++) {
            float x[8], y[8];
            vstore4(vload4(0, &tile_a[now][l][down]), 0, x);
            vstore4(vload4(0, &tile_a[now][l][down + GROUP_M]), 1, x);
            vstore4(vload4(0, &tile_b[now][l][across]), 0, y);
            vstore4(vload4(0, &tile_b[now][l][across + GROUP_N]), 1, y);
#pragma unroll
            for (uint i = 0; i < 8; i++)
#pragma unroll
                for (uint j = 0; j < 8; j++)
                    sum[i][j] = fma(x[i], y[j], sum[i][j]);
        }
    }
#pragma unroll
    for (uint i = 0; i < 8; i++) {
        global float *to = c + (top + down + i / 4 * GROUP_M + i % 4) * n + left + across;
        vstore4((float4)(sum[i][0], sum[i][1], sum[i][2], sum[i][3]), 0, to);
        vstore4((float4)(sum[i][4], sum[i][5], sum[i][6], sum[i][7]), 0, to + GROUP_N);
    }
}
