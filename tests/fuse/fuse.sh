#!/bin/sh
# Tests of lanewise-fuse, pass by pass: each .ll file of this folder is a kernel that shows one thing. Prints TAP.
# usage: fuse.sh SOURCE_ROOT LANEWISE_FUSE
#
# A file's first comments say what is expected of it, in extended regular expressions (but for what is refused):
#   ; level: N         it is made for that level; without it, for 0
#   ; shape: SHAPES    it is made for such blocks, too
#   ; until: PASS      the output of --until=PASS is checked; without it, what it makes
#   ; options: WORDS   it is run with these options, too
#   ; expect: RE       some line matches
#   ; reject: RE       no line does
#   ; report: RE       some line of --report does
#   ; refuse: TEXT     so the kernel stays on fibers: KERNEL: REASON
# An instruction is a line "BLOCK| TEXT"; lines of facts are as they are.
suite=fuse
fuse=$(realpath "$2") || exit 1
. "$(dirname "$0")/../language/tap.sh"
folder=$root/tests/fuse
optimiser=
for name in opt-19 /usr/lib/llvm-19/bin/opt; do
    [ -n "$optimiser" ] || ! have $name || optimiser=$name
done

# Lines of a dump or of a module: the block's name before what is in it, one space for many.
lines()
{
    awk '/^;; [^ ]+: number=/ { block = $2; sub(/:$/, "", block) }
        /^ / && block != "" { sub(/^ +/, ""); print block "| " $0; next }
        { print }'
}

# What the file's head says, in variables and in files of $work.
read_head() # file
{
    step='' level=0 options=''
    : >"$work/expect" >"$work/reject" >"$work/reports" >"$work/refuse"
    while IFS= read -r line; do
        case $line in
        '; level: '*) level=${line#; level: } ;;
        '; until: '*) step=${line#; until: } ;;
        '; options: '*) options="$options ${line#; options: }" ;;
        '; shape: '*) for shape in ${line#; shape: }; do options="$options --shape=$shape"; done ;;
        '; expect: '*) printf '%s\n' "${line#; expect: }" >>"$work/expect" ;;
        '; reject: '*) printf '%s\n' "${line#; reject: }" >>"$work/reject" ;;
        '; report: '*) printf '%s\n' "${line#; report: }" >>"$work/reports" ;;
        '; refuse: '*)
            line=${line#; refuse: }
            printf '%s\n' "${line%%: *}: fibers: ${line#*: }" >>"$work/refuse"
            ;;
        ';'*) ;;
        *) break ;;
        esac
    done <"$1"
}

check() # file
{
    read_head "$1"
    if [ -n "$step" ]; then
        # shellcheck disable=SC2086 # words
        "$fuse" "--level=$level" "--until=$step" $options "$1" >"$work/out" 2>>"$work/log" || { echo "exit status $?" >>"$work/log"; return 1; }
        : >"$work/report"
    else
        # shellcheck disable=SC2086 # words
        "$fuse" "--level=$level" $options --report --text -o "$work/out" "$1" >"$work/report" 2>>"$work/log" || {
            echo "exit status $?" >>"$work/log"
            return 1
        }
        [ -z "$optimiser" ] || "$optimiser" -passes=verify -disable-output "$work/out" 2>>"$work/log" || return 1
    fi
    lines <"$work/out" >"$work/lines"
    [ -s "$work/expect" ] || [ -s "$work/reports" ] || [ -s "$work/refuse" ] || {
        echo "nothing is expected" >>"$work/log"
        return 1
    }
    good=0
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$work/lines" || { good=1; echo "no line matches: $pattern" >>"$work/log"; }
    done <"$work/expect"
    while IFS= read -r pattern; do
        ! grep -E -e "$pattern" "$work/lines" >>"$work/log" || { good=1; echo "matches: $pattern" >>"$work/log"; }
    done <"$work/reject"
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$work/report" || {
            good=1
            echo "no line of the report matches: $pattern" >>"$work/log"
        }
    done <"$work/reports"
    while IFS= read -r text; do
        grep -Fqx -e "$text" "$work/report" || { good=1; echo "it was not refused so: $text" >>"$work/log"; }
    done <"$work/refuse"
    [ $good = 0 ] || cat "$work/report" "$work/lines" >>"$work/log"
    return $good
}

for file in "$folder"/*.ll; do
    check "$file"
    report $? "$(basename "$file" .ll)"
done

# ---- arrows between the compiler's folders ----
# driver uses all others; codegen and transform use analysis; every folder uses support; nothing uses driver.
wrong_includes() # emu/fuse folder
{
    {
        (cd "$1" && find . -name '*.h')
        (cd "$root/emu" && find . -name '*.h' | sed 's/^\./../; s/^\.\.\/fuse\//.\//')
        echo
        (cd "$1" && grep -H '^ *# *include *"' ./*/*.[ch])
    } | awk -F'[:"]' '
        BEGIN {
            may["driver"] = "analysis|transform|codegen|post|support"
            may["codegen"] = may["transform"] = "analysis|support"
            may["analysis"] = may["post"] = "support"
            may["support"] = "none"
        }
        !NF { listed = 1; next }
        !listed { there[$0]; next }
        { split($1, part, "/"); from = part[2]; path = "./" from "/" $3 }
        !(from in may) { next }
        { while (sub(/\/[a-z0-9_]+\/\.\.\//, "/", path)); sub(/^\.\/\.\.\//, "../", path) }
        !(path in there) { print $1 " includes " $3 ", which is not there" }
        $3 !~ "^([a-z0-9_]+\\.h|\\.\\./(" may[from] ")/[a-z0-9_]+\\.h|\\.\\./\\.\\./[a-z_/]+\\.h)$" { print $1 " includes " $3 }'
}
wrong_includes "$root/emu/fuse" >>"$work/log"
[ ! -s "$work/log" ]
report $? includes_go_along_the_arrows
# That the search sees each wrong arrow, on a copy of the headers.
for wrong in analysis:driver analysis:transform transform:codegen codegen:driver codegen:transform codegen:post post:analysis \
    support:analysis; do
    from=${wrong%:*} to=${wrong#*:}
    rm -rf "$work/arrows" && mkdir "$work/arrows" && cp -r "$root"/emu/fuse/[a-z]*/ "$work/arrows" &&
        header=$(cd "$work/arrows/$to" && ls ./*.h | head -n 1) &&
        printf '#include "../%s/%s"\n' "$to" "${header#./}" >"$work/arrows/$from/wrong.c" &&
        wrong_includes "$work/arrows" >"$work/out" && grep -q "$from/wrong.c includes ../$to/" "$work/out" &&
        [ "$(grep -c . "$work/out")" = 1 ]
    report $? "include_of_${to}_in_${from}_is_seen"
done

# ---- rings of the compiler's units ----
# A unit is NAME.c with NAME.h. Units that reach each other by includes are a ring: no order is theirs to be read in. Prints
# each ring of two or more, how many units it has first.
most_in_a_ring=1 # none
rings() # emu/fuse folder
{
    grep -H '^ *# *include *"' "$1"/*/*.[ch] | awk -v top="$1/" '
        { file = substr($0, length(top) + 1); sub(/:.*/, "", file); split(file, part, "/")
          name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
          if (name ~ /^\.\.\/\.\./) next
          name = name ~ /^\.\.\// ? substr(name, 4) : part[1] "/" name
          sub(/\.[ch]$/, "", file); sub(/\.[ch]$/, "", name)
          if (file != name && !((file, name) in edge)) { edge[file, name]; to[file] = to[file] " " name; unit[file]; unit[name] } }
        function visit(from, at,    next_one, count, i) {
            count = split(to[at], next_one, " ")
            for (i = 1; i <= count; i++)
                if (!((from, next_one[i]) in reach)) { reach[from, next_one[i]]; visit(from, next_one[i]) } }
        END { for (u in unit) visit(u, u)
              for (u in unit) {
                  if ((u in done) || !((u, u) in reach)) continue
                  count = 0; ring = ""
                  for (v in unit)
                      if (((u, v) in reach) && ((v, u) in reach)) { done[v]; count++; ring = ring " " v }
                  print count ring } }' | sort -rn
}
rings "$root/emu/fuse" >"$work/log"
[ ! -s "$work/log" ] || [ "$(awk 'NR == 1 { print $1 }' "$work/log")" -le $most_in_a_ring ]
report $? units_are_in_no_larger_ring
# That the search sees a ring of four, part of it through a source file, on a copy.
rm -rf "$work/arrows" && mkdir "$work/arrows" && cp -r "$root"/emu/fuse/[a-z]*/ "$work/arrows"
for pair in 1:2 2:3 3:4 4:1; do
    kind=h
    [ $pair != 3:4 ] || kind=c
    : >>"$work/arrows/codegen/made_up_${pair%:*}.h"
    echo "#include \"made_up_${pair#*:}.h\"" >>"$work/arrows/codegen/made_up_${pair%:*}.$kind"
done
rings "$work/arrows" | grep made_up >"$work/out"
[ "$(grep -c . "$work/out")" = 1 ] && grep -q '^4 ' "$work/out" && [ "$(grep -o made_up_ "$work/out" | grep -c .)" = 4 ]
report $? ring_of_four_units_is_seen
echo >"$work/arrows/codegen/made_up_3.c"
! rings "$work/arrows" | grep -q made_up
report $? row_of_four_units_is_no_ring

# ---- layers of codegen ----
# The README's table of layers names each unit once; a unit includes those of its own layer and of the layers before.
wrong_layers() # emu/fuse folder
{
    awk '/^### codegen/ { on = 1 } /^## / { on = 0 } on && /^\| [a-z]+ \|.*`/ { print ++layer, $0 }' "$1/README.md" |
        while read -r layer row; do
            echo "$row" | sed 's/.*|\([^|]*\)|$/\1/' | tr -d '`' | tr ' ' '\n' | sed "/./!d; s/\$/ $layer/"
        done >"$work/layers"
    sort "$work/layers" | awk '{ if ($1 == last) print $1 " is in the table twice"; last = $1 }'
    for file in "$1"/codegen/*.[ch]; do
        basename "$file"
    done | sed 's/\.[ch]$//' | sort -u | awk 'NR == FNR { has[$1]; next } !($1 in has) { print $1 " is in no layer" }
        { is[$1] } END { for (u in has) if (!(u in is)) print u " is not there" }' "$work/layers" -
    grep -H '^ *# *include *"[a-z0-9_]*\.h"' "$1"/codegen/*.[ch] | sed 's/.*\/\([a-z0-9_]*\)\.[ch]:.*"\(.*\)\.h"/\1 \2/' |
        awk 'NR == FNR { layer[$1] = $2; next } layer[$1] < layer[$2] { print $1 " includes " $2 ", of a later layer" }' \
            "$work/layers" -
}
wrong_layers "$root/emu/fuse" >"$work/log"
[ ! -s "$work/log" ]
report $? units_of_codegen_are_in_layers
# That the search sees an include of a later layer, and units that are not in the table, on a copy.
rm -rf "$work/arrows" && mkdir "$work/arrows" && cp -r "$root"/emu/fuse/[a-z]*/ "$root/emu/fuse/README.md" "$work/arrows"
printf '#include "clone.h"\n' >>"$work/arrows/codegen/frame.c"
: >"$work/arrows/codegen/made_up.h"
rm "$work/arrows"/codegen/interior.[ch]
wrong_layers "$work/arrows" | sort >"$work/out"
printf '%s\n' "frame includes clone, of a later layer" "interior is not there" "made_up is in no layer" | cmp -s - "$work/out"
report $? wrong_layers_are_seen

# ---- the table of passes ----
# Each pass that --passes prints: --until prints a kernel or a module after it. fix_irreducible has a kernel of its own.
"$fuse" --passes >"$work/passes" 2>>"$work/log" && [ "$(grep -c . "$work/passes")" -gt 30 ] &&
    [ -z "$(awk 'NF < 3' "$work/passes")" ]
report $? passes_are_listed
for pass in $(awk '{ print $1 }' "$work/passes"); do
    "$fuse" --level=2 "--until=$pass" "$folder/emit.ll" >"$work/out" 2>>"$work/log" &&
        grep -Eq "^;; (kernel|module).* after $pass\$" "$work/out" && [ "$(grep -c '^ ' "$work/out")" -gt 3 ]
    report $? "until_$pass"
done
# Later passes see what earlier ones did: the folded text differs at the ends of the three stages.
until_text() { "$fuse" --level=2 "--until=$1" "$folder/emit.ll" 2>>"$work/log" | grep -v '^;'; }
until_text loop_simplify >"$work/prepared" && until_text emit >"$work/emitted" && until_text vectorise >"$work/vectors" &&
    ! cmp -s "$work/prepared" "$work/emitted" && ! cmp -s "$work/emitted" "$work/vectors" && grep -q '<[0-9]* x ' "$work/vectors"
report $? until_stops_in_pipeline_order
! "$fuse" --until=nothing "$folder/emit.ll" >"$work/out" 2>>"$work/log"
report $? until_refuses_an_unknown_pass

# Each file here, whatever it is for, to bitcode and at each level, optimised. lanewise-fuse asks LLVM's verifier itself; that
# it does, and that the bitcode can be read, is seen at the highest level.
for level in 0 1 2; do
    status=0
    for file in "$folder"/*.ll; do
        "$fuse" --level=$level --optimize -o "$work/made.bc" "$file" 2>>"$work/log" || { echo "$file" >>"$work/log"; status=1; }
        [ $level != 2 ] || [ -z "$optimiser" ] || "$optimiser" -passes=verify -disable-output "$work/made.bc" 2>>"$work/log" || {
            echo "$file" >>"$work/log"
            status=1
        }
    done
    report $status "verified_at_level_$level"
done

# ---- objects ----
# A kernel with a table of the program's and an atomic.
kernel_of() # processor
{
    cat <<END
target triple = "$1-unknown-linux-gnu"
@table = external dso_local constant [64 x i32]
declare i32 @lw_fused_thread_x() memory(none)
define void @k__fiber(ptr %arguments) #0 {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr @table, i32 %x
  %value = load i32, ptr %at
  %old = atomicrmw add ptr %out, i32 %value monotonic
  ret void
}
END
}
{ kernel_of x86_64; echo 'attributes #0 = { nounwind }'; } >"$work/static.ll"
{ cat "$work/static.ll"; printf '!llvm.module.flags = !{!0}\n!0 = !{i32 8, !"PIC Level", i32 2}\n'; } >"$work/moved.ll"
{ kernel_of aarch64; echo 'attributes #0 = { "target-features"="+outline-atomics" }'; } >"$work/calls.ll"
{ cat "$work/static.ll"; echo 'module asm "no instruction"'; } >"$work/assembly.ll"
relocations()
{
    "$fuse" --optimize --object -o "$work/$1.o" "$work/$1.ll" 2>>"$work/log" &&
        readelf -rW "$work/$1.o" >"$work/out"
}
relocations static && grep -q 'R_X86_64_32S .* table' "$work/out"
report $? object
relocations moved && grep -q 'R_X86_64_PC32 .* table' "$work/out" && ! grep -q R_X86_64_32S "$work/out"
report $? object_that_can_be_moved
relocations calls && grep -q ' __aarch64_ldadd4_relax ' "$work/out"
report $? object_for_a_processor_with_features

# ---- very many blends ----
# A resident kernel of so many rounds of a sort, of 512 lanes: each is a comparison and a blend of 64 vectors.
sorting() # rounds
{
    awk -v rounds="$1" 'BEGIN {
        print "target triple = \"x86_64-unknown-linux-gnu\"\ndeclare i32 @lw_fused_thread_x() memory(none)"
        print "declare ptr @lw_fused_shared(ptr) memory(none)\ndeclare i64 @lw_fused_barrier(i32, ptr) convergent"
        print "@site = external constant i8\n@record = internal global { i64, i64, i64, i64, i64, i64 }"
        print "  { i64 0, i64 0, i64 4096, i64 4, i64 0, i64 0 }, section \"lw_shared\""
        print "@k__attributes = constant { i32, i32, { i32, i32, i32 } }"
        print "  { i32 512, i32 0, { i32, i32, i32 } { i32 512, i32 1, i32 1 } }"
        print "define void @k__fiber(ptr %arguments) {\n  %data = load ptr, ptr %arguments"
        print "  %keys = call ptr @lw_fused_shared(ptr @record)\n  %x = call i32 @lw_fused_thread_x()"
        print "  %other.x = add i32 %x, 512\n  %twice = shl i32 %x, 1"
        split("x other.x", place)
        for (i = 1; i <= 2; i++) {
            printf "  %%from%d = getelementptr i32, ptr %%data, i32 %%%s\n", i, place[i]
            printf "  %%at%d = getelementptr i32, ptr %%keys, i32 %%%s\n", i, place[i]
            printf "  %%first%d = load i32, ptr %%from%d\n  store i32 %%first%d, ptr %%at%d\n", i, i, i, i
        }
        for (r = 0; r < rounds; r++) {
            d = 2 ^ (r % 4)
            printf "  %%b%d = call i64 @lw_fused_barrier(i32 0, ptr @site)\n  %%rest%d = and i32 %%x, %d\n", r, r, d - 1
            printf "  %%left%d = sub i32 %%twice, %%rest%d\n  %%right%d = add i32 %%left%d, %d\n", r, r, r, r, d
            printf "  %%low%d = getelementptr i32, ptr %%keys, i32 %%left%d\n", r, r
            printf "  %%high%d = getelementptr i32, ptr %%keys, i32 %%right%d\n", r, r
            printf "  %%a%d = load i32, ptr %%low%d\n  %%c%d = load i32, ptr %%high%d\n", r, r, r, r
            printf "  %%wrong%d = icmp ugt i32 %%a%d, %%c%d\n  br i1 %%wrong%d, label %%swap%d, label %%done%d\n", \
                r, r, r, r, r, r
            printf "swap%d:\n  store i32 %%c%d, ptr %%low%d\n  store i32 %%a%d, ptr %%high%d\n", r, r, r, r, r
            printf "  br label %%done%d\ndone%d:\n", r, r
        }
        print "  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)"
        for (i = 1; i <= 2; i++)
            printf "  %%last%d = load i32, ptr %%at%d\n  store i32 %%last%d, ptr %%from%d\n", i, i, i, i
        print "  ret void\n}" }'
}
# How many choices of the lesser by a mask there are, of all lanes but for their partners'; the other blends are shuffles.
lesser() # of lines of LLVM
{
    awk '/call <16 x i32> @llvm.umin/ { least[$1] = 1 } /call i16 asm/ { bits[$1] = $NF }
        /bitcast i16/ { mask[$1] = bits[$5] }
        /select <16 x i1>/ { gsub(",", ""); count += mask[$7] ~ /^(21845|13107|3855|255)\)$/ && least[$11] }
        END { print count + 0 }' "$1"
}
chosen() # rounds, level, choices, masks that they are by
{
    sorting "$1" >"$work/sort.ll"
    "$fuse" "--level=$2" --optimize --text -o "$work/out" "$work/sort.ll" 2>"$work/log" &&
        [ "$(lesser "$work/out")" = "$3" ] && [ "$(grep -c 'call i16 asm' "$work/out")" = "$4" ] &&
        [ "$(grep -c 'shufflevector <16 x i32>' "$work/out")" = $((128 * $1 - $3)) ]
    report $? "blends_of_${1}_rounds_at_level_$2"
}
chosen 8 2 512 4
chosen 7 2 0 0
chosen 8 1 0 0

# ---- code growth ----
# A kernel of so many exchanges in the warp, each of whose lanes' values all later ones use.
exchanges() # count
{
    awk -v count="$1" 'BEGIN {
        print "declare i32 @lw_fused_thread_x() memory(none)"
        print "declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent"
        print "@site = external constant i8"
        print "define void @k__fiber(ptr %arguments) {\nentry:\n  %out = load ptr, ptr %arguments"
        print "  %x = call i32 @lw_fused_thread_x()\n  %at = getelementptr i64, ptr %out, i32 %x\n  %v0 = load i64, ptr %at"
        for (i = 1; i <= count; i++) {
            printf "  %%g%d = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %%v%d, i32 8196, ptr @site)\n", i, i - 1
            printf "  %%v%d = add i64 %%g%d, %%v%d\n", i, i, i - 1
        }
        printf "  store i64 %%v%d, ptr %%at\n  ret void\n}\n", count }'
}
for many in 20 600; do
    exchanges $many >"$work/exchanges.ll"
    "$fuse" --report --text -o "$work/out" "$work/exchanges.ll" >"$work/log" 2>&1 &&
        if [ $many = 20 ]; then
            grep -q '^k: fused: 21 regions' "$work/log"
        else
            grep -q '^k: fibers: its loops over threads would be more than [0-9]* instructions, those of a thread are [0-9]' "$work/log" &&
                [ "$(grep -c '^define' "$work/out")" = 0 ]
        fi
    report $? "growth_of_${many}_exchanges"
done
# What is far too much is not made at all, as so many barriers.
awk 'BEGIN {
    print "declare i64 @lw_fused_barrier(i32, ptr) convergent\n@site = external constant i8"
    print "define void @k__fiber(ptr %arguments) {"
    for (i = 1; i <= 1100; i++)
        printf "  %%b%d = call i64 @lw_fused_barrier(i32 0, ptr @site)\n", i
    print "  ret void\n}" }' >"$work/barriers.ll"
"$fuse" --until=plan "$work/barriers.ll" >"$work/log" 2>&1 &&
    grep -q '^;; plan: about [0-9]* instructions of .*; dropped: its loops over threads would be more than' "$work/log"
report $? growth_is_planned

# ---- input that is none ----
# Status 1, one line that names the file, nothing on standard output.
fails() # name, what the line has, words...
{
    name=$1 words=$2
    shift 2
    "$fuse" "$@" >"$work/out" 2>"$work/log"
    status=$?
    good=0
    [ $status = 1 ] || { echo "exit status $status" >>"$work/log"; good=1; }
    [ "$(grep -c '' "$work/log")" = 1 ] || { echo "it should be one line" >>"$work/log"; good=1; }
    grep -Fq -e "$words" "$work/log" || { echo "it should have: $words" >>"$work/log"; good=1; }
    [ ! -s "$work/out" ] || { echo "something is on standard output" >>"$work/log"; good=1; }
    report $good "$name"
}
: >"$work/empty.bc"
"$fuse" -o "$work/whole.bc" "$folder/emit.ll" 2>>"$work/log"
head -c 300 "$work/whole.bc" >"$work/short.bc"
echo 'no intermediate representation' >"$work/prose.ll"
cat >"$work/odd.ll" <<'END'
declare i32 @lw_fused_barrier()
define void @k__fiber(ptr %arguments) {
  %none = call i32 @lw_fused_barrier()
  ret void
}
END
cat >"$work/named.ll" <<'END'
define i32 @a__fiber(ptr %p) {
  ret i32 1
}
define void @b__fiber() {
  ret void
}
define void @c__fiber(ptr %arguments) {
  call void @b__fiber()
  ret void
}
END
# The epoch, by which bitcode tells who can read it, is in the byte after the producer's name.
cp "$work/whole.bc" "$work/other.bc"
printf '\011' | dd of="$work/other.bc" bs=1 seek=28 conv=notrunc 2>/dev/null
fails empty_file "$work/empty.bc" -o "$work/made.bc" "$work/empty.bc"
fails truncated_bitcode "$work/short.bc" -o "$work/made.bc" "$work/short.bc"
fails another_version "$work/other.bc" -o "$work/made.bc" "$work/other.bc"
fails prose "$work/prose.ll" -o "$work/made.bc" "$work/prose.ll"
fails barrier_of_no_argument "odd.ll: working on it ended with signal" -o "$work/made.bc" "$work/odd.ll"
"$fuse" --report --text -o "$work/out" "$work/named.ll" >"$work/log" 2>&1 && [ "$(grep -c ': fused: ' "$work/log")" = 1 ] &&
    grep -q '^c: fused: 1 region' "$work/log" && ! grep -q '[ab]__f' "$work/out"
report $? kernels_take_one_pointer
fails assembly "its machine code: <inline asm>:1:1: " --object -o "$work/made.o" "$work/assembly.ll"
fails no_such_file "$work/nowhere.bc" -o "$work/made.bc" "$work/nowhere.bc"
fails folder "$work" -o "$work/made.bc" "$work"
fails output_in_no_folder "$work/nowhere/made.bc" -o "$work/nowhere/made.bc" "$folder/emit.ll"
fails text_in_no_folder "$work/nowhere/made.ll" --text -o "$work/nowhere/made.ll" "$folder/emit.ll"
fails object_in_no_folder "$work/nowhere/made.o" --object -o "$work/nowhere/made.o" "$folder/emit.ll"
if [ -e /dev/full ]; then
    fails full_disk /dev/full -o /dev/full "$folder/emit.ll"
else
    skip full_disk "no /dev/full"
fi
finish
