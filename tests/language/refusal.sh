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

# A compiler's start takes longer than a small kernel. So rows wait: await_row keeps one, and settle, which comes before $head
# or flags change and at the end, asks the compilers and reports. What is one kernel and nothing else is compiled with
# others in one file, under a name of its own: twins, so that none lends another anything; and mistakes, each of
# which is judged by the errors at its own lines. Where that does not show that a row holds, it is compiled by itself: such as if a
# compiler stops before it comes to the mistake, and if a row is wrong, which tells whose mistake it is.
newline='
'
waiting=0
lone_kernel() # text: whether it is one kernel, whose further lines begin with a space
{
    case $1 in
    *"$newline"[!\ ]*) return 1 ;;
    'LW_KERNEL(k, '*) ;;
    *) return 1 ;;
    esac
}
renamed() { printf 'LW_KERNEL(k%s, %s\n' "$waiting" "${1#"LW_KERNEL(k, "}"; }

await_row() # row@TARGET (cpu or cuda), the mistake's words ("": none), the correct line ("": none); after write_pair
{
    waiting=$((waiting + 1))
    row=$work/rows/$waiting target=${1#*@}
    mkdir -p "$row"
    [ $waiting != 1 ] || compiled_so=$head$c_flags$cuda_flags
    if [ "$compiled_so" != "$head$c_flags$cuda_flags" ]; then
        echo "rows with another head or other flags wait: settle comes before" >>"$row/log"
    fi
    printf '%s\n' "$1" >"$row/name"
    if [ -n "$2" ]; then
        printf '%s\n' "$2" >"$row/words"
        cp "$work/mistake.c" "$row/mistake.c"
        case $2 in
        # Words that a neighbour's mistake may bring, too.
        . | *expected* | *'|error'*) ;;
        *) ! lone_kernel "$mistake" || renamed "$mistake" >"$row/lone_$target.c" ;;
        esac
    fi
    [ -n "$3" ] || return 0
    cp "$work/right.c" "$row/right.c"
    lone_kernel "$3" || return 0
    [ -e "$work/joined_$target.c" ] || printf '%s' "$head" >"$work/joined_$target.c"
    renamed "$3" >>"$work/joined_$target.c"
    : >"$row/joined"
}

# The mistakes for a target that have not been refused so far, in one file. Before each stands a line that is right. An error
# there comes from the mistake before, as may what follows.
join_mistakes() # target
{
    joined=$work/mistakes_$1.c
    printf '%s' "$head" >"$joined"
    joined_lines=$(wc -l <"$joined") joined_rows=
    for number in $(seq $waiting); do
        row=$work/rows/$number
        [ -e "$row/lone_$1.c" ] || continue
        joined_rows="$joined_rows $number"
        echo "extern int before_$number;" | cat - "$row/lone_$1.c" >>"$joined"
        first=$((joined_lines + 1)) joined_lines=$(wc -l <"$joined")
        echo "$first $joined_lines" >"$row/lines"
    done
}

compile_mistakes() # target
{
    if [ "$1" = cuda ]; then
        "$nvcc" $cuda_flags -Xcudafe --error_limit=10000 -fatbin "$joined" -o "$work/out.fatbin" >"$work/said_of_all_nvcc" 2>&1
        return
    fi
    for compiler in $compilers; do
        limit=
        [ "$compiler" != clang ] || limit=-ferror-limit=0
        $compiler -std=gnu11 $c_flags $limit -c "$joined" -o "$work/out.o" >"$work/said_of_all_$compiler" 2>&1
    done
}

said_of_row() # words, compiler: whether it said them of the row's lines in the joined file
{
    read -r first last <"$row/lines"
    awk -v first="$first" -v last="$last" '
        match($0, /mistakes_(cpu|cuda)\.c[:(][0-9]+/) && /error/ {
            line = substr($0, RSTART, RLENGTH)
            sub(/.*[:(]/, "", line)
            if (line + 0 == first + 0)
                exit
            if (line + 0 > first && line + 0 <= last + 0)
                print
        }' "$work/said_of_all_$2" | grep -Eq -e "$1"
}

# Compilers have phases, and come to the next if a file has passed one: so again without the mistakes that were refused.
refuse_joined() # target
{
    refused=1
    while [ $refused != 0 ]; do
        join_mistakes "$1"
        case $joined_rows in *' '*' '*) ;; *) return ;; esac # one is compiled by itself
        compile_mistakes "$1"
        refused=0
        for number in $joined_rows; do
            row=$work/rows/$number said=1
            case $1 in cuda) said_by=nvcc ;; *) said_by=$compilers ;; esac
            for compiler in $said_by; do
                said_of_row "$(cat "$row/words")" $compiler || said=0
            done
            if [ $said = 1 ]; then
                rm "$row/lone_$1.c" "$row/words"
                refused=1
            fi
        done
    done
}

settle()
{
    for target in cpu cuda; do
        refuse_joined $target
        [ -e "$work/joined_$target.c" ] || continue
        mv "$work/joined_$target.c" "$work/right.c"
        ! "${target}_accepts" || : >"$work/accepted_$target"
        : >"$work/log"
    done
    number=0
    while [ $number -lt $waiting ]; do
        number=$((number + 1))
        row=$work/rows/$number
        read -r name <"$row/name"
        target=${name#*@}
        cat "$row/log" >"$work/log" 2>/dev/null
        if [ -e "$row/words" ]; then
            cp "$row/mistake.c" "$work/mistake.c"
            "${target}_refuses" "$(cat "$row/words")"
        fi
        if [ ! -s "$work/log" ] && [ -e "$row/right.c" ] && ! { [ -e "$row/joined" ] && [ -e "$work/accepted_$target" ]; }; then
            cp "$row/right.c" "$work/right.c"
            "${target}_accepts"
        fi
        [ ! -s "$work/log" ]
        report $? "$(reported_name "$name")"
    done
    rm -rf "$work/rows" "$work"/accepted_* "$work"/said_of_all_*
    waiting=0
}
# What a row is called where it is reported.
reported_name() { printf '%s' "$1"; }
