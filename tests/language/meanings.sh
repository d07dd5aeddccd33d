#!/bin/sh
# What C and C++ both accept and understand differently, and no compiler refuses: the table of api/manual/port.md. Each row is
# an expression of a kernel with its value as C (the CPU copy) and as C++ (the CUDA copy), and what to write instead,
# which has one value. Where a row fails the table is wrong.
. "$(dirname "$0")/tap.sh"

# A kernel that compiles if the expression, after the declarations, has the value. $outer are declarations of the scope
# around, $header is a further include.
header= outer=
kernel() # declarations, expression, value
{
    printf '#include <lanewise/kernel.h>\n#include <stdbool.h>\n%s\nLW_KERNEL(k, (int *, p))\n{\n    %s\n' "$header" "$outer" >"$work/meaning.c"
    printf '    {\n        %s\n        char holds[(%s) == %s ? 1 : -1];\n        *p = (int)sizeof holds;\n    }\n}\n' \
        "$1" "$2" "$3" >>"$work/meaning.c"
}
as_c()
{
    for compiler in $compilers; do
        $compiler -std=gnu11 -w $include -fsyntax-only "$work/meaning.c" >>"$work/log" 2>&1 || return 1
    done
}
as_cuda() { "$nvcc" $cuda_flags -w -ptx "$work/meaning.c" -o "$work/meaning.ptx" >>"$work/log" 2>&1; }
as_cxx()
{
    { ! have g++ || g++ -x c++ -std=gnu++17 -w $include -fsyntax-only "$work/meaning.c" >>"$work/log" 2>&1; } &&
        { [ -z "$nvcc" ] || as_cuda; }
}

row() # name, declarations, expression, value in C, value in C++, the expression to write instead, its value
{
    { kernel "$2" "$3" "$4" && as_c && kernel "$2" "$3" "$5" && as_cxx; } &&
        { [ -z "${6:-}" ] || { kernel "$2" "$6" "$7" && as_c && as_cxx; }; }
    report $? "means_otherwise_$1"
}

row character '' "sizeof 'a'" 4 1 "sizeof(char)" 1
row comparison '' 'sizeof(1 < 2)' 4 1 'sizeof(int)' 4
row negation '' 'sizeof(!1)' 4 1
row conjunction '' 'sizeof(1 && 1)' 4 1
row truth '' 'sizeof(true)' 4 1 'sizeof(bool)' 1
row comma_array 'float a[8];' 'sizeof((0, a))' 8 32 'sizeof a' 32
row chosen_array 'float a[8], b[8];' 'sizeof(1 ? a : b)' 8 32
row enumeration 'enum e { ONE, TWO };' '(enum e)0 - 2 < 0' 0 1 '(int)(enum e)0 - 2 < 0' 1
row large_enumerator 'enum e { ONE = 1, ALL = 0xffffffff };' 'ONE - 2 < 0' 1 0 '(int)ONE - 2 < 0' 1
row empty_structure 'struct none { };' 'sizeof(struct none)' 0 1
outer='struct in { char c[3]; };'
row nested_structure 'struct out { struct in { char c[9]; } in; };' 'sizeof(struct in)' 9 3
outer='char name[99];'
row hiding_tag 'struct name { char c[3]; };' 'sizeof(name)' 99 3 'sizeof(struct name)' 3
header='#include <lanewise/groups.h>'
outer='lw_tile(32) tile = lw_tiled_partition(32, lw_this_thread_block());'
for call in 'reduce' 'inclusive_scan' 'exclusive_scan'; do
    kernel '' "sizeof(lw_group_$call(tile, *p < 1, lw_plus))" 4 && as_c &&
        { [ -z "$nvcc" ] || { kernel '' "sizeof(lw_group_$call(tile, *p < 1, lw_plus))" 1 && as_cuda; }; } &&
        kernel '' "sizeof(lw_group_$call(tile, (int)(*p < 1), lw_plus))" 4 && as_c && { [ -z "$nvcc" ] || as_cuda; }
    report $? "means_otherwise_group_$call"
done
finish
