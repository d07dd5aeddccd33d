/* The structures that kernels and the runner share. */
#ifndef DIFFERENTIAL_STRUCTURES_H
#define DIFFERENTIAL_STRUCTURES_H

struct point {
    float x, y, z;
    int tag;
};

struct settings {
    int count;
    float scale;
    short step;
    unsigned char flag;
    double weight;
    float table[4];
};

#endif
