#include <cstring>
#include <iostream>
#include <vector>
#include "spaced.cuh"
template <class T> struct A { T a; };
template <class T> std::ostream &operator<< (std::ostream &o, const A<T> &a) { return o << a.a; }
__global__ void set(int *p, int v) { *p = v << 1 << 1; }
int main()
{
    int *p;
    char quote = '"'; /* << <1, 1>> >( */
    std::vector<std::vector<std::vector<int>> > lists(1'0 >> 1 > (quote << 1 < (1)));
    cudaMallocManaged(&p, sizeof *p);
    set << <dim3(1), dim3(1, (1 + 0) >> 0) >> > (p, 3), run(p), set << <
        1, 1, 0, 0 >>>(p, *p << 1);
    run<int>(p);
    cudaDeviceSynchronize();
    std::cout << A<int>{*p} << " << <1>> >(" << strlen(R"x(" << <1, 1>> >()x") << std::endl;
    return wrong;
}
