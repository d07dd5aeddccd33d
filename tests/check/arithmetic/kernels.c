#include <lanewise/kernel.h>

#include "kernels.h"

static __device__ bool is_one(void)
{
    return threadIdx.x == 5 && blockIdx.x == 1;
}

LW_KERNEL(casts, (const operands *, in), (long long *, out))
{
    double wide = in->x;
    float narrow = (float)wide;
    if (!is_one())
        return;
    out[0] = (signed char)narrow;                   /* float i8 */
    out[1] = (unsigned char)narrow;                 /* float u8 */
    out[2] = (short)narrow;                         /* float i16 */
    out[3] = (unsigned short)narrow;                /* float u16 */
    out[4] = (int)narrow;                           /* float i32 */
    out[5] = (unsigned)narrow;                      /* float u32 */
    out[6] = (long long)narrow;                     /* float i64 */
    out[7] = (long long)(unsigned long long)narrow; /* float u64 */
    out[8] = (signed char)wide;                     /* double i8 */
    out[9] = (unsigned char)wide;                   /* double u8 */
    out[10] = (short)wide;                          /* double i16 */
    out[11] = (unsigned short)wide;                 /* double u16 */
    out[12] = (int)wide;                            /* double i32 */
    out[13] = (unsigned)wide;                       /* double u32 */
    out[14] = (long long)wide;                      /* double i64 */
    out[15] = (long long)(unsigned long long)wide;  /* double u64 */
}

LW_KERNEL(shifts, (const operands *, in), (long long *, out))
{
    long long a = in->a, b = in->b;
    int by = (int)b;
    if (!is_one())
        return;
    out[0] = (int)a << by;                             /* i32 left */
    out[1] = (int)a >> by;                             /* i32 right */
    out[2] = (unsigned)a << by;                        /* u32 left */
    out[3] = (unsigned)a >> (unsigned)by;              /* u32 right */
    out[4] = a << by;                                  /* i64 left */
    out[5] = a >> b;                                   /* i64 right by i64 */
    out[6] = (long long)((unsigned long long)a << b);  /* u64 left by i64 */
    out[7] = (long long)((unsigned long long)a >> by); /* u64 right */
    out[8] = (short)a << by;                           /* i16 left */
}

LW_KERNEL(divisions, (const operands *, in), (long long *, out))
{
    long long a = in->a, b = in->b;
    if (!is_one())
        return;
    switch (in->x < 0 ? 0 : (int)in->x) {
    case 0: out[0] = (int)a / (int)b; break;                                            /* i32 */
    case 1: out[0] = (int)a % (int)b; break;                                            /* i32 rest */
    case 2: out[0] = (unsigned)a / (unsigned)b; break;                                  /* u32 */
    case 3: out[0] = (unsigned)a % (unsigned)b; break;                                  /* u32 rest */
    case 4: out[0] = a / b; break;                                                      /* i64 */
    case 5: out[0] = a % b; break;                                                      /* i64 rest */
    case 6: out[0] = (long long)((unsigned long long)a / (unsigned long long)b); break; /* u64 */
    case 7: out[0] = (long long)((unsigned long long)a % (unsigned long long)b); break; /* u64 rest */
    case 8: out[0] = (short)a / (short)b; break;                                        /* i16 */
    }
}

LW_KERNEL(product, (const operands *, in), (long long *, out))
{
    int row = (int)in->a, ld = (int)in->b;
    if (is_one() && row * ld < 8) /* wraps */
        out[row * ld] = 1;        /* wraps, wrong */
}

LW_KERNEL(sum, (const operands *, in), (long long *, out))
{
    int first = (int)in->a;
    if (is_one())
        ((char *)out)[first + (int)in->b] = 1; /* wraps, wrong */
}

LW_KERNEL(difference, (const operands *, in), (long long *, out))
{
    int first = (int)in->a - (int)in->b; /* wraps */
    if (is_one())
        ((int *)out)[first] = 1; /* wrong */
}

LW_KERNEL(negative, (const operands *, in), (long long *, out))
{
    int back = -(int)in->a; /* wraps */
    if (is_one())
        out[back] = 1; /* wrong */
}

/* Of an element of 12 bytes the last part, and a column behind the product. */
typedef struct three {
    int x, y, z;
} three;

LW_KERNEL(part, (const operands *, in), (long long *, out))
{
    int start = (int)in->a * (int)in->b; /* wraps */
    if (is_one())
        ((three *)out)[start + 2].z = 1; /* wrong */
}

LW_KERNEL(pitch, (const operands *, in), (long long *, out))
{
    int row = (int)in->a, bytes = (int)in->b;
    if (is_one())
        *(long long *)((char *)out + row * bytes) = 1; /* wraps, wrong */
}

LW_KERNEL(wide_product, (const operands *, in), (long long *, out))
{
    long long at = in->a * in->b; /* wraps */
    if (is_one())
        out[at] = 1; /* wrong */
}

LW_KERNEL(in_shared, (const operands *, in), (long long *, out))
{
    LW_SHARED(short, s, [64]);
    int at = (int)in->a * (int)in->b; /* wraps */
    s[threadIdx.x] = 1;
    __syncthreads();
    if (is_one())
        out[0] = s[at]; /* wrong */
}

LW_KERNEL(in_local, (const operands *, in), (long long *, out))
{
    int some[8], at = (int)in->a * (int)in->b; /* wraps */
    for (int i = 0; i < 8; i++)
        some[i] = (int)in->a + i;
    if (is_one())
        out[0] = some[at & ~3]; /* wrong */
}

/* Signed on purpose: the numbers wrap, and what is left of them is right. */
static __device__ int mixed(int seed, int turns)
{
    int h = seed;
    for (int i = 0; i < turns; i++) {
        h = h * 1103515245 + 12345 + i;
        h ^= h - (h * 31 + 7);
        h = -h - 0x7ffffff0;
    }
    return h;
}

/* The index comes first, then what wraps on purpose. */
LW_KERNEL(behind_hash, (const operands *, in), (long long *, out))
{
    int row = (int)in->a, start = row * (int)in->b; /* wraps */
    int h = mixed((int)threadIdx.x, 100);
    if (is_one())
        out[start] = h; /* wrong */
}

LW_KERNEL(hash, (const operands *, in), (long long *, out))
{
    int h = mixed((int)in->a + (int)threadIdx.x, 100);
    if (is_one())
        out[h & 15] = h;
}

/* Sums that gcc does not look at. */
LW_KERNEL(field, (const operands *, in), (long long *, out))
{
    struct {
        long long part : 40;
    } of = {in->a};
    int by = (int)in->b;
    unsigned long long same = (unsigned long long)in->a * (unsigned long long)by;
    of.part *= by;
    of.part = -of.part;
    if (is_one())
        out[of.part == (long long)(-same << 24) >> 24 && abs(by) == -by ? 0 : 16] = 1; /* not right */
}

/* A sum that is less than what was added to: so it wrapped, and there is nothing to do. */
LW_KERNEL(guarded, (const operands *, in), (long long *, out))
{
    int first = (int)in->a;
    if (is_one() && first + 10 > -1)
        out[first] = 1; /* beyond */
}

/* The same number, but of a lane that has done nothing wrong. */
LW_KERNEL(of_another, (const operands *, in), (long long *, out))
{
    int at = threadIdx.x == 4 ? (int)in->a * (int)in->a : (int)in->b;
    if (threadIdx.x == 4)
        out[blockIdx.x] = at;
    if (is_one())
        out[at] = 1; /* wrong */
}

/* What wrapped has nothing to do with what is wrong. */
LW_KERNEL(hash_then_end, (const operands *, in), (long long *, out))
{
    int h = mixed((int)in->a + (int)threadIdx.x, 100);
    if (is_one())
        out[16 + (h & 1)] = h; /* wrong */
}

static __device__ float4 first_of(const float4 *from)
{
    return *from; /* read, returned */
}

static __device__ float total(float4 of)
{
    return of.x + of.y + of.z + of.w;
}

typedef struct table {
    float4 row[2];
    int used;
} table;

/* At `out` + b bytes. */
LW_KERNEL(promised, (const operands *, in), (long long *, out))
{
    char *at = (char *)out + in->b;
    if (is_one())
        *(char *)__builtin_assume_aligned(at, 16) = 1; /* promised */
}

/* At `in` + b bytes: of all that is copied whole, what lies in memory; the lane's own lies well. */
LW_KERNEL(structures, (const operands *, in), (long long *, out))
{
    char *at = (char *)out + in->b;
    float4 *four = (float4 *)at, own = make_float4(1, 2, 3, 4), other = own;
    table *tables = (table *)at, some, none;
    some.row[0] = some.row[1] = other;
    some.used = 0;
    none = some;
    if (!is_one())
        return;
    own.y = total(first_of(&own)) + total(none.row[1]);
    *four = own;   /* written */
    other = *four; /* read */
    other = first_of(four);
    tables[0] = some;         /* written, large */
    some = tables[0];         /* read, large */
    tables[0].row[1] = other; /* written, a member */
    out[15] = (long long)(own.y + other.z + some.row[1].w);
}
