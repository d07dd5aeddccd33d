#!/bin/sh
# Runs what every pass of lanewise-fuse leaves: random programs, compiled up to the pass and no further, compared with fibers
# byte by byte. So a pass that makes a kernel wrong is the first whose line is "not ok". Prints TAP, a line a pass.
# usage: passes.sh BUILD [FIRST [COUNT [PASS...]]]
#
# Before `emit` a kernel is still a function for one thread: fibers run it (one_thread.c). After that it is loops, which the
# fused engine runs; passes over the emitted code optimise only, so what each leaves can be run as it is.
set -eu
build=$(readlink -f "$1") first=${2:-0} count=${3:-10}
shift $(($# > 3 ? 3 : $#))
source=$(readlink -f "$(dirname "$0")/../../..")
here=$source/tests/random/differential
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
cc=${CC:-cc} fuse=$build/emu/fuse/lanewise-fuse
passes=${*:-$("$fuse" --passes | sed 's/ .*//')}
level=v3
grep -qw avx2 /proc/cpuinfo || level=v2

sources=
for name in address block condition integer kernel loop make node parameters real scope statement text warp; do
    sources="$sources $here/$name.c"
done
$cc -O1 -w -D_GNU_SOURCE -o "$work/programs" "$here/main.c" $sources
for name in run launches arena parameters one_thread; do
    $cc -O1 -D_GNU_SOURCE -I"$source" -I"$source/api" -c "$here/$name.c" -o "$work/$name.o"
done
"$work/programs" "$first" "$count" "$work/kernels.c"
"$work/programs" files "$first" "$count" "$count" "$work/files.c"
$cc -D_GNU_SOURCE -I"$source" -I"$source/api" -c "$work/files.c" -o "$work/files.o"

# The compilers make the same of the kernels for all passes. So a command runs once, if only its output's name differs.
cat >"$work/once" <<'END'
# usage: once COMPILER WORD...
case " $* " in *' -c '*) ;; *) exec "$@" ;; esac
last='' output='' words=''
for word; do
    if [ "$last" = -o ]; then output=$word; else words="$words $word"; fi
    last=$word
done
made=${0%/*}/made-$(printf '%s' "$words" | cksum | tr ' ' -)
[ -e "$made" ] || { "$@" && cp "$output" "$made"; } || exit
cp "$made" "$output"
END
once() # COMPILER: a compiler that is called so
{
    printf '#!/bin/sh\nexec sh "%s" "%s" "$@"\n' "$work/once" "$1" >"$work/once-${1##*/}"
    chmod +x "$work/once-${1##*/}"
    echo "$work/once-${1##*/}"
}
host=$(once "$cc") clang=$(once "$(command -v clang-19 || echo /usr/lib/llvm-19/bin/clang)")

# The way in which the pass's kernels run; nothing where they did not compile.
make() # pass
{
    printf '#!/bin/sh\nexec "%s" "--until=%s" "$@"\n' "$fuse" "$1" >"$work/fuse-$1"
    chmod +x "$work/fuse-$1"
    "$build/api/cc/lanewise-cc" --include-dir="$source/api" -I"$source" --fused=on --fuse="$work/fuse-$1" --host-cc="$host" \
        --clang="$clang" --fused-levels=$level --fused-shapes=none --no-cuda --no-checked -O1 -w -c "$work/kernels.c" \
        -o "$work/$1.o" &&
        $cc -o "$work/$1" "$work/files.o" "$work/run.o" "$work/launches.o" "$work/arena.o" "$work/parameters.o" \
            "$work/one_thread.o" "$work/$1.o" -L"$build/api" -llanewise -lm -rdynamic -Wl,-rpath,"$build/api"
}

# shellcheck disable=SC2086 # words
set -- $passes
echo "1..$#"
number=0 status=0 way=one-thread
for pass in $("$fuse" --passes | sed 's/ .*//'); do
    [ "$pass" != emit ] || way=fused
    case " $* " in *" $pass "*) ;; *) continue ;; esac
    number=$((number + 1))
    if make "$pass" >"$work/log" 2>&1 && "$work/$pass" $way >"$work/log" 2>&1; then
        echo "ok $number - $pass: $(sed -n 's/^ok 1 - //p' "$work/log")"
    else
        sed 's/^/# /' "$work/log"
        echo "not ok $number - $pass"
        status=1
    fi
    rm -f "$work/$pass" "$work/$pass.o"
done
exit $status
