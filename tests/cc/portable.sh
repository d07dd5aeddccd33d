# Part of cc.sh: what nvcc refuses is refused without nvcc, too.
portable() # name, words of the message or nothing where it is right, the kernel file on standard input
{
    { printf '#include <lanewise/kernel.h>\nLW_DECLARE_KERNEL(k, (int, n), (int *, out));\n'; cat; } >portable.c
    rm -f out.o
    for quiet in '' -w; do
        cc --no-cuda --fused=off $quiet -O2 -c portable.c -o out.o
        status=$?
        if [ -n "$2" ]; then
            [ $status = 1 ] && says "$2" && [ ! -e out.o ]
        else
            [ $status = 0 ] && [ ! -s log ] && [ -s out.o ]
        fi
        report $? "$1${quiet:+ ($quiet)}"
    done
}

portable "a function without __device__" 'portable.c: kernel k calls plain(), a function of the host, which nvcc refuses' <<'END'
static int plain(int x) { return x + 1; }
LW_KERNEL(k, (int, n), (int *, out)) { *out = plain(n); }
END
portable "one that other files see" 'kernel k calls plain(), a function of the host' <<'END'
int plain(int x);
int plain(int x) { return x + 1; }
LW_KERNEL(k, (int, n), (int *, out)) { *out = plain(n); }
END
portable "one of another file" 'kernel k calls elsewhere(), a function of the host' <<'END'
int elsewhere(int x);
LW_KERNEL(k, (int, n), (int *, out)) { *out = elsewhere(n); }
END
portable "one of the C library, from a device function" 'helper() calls getenv(), a function of the host' <<'END'
static __device__ int helper(int x) { return getenv("HOME") ? x : 0; }
LW_KERNEL(k, (int, n), (int *, out)) { *out = helper(n); }
END
portable "functions that CUDA has, and functions of the host for the host" '' <<'END'
int host(int x);
static int plain(int x) { return getenv("HOME") ? x : 0; }
int host(int x) { return plain(x); }
static __host__ __device__ int both(int x) { return x + 1; }
__device__ int outer(int x) { return both(x) * 2; }
LW_KERNEL(k, (int, n), (int *, out))
{
    int pair[2], *more = (int *)malloc(8);
    memset(pair, n, sizeof pair);
    memcpy(more, pair, sizeof pair);
    *out = outer(more[1]) + (int)sqrt(sin(2.0 * n)) + (int)fmodf(3.5f, 2.0f) + abs(n) + atomicAdd(out, 1);
    assert(n > 0);
    printf("%d %s\n", n, "text");
    free(more);
}
END
portable "a variable of the host" 'portable.c: kernel k uses limit, a variable of the host, which nvcc refuses: write LW_GLOBAL(type, limit)' <<'END'
static int limit = 3;
LW_KERNEL(k, (int, n), (int *, out)) { *out = limit + n; }
END
portable "one that other files see, written" 'kernel k uses count, a variable of the host' <<'END'
int count;
LW_KERNEL(k, (int, n), (int *, out)) { count = n; *out = n; }
END
portable "an array of the host, from a device function" 'helper() uses table, a variable of the host' <<'END'
static float table[4] = {1, 2, 3, 4};
static __device__ float helper(int i) { return table[i]; }
LW_KERNEL(k, (int, n), (int *, out)) { *out = (int)helper(n); }
END
portable "a variable of another file" 'kernel k uses elsewhere, which is not defined in this file; nvcc refuses that' <<'END'
extern int elsewhere;
LW_KERNEL(k, (int, n), (int *, out)) { *out = elsewhere + n; }
END
portable "a constant of another file" 'kernel k uses elsewhere, which is not defined in this file' <<'END'
extern const int elsewhere;
LW_KERNEL(k, (int, n), (int *, out)) { *out = elsewhere + n; }
END
portable "a constant array of the host" 'kernel k uses the address of table, a constant of the host, .*: write LW_CONSTANT(type, table' <<'END'
static const float table[4] = {1, 2, 3, 4};
LW_KERNEL(k, (int, n), (int *, out)) { *out = (int)table[n]; }
END
portable "a constant array of texts" 'kernel k uses the address of names, a constant of the host' <<'END'
static const char *const names[] = {"one", "two"};
LW_KERNEL(k, (int, n), (int *, out)) { *out = names[n][0]; }
END
portable "the address of a constant" 'kernel k uses the address of limit, a constant of the host' <<'END'
static const int limit = 3;
static __device__ int helper(const int *x) { return *x; }
LW_KERNEL(k, (int, n), (int *, out)) { *out = helper(&limit) + n; }
END
portable "a pointer to a function of the host" 'kernel k calls plain(), a function of the host' <<'END'
static int plain(int x) { return x + 1; }
LW_KERNEL(k, (int, n), (int *, out)) { int (*f)(int) = plain; *out = f(n); }
END
portable "the address of a function of another file" 'kernel k uses elsewhere, which is not defined in this file' <<'END'
int elsewhere(int x);
LW_KERNEL(k, (int, n), (int *, out)) { int (*f)(int) = elsewhere; *out = f(n); }
END
portable "constants whose values nvcc knows, and variables of the device" '' <<'END'
struct pair { int first, second; };
struct many { int of[40]; };
enum { FOUR = 4 };
static const int three = 3, negative = -(int)sizeof(int);
const double half = 0.5;
static const bool yes = 1;
static const struct pair pair = {1, 2};
static const struct many many = {{1, 2, 3}};
static const float4 vector = {1, 2, 3, 4};
static int *const nothing = 0;
static int host_only[7];
int *host_array(void);
int *host_array(void) { return host_only; }
static __device__ int next(int x) { return x + 1; }
static int (*const function)(int) = next;
LW_GLOBAL(int, global, [2]) = {1, 2};
LW_CONSTANT(int, constant) = 5;
static int *const element = &global[1];
static __device__ int first(struct pair of) { return of.first; }
LW_KERNEL(k, (int, n), (int *, out))
{
    static const int local[3] = {1, 2, 3};
    static int own;
    struct many copy = many;
    float4 lanes = vector;
    *out = n + three + negative + FOUR + (int)half + (yes ? n : 0) + pair.second + first(pair) + copy.of[n] + (int)lanes.w;
    *out += (nothing == 0) + (int)(sizeof host_only / sizeof host_only[0]) + function(n) + constant + *element + local[n] + own++;
    *out += max(n, three) + (int)sqrt(half) + __shfl_sync(LW_FULL_MASK, three, 0);
    global[0] = *out;
}
END
portable "a kernel that a kernel launches" '' <<'END'
#include <lanewise/device_launch.h>
LW_KERNEL(k, (int, n), (int *, out)) { if (n > 0) lw_launch_device(k, lw_device_linear(0, 1, 1), n - 1, out); }
END
portable "an array of variable length" 'variable length array\|variable-length array' <<'END'
LW_KERNEL(k, (int, n), (int *, out)) { int some[n]; some[0] = n; *out = some[n - 1]; }
END
portable "80000 bytes of shared variables" 'portable.c:3: the kernel.s LW_SHARED variables have 80000 bytes, more than the 49152' <<'END'
LW_KERNEL(k, (int, n), (int *, out)) { LW_SHARED(float, tile, [20000]); tile[n] = 1; *out = (int)tile[0]; }
END
portable "two that are too large together" 'variables have 49156 bytes, more than the 49152 of a block' <<'END'
LW_KERNEL(k, (int, n), (int *, out))
{
    LW_SHARED(float, tile, [12288]);
    LW_SHARED(int, one);
    tile[n] = 1;
    *out = (int)tile[0] + *one;
}
END
portable "as many as a block has" '' <<'END'
LW_DECLARE_KERNEL(other, (int, n), (int *, out));
LW_KERNEL(k, (int, n), (int *, out)) { LW_SHARED(float, tile, [12288]); tile[n] = 1; *out = (int)tile[0]; }
LW_KERNEL(other, (int, n), (int *, out)) { LW_SHARED(float, tile, [12288]); tile[n] = 1; *out = (int)tile[0]; }
END

log_has() { grep -e " -fno-inline " log | grep -q -e " -O0 "; }
cc --no-cuda --fused=off -### -c portable.c -o dry.o && log_has && [ ! -e dry.o ]
report $? "-### shows the compilation for it"
printf '#!/bin/sh\nexit 1\n' >nvcc-fails && chmod +x nvcc-fails
cc --nvcc="$work/nvcc-fails" --fused=off -### -c portable.c -o dry.o && ! log_has
report $? "with nvcc there is none"
cc --no-cuda --fused=off -O2 -Werror -D_FORTIFY_SOURCE=2 -c portable.c -o out.o && [ ! -s log ]
report $? "flags that go with optimisation alone are no matter"
