#!/bin/sh
# Lists of mathematics functions that the preprocessor cannot make from emu/device/device_math_list.h, because they define macros, or
# say something of each function: they name all that they should, and no others.
. "$(dirname "$0")/tap.sh"

# The names of lists of the definition, EMU_MATH_...
of()
{
    for list; do
        printf '#include <emu/device/device_math_list.h>\n#define X(name) name\nEMU_MATH_%s(X)\n' "$list"
    done | $cc -I. -E -P - | tr -s ' ' '\n' | grep .
}
every=$(of OF_1 OF_2 OF_3 OF_4 OF_ORDER OF_ARRAY)
inexact=$(of OF_1 INEXACT_OF_2 OF_3 OF_4 OF_ORDER) # the rows W5 to W49

same() # name, the names that are wanted, those that are there
{
    printf '%s\n' $2 | sort -u >"$work/wanted"
    printf '%s\n' $3 | sort -u | diff "$work/wanted" - >>"$work/log" && [ -n "$2" ]
    report $? "functions_$1"
}
# Which of the functions <math.h> declares.
declared() # flags
{
    printf '#include <math.h>\n' | $cc -std=gnu11 "$@" -E -P - | grep -o 'extern double [a-z0-9]* (' | awk '{ print $3 }' \
        >"$work/declared"
    printf '%s\n' $every | grep -Fx -f "$work/declared"
}

# ---- the kernel language ----
# What text becomes in kernels; each line has the name, then that.
expand() # text in which % stands for the name, names...
{
    text=$1
    shift
    { echo '#include <lanewise/kernel.h>'; for name; do echo "\"$name\" $(echo "$text" | sed "s/%/$name/")"; done; } |
        $cc -std=gnu11 $include -E -P -x c - | sed -n 's/^"\([a-z0-9_]*\)" /\1 /p'
}
same of_floats "$every" "$(expand '%f' $every | awk '$2 == "emu_math_" $1 "f" || $2 == "lw_cpu_" $1 "f" { print $1 }')"
# The type of the argument chooses; CUDA has no overload of lengths, except hypot.
for form in 'OF_1 %(x)' 'OF_2 %(x, y)' 'OF_3 %(x, y, z)' 'OF_4 %(x, y, z, w)' 'OF_ORDER %(n, x)' 'OF_ARRAY %(n, p)'; do
    names=$(of ${form%% *})
    same "${form%% *}" "$names" "$(expand "${form#* }" $names | awk '
        { name = $1; overloaded = name !~ /^(r?norm([34]d)?|rhypot)$/; gsub(/[^a-z0-9_]+/, " "); calls = " " $0 " " }
        index(calls, " emu_math_" name " ") && (index(calls, " emu_math_" name "f ") > 0) == overloaded { print name }')"
done
# Without arguments, where the C library has a function of that name.
printf '#include <lanewise/kernel.h>\n' | $cc -std=gnu11 $include -E -P -x c - |
    grep -o 'extern double \([a-z0-9]*\)([^)]*) __asm__("emu_math_" "\1")' | sed 's/.*"\(.*\)")/\1/' >"$work/without"
same without_arguments "$(declared)" "$(cat "$work/without")"

# ---- lanewise-cc: which functions of the C library kernels may call ----
printf '%s\n' $every >"$work/every"
same kernels_may_call "$(declared -D_GNU_SOURCE)" "$(sed -n '/mathematics\[\] = {/,/};/p' api/cc/device_name.c |
    grep -o '"[a-z0-9]*"' | tr -d '"' | grep -Fx -f "$work/every")"

# ---- tests and bench ----
same rules "$inexact" "$($cc -I. -Iapi -E -P tests/conformance/W_rules.c | grep -o '\[MATH_[a-z0-9_]*\] =' |
    sed 's/.MATH_\(.*\)\] =/\1/')"
same rows "$inexact" "$(grep '^WITHIN_BOUNDS' tests/conformance/W_bounds.c | grep -o 'MATH_[a-z0-9_]*' | sed 's/MATH_//')"
for file in tests/conformance/W_reference.c bench/ulp/reference.c; do
    $cc -std=gnu11 -D_GNU_SOURCE -I. -Iapi -Wswitch -Werror -fsyntax-only "$file" >>"$work/log" 2>&1
    report $? "functions_of_$file"
done

# ---- the library ----
if [ -n "$library" ]; then
    same exported "$every $(printf '%sf\n' $every)" "$(nm -D --defined-only "$library" |
        sed -n 's/.* emu_math_\([a-z0-9_]*\)$/\1/p' | grep -v '_x[0-9]*$')"
else
    skip functions_exported "no library named"
fi
finish
