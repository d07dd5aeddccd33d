/* Numbers for which arithmetic often goes wrong, as bit patterns, and random ones of every size. */
#ifndef CONFORMANCE_NUMBERS_H
#define CONFORMANCE_NUMBERS_H

#include <string.h>

#include "tests/harness/test.h"

static inline unsigned float_bits(float x)
{
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float bits_float(unsigned bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline unsigned long long double_bits(double x)
{
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double bits_double(unsigned long long bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 0, 1, halves, the largest and smallest normal and denormal, the borders of the integer types, infinity, NaNs. */
static const unsigned special_floats[] = {
    0x00000000, 0x3f800000, 0x3f000000, 0x3fc00000, 0x40200000, 0x3f7fffff, 0x3f800001, 0x40400000, 0x00000001,
    0x00000002, 0x00400000, 0x007fffff, 0x00800000, 0x00800001, 0x7f7fffff, 0x7f7ffffe, 0x7e800000, 0x7f000000,
    0x4b000001, 0x4b800000, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0x5f7fffff,
    0x5f800000, 0x20000000, 0x1a000000, 0x7f800000, 0x7fc00000, 0x7fc12345, 0x7f812345,
};
static const unsigned long long special_doubles[] = {
    0x0000000000000000, 0x3ff0000000000000, 0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000,
    0x3fefffffffffffff, 0x3ff0000000000001, 0x4008000000000000, 0x0000000000000001, 0x0000000000000002,
    0x0008000000000000, 0x000fffffffffffff, 0x0010000000000000, 0x0010000000000001, 0x7fefffffffffffff,
    0x7feffffffffffffe, 0x7fd0000000000000, 0x7fe0000000000000, 0x4330000000000001, 0x4340000000000000,
    0x41dfffffffc00000, 0x41dfffffffe00000, 0x41e0000000000000, 0x41efffffffe00000, 0x41efffffffffffff,
    0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43efffffffffffff, 0x43f0000000000000,
    0x36a0000000000000, 0x3690000000000000, 0x3690000000000001, 0x380fffffffffffff, 0x3810000000000000,
    0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000, 0x2000000000000000, 0x1e60000000000000,
    0x7ff0000000000000, 0x7ff8000000000000, 0x7ff8123456789abc, 0x7ff0123456789abc,
};
static const unsigned special_words[] = {
    0,          1,          2,          3,          5,          31,         32,         33,
    0x7f,       0x80,       0x81,       0xff,       0x7fff,     0x8000,     0x8001,     0xffff,
    0x10000,    0xffffff,   0x1000001,  0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
    0x12345678, 0x80007fff, 0x7fff8000, 0xff7f8001, 0x00ff8081, 0x55aa00ff, 0x01000001, 0x7f80ff01,
};
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* A special number with either sign, any pattern, or one near 1, so that operands are close. */
static inline float random_float(struct test *t)
{
    unsigned bits = (unsigned)test_random(t), sign = bits & 0x80000000u;
    switch (test_random_below(t, 4)) {
    case 0: return bits_float(special_floats[test_random_below(t, COUNT_OF(special_floats))] | sign);
    case 1: return bits_float(bits);
    case 2: return bits_float((bits & 0x80000fffu) | (unsigned)(127 - 14 + test_random_below(t, 28)) << 23);
    default: return bits_float((bits & 0x807fffffu) | (unsigned)(127 - 14 + test_random_below(t, 28)) << 23);
    }
}

static inline double random_double(struct test *t)
{
    unsigned long long bits = test_random(t), sign = bits & 1ull << 63;
    unsigned long long exponent = (1023 - 30 + test_random_below(t, 60)) << 52;
    switch (test_random_below(t, 4)) {
    case 0: return bits_double(special_doubles[test_random_below(t, COUNT_OF(special_doubles))] | sign);
    case 1: return bits_double(bits);
    case 2: return bits_double((bits & 0x8000000000ffffffu) | exponent);
    default: return bits_double((bits & 0x800fffffffffffffu) | exponent);
    }
}

static inline unsigned random_word(struct test *t)
{
    unsigned bits = (unsigned)test_random(t);
    switch (test_random_below(t, 3)) {
    case 0: return special_words[test_random_below(t, COUNT_OF(special_words))];
    case 1: return bits;
    default: return bits >> test_random_below(t, 32);
    }
}

static inline unsigned long long random_long(struct test *t)
{
    return (unsigned long long)random_word(t) << 32 | random_word(t);
}

#endif
