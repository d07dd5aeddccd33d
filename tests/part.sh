#!/bin/sh
# Builds a test program of the files that have cases with PATTERN in their names, and of the kernels that these files launch:
# seconds in place of minutes. Prints the program's path; nothing where no case has such a name. Where most files have, the program is
# the whole one.
# usage: part.sh ROOT BUILD PATTERN
set -eu
root=$(realpath "$1") build=$2 pattern=$3

whole()
{
    ninja -C "$build" tests/lanewise-test >&2
    echo "$build/tests/lanewise-test"
    exit
}

# Of suite/name@device the name; the suite, where the pattern has no more.
word=${pattern%@*} suite=
case $word in
*/*) suite=${word%%/*} word=${word#*/} ;;
esac
case $word in
*[!A-Za-z0-9_]* | random* | kernel | row) whole ;;
'') word=$suite ;;
esac

cd "$root/tests"
name=".*$word"
[ -z "$suite" ] || name="($suite, *)?$word"
sources=
for file in api/*.c machine/*.c fault/*.c language/*.c cases/*.c conformance/*.c; do
    case $suite/$file in
    /*"$word"*) ;;
    */cases/*) grep -q "\"[^\"]*$word" "$file" || continue ;;
    *) grep -Eq "^[A-Z_]+\($name" "$file" || continue ;;
    esac
    sources="$sources $file"
done
[ -n "$sources" ] || exit 0
[ "$(echo $sources | wc -w)" -le 12 ] || whole

# What they share: files beside them that have no cases, and those of headers that they include.
for folder in $(dirname $sources | sort -u); do
    sources="$sources $(grep -LE '^(TEST|LITMUS)|test_register\(' "$folder"/*.c | tr '\n' ' ')"
done
for file in $sources; do
    for header in $(sed -n 's/^#include "\(.*\)\.h"$/\1/p' "$file" | sed "s|^|$(dirname "$file")/|") \
        $(sed -n 's/^#include <tests\/\(.*\)\.h>$/\1/p' "$file"); do
        shared=$(realpath -m --relative-to=. "$header.c")
        case $shared in
        harness/* | device/* | */device/*) ;;
        *) [ ! -e "$shared" ] || sources="$sources $shared" ;;
        esac
    done
done
sources="$sources $(echo harness/*.c)"

objects=
for file in $(printf '%s\n' $sources | sort -u); do
    objects="$objects tests/lanewise-test.p/$(echo "$file" | tr / _).o"
done
cd "$build"
library=$(ninja -t targets all | sed -n 's/^\(api\/liblanewise\.so\.[0-9.]*\): .*/\1/p')
ninja "$library" $objects >&2

# Kernels: of the files beside the headers that are included, and each further one that is missing, of the files that have its name.
nm $objects | sed -n 's/^[0-9a-f]* [A-TV-Z] //p' | sort -u >tests/part.defined
kernels=
for name in $(cd "$root/tests" && for file in $sources; do
    suite=${file%%/*}
    sed -n "s,^#include <tests/\([a-z]*\)/device/\(.*\)\.h>\$,\1_\2,p; s,^#include \"device/\(.*\)\.h\"\$,${suite}_\1,p" "$file"
done | sort -u); do
    [ ! -e "$root/tests/${name%%_*}/device/${name#*_}.c" ] || kernels="$kernels tests/$name.o"
done
[ -z "$kernels" ] || ninja $kernels >&2
[ -z "$kernels" ] || nm $kernels | sed -n 's/^[0-9a-f]* [A-TV-Z] //p' >>tests/part.defined
for symbol in $(nm -u $objects | sed -n 's/^ *U \([A-Za-z0-9_]*__kernel\)$/\1/p; s/^ *U \(lwk_[A-Za-z0-9_]*\)$/\1/p' | sort -u); do
    ! grep -qx "$symbol" tests/part.defined || continue
    name=${symbol%__kernel}
    found=$(cd "$root" && grep -lw -e "$name" -e "${name#lwk_}" tests/*/device/*.c kernels/*.c) || whole
    for file in $found; do
        object=$(basename "$file" .c).o
        case $file in
        tests/*)
            suite=${file#tests/}
            kernels="$kernels tests/${suite%%/*}_$object"
            ;;
        *) kernels="$kernels kernels/$object" ;;
        esac
    done
done
kernels=$(printf '%s\n' $kernels | sort -u)
[ -z "$kernels" ] || ninja $kernels >&2
${CC:-cc} -o tests/lanewise-test-part $objects $kernels -Wl,--as-needed -Wl,-rpath,"$build/api" -Lapi -llanewise -pthread -lm -ldl -lrt >&2 || whole
echo "$build/tests/lanewise-test-part"
