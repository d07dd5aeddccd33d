# Shared by the scripts of mistakes that must not compile; after tap.sh. A source file begins with $head, which the
# script sets. Checks write what went wrong to $work/log, and hold when they write nothing.

# The mistake on standard input, and beside it a line that is right: in $work/mistake.c and $work/right.c.
write_pair() # the correct line
{
    mistake=$(cat)
    printf '%s%s\n' "$head" "$mistake" >"$work/mistake.c"
    printf '%s%s\n' "$head" "$1" >"$work/right.c"
}

# Every CPU compiler here refuses the mistake and says the words (an extended regular expression).
cpu_refuses() # words
{
    for compiler in $compilers; do
        if $compiler -std=gnu11 $c_flags -c "$work/mistake.c" -o "$work/out.o" >"$work/said" 2>&1; then
            echo "$compiler compiled it" >>"$work/log"
        elif ! grep -Eq -e "$1" "$work/said"; then
            echo "$compiler did not say: $1" >>"$work/log"
            grep -m 3 error "$work/said" >>"$work/log"
        fi
    done
    [ ! -s "$work/log" ]
}

cpu_accepts()
{
    for compiler in $compilers; do
        $compiler -std=gnu11 $c_flags -c "$work/right.c" -o "$work/out.o" >>"$work/log" 2>&1 ||
            echo "$compiler refused the correct form" >>"$work/log"
    done
    [ ! -s "$work/log" ]
}

# The same for nvcc, which must be there.
cuda_refuses() # words
{
    if "$nvcc" $cuda_flags -fatbin "$work/mistake.c" -o "$work/out.fatbin" >"$work/said" 2>&1; then
        echo "nvcc compiled it" >>"$work/log"
    elif ! grep -Eq -e "$1" "$work/said"; then
        echo "nvcc did not say: $1" >>"$work/log"
        grep -m 3 -i error "$work/said" >>"$work/log"
    fi
    [ ! -s "$work/log" ]
}

cuda_accepts()
{
    "$nvcc" $cuda_flags -fatbin "$work/right.c" -o "$work/out.fatbin" >"$work/log" 2>&1 && : >"$work/log"
}
