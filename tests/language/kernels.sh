#!/bin/sh
# Every kernel file as strict C by each compiler here, and as C++: what nvcc would refuse is found without nvcc. What the
# compilers warn of after they have read a file, the build has shown.
. "$(dirname "$0")/tap.sh"
parse_once clang g++

for file in kernels/*.c tests/*/device/*.c bench/device/*.c; do
    [ -e "$file" ] || continue
    bad=0
    for compiler in $compilers; do
        $compiler -std=gnu11 $c_flags -fsyntax-only $(parsed $compiler "$file") "$file" >>"$work/log" 2>&1 || bad=1
    done
    report $bad "kernel_c_$file"
    if have g++; then
        g++ $cxx_flags $(parsed g++ "$file") "$file" >>"$work/log" 2>&1
        report $? "kernel_cxx_$file"
    else
        skip "kernel_cxx_$file" "no g++"
    fi
done

# That these compilations refuse what nvcc would.
refused() # name; the file on standard input
{
    { echo '#include <lanewise/kernel.h>'; cat; } >"$work/refused.c"
    g++ $cxx_flags $(parsed g++ "$work/refused.c") "$work/refused.c" >"$work/log" 2>&1 && echo "compiled" >>"$work/log"
    [ "$(tail -n 1 "$work/log")" != compiled ]
    report $? "cxx_refuses_$1"
}
if have g++; then
    refused void_pointer <<'END'
LW_KERNEL(k, (void *, p)) { int *q = p; *q = 1; }
END
    refused jump_over_initialiser <<'END'
LW_KERNEL(k, (int *, p)) { if (*p) goto end; int x = 1; *p = x; end: *p = 2; }
END
    refused restrict_keyword <<'END'
LW_KERNEL(k, (int *restrict, p)) { *p = 1; }
END
    refused min_of_mixed_kinds <<'END'
LW_KERNEL(k, (float *, p), (int, i)) { *p = min(*p, i); }
END
fi
for length in n warpSize; do
    cat >"$work/vla.c" <<END
#include <lanewise/kernel.h>
LW_KERNEL(k, (int *, p), (int, n)) { int a[$length]; a[0] = n; *p = a[0]; }
END
    ! $cc -std=gnu11 $c_flags -c "$work/vla.c" -o "$work/vla.o" >"$work/log" 2>&1
    report $? "c_refuses_array_of_$length"
done

finish
