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

# A compiler's start takes longer than a twin: those that are one kernel and nothing else, so that none lends another
# anything, are compiled in one file, each under a name of its own. Only if that is refused each is compiled by itself,
# which tells whose mistake it is. So a row ends in await_twin, and settle reports: before $head or flags change, and at
# the end.
newline='
'
waiting=0
await_twin() # status of the refusal, row@TARGET (cpu or cuda), the correct line ("": none)
{
    waiting=$((waiting + 1))
    row=$work/rows/$waiting status=$1
    mkdir -p "$row"
    [ $waiting != 1 ] || compiled_so=$head$c_flags$cuda_flags
    if [ "$compiled_so" != "$head$c_flags$cuda_flags" ]; then
        echo "rows with another head or other flags wait: settle comes before" >>"$work/log"
        status=1
    fi
    echo "$status $2" >"$row/result"
    cp "$work/log" "$row/log"
    : >"$work/log"
    [ "$status" = 0 ] && [ -n "$3" ] || return
    case $3 in
    *"$newline"[!\ ]*) ;;
    'LW_KERNEL(k, '*)
        joined=$work/joined_${2#*@}.c
        [ -e "$joined" ] || printf '%s' "$head" >"$joined"
        printf 'LW_KERNEL(k%s, %s\n' "$waiting" "${3#"LW_KERNEL(k, "}" >>"$joined"
        cp "$work/right.c" "$row/joined_${2#*@}.c"
        return
        ;;
    esac
    cp "$work/right.c" "$row/alone.c"
}

settle()
{
    for target in cpu cuda; do
        [ -e "$work/joined_$target.c" ] || continue
        mv "$work/joined_$target.c" "$work/right.c"
        "${target}_accepts" && rm "$work"/rows/*/joined_$target.c
        : >"$work/log"
    done
    number=0
    while [ $number -lt $waiting ]; do
        number=$((number + 1))
        row=$work/rows/$number
        read -r status name <"$row/result"
        cp "$row/log" "$work/log"
        for twin in "$row"/*.c; do
            [ -e "$twin" ] || continue
            cp "$twin" "$work/right.c"
            "${name#*@}_accepts"
            status=$?
        done
        report "$status" "$name"
    done
    rm -rf "$work/rows"
    waiting=0
}
