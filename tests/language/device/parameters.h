/* Kernels of many parameters: 24, as CUDA code has, and the 64 that LW_KERNEL takes. */
#ifndef LANGUAGE_PARAMETERS_H
#define LANGUAGE_PARAMETERS_H

#include <lanewise/launch.h>
#include <lanewise/types.h>

/* Nine bytes of sixteen: what stands behind one is not packed against it. */
typedef struct language_pair {
    double value;
    char tag;
} language_pair;

/* Each thread writes out[thread + i * threads]: the parameter after the i-th plus the thread's number, as a double. Of a
 * float4 it takes w, of a structure its value. */
LW_DECLARE_KERNEL(language_parameters_24, (double *, out), (double, p1), (short, p2), (float, p3), (unsigned, p4),
                  (long long, p5), (float4, p6), (unsigned char, p7), (char, p8), (int, p9), (unsigned short, p10),
                  (language_pair, p11), (signed char, p12), (double, p13), (short, p14), (float, p15), (unsigned, p16),
                  (long long, p17), (float4, p18), (unsigned char, p19), (char, p20), (int, p21), (unsigned short, p22),
                  (language_pair, p23));
LW_DECLARE_KERNEL(language_parameters_64, (double *, out), (double, p1), (short, p2), (float, p3), (unsigned, p4),
                  (long long, p5), (float4, p6), (unsigned char, p7), (char, p8), (int, p9), (unsigned short, p10),
                  (language_pair, p11), (signed char, p12), (double, p13), (short, p14), (float, p15), (unsigned, p16),
                  (long long, p17), (float4, p18), (unsigned char, p19), (char, p20), (int, p21), (unsigned short, p22),
                  (language_pair, p23), (signed char, p24), (double, p25), (short, p26), (float, p27), (unsigned, p28),
                  (long long, p29), (float4, p30), (unsigned char, p31), (char, p32), (int, p33), (unsigned short, p34),
                  (language_pair, p35), (signed char, p36), (double, p37), (short, p38), (float, p39), (unsigned, p40),
                  (long long, p41), (float4, p42), (unsigned char, p43), (char, p44), (int, p45), (unsigned short, p46),
                  (language_pair, p47), (signed char, p48), (double, p49), (short, p50), (float, p51), (unsigned, p52),
                  (long long, p53), (float4, p54), (unsigned char, p55), (char, p56), (int, p57), (unsigned short, p58),
                  (language_pair, p59), (signed char, p60), (double, p61), (short, p62), (float, p63));

#endif
