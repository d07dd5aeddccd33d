/* A parallel scan takes two passes: each thread sums its part, then scans it from the sum of the parts before. */
#include "rivals.h"

#include "team.h"

static void scan_part(size_t n, const float *in, float *out, int inclusive, float sum)
{
    for (size_t i = 0; i < n; i++) {
        float before = sum;
        sum += in[i];
        out[i] = inclusive ? sum : before;
    }
}

void rival_scan(size_t n, const float *in, float *out, int inclusive)
{
    scan_part(n, in, out, inclusive, 0);
}

void rival_scan_openmp(size_t n, const float *in, float *out, int inclusive, int threads)
{
    (void)threads; /* without OpenMP */
    enum { MOST = 1024 };
    float part[MOST];
    if (threads > MOST)
        threads = MOST;
#pragma omp parallel num_threads(threads)
    {
        size_t team = team_size(), me = team_member();
        size_t begin = n * me / team, end = n * (me + 1) / team;
        if (team > 1)
            part[me] = rival_reduce_sum(end - begin, in + begin);
#pragma omp barrier
        float sum = 0;
        for (size_t i = 0; i < me; i++)
            sum += part[i];
        scan_part(end - begin, in + begin, out + begin, inclusive, sum);
    }
}
