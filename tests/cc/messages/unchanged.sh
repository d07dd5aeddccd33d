# Part of messages.sh: what stays as the compiler says it. Uses sources of the parts before it.
# Errors that have nothing to do with each other, and the steps of expansion of the user's macros.
cat >two.c <<END
$kernel
#define MINE(x) ((x)->no_member)
struct s { int member; };
LW_KERNEL(k, (int *, x), (struct s *, s))
{
    x[0] = first_unknown;
    x[1] = MINE(s);
    x[2] = second_unknown;
    x[3] = __popc(third_unknown);
}
END
for compiler in $compilers; do
    with --host-cc=$compiler -c two.c -o out.o
    [ $? = 1 ] && [ "$(grep -c 'error: ' log)" = 4 ] && grep -q 'error: .*first_unknown' log &&
        grep -q 'error: .*second_unknown' log && grep -q 'error: .*third_unknown' log &&
        grep -q "note: .*macro .MINE" log && ! grep -q 'left out' log && ! grep -q "$root/api" log
    report $? "errors of the user's own, $compiler"
    with --host-cc=$compiler -c include_forgotten.c -o out.o
    few=$(grep -c 'error: ' log)
    with --host-cc=$compiler -v -c parameters_without_parentheses.c -o out.o
    [ $? = 1 ] && [ "$few" = 1 ] && grep -q 'note: .*macro .LW_KERNEL' log
    report $? "-v shows all, $compiler"
    with --host-cc=$compiler -w -c texture.c -o out.o
    [ $? = 1 ] && grep -q 'error: .*cudaTextureObject_t: include' log
    report $? "-w shows errors, $compiler"
    with --host-cc=$compiler -fsyntax-only texture.c
    [ $? = 1 ] && [ "$(grep -c 'error: ' log)" = 1 ]
    report $? "-fsyntax-only, $compiler"
    with --host-cc=$compiler -fdiagnostics-color=always -c sqrt_of_int.c -o out.o
    [ $? = 1 ] && grep -q 'write casts' log && grep -q "$(printf '\033')\[" log && [ "$(wc -l <log)" -le 6 ]
    report $? "in colours, $compiler"
done

# What a hint leaves out is about its own line alone: 1 and 12 are two.
printf 'void f(float *x) { k<<<1, 2>>>(x); }\n%s\n\n\n\n\n\n\n\n\n\nvoid g(float *x) { k<<<3, 4>>>(x); }\n' "$kernel" >twice.c
for compiler in $compilers; do
    with --host-cc=$compiler -c twice.c -o out.o
    [ $? = 1 ] && [ "$(grep -c 'error: .*; write lw_launch' log)" = 2 ] && grep -q '^twice.c:12:' log
    report $? "a mistake twice, $compiler"
done

# Errors in a header of the user's: how it was included stays, too.
printf '#pragma once\nstatic inline int f(int x) { return unknown; }\n' >mine.h
printf '%s\n#include "mine.h"\nLW_KERNEL(k, (int *, x)) { *x = f(*x); }\n' "$kernel" >outer.c
for compiler in $compilers; do
    with --host-cc=$compiler -c outer.c -o out.o
    [ $? = 1 ] && grep -q 'In file included from outer.c:2' log && grep -q 'mine.h:2:.*error: .*unknown' log
    report $? "an error in a header, $compiler"
done

# A terminal gets colours, as from the compiler itself.
if command -v script >/dev/null; then
    for compiler in $compilers; do
        printf '%s --include-dir=%s/api --no-cuda --no-checked --fused=off --host-cc=%s -c two.c -o out.o\n' \
            "$driver" "$root" $compiler >on_terminal
        TERM=xterm script -qec 'sh on_terminal' /dev/null </dev/null >log 2>&1
        grep -q "$(printf '\033')\[" log && grep -q first_unknown log
        report $? "colours on a terminal, $compiler"
    done
else
    skip "colours on a terminal" "no script"
fi

# A line with a tab and a letter of two bytes: gcc counts columns, clang bytes; the caret is below the name in both. In colours,
# too, where the same error is shown once.
printf '%s\n__device__ static int f(int n)\n{\n\treturn /* \303\274 */ tex2D(n, 1);\n}\n' "$kernel" >tab.c
for compiler in $compilers; do
    case $compiler in
    clang*) column=18 ;;
    *) column=24 ;;
    esac
    for colours in never always; do
        with --host-cc=$compiler -fdiagnostics-color=$colours -c tab.c -o out.o
        sed -i "s/$(printf '\033')\[[0-9;]*[mK]//g" log
        shown=$(sed -n 's/tex2D(n, 1).*//p' log | tail -n 1) caret=$(sed -n 's/\^.*//p' log)
        grep -q "tab.c:4:$column: error: .*tex2D: include" log && [ "$(grep -c error: log)" = 1 ] &&
            [ "$(printf %s "$shown" | wc -m)" = "$(printf %s "$caret" | wc -m)" ]
        report $? "a line with a tab, colours $colours, $compiler"
    done
done
