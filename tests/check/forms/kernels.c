/* Every form of an access. A line's comment says whether it reads or writes p. */
#include <lanewise/kernel.h>
#include <lanewise/half.h>

#include "kernels.h"

typedef struct two {
    int a, b;
} two;
typedef struct three {
    float a, b, c;
} three;
typedef struct six {
    int a[6];
} six;
typedef struct bytes {
    char a[11];
} bytes;
typedef struct large {
    double a[2];
    int b[40];
} large;

/* clang-format off */
/* Functions that take or return structures: large enough that gcc would not inline them by itself. */
#define MUCH(x) ((x) * 3 + ((x) >> 2) * 5 + ((x) ^ 77) * 7 + ((x) | 9) * 11 + ((x)&6) * 13)
__device__ static int sum_two(two t) { return MUCH(t.a) + MUCH(t.b); }
__device__ static float sum_three(three t) { return t.a + 2 * t.b + 3 * t.c; }
__device__ static int one_of(large t, int i) { return MUCH(t.b[i]); }
__device__ static __noinline__ int one_of_apart(large t, int i) { return MUCH(t.b[i]); }
__device__ static two make_two(int i) { return (two){MUCH(i), MUCH(i + 1)}; }
__device__ static three make_three(float x) { return (three){x, x * 2, x * 3}; }
__device__ static large make_large(int i) { return (large){{MUCH(i), 1}, {i}}; }
__device__ static __noinline__ large make_large_apart(int i) { return (large){{MUCH(i), 2}, {i}}; }
__device__ static large same(large *t) { return *t; } /* reads */

LW_KERNEL(forms, (int, form), (char *, p), (size_t, distance), (char *, q), (size_t, n))
{
    p += threadIdx.x * distance;
    q += threadIdx.x * ROOM;
    int *out = (int *)q + 100, i = (int)n % 5;
    switch (form) {
    case 0: __builtin_memset(p, 1, 12); break;     /* writes */
    case 1: __builtin_memset(p, 1, 4); break;      /* writes */
    case 2: __builtin_memset(p, 0, 16); break;     /* writes */
    case 3: __builtin_memset(p, 1, 100); break;    /* writes */
    case 4: __builtin_memset(p, 1, n); break;      /* writes */
    case 5: memset(p, 1, 12); break;               /* writes */
    case 6: memset(p, 0, n); break;                /* writes */
    case 7: __builtin_memcpy(p, q, 12); break;     /* writes */
    case 8: __builtin_memcpy(p, q, 1); break;      /* writes */
    case 9: __builtin_memcpy(p, q, 4); break;      /* writes */
    case 10: __builtin_memcpy(p, q, 8); break;     /* writes */
    case 11: __builtin_memcpy(p, q, 16); break;    /* writes */
    case 12: __builtin_memcpy(p, q, 100); break;   /* writes */
    case 13: __builtin_memcpy(p, q, n); break;     /* writes */
    case 14: memcpy(p, q, 12); break;              /* writes */
    case 15: memcpy(p, q, n); break;               /* writes */
    case 16: memmove(p, q, 12); break;             /* writes */
    case 17: memmove(p, q, n); break;              /* writes */
    case 18: __builtin_memcpy(p, (int[]){1, 2, 3}, 12); break; /* writes */
    case 19: __builtin_memcpy(q, p, 12); break;    /* reads */
    case 20: __builtin_memcpy(q, p, 1); break;     /* reads */
    case 21: __builtin_memcpy(q, p, 4); break;     /* reads */
    case 22: __builtin_memcpy(q, p, 8); break;     /* reads */
    case 23: __builtin_memcpy(q, p, 16); break;    /* reads */
    case 24: __builtin_memcpy(q, p, 100); break;   /* reads */
    case 25: __builtin_memcpy(q, p, n); break;     /* reads */
    case 26: memcpy(q, p, 12); break;              /* reads */
    case 27: memcpy(q, p, n); break;               /* reads */
    case 28: memmove(q, p, 12); break;             /* reads */
    case 29: memmove(q, p, n); break;              /* reads */
    case 30: *out = memcmp(p, q, 12); break;       /* reads */
    case 31: *out = memcmp(q, p, n); break;        /* reads */
    case 32: *(six *)p = *(six *)q; break;         /* writes */
    case 33: *(bytes *)p = *(bytes *)q; break;     /* writes */
    case 34: *(large *)p = *(large *)q; break;     /* writes */
    case 35: *(two *)p = *(two *)q; break;         /* writes */
    case 36: *(float4 *)p = *(float4 *)q; break;   /* writes */
    case 37: *(six *)p = (six){{1, 2}}; break;     /* writes */
    case 38: *(large *)p = (large){{0}, {0}}; break; /* writes */
    case 39: *(two *)p = (two){1, i}; break;       /* writes */
    case 40: *(six *)q = *(six *)p; break;         /* reads */
    case 41: *(bytes *)q = *(bytes *)p; break;     /* reads */
    case 42: *(large *)q = *(large *)p; break;     /* reads */
    case 43: *(two *)q = *(two *)p; break;         /* reads */
    case 44: *(float4 *)q = *(float4 *)p; break;   /* reads */
    case 45: *out = sum_two(*(two *)p); break;     /* reads */
    case 46: *out = (int)sum_three(*(three *)p); break; /* reads */
    case 47: *out = one_of(*(large *)p, i); break; /* reads */
    case 48: *out = one_of_apart(*(large *)p, i); break; /* reads */
    case 49: *(two *)p = make_two(i); break;       /* writes */
    case 50: *(three *)p = make_three(2); break;   /* writes */
    case 51: *(large *)p = make_large(i); break;   /* writes */
    case 52: *(large *)p = make_large_apart(i); break; /* writes */
    case 53: *(large *)p = same((large *)q); break; /* writes */
    case 54: *(large *)q = same((large *)p); break;
    case 55: { six s = *(six *)p; *out = s.a[i]; break; } /* reads */
    case 56: { large s = *(large *)p; *out = s.b[3]; break; } /* reads */
    case 57: { float4 v = *(float4 *)p; *out = (int)v.y; break; } /* reads */
    case 58: { six s = {{0}}; s.a[i] = 4; *(six *)p = s; break; } /* writes */
    /* From here on the value is not used. */
    case 59: { int x = *(int *)p; (void)x; break; } /* reads */
    case 60: { int x = *(int *)p, y = x * 2; if (n == 13) *out = y; break; } /* reads */
    case 61: { int x = 0; for (int k = 0; k < 3; k++) x += ((int *)p)[k]; (void)x; break; } /* reads */
    case 62: { char x = *p; (void)x; break; } /* reads */
    case 63: { short x = *(short *)p; (void)x; break; } /* reads */
    case 64: { double x = *(double *)p; (void)x; break; } /* reads */
    case 65: { float x = *(float *)p; (void)x; break; } /* reads */
    case 66: { char *x = *(char **)p; (void)x; break; } /* reads */
    case 67: { two t = *(two *)p; (void)t; break; } /* reads */
    case 68: { large t = *(large *)p; (void)t; break; } /* reads */
    case 69: { float4 v = *(float4 *)p; (void)v; break; } /* reads */
    case 70: { char x[12]; __builtin_memcpy(x, p, 12); break; } /* reads */
    case 71: { int x; __builtin_memcpy(&x, p, 4); break; } /* reads */
    case 72: { char x[12]; memcpy(x, p, n); break; } /* reads */
    case 73: { int x = sum_two(*(two *)p); (void)x; break; } /* reads */
    case 74: { if (*(int *)p) {} break; } /* reads */
    case 75: { float4 v = *(float4 *)p; v.x = v.y = v.z = v.w = 1; *(float4 *)q = v; break; } /* reads */
    case 76: { int x = ((int *)p)[0]; x = 3; *out = x; break; } /* reads */
    case 77: { const large *t = (const large *)p; double x = t->a[0]; (void)x; break; } /* reads */
    case 78: { half x = *(half *)p; (void)x; break; } /* reads */
    case 79: { bool x = *(bool *)p; (void)x; break; } /* reads */
    }
}

LW_GLOBAL(int, one, [8]);
LW_GLOBAL(int, single, [1]);
LW_GLOBAL(float, grid, [4][8]);
struct row { int count, at[8]; };
struct inner { int at[8], count; };
struct flexible { int count, at[1]; };
struct end { int count, at[]; };
LW_GLOBAL(struct inner, inners, [4]);

/* Each line's comment says what is reported of it: the headline's space and access, and the memory. */
LW_KERNEL(indices, (int, form), (int *, p), (int, n))
{
    LW_SHARED(int, s, [8]);
    LW_SHARED(int, t, [4][8]);
    LW_SHARED(int, empty, [4][0]);
    int *out = p + 1000, i = n + 8, a[8], b[4][8];
    for (int k = 0; k < 32; k++)
        s[k % 8] = a[k % 8] = t[k / 8][k % 8] = b[k / 8][k % 8] = p[k % 8];
    (void)empty;
    switch (form) {
    case 0: *out = one[i]; break; /* __global__ read: 1 bytes after __device__ 'one' */
    case 1: *out = one[i * 9 / 8]; break; /* __global__ read: 5 bytes after __device__ 'one' */
    case 2: *out = one[-1 - n]; break; /* __global__ read: 4 bytes before __device__ 'one' */
    case 3: grid[1][i] = 1; break; /* __global__ write: 64 bytes into __device__ 'grid' */
    case 4: *out = (int)grid[i / 2][0]; break; /* __global__ read: 1 bytes after __device__ 'grid' */
    case 5: *out = (int)grid[1][i * 9 / 8]; break; /* __global__ read: 68 bytes into __device__ 'grid' */
    case 6: t[0][i] = 1; break; /* __shared__ write: 32 bytes into __shared__ 't' */
    case 7: *out = t[1][i * 9 / 8]; break; /* __shared__ read: 68 bytes into __shared__ 't' */
    case 8: out = p + a[i]; break; /* __local__ access: */
    case 9: *out = b[1][i]; break; /* access: */
    case 10: ((struct row *)p)->at[i] = 1; break; /* access: */
    case 11: ((struct inner *)p)->at[i] = 1; break; /* access: */
    case 12: ((int (*)[8])p)[1][i] = 1; break; /* access: */
    case 13: inners[1].at[i] = 1; break; /* access: */
    case 14: *out = single[i - 7]; break; /* __global__ read: 1 bytes after __device__ 'single' */
    /* These are right: */
    case 15: one[i - 1] = t[3][i - 1]; break;
    case 16: grid[3][i - 1] = s[i - 1]; break;
    case 17: ((struct flexible *)p)->at[i] = 1; break;
    case 18: ((struct end *)p)->at[i] = 1; break;
    case 19: ((struct row *)p)->at[i - 1] = a[i - 1]; break;
    }
    *p = out != NULL;
}
/* clang-format on */
