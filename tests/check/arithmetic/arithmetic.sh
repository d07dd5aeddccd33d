#!/bin/sh
# What checked mode says of arithmetic that C leaves undefined, and of structures that lie wrongly: with gcc's checked
# copies and with clang's. What a GPU is said to give is what an H200 gave. Prints TAP.
# usage: arithmetic.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-arithmetic
. "$(dirname "$0")/../build.sh"

# What is found, a line each: what the source's line says of itself in its comment, and the finding's first line; every
# one must be the lane's that does it. Types by one name.
run() # kernel, x, a, b
{
    LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$@" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" || echo "no summary" >>"$work/log"
    awk -v source="$here/kernels.c" '
        BEGIN {
            while ((getline line <source) > 0)
                comment[++number] = line ~ /\/\* .* \*\/$/ ? substr(line, index(line, "/* ") + 3) : "? */"
        }
        { gsub(/long long int/, "long long"); gsub(/long long unsigned int/, "unsigned long long")
          gsub(/short unsigned int/, "unsigned short"); gsub(/short int/, "short") }
        /^========= [^ ]/ { head = substr($0, 11) }
        /^=========     at / { sub(/.*kernels.c:/, ""); at = comment[$0 + 0]; sub(/ \*\/$/, "", at); print at ": " head }
        /^=========     by / && !/thread \(5,0,0\) in block \(1,0,0\)$/ { print "not by the lane: " $0 }' \
        "$work/said" >"$work/found"
}
# The lines are those of the standard input.
finds() # kernel, x, a, b
{
    cat >"$work/expected"
    run "$@"
    diff "$work/expected" "$work/found" >>"$work/log" && [ ! -s "$work/log" ] || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $*"
}
# An access of that many bytes, because of what wrapped in a line that says so.
follows() # kernel, a, b, size, what wrapped
{
    run "$1" 0 "$2" "$3"
    at=$(sed -n "s/^=========     the index overflowed at $1()+0x[0-9a-f]* in .*kernels.c:\([0-9]*\): $5, on a GPU too\$/\1/p" "$work/said")
    grep -q "^\(wraps, \)\?wrong: Invalid __[a-z]*__ \(write\|access\|read\)\( of size $4 bytes\)\?$" "$work/found" &&
        [ "$(grep -c . "$work/found")" = 1 ] &&
        sed -n "${at:-1}p" "$here/kernels.c" | grep -q '/\* wraps' ||
        { cat "$work/found" "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 follows from what wrapped"
}

# The answers for one number: to i8 u8 i16 u16 i32 u32 i64 u64, of a float and of a double; - where it fits.
casts() # number, as it is told of the float and of the double, 16 answers
{
    x=$1 narrow=$2 wide=$3
    shift 3
    for from in float double; do
        for to in 'i8 signed char' 'u8 unsigned char' 'i16 short' 'u16 unsigned short' 'i32 int' 'u32 unsigned int' \
            'i64 long long' 'u64 unsigned long long'; do
            [ "$1" = - ] || echo "$from ${to%% *}: $narrow of type '$from' converted to '${to#* }', which cannot hold it: a GPU gives $1"
            shift
        done
        narrow=$wide
    done >"$work/answers"
    finds casts "$x" 0 0 <"$work/answers"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    least=-9223372036854775808 greatest=9223372036854775807 all=18446744073709551615 half=9223372036854775808

    casts nan nan nan 0 0 0 0 0 0 $least $half 0 0 0 0 -2147483648 2147483648 $least $half
    casts inf inf inf -1 255 -1 65535 2147483647 4294967295 $greatest $all -1 255 -1 65535 2147483647 4294967295 $greatest $all
    casts -inf -inf -inf 0 0 0 0 -2147483648 0 $least 0 0 0 0 0 -2147483648 0 $least 0
    casts 300.7 300.700012 300.7 44 44 - - - - - - 44 44 - - - - - -
    casts -300.7 -300.700012 -300.7 -44 0 - 0 - 0 - 0 -44 0 - 0 - 0 - 0
    casts -70000 -70000 -70000 -112 0 -4464 0 - 0 - 0 -112 0 -4464 0 - 0 - 0
    casts 4e9 '4e+09' '4e+09' -1 0 -1 10240 2147483647 - - - -1 0 -1 10240 2147483647 - - -
    casts -4e9 '-4e+09' '-4e+09' 0 0 0 0 -2147483648 0 - 0 0 0 0 0 -2147483648 0 - 0
    casts 1e20 '1.00000002e+20' '1e+20' -1 255 -1 65535 2147483647 4294967295 $greatest $all -1 255 -1 65535 2147483647 4294967295 $greatest $all
    casts 100 100 100 - - - - - - - - - - - - - - - -

    finds shifts 0 -7 32 <<'END'
i32 left: -7 of type 'int' shifted by 32, where it has 32 bits: a GPU gives 0, or -1 for a right shift, the CPU shifts by 0
i32 right: -7 of type 'int' shifted by 32, where it has 32 bits: a GPU gives 0, or -1 for a right shift, the CPU shifts by 0
u32 left: 4294967289 of type 'unsigned int' shifted by 32, where it has 32 bits: a GPU gives 0, the CPU shifts by 0
u32 right: 4294967289 of type 'unsigned int' shifted by 32, where it has 32 bits: a GPU gives 0, the CPU shifts by 0
i16 left: -7 of type 'int' shifted by 32, where it has 32 bits: a GPU gives 0, or -1 for a right shift, the CPU shifts by 0
END
    finds shifts 0 7 -1 <<'END'
i32 left: 7 of type 'int' shifted by -1, where it has 32 bits: a GPU gives 0, the CPU shifts by 31
i32 right: 7 of type 'int' shifted by -1, where it has 32 bits: a GPU gives 0, the CPU shifts by 31
u32 left: 7 of type 'unsigned int' shifted by -1, where it has 32 bits: a GPU gives 0, the CPU shifts by 31
u32 right: 7 of type 'unsigned int' shifted by 4294967295, where it has 32 bits: a GPU gives 0, the CPU shifts by 31
i64 left: 7 of type 'long long' shifted by -1, where it has 64 bits: a GPU gives 0, the CPU shifts by 63
i64 right by i64: 7 of type 'long long' shifted by -1, where it has 64 bits: a GPU gives 0, the CPU shifts by 63
u64 left by i64: 7 of type 'unsigned long long' shifted by -1, where it has 64 bits: a GPU gives 0, the CPU shifts by 63
u64 right: 7 of type 'unsigned long long' shifted by -1, where it has 64 bits: a GPU gives 0, the CPU shifts by 63
i16 left: 7 of type 'int' shifted by -1, where it has 32 bits: a GPU gives 0, the CPU shifts by 31
END
    finds shifts 0 7 0x100000003 <<'END'
i64 right by i64: 7 of type 'long long' shifted by 4294967299, where it has 64 bits: a GPU shifts by 3, the CPU shifts by 3
u64 left by i64: 7 of type 'unsigned long long' shifted by 4294967299, where it has 64 bits: a GPU shifts by 3, the CPU shifts by 3
END
    finds shifts 0 -7 31 </dev/null

    # The lane ends there, as on no GPU: the processor traps.
    while read -r which line; do
        echo "$line" >"$work/answers"
        finds divisions "$which" -100 0 <"$work/answers"
    done <<'END'
0 i32: -100 of type 'int' divided by zero: a GPU gives -1, remainder -100
1 i32 rest: -100 of type 'int' divided by zero: a GPU gives -1, remainder -100
2 u32: 4294967196 of type 'unsigned int' divided by zero: a GPU gives 4294967295, remainder 4294967196
3 u32 rest: 4294967196 of type 'unsigned int' divided by zero: a GPU gives 4294967295, remainder 4294967196
4 i64: -100 of type 'long long' divided by zero: a GPU gives -1, remainder -100
5 i64 rest: -100 of type 'long long' divided by zero: a GPU gives -1, remainder -100
6 u64: 18446744073709551516 of type 'unsigned long long' divided by zero: a GPU gives 18446744073709551615, remainder 18446744073709551516
7 u64 rest: 18446744073709551516 of type 'unsigned long long' divided by zero: a GPU gives 18446744073709551615, remainder 18446744073709551516
8 i16: -100 of type 'int' divided by zero: a GPU gives -1, remainder -100
END
    for which in 0 1; do
        finds divisions $which -2147483648 -1 <<END
i32$([ $which = 0 ] || echo ' rest'): -2147483648 of type 'int' divided by -1, which it cannot hold: a GPU gives -2147483648, remainder 0
END
    done
    for which in 4 5; do
        finds divisions $which $least -1 <<END
i64$([ $which = 4 ] || echo ' rest'): $least of type 'long long' divided by -1, which it cannot hold: a GPU gives $least, remainder 0
END
    done
    for which in 2 6 8; do
        finds divisions $which -2147483648 -1 </dev/null
    done

    follows product 46342 46341 8 "46342 \* 46341 of type 'int' is 2147534622, which wraps to -2147432674"
    follows product -70000 70000 8 "-70000 \* 70000 of type 'int' is -4900000000, which wraps to -605032704"
    follows sum 2147483647 100 1 "\(2147483647 + 100\|100 + 2147483647\) of type 'int' is 2147483747, which wraps to -2147483549"
    follows difference -2147483648 5 4 "-2147483648 - 5 of type 'int' is -2147483653, which wraps to 2147483643"
    follows negative -2147483648 0 8 "0 - -2147483648 of type 'int' is 2147483648, which wraps to -2147483648"
    follows part 100000 30000 4 "100000 \* 30000 of type 'int' is 3000000000, which wraps to -1294967296"
    follows pitch 70000 32768 8 "70000 \* 32768 of type 'int' is 2293760000, which wraps to -2001207296"
    follows wide_product 3037000500 3037000500 8 "3037000500 \* 3037000500 of type 'long long\( int\)\?' is 9223372037000250000, which wraps to -9223372036709301616"
    follows in_shared 65536 40000 2 "65536 \* 40000 of type 'int' is 2621440000, which wraps to -1673527296"
    follows in_local 65536 40000 0 "65536 \* 40000 of type 'int' is 2621440000, which wraps to -1673527296"
    follows behind_hash 46341 46341 8 "46341 \* 46341 of type 'int' is 2147488281, which wraps to -2147479015"

    LANEWISE_ENGINE=checked LANEWISE_CHECK=all,json timeout 60 "$work/program" product 0 46341 46341 >"$work/said" 2>&1
    grep -q '"overflow":{"pc":"0x[0-9a-f]*","function":"product",.*"line":[0-9]*,"type":".int.","operation":"\*","left":"46341","right":"46341","exact":"2147488281","wrapped":"-2147479015"}' "$work/said" ||
        cat "$work/said" >>"$work/log"
    [ ! -s "$work/log" ]
    report $? "${compiler##*/}: what wrapped, as JSON"

    for seed in 0 1 2147483647 -2147483648; do
        finds hash 0 $seed 0 </dev/null
    done
    finds field 0 549755813887 -2147483648 </dev/null
    finds guarded 0 2147483640 0 </dev/null
    for words in 'hash_then_end 0 77 0' 'of_another 0 46341 -2147479015'; do
        finds $words <<'END'
wrong: Invalid __global__ write of size 8 bytes
END
        ! grep 'the index overflowed' "$work/said" >>"$work/log"
        report $? "${compiler##*/}: $words: nothing that wrapped is to blame"
    done
    finds product 0 10 100 </dev/null

    finds structures 0 0 0 </dev/null
    finds promised 0 0 16 </dev/null
    finds structures 0 0 32 </dev/null
done

# gcc's code traps at the first.
for compiler in $clang; do
    finds structures 0 0 4 <<'END'
written: Invalid __global__ write of size 16 bytes
read: Invalid __global__ read of size 16 bytes
read, returned: Invalid __global__ read of size 16 bytes
written, large: Invalid __global__ write of size 16 bytes
read, large: Invalid __global__ read of size 16 bytes
written, a member: Invalid __global__ write of size 16 bytes
END
    run promised 0 0 4
    grep -q '^promised: address 0x[0-9a-f]*4 is no multiple of 16, as the program has promised$' "$work/found" ||
        cat "$work/said" >>"$work/log"
    [ ! -s "$work/log" ]
    report $? "${compiler##*/}: a promised alignment"
done
finish
