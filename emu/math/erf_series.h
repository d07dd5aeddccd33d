/* Made by coefficients.py; see there. Hexadecimal, so that every compiler reads the same bits. */
#ifndef EMU_MATH_ERF_SERIES_H
#define EMU_MATH_ERF_SERIES_H

#include "series.h"

/* (1 + 2x) erfcx(x) on [0, inf), in (x - 3.75) / (x + 3.75) */
static const double erfcx_series[] = {
    0x1.2d75d0246cee8p+0,   -0x1.2cd0564f8c1b7p-8,  -0x1.59159e8868995p-4,  0x1.e50c3e7c7dccep-5,
    -0x1.b4c68f4569326p-6,  0x1.295e991a7d82dp-7,   -0x1.3c4c54f8d419dp-9,  0x1.014ed1572209ap-11,
    -0x1.221e6f70130b5p-14, 0x1.15c3f597f0492p-18,  0x1.9f8f03ca86fc1p-21,  -0x1.d601c320c8f9cp-23,
    0x1.71e1efca86cf9p-27,  0x1.36bf2885524c9p-28,  -0x1.aa4d7b1cdf20ap-31, -0x1.15df59ca6082bp-34,
    0x1.f8af0a9aa6d31p-36,  0x1.b61b723941781p-43,  -0x1.0fc16c00b50f2p-40, 0x1.24f6a772cbc36p-45,
    0x1.2d8b49ab5f72bp-45,  -0x1.0cb63a80de2c5p-49, -0x1.6884628ace07ap-50, 0x1.561b105822235p-54,
    0x1.d3744857e262bp-55,
};
/* erfinv(p) / p on p^2 <= 1/4, in p^2 */
static const double erfinv_middle[] = {
    0x1.d6633410cc88cp-1,  0x1.148cdd452daabp-5,  0x1.5a34f3552cedfp-10, 0x1.0c9b40cecf622p-14, 0x1.cddf262f3bdfbp-19,
    0x1.a5c04ce5f9e3ap-23, 0x1.90ab2c3900b2ep-27, 0x1.877289ec9bf2cp-31, 0x1.867de9a2d50e5p-35, 0x1.8bdd944106712p-39,
    0x1.967e639258e6dp-43, 0x1.a5cae1cf98f60p-47, 0x1.b97b689b55451p-51, 0x1.d17c7b07ac5f5p-55, 0x1.ede07d1651b6cp-59,
};
/* erfcinv(q) / t for t = sqrt(-log q) on [0.83, 2], in 1 / t */
static const double erfcinv_0[] = {
    0x1.6495251ca37a8p-1,   -0x1.0d71b9e3fdc9ap-3, 0x1.b1ff9ed5da4bap-8,   0x1.93fd4978b2674p-12,
    -0x1.20c23a7ee45e7p-13, 0x1.34d2368163580p-16, -0x1.b00bcc1c84bd3p-20, 0x1.af81ac7236d2fp-24,
    -0x1.e8b3adddf17eep-28, 0x1.7de97196b46edp-30, -0x1.6b7db017aab14p-32, 0x1.167283ef5bd3cp-34,
    -0x1.6ff8661288ac9p-37, 0x1.d4c989d12cc4ep-40, -0x1.3750c1f6f68a7p-42, 0x1.b49dc9516036cp-45,
    -0x1.3a14089f68e29p-47, 0x1.c467e6d71f35cp-50, -0x1.44ba11481a5adp-52, 0x1.d39be47110cc5p-55,
    -0x1.5405618632c48p-57,
};
/* erfcinv(q) / t for t = sqrt(-log q) on [2, 5], in 1 / t */
static const double erfcinv_1[] = {
    0x1.cb0731431c472p-1,   -0x1.f5a69dce6cdebp-5, -0x1.9046cdf70fc20p-10, 0x1.6805119a4239ep-12,
    -0x1.bd5e9429f7bd0p-16, 0x1.fda3bd4d0d340p-20, -0x1.acf421d5edb28p-23, 0x1.dd7093ccd7625p-26,
    -0x1.19ae69af4e5a8p-28, 0x1.5505ae6550c61p-31, -0x1.ac27fd6d22d6dp-34, 0x1.16c99365aec12p-36,
    -0x1.76ac649a94ef9p-39, 0x1.029171d1dc581p-41, -0x1.6cf9e8038ce36p-44, 0x1.06764e083387bp-46,
    -0x1.7f7f9f794f164p-49, 0x1.1c0222bae4c7ep-51, -0x1.a9b19c31b2619p-54, 0x1.426b6dee5b53ap-56,
    -0x1.ed0978bc26fb3p-59,
};
/* erfcinv(q) / t for t = sqrt(-log q) on [5, 27.5], in 1 / t */
static const double erfcinv_2[] = {
    0x1.f52ad6c579e03p-1,   -0x1.57b1a73434876p-6, -0x1.1c5fdbe151fc4p-9,  0x1.a05c1cecc9584p-13,
    -0x1.4829afa8d4f21p-16, 0x1.995e6d709c288p-19, -0x1.44ad5f08b1932p-21, 0x1.24df4ed21b42bp-23,
    -0x1.2190649b496cdp-25, 0x1.3266791e6a9d6p-27, -0x1.554a28f11f7e8p-29, 0x1.8bb1f931043bbp-31,
    -0x1.d9c6bb28eb352p-33, 0x1.233988b57d5f1p-34, -0x1.6e0439f6f232dp-36, 0x1.d4b6004d8c138p-38,
    -0x1.30f99d5ec5e4cp-39, 0x1.9274a7b54cc56p-41, -0x1.0cd1284a5da3cp-42, 0x1.6b033d238d95dp-44,
    -0x1.eef4b5b4ee39bp-46, 0x1.54597e5dc6549p-47, -0x1.d7b90cde283d0p-49, 0x1.4935c7bbad313p-50,
    -0x1.ce74320355823p-52, 0x1.46b7d0640a49cp-53, -0x1.d02092db1df16p-55, 0x1.4b4b9b79f47d6p-56,
    -0x1.db1eef0d6f45cp-58,
};

#endif
