#include <lanewise/kernel.h>
#include "parameters.h"

#define LANGUAGE_WRITE_ALL                                                                                             \
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)                                                            \
    out[threadIdx.x + i * blockDim.x] = all[i] + threadIdx.x

LW_KERNEL(language_parameters_24, LW_LAUNCH_BOUNDS(64), (double *, out), (double, p1), (short, p2), (float, p3),
          (unsigned, p4), (long long, p5), (float4, p6), (unsigned char, p7), (char, p8), (int, p9),
          (unsigned short, p10), (language_pair, p11), (signed char, p12), (double, p13), (short, p14), (float, p15),
          (unsigned, p16), (long long, p17), (float4, p18), (unsigned char, p19), (char, p20), (int, p21),
          (unsigned short, p22), (language_pair, p23))
{
    double all[] = {(double)p1,  (double)p2,  (double)p3,  (double)p4,  (double)p5,  p6.w,
                    (double)p7,  (double)p8,  (double)p9,  (double)p10, p11.value,   (double)p12,
                    (double)p13, (double)p14, (double)p15, (double)p16, (double)p17, p18.w,
                    (double)p19, (double)p20, (double)p21, (double)p22, p23.value};
    LANGUAGE_WRITE_ALL;
}

LW_KERNEL(language_parameters_64, (double *, out), (double, p1), (short, p2), (float, p3), (unsigned, p4),
          (long long, p5), (float4, p6), (unsigned char, p7), (char, p8), (int, p9), (unsigned short, p10),
          (language_pair, p11), (signed char, p12), (double, p13), (short, p14), (float, p15), (unsigned, p16),
          (long long, p17), (float4, p18), (unsigned char, p19), (char, p20), (int, p21), (unsigned short, p22),
          (language_pair, p23), (signed char, p24), (double, p25), (short, p26), (float, p27), (unsigned, p28),
          (long long, p29), (float4, p30), (unsigned char, p31), (char, p32), (int, p33), (unsigned short, p34),
          (language_pair, p35), (signed char, p36), (double, p37), (short, p38), (float, p39), (unsigned, p40),
          (long long, p41), (float4, p42), (unsigned char, p43), (char, p44), (int, p45), (unsigned short, p46),
          (language_pair, p47), (signed char, p48), (double, p49), (short, p50), (float, p51), (unsigned, p52),
          (long long, p53), (float4, p54), (unsigned char, p55), (char, p56), (int, p57), (unsigned short, p58),
          (language_pair, p59), (signed char, p60), (double, p61), (short, p62), (float, p63))
{
    double all[] = {(double)p1,  (double)p2,  (double)p3,  (double)p4,  (double)p5,  p6.w,        (double)p7,
                    (double)p8,  (double)p9,  (double)p10, p11.value,   (double)p12, (double)p13, (double)p14,
                    (double)p15, (double)p16, (double)p17, p18.w,       (double)p19, (double)p20, (double)p21,
                    (double)p22, p23.value,   (double)p24, (double)p25, (double)p26, (double)p27, (double)p28,
                    (double)p29, p30.w,       (double)p31, (double)p32, (double)p33, (double)p34, p35.value,
                    (double)p36, (double)p37, (double)p38, (double)p39, (double)p40, (double)p41, p42.w,
                    (double)p43, (double)p44, (double)p45, (double)p46, p47.value,   (double)p48, (double)p49,
                    (double)p50, (double)p51, (double)p52, (double)p53, p54.w,       (double)p55, (double)p56,
                    (double)p57, (double)p58, p59.value,   (double)p60, (double)p61, (double)p62, (double)p63};
    __syncthreads();
    LANGUAGE_WRITE_ALL;
}
