// What thread.cu, compiled with --default-stream per-thread, and legacy.cu share.
#pragma once

template <class T> __global__ void add(T *p, T n)
{
    *p += n;
}
void add_legacy(int *p, int n);
bool legacy_is_per_thread();
