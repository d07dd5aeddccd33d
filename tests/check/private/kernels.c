/* Local variables, as kernels use them. Each line that must be reported has the variable in a comment. */
#include <string.h>

#include <lanewise/kernel.h>

#include "kernels.h"

typedef struct pair {
    int a, b;
} pair;
typedef struct padded {
    char a;
    double b;
} padded;
typedef struct bits {
    unsigned a : 3, b : 5, c : 24;
} bits;
typedef struct large {
    int a[20];
} large;

/* clang-format off */
static __device__ int sum(const int *a, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += a[i]; /* unwritten: 'a' or 'cells' */
    return all;
}
static __device__ void fill(int *a, int n, const int *in)
{
    for (int i = 0; i < n; i++)
        *a++ = in[i];
}
static __device__ int square(int x) { return x * x; } /* unwritten: 'x' */
static __device__ int first_of(pair p) { return p.a; }
static __device__ int second_of(pair p) { return p.b; }
static __device__ pair make(int a) { pair p; p.a = a; return p; }
static __device__ __noinline__ int apart(const int *a) { return a[0] + 1; }
static __device__ void set_if(int *to, int value, int does) { if (does) *to = value; }

LW_KERNEL(wrong, (int, what), (int, fixed), (const int *, in), (int *, out))
{
    int t = (int)threadIdx.x, one = in[0] | 1, a[8], x;
    pair p, q;
    union { int word; unsigned char byte[4]; } u;
    switch (what) {
    case 0: for (int i = 0; i < 7 + fixed; i++) a[i] = in[i];
        out[t] = a[t % 8]; break; /* unwritten: 'a' */
    case 1: for (int i = 0; i < 7 + fixed; i++) a[i] = in[i];
        out[t] = sum(a, 8); break;
    case 2: if (fixed || t > 3) x = in[1];
        out[t] = x; break; /* unwritten: 'x' */
    case 3: if (fixed || t > 3) x = in[1];
        if (x > 5) out[t] = 1; break; /* unwritten: 'x' */
    case 4: x = fixed; for (int i = 1; i < 3; i++) { int y; if (i == 1 || fixed) y = in[i]; x += y; } /* unwritten: 'y' */
        out[t] = x; break;
    case 5: p.a = in[1]; if (fixed) p.b = 1;
        out[t] = p.a + p.b; break; /* unwritten: 'p' */
    case 6: p.a = in[1]; if (fixed) p.b = 1; q = p;
        out[t] = q.b; break; /* unwritten: 'q' */
    case 7: u.byte[0] = u.byte[1] = u.byte[2] = (unsigned char)one; if (fixed) u.byte[3] = 0;
        out[t] = u.word * 2; break; /* partly: 'u' */
    case 8: memset(a, 0, fixed ? sizeof a : sizeof a - 4);
        out[t] = a[7 - t % 2]; break; /* unwritten: 'a' */
    case 9: fill(a, 7 + fixed, in);
        out[t] = a[t % 8]; break; /* unwritten: 'a' */
    case 10: if (fixed) x = in[2];
        out[t] = square(x); break;
    case 11: set_if(&x, 3, fixed);
        out[t] = x; break; /* unwritten: 'x' */
    case 12: if (fixed) x = 1;
        out[t + (x & 1)] = 1; break; /* unwritten: 'x' */
    case 13: { const int *at = &a[0]; a[0] = one; if (fixed) a[1] = one; at++;
        out[t] = *at; break; } /* unwritten: 'a' */
    case 14: { int cells[2][4]; for (int i = 0; i < 4 + 4 * fixed; i++) cells[i / 4][i % 4] = in[i];
        out[t] = sum(cells[t % 2], 4); break; }
    case 15: { float f; if (fixed) f = 2;
        out[t] = (int)(f * 3); break; } /* unwritten: 'f' */
    case 16: { int *at; if (fixed || t > 3) at = out;
        at[fixed ? t : 0] = 1; break; } /* unwritten: 'at' */
    case 17: { short h[2]; h[0] = 1; if (fixed) h[1] = 2;
        __builtin_memcpy(&x, h, 4); out[t] = x + 1; break; } /* partly: 'x' */
    }
}

LW_KERNEL(partly, (int, what), (int, fixed), (const int *, in), (int *, fresh), (int *, out))
{
    LW_SHARED(int, s, [32]);
    int t = (int)threadIdx.x;
    char *bytes = (char *)&fresh[t], *of_shared = (char *)&s[t];
    for (int i = 0; i < 3 + fixed; i++)
        bytes[i] = of_shared[i] = (char)in[i];
    switch (what) {
    case 0: out[t] = fresh[t] * 2; break; /* partly */
    case 1: out[t] = s[t] * 2; break; /* partly */
    case 2: { int x = fresh[t]; out[t] = x + 1; break; } /* partly */
    case 3: { int x = s[t], y = x; if (y > 1) out[t] = 1; break; } /* partly */
    case 4: { float f = ((float *)fresh)[t]; out[t] = f < 1; break; } /* partly */
    case 5: fresh[t] += 2; break; /* partly */
    case 6: { const int *at = fresh; at += t; out[t] = square(*at); break; } /* partly */
    case 7: out[t] = s[t] ^ 1; break; /* partly */
    }
}

LW_KERNEL(copies, (int, what), (const int *, in), (int *, fresh), (int *, out))
{
    LW_SHARED(int, s, [32]);
    int t = (int)threadIdx.x;
    char *bytes = (char *)&fresh[t];
    short *halves = (short *)&fresh[t];
    padded *d = (padded *)(fresh + 64) + t;
    for (int i = 0; i < 3; i++)
        bytes[i] = (char)in[i];
    switch (what) {
    case 0: fresh[t + 32] = fresh[t]; break;
    case 1: { int x = fresh[t]; s[t] = x; int y = s[t]; fresh[t + 32] = y; break; }
    case 2: out[t] = bytes[1] * 2 + halves[0]; break;
    case 3: d->a = 1; d->b = 2; d[32] = *d; out[t] = d[32].a * 2; break;
    case 4: { bits *b = (bits *)&fresh[t + 32]; *(char *)b = 1; b->a = 3; b->b = 1; out[t] = (int)b->a; break; }
    case 5: atomicAdd(&fresh[t], 0x100); break;
    case 6: { int x = __shfl_xor_sync(~0u, fresh[t], 1); fresh[t + 32] = x; break; }
    case 7: { int x = fresh[t], y = in[1]; out[t] = y * 2; fresh[t] = x; break; }
    }
}

LW_KERNEL(right, (int, what), (const int *, in), (int *, out))
{
    int t = (int)threadIdx.x, a[8], x;
    pair p, q;
    padded d, e;
    large l, m;
    union { int word; unsigned char byte[4]; } u, v;
    switch (what) {
    case 0: if (t == 0) x = in[1];
        x = __shfl_sync(~0u, x, 0); out[t] = x; break;
    case 1: p.a = in[1]; q = p; out[t] = q.a; break;
    case 2: d.a = (char)in[1]; d.b = 2; e = d; out[t] = (int)e.b + e.a; break;
    case 3: u.byte[0] = 1; v = u; out[t] = v.byte[0]; break;
    case 4: { bits b; b.a = (unsigned)in[1]; b.b = 2; out[t] = (int)(b.a + b.b); break; }
    case 5: for (int i = 0; i < 4; i++) a[i] = in[i];
        out[t] = sum(a, 4); break;
    case 6: p.a = in[1]; out[t] = first_of(p); break;
    case 7: out[t] = make(in[1]).a; break;
    case 8: l.a[3] = in[1]; m = l; out[t] = m.a[3]; break;
    case 9: { int last, has = 0; for (int i = 0; i < 3; i++) { if (has) out[t] = last; last = in[i]; has = 1; } break; }
    case 10: { double r[2]; memset(r, 0, sizeof r); out[t] = (int)(r[0] + r[1]); break; }
    case 11: a[0] = in[1]; out[t] = apart(a); break;
    case 12: { int done = 0, kept; while (!done) { if (t % 2) kept = 3; else kept = 4; done = 1; } out[t] = kept; break; }
    case 13: { bool found = false; int at; for (int i = 0; i < 4; i++) if (in[i] == 3) { found = true; at = i; }
        out[t] = found ? at : -1; break; }
    case 14: { struct { char c; int i; } s[2]; s[0].c = 1; s[0].i = in[1]; s[1] = s[0]; memcpy(out + 2 * t, &s[1], sizeof s[1]); break; }
    case 15: p.b = 2; q.b = second_of(p); x = q.b; out[t] = x; break;
    }
}
