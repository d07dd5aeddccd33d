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
