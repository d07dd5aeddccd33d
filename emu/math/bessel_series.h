/* Made by coefficients.py; see there. Hexadecimal, so that every compiler reads the same bits. */
#ifndef EMU_MATH_BESSEL_SERIES_H
#define EMU_MATH_BESSEL_SERIES_H

#include "series.h"

/* j0_near on [0.0, 1.5] */
static const double j0_near_0[] = {
    0x1.9e85347f86e4ep-1,  -0x1.fceb35703d07ep-3,  -0x1.bbb2ccd521044p-5,  0x1.22ad297ca2a11p-8,
    0x1.eac32df429b60p-12, -0x1.b6108381a4201p-16, -0x1.e6952bb03439ap-20, 0x1.4948465c3a907p-24,
    0x1.104bc078b5c85p-28, -0x1.28bce8e5c6489p-33, -0x1.86c20703a55fdp-38, 0x1.6462ad3899703p-43,
    0x1.85cbd0bc2937bp-48, -0x1.31a75350dd132p-53, -0x1.1dd9f56bf1a1dp-58,
};
/* j0_near on [1.5, 4.0] over x - 2.40483 */
static const double j0_near_1[] = {
    -0x1.c3853dc92ba0ap-2,  0x1.4edacc935239ap-3,  0x1.1760cb340928ap-5,  -0x1.55f684dd062dep-8,
    -0x1.fe0d44c7a6bbbp-12, 0x1.06602267454d6p-14, 0x1.e80fd55864e17p-19, -0x1.af84641ba12aep-22,
    -0x1.1f86844e00edep-26, 0x1.bd10af30cd780p-30, 0x1.caccea34ebd92p-35, -0x1.3b7ef14495ca9p-38,
    -0x1.08228494391bep-43, 0x1.46ad4b2cc3a33p-47, 0x1.cb63853a36112p-53, -0x1.0203f2eb7f8bep-56,
};
/* j0_near on [4.0, 6.5] over x - 5.52008 */
static const double j0_near_2[] = {
    0x1.3690bf75181d9p-2,  0x1.317abe25c4adap-10,  -0x1.4cf2e9f8cb0c0p-5,  0x1.e71786d94c4dbp-11,
    0x1.73c1562184532p-11, -0x1.21a6d9b429b28p-16, -0x1.8b1192a693271p-18, 0x1.2186f028b890fp-23,
    0x1.f055b1e1dae98p-26, -0x1.4dbf61fbd57b2p-31, -0x1.9d7f819af0a44p-34, 0x1.fc59d61e241f4p-40,
    0x1.eb2577ef0e583p-43, -0x1.14a9d697f1d20p-48, -0x1.b53b721916ebap-52, 0x1.c55e0975c01fcp-58,
};
/* j0_near on [6.5, 8.0] */
static const double j0_near_3[] = {
    0x1.039af6590432ap-2,  -0x1.78c7e7f4d1a8cp-5,  -0x1.37ca7063cf2b4p-5,  0x1.d49e9c55bdda4p-10,
    0x1.b219859a86cd3p-12, -0x1.09b712fee9e7cp-16, -0x1.cb5de9bd2c4bdp-20, 0x1.ea66bfef31fb1p-25,
    0x1.0520c1e4c2004p-28, -0x1.f1812af2f7ab7p-34, -0x1.76173a153da83p-38, 0x1.422c7c50dd942p-43,
    0x1.7228c2b8593c6p-48, -0x1.22ee4f2093357p-53, -0x1.0cb05c97f78d4p-58,
};

static const struct piece j0_near[] = {
    {0.0, 1.5, false, 0x0.0p+0, 0x0.0p+0, j0_near_0, 15},
    {1.5, 4.0, true, 0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53, j0_near_1, 16},
    {4.0, 6.5, true, 0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54, j0_near_2, 16},
    {6.5, 8.0, false, 0x0.0p+0, 0x0.0p+0, j0_near_3, 15},
};
/* j1_near on [0.0, 2.5] over x - 0.0 */
static const double j1_near_0[] = {
    0x1.839f3f3a353d1p-2,  -0x1.3ea38d0195e1bp-3,  -0x1.e3ee1a75b689dp-6,  0x1.4bf4c9d10e5f0p-8,
    0x1.ba0283710ef41p-12, -0x1.01b21f0e18200p-14, -0x1.a620ee8eabf71p-19, 0x1.ab19136f12352p-22,
    0x1.f00980e3974a5p-27, -0x1.bae9afd735948p-30, -0x1.8aab3949cb342p-35, 0x1.3b3e7ba4dfeddp-38,
    0x1.c53d5cbd3ddbcp-44, -0x1.47702f6e177e2p-47, -0x1.893240919354fp-53, 0x1.0342988735443p-56,
};
/* j1_near on [2.5, 5.5] over x - 3.83171 */
static const double j1_near_1[] = {
    -0x1.5ba0212c06a92p-2,  0x1.6dc9b5b01fab9p-4,  0x1.a7a666d27bc37p-5,  -0x1.4dce7c4261c8ep-8,
    -0x1.400652f7ab946p-10, 0x1.9802c9979fa70p-14, 0x1.dcce47e57f0a5p-17, -0x1.00286dfa26765p-20,
    -0x1.a922658e51651p-24, 0x1.8b3c81ed8baecp-28, 0x1.f98677606c0cap-32, -0x1.9e5e2d65d1b54p-36,
    -0x1.adc277391452dp-40, 0x1.3b1022968d7d1p-44, 0x1.124933022df94p-48, -0x1.6bc96389ddecep-53,
    -0x1.108fdcf70412dp-57,
};
/* j1_near on [5.5, 8.0] over x - 7.01559 */
static const double j1_near_2[] = {
    0x1.10e0a055371a9p-2,  0x1.9586a80037c58p-8,   -0x1.213405b85457bp-5,  0x1.73e66ad5d62f6p-12,
    0x1.520701096a4c6p-11, -0x1.3215a1288eed8p-17, -0x1.73460a74f75d8p-18, 0x1.5d246b0f7eb03p-24,
    0x1.dcf7eeb993493p-26, -0x1.b2938c2158ea4p-32, -0x1.938f83663dc4cp-34, 0x1.5c422ce839518p-40,
    0x1.e4b153c7abaf4p-43, -0x1.891dfc595fbf2p-49, -0x1.b30c6081d26f4p-52, 0x1.4b0367303951ap-58,
};

static const struct piece j1_near[] = {
    {0.0, 2.5, true, 0x0.0p+0, 0x0.0p+0, j1_near_0, 16},
    {2.5, 5.5, true, 0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53, j1_near_1, 17},
    {5.5, 8.0, true, 0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54, j1_near_2, 16},
};
/* y0_near on [0.5, 1.0] over x - 0.893577 */
static const double y0_near_0[] = {
    0x1.ef2bab45ea400p-1,  -0x1.2fa2937294225p-3,  0x1.889828d871121p-7,  -0x1.cfa9eae430c8bp-10,
    0x1.07be7f161f266p-12, -0x1.2d6d6b32839fdp-15, 0x1.62990b6684616p-18, -0x1.a9b5c47500e68p-21,
    0x1.037fe5b0109ecp-23, -0x1.4049e0e142b57p-26, 0x1.8f5022f250f25p-29, -0x1.f6019cd221a03p-32,
    0x1.3dc7c108a334ap-34, -0x1.94be1da66b4d3p-37, 0x1.0316a9a745c1cp-39, -0x1.4d3357bda4551p-42,
    0x1.ae36d10d3abe0p-45, -0x1.16b6b95126551p-47, 0x1.6a42eaebc81e3p-50, -0x1.d82da030eca21p-53,
    0x1.3481091cb96abp-55, -0x1.940ef2bcc4fb8p-58,
};
/* y0_near on [1.0, 2.0] over x - 0.893577 */
static const double y0_near_1[] = {
    0x1.4688667c9c6ebp-1,  -0x1.76af8ebdbaf49p-3,  0x1.df181152dada2p-8,  -0x1.0c8a44450f78ap-10,
    0x1.cba7a09c862c5p-13, -0x1.0e7813e0345abp-15, 0x1.3c3b41c8d11cdp-18, -0x1.816064f2781d2p-21,
    0x1.dbb941445a1b6p-24, -0x1.2837c30ea83dfp-26, 0x1.73fa69d702596p-29, -0x1.d673cd8b6aa3ap-32,
    0x1.2b4fa0ac5520bp-34, -0x1.7edcc8a09d8cfp-37, 0x1.ebfd36d0f075ap-40, -0x1.3d637b8bb1591p-42,
    0x1.9af86d04559cap-45, -0x1.0aec2bb13f823p-47, 0x1.5bb8fdfef7c2fp-50, -0x1.c62714cd0a6d4p-53,
    0x1.29462caed993ap-55, -0x1.8600b6821ad08p-58,
};
/* y0_near on [2.0, 3.0] */
static const double y0_near_2[] = {
    0x1.e213ec4bfba98p-2,   -0x1.17cb8192d237ep-4,  -0x1.be1c39709db85p-6,  0x1.95bad487c78c8p-10,
    0x1.060bbf4c3294fp-14,  -0x1.56fa8e8513d4dp-20, -0x1.780d438f4308ap-22, 0x1.87eae3935a282p-26,
    -0x1.96be949eaa1f2p-30, 0x1.3c2507b2f7c6ep-33,  -0x1.e001cbea1f4ccp-37, 0x1.6189309b4c545p-40,
    -0x1.06d2c9d95fc62p-43, 0x1.89dee6bd29a46p-47,  -0x1.28913bad82ff6p-50, 0x1.c08de245b03d4p-54,
    -0x1.549003b2ff17ap-57,
};
/* y0_near on [3.0, 5.5] over x - 3.95768 */
static const double y0_near_3[] = {
    -0x1.6090c0cfba1c9p-2,  0x1.744c447957cf0p-4,   0x1.377bca57737d4p-5,  -0x1.163b0db94e788p-8,
    -0x1.1714536eedd98p-11, 0x1.a0430ae51f9cap-15,  0x1.3ad6331305b93p-18, -0x1.bbaa9538ee1aap-22,
    -0x1.8a9b191525e95p-27, 0x1.5410622b76f1bp-32,  0x1.e66462eb6fcacp-33, -0x1.cf535dfa92750p-36,
    0x1.a3854554e9035p-39,  -0x1.e53b7ee994e2fp-42, 0x1.18a0e3a3013a1p-44, -0x1.3d8122ead043ap-47,
    0x1.6884bf6b5aa3cp-50,  -0x1.9b413a8fe7f37p-53, 0x1.d64761af2aeb1p-56, -0x1.0d79f4b29f1e4p-58,
};
/* y0_near on [5.5, 8.0] over x - 7.08605 */
static const double y0_near_4[] = {
    0x1.0f2d81eb86275p-2,  0x1.f154a7edf7794p-7,   -0x1.2874bbe64e0a2p-5,  0x1.85964ccd58d8fp-14,
    0x1.628bd4d64f2d4p-11, -0x1.000f3da7b2213p-17, -0x1.836c4c1efac06p-18, 0x1.4141ebf008395p-24,
    0x1.f24ad359373cfp-26, -0x1.b002d9f1745b3p-32, -0x1.9f792b1f909f1p-34, 0x1.48c5c39107316p-40,
    0x1.005efa74e6577p-42, -0x1.ce01ef5d0ceffp-49, -0x1.8ff381023f9e0p-52,
};

static const struct piece y0_near[] = {
    {0.5, 1.0, true, 0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56, y0_near_0, 22},
    {1.0, 2.0, true, 0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56, y0_near_1, 22},
    {2.0, 3.0, false, 0x0.0p+0, 0x0.0p+0, y0_near_2, 17},
    {3.0, 5.5, true, 0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54, y0_near_3, 20},
    {5.5, 8.0, true, 0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54, y0_near_4, 15},
};
/* y1_near on [1.0, 1.75] */
static const double y1_near_0[] = {
    -0x1.035c291f96cf5p-1,  0x1.0c46124813a14p-2,  -0x1.5dc7de0092675p-7,  0x1.9f2a0bbedd428p-10,
    -0x1.6e03721938f4ap-12, 0x1.9c8666fe47f98p-15, -0x1.c4b0b90084ef7p-18, 0x1.fb51bc9f796edp-21,
    -0x1.1bad1a7cce61cp-23, 0x1.3c78512782724p-26, -0x1.60b8faf0629c5p-29, 0x1.88e50e4f4fed2p-32,
    -0x1.b57597a3b3cc1p-35, 0x1.e6ef9238008d6p-38, -0x1.0ef25f557468bp-40, 0x1.2d7ade6e53b5ep-43,
    -0x1.4f6a1c4318e79p-46, 0x1.75228f4433ffep-49, -0x1.9f117b175b90ep-52, 0x1.cdb036aa86aadp-55,
    -0x1.00c2c8c70f267p-57,
};
/* y1_near on [1.75, 3.5] over x - 2.19714 */
static const double y1_near_1[] = {
    0x1.cf35a1eac0156p-2,  -0x1.043f31dd935b0p-3,  -0x1.70a5dac98e5e7p-7, 0x1.1a35afbba51bcp-11,
    0x1.41be066dc5c9bp-12, -0x1.5ad1b17b8d7bbp-15, 0x1.58cea48b8e82fp-18, -0x1.fc6ba708d74c4p-21,
    0x1.6da5d1a63b82bp-23, -0x1.f733db8de851bp-26, 0x1.5a63c5025244cp-28, -0x1.dd89215d185ddp-31,
    0x1.48d3a6212702dp-33, -0x1.c4814efbb65d4p-36, 0x1.3732ff58c0bc3p-38, -0x1.abe12dd8eab48p-41,
    0x1.261167212d289p-43, -0x1.941d35bcd03a7p-46, 0x1.159eb63f7f972p-48, -0x1.7d627941b5560p-51,
    0x1.05ef594f2144ap-53, -0x1.67c217abf261ap-56, 0x1.ee12fe1a543d0p-59,
};
/* y1_near on [3.5, 6.5] over x - 5.42968 */
static const double y1_near_2[] = {
    -0x1.26c1a1edba5dap-2,  -0x1.61db5f74e1b2dp-6,  0x1.c195ae8650e41p-5,  -0x1.5e137a4385cafp-13,
    -0x1.68caca8d8c119p-10, 0x1.d67a5326e4a44p-18,  0x1.27fa37c0bc11fp-16, -0x1.011e2b4e6257fp-22,
    -0x1.d8416a9d0d048p-24, -0x1.03d792705b92ep-30, 0x1.f61be17bf57efp-31, -0x1.edf21f6b0deccp-35,
    0x1.9fa3d073d8640p-38,  -0x1.532052a1f38f9p-40, 0x1.b4cf87be2b0a2p-43, -0x1.074482bbc178bp-45,
    0x1.43d3c5d7e8ee5p-48,  -0x1.9045ecf87d31ep-51, 0x1.ed8e60d88bf96p-54, -0x1.3003e93e63addp-56,
    0x1.766aa34e85764p-59,
};
/* y1_near on [6.5, 8.0] */
static const double y1_near_3[] = {
    -0x1.02612091a8c56p-2,  0x1.ebda6365f394bp-5,  0x1.2c1c0904187a8p-5,  -0x1.0b9f494aff36dp-9,
    -0x1.9727334af0c82p-12, 0x1.167ff716b4bebp-16, 0x1.add0bd4db9354p-20, -0x1.ee218606acd89p-25,
    -0x1.ed9cd05c8a61fp-29, 0x1.f0e06183dd870p-34, 0x1.61f6b49d83998p-38, -0x1.3c3d10cfc30b3p-43,
    -0x1.65f47af4892a9p-48, 0x1.25eef1e777c53p-53, 0x1.eccce56468fd3p-59,
};

static const struct piece y1_near[] = {
    {1.0, 1.75, false, 0x0.0p+0, 0x0.0p+0, y1_near_0, 21},
    {1.75, 3.5, true, 0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55, y1_near_1, 23},
    {3.5, 6.5, true, 0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52, y1_near_2, 21},
    {6.5, 8.0, false, 0x0.0p+0, 0x0.0p+0, y1_near_3, 15},
};
/* Y0(x) - 2/pi (log(x/2) + gamma) J0(x) on x <= 1/2, in x^2 */
static const double y0_rest[] = {
    0x1.404296d595f74p-6,   0x1.3e5ed4103914fp-6,  -0x1.e2bb3d0ce462bp-14, 0x1.073d5337e23c0p-22,
    -0x1.2bbe70c0707f3p-32, 0x1.a50936e985717p-43, -0x1.91eb58bba3812p-54,
};
/* (Y1(x) - 2/pi (log(x) J1(x) - 1/x)) / x on x <= 1, in x^2 */
static const double y1_rest[] = {
    -0x1.5c18a32800fc2p-3,  0x1.a58ec8d7b98e0p-6,  -0x1.757f6ddf2cf13p-12, 0x1.2444c3c016f15p-19,
    -0x1.048976d07f461p-27, 0x1.2d2068a4e9d6bp-36, -0x1.e8b630b1a4f80p-46, 0x1.2603dc4a05e69p-55,
};
/* P0(x) for x >= 8, in (8 / x)^2 */
static const double p0_far[] = {
    0x1.ffb944543151ep-1,  -0x1.194ac5283c04ap-11, 0x1.9cbe8b7395851p-19, -0x1.bc26938a82ce2p-25,
    0x1.c03a8b38ca73cp-30, -0x1.59ddcc28538a8p-34, 0x1.6baf23642c655p-38, -0x1.e4a709e74825bp-42,
    0x1.85b481672b1eep-45, -0x1.6d432cb7153fep-48, 0x1.84fff80b613c2p-51, -0x1.cdb3179595bbdp-54,
    0x1.2cca86c6338d9p-56,
};
/* x Q0(x) for x >= 8, in (8 / x)^2 */
static const double q0_far[] = {
    -0x1.fdbbf76547cafp-4,  0x1.1ed40c7bf4761p-11, -0x1.8e1017183d060p-18, 0x1.34c3b3f0f3e19p-23,
    -0x1.8fc71e52a5280p-28, 0x1.7334b27ad2886p-32, -0x1.c34f407df8ba4p-36, 0x1.52763be90a889p-39,
    -0x1.2c827d7f6e2d5p-42, 0x1.329f0c1b6c666p-45, -0x1.5fa3147b301c9p-48, 0x1.bd9648f62c6b8p-51,
    -0x1.33cdb710c05d6p-53, 0x1.cab223df72976p-56, -0x1.6d757f20d1676p-58, 0x1.351cf3ac934b3p-60,
};
/* P1(x) for x >= 8, in (8 / x)^2 */
static const double p1_far[] = {
    0x1.003b2e82f5f12p+0,   0x1.d7545f75d7da9p-11, -0x1.0b9505ce79bbap-18, 0x1.0953cdc0829efp-24,
    -0x1.01454cf5d6ac0p-29, 0x1.83c5742be2cc3p-34, -0x1.9171afe32fc02p-38, 0x1.088a8b6783e50p-41,
    -0x1.a5ead8bea617fp-45, 0x1.88e8192bcb004p-48, -0x1.a045d1e6aa4e8p-51, 0x1.ebf5d803cd896p-54,
    -0x1.3f5b1671b84fbp-56,
};
/* x Q1(x) for x >= 8, in (8 / x)^2 */
static const double q1_far[] = {
    0x1.7f34213492af6p-2,  -0x1.93d0e4fa70662p-11, 0x1.eaa02bf61504bp-18, -0x1.681617e8645adp-23,
    0x1.c467999a69933p-28, -0x1.9c37875f5ebc0p-32, 0x1.eeb91abca8164p-36, -0x1.6f877e53fb185p-39,
    0x1.43f8057a1761fp-42, -0x1.48ac416e30219p-45, 0x1.772d4dd737bf2p-48, -0x1.d994b1fddb9f0p-51,
    0x1.46123a8bbc898p-53, -0x1.e48d4f144b8b2p-56, 0x1.811d207bb2e69p-58,
};
/* I0(x) / (x/2)^0 for x <= 8: powers of x^2 / 4 (DLMF 10.25.2) */
static const double i0_near[] = {
    0x1.0000000000000p+0,   0x1.0000000000000p+0,   0x1.0000000000000p-2,   0x1.c71c71c71c71cp-6,
    0x1.c71c71c71c71cp-10,  0x1.23456789abcdfp-14,  0x1.02e85c0898b71p-19,  0x1.522a43f65486ap-25,
    0x1.522a43f65486ap-31,  0x1.0b313289be0b9p-37,  0x1.5601885e63e5dp-44,  0x1.69ca9cf3b7f54p-51,
    0x1.4197a7f5154bcp-58,  0x1.e725594ee52e9p-66,  0x1.3e22d70ef3b5fp-73,  0x1.69f7da8510bcdp-81,
    0x1.69f7da8510bcdp-89,  0x1.40a2dc2460523p-97,  0x1.faaf2fa1c79e5p-106, 0x1.674f8e46c208cp-114,
    0x1.cbeaf38dc529fp-123, 0x1.0afb53e9cec0bp-131, 0x1.1a6d4e307528fp-140, 0x1.1159d2b18fe1fp-149,
    0x1.e5f504c9e358cp-159, 0x1.8e189760fbc74p-168, 0x1.2d843c1f0a6f9p-177, 0x1.a787875e855a5p-187,
    0x1.149733d53cf71p-196, 0x1.50c6b70b8d80dp-206,
};
/* sqrt(x) exp(-x) I0(x) for x >= 8, in 8 / x */
static const double i0_far[] = {
    0x1.9be62aca809cbp-2,   0x1.b998ca2e59049p-9,   0x1.20fa378999e52p-14,  0x1.8412bc101c586p-19,
    0x1.b8007d9cd616ep-23,  0x1.8569280d6d56dp-26,  0x1.d2c64a9225b87p-29,  0x1.0f9ccc0f46f75p-31,
    0x1.a24feabe8004fp-37,  -0x1.1511d08397425p-35, -0x1.d0fd7357e7bf2p-37, -0x1.f904303178d66p-40,
    0x1.94347fa268cecp-41,  0x1.b1c8c6b83c073p-42,  0x1.156ff0d5fc545p-46,  -0x1.75d99cf68bb32p-45,
    -0x1.583fe7e65629ap-47, 0x1.12a919094e6d7p-48,  0x1.fee7da3eafb1fp-50,  -0x1.8aee7d908de38p-52,
    -0x1.4600babd21fe4p-52, 0x1.3f3dd076041cdp-55,  0x1.9be1812d98421p-55,  -0x1.646da66119130p-58,
    -0x1.0adb754ca8b19p-57,
};
/* I1(x) / (x/2)^1 for x <= 8: powers of x^2 / 4 (DLMF 10.25.2) */
static const double i1_near[] = {
    0x1.0000000000000p+0,   0x1.0000000000000p-1,   0x1.5555555555555p-4,   0x1.c71c71c71c71cp-8,
    0x1.6c16c16c16c17p-12,  0x1.845c8a0ce5129p-17,  0x1.27e4fb7789f5cp-22,  0x1.522a43f65486ap-28,
    0x1.2c9758daf5cd0p-34,  0x1.ab81ea75fcdf4p-41,  0x1.f17697cf1cf13p-48,  0x1.e2637bef9ff1ap-55,
    0x1.8bce58901a35ep-62,  0x1.165e7c2d153f3p-69,  0x1.53585cdcbfb10p-77,  0x1.69f7da8510bcdp-85,
    0x1.54ad09e6a6575p-93,  0x1.1d028acb00491p-101, 0x1.aaae78f4066a6p-110, 0x1.1f72d8389b3a3p-118,
    0x1.5e69de22df5cep-127, 0x1.84564b82a1184p-136, 0x1.88f11edf3ed4cp-145, 0x1.6c77c3976a829p-154,
    0x1.37033643c4b3bp-163, 0x1.e9f6e1b270f54p-173, 0x1.655a5a37c0843p-182, 0x1.e4089ab52ab05p-192,
    0x1.313415e2783ccp-201, 0x1.673a5cd91f786p-211,
};
/* sqrt(x) exp(-x) I1(x) for x >= 8, in 8 / x */
static const double i1_far[] = {
    0x1.8ea18b55b1514p-2,   -0x1.3fda053fcdb4cp-7,  -0x1.cfd7f804aa9a6p-14, -0x1.048df49ca0373p-18,
    -0x1.0dbfd2e9e5443p-22, -0x1.c415394bb46c1p-26, -0x1.0790b9ad53528p-28, -0x1.334ca5423dd80p-31,
    -0x1.4dcf9d4504c0cp-36, 0x1.1e1a1f1587865p-35,  0x1.f101f653c457bp-37,  0x1.1e7d3f6439fa3p-39,
    -0x1.953e1076ab493p-41, -0x1.cbc458e73e255p-42, -0x1.7a9482e6d22a0p-46, 0x1.80d3c26b3281ep-45,
    0x1.776e1762d31e8p-47,  -0x1.12db5138afbc7p-48, -0x1.0efcd8bc4d22ap-49, 0x1.7d68e5f04a2d1p-52,
    0x1.55915fceb588ap-52,  -0x1.2806c9c773320p-55, -0x1.acea3b2532277p-55, 0x1.45b8aea87b950p-58,
    0x1.1556db352e8e6p-57,
};

#endif
