# Part of messages.sh: warnings.
cat >format.c <<END
$kernel
LW_KERNEL(k, (float *, x))
{
    printf("%d\n", x[0]);
}
END
for compiler in $compilers; do
    with --host-cc=$compiler -c format.c -o out.o && [ "$(grep -c 'warning: ' log)" = 1 ] && [ "$(wc -l <log)" -le 6 ] &&
        grep 'warning: ' log | grep -q '; write %f$'
    report $? "a format that does not fit, $compiler"
done

# A scalar of shared memory is a pointer, which is never null.
cat >scalar.c <<END
$kernel
LW_KERNEL(k, (int, n), (float *, x))
{
    LW_SHARED(bool, last);
    LW_SHARED( int , other );
    LW_SHARED(int, tile, [4]);
    if (threadIdx.x == 0)
        *last = n > 1, *other = n, tile[0] = n;
    __syncthreads();
    if (last)
        x[0] = 1;
}
END
sed 's/if (last)/if (*last \&\& other[0])/' scalar.c >no_scalar.c
sed 's/if (last)/if (n \&\& !other)/' scalar.c >negated.c
for compiler in $compilers; do
    with --host-cc=$compiler -c scalar.c -o out.o && [ "$(grep -c 'warning: ' log)" = 1 ] && [ "$(wc -l <log)" -le 4 ] &&
        grep -q 'scalar.c:10:.*warning: .*; write \*last, as LW_SHARED(type, last) is a pointer$' log
    report $? "a scalar of shared memory as a condition, $compiler"
    with --host-cc=$compiler -c negated.c -o out.o && grep -q 'negated.c:10:.*warning: .*; write \*other' log
    report $? "a scalar of shared memory, negated, $compiler"
    with --host-cc=$compiler -fsyntax-only scalar.c && grep -q 'write \*last' log
    report $? "a scalar of shared memory, with -fsyntax-only, $compiler"
    rm -f out.o
    with --host-cc=$compiler -Werror -c scalar.c -o out.o
    [ $? = 1 ] && grep -q 'error: .*; write \*last' log && [ ! -e out.o ]
    report $? "a scalar of shared memory, with -Werror, $compiler"
    with --host-cc=$compiler -c no_scalar.c -o out.o && [ ! -s log ] &&
        with --host-cc=$compiler -w -c scalar.c -o out.o && [ ! -s log ] &&
        with --host-cc=$compiler -Wno-address -c scalar.c -o out.o && [ ! -s log ]
    report $? "a scalar of shared memory, its value as a condition, $compiler"
done

# ... and no number.
cat >number.c <<END
$kernel
LW_KERNEL(k, (int, n), (int *, x))
{
    LW_SHARED(int, last);
    int old = last;
    x[0] = n + old;
}
END
for compiler in $compilers; do
    with --host-cc=$compiler -c number.c -o out.o
    grep -Eq 'number.c:5:[0-9]+: (warning|error): .*; write \*last, as LW_SHARED\(type, last\) is a pointer$' log
    report $? "a scalar of shared memory as a number, $compiler"
done
