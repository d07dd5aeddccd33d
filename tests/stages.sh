# What `./run test` and `./run test --all` run; read by ../run.
#
# --all goes stage by stage. Many a stage keeps one processor busy, and tests that measure time are not to run beside
# others. So what later stages need is built beside the earlier ones, at the lowest priority; of the tests the catalogue of
# faults, those on an emulated processor, in valgrind and under sanitizers, which have time, run beside others.

# Runs the tests of build directory $2 (further arguments: meson test's), adds up what they report, shows what failed.
passed=0 failed=0 skipped=0
add() { passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3)); }
run_tests()
{
    title=$1 directory=$2
    shift 2
    began=$(date +%s)
    say "testing: $title"
    rm -f "$directory/meson-logs/$title."*
    tool meson test -C "$directory" --no-rebuild --logbase "$title." "$@" >"$log/test-$title" 2>&1
    status=$?
    report=$log/test-$title.tap
    cat "$directory/meson-logs/$title."*.txt >"$report" 2>/dev/null
    counts=$(awk '
        /^ok .*# *[Ss][Kk][Ii][Pp]/ || /^1\.\.0 *# *[Ss][Kk][Ii][Pp]/ { skipped++; next }
        /^ok / { passed++ }
        /^not ok / || /^Bail out!/ { failed++ }
        END { print passed + 0, failed + 0, skipped + 0 }' "$report")
    set -- $counts
    # A program that crashed or ran too long has no line that says so.
    if [ $status != 0 ] && [ "$2" = 0 ]; then
        set -- "$1" 1 "$3"
        cat "$log/test-$title" "$report" | grep -v '^Inherited environment' | tail -n 60 >&3
    fi
    # What failed, with the comments before and after it.
    awk '
        /^ok / { shown = 0; comments = "" }
        /^not ok |^Bail out!/ { printf "%s%s\n", comments, $0; shown = 1; comments = "" }
        /^ *#/ { if (shown) print; else comments = comments $0 "\n" }' "$report" >&3
    add "$1" "$2" "$3"
    say "    $title: $1 passed, $2 failed, $3 skipped ($(($(date +%s) - began)) s)"
}

# Whether build directory $1 compiles kernels into loops over threads.
is_fused() { ninja -C "$1" -t query emu/fuse/lanewise-fuse >/dev/null 2>&1; }

# run_tests with the lanes as fibers and, where there are such kernels, with loops over them ($3: for the cases that match;
# empty: for all).
run_both()
{
    title=$1 directory=$2 pattern=$3
    shift 3
    export LANEWISE_ENGINE=fiber
    run_tests "$title" "$directory" "$@"
    export LANEWISE_ENGINE=fused
    ! is_fused "$directory" || run_tests "$title-fused" "$directory" "$@" ${pattern:+"--test-args=$pattern"}
    unset LANEWISE_ENGINE
}

# Rows without those that take long and would say the same again: litmus tests, a million runs each, whose loads and stores are
# the same at every level (fibers and fused run them); W53, which launches no kernel ("main" and "nofma" have its vectors).
rows='row/[!DW]* row/D[1-9]_[!l]* row/D[1-9][0-9]_[!l]* row/D42_* row/W[!5]* row/W5_* row/W5[!3]*'

# Of these the rows that the level of a kernel's instructions may change: not those of the host's calls.
rows_of_code="row/[!DHIOPQRUW]* ${rows#row/\[!DW\]\* }"

# One run counts what leaks where memory is short: it takes long, and says the same of every engine.
but_leaks='!api/out_of_memory_leaks'

# Scans of millions of elements, which go a level deeper: fibers and fused run them plainly. Slow instrumented code would take
# as long as all other kernels.
but_deep='!kernel/scan_deep* !scan/*_deep*'

# Of the library's kernels those that wait, count or look back: where kernels are not instrumented, or an emulated processor
# takes long, the others say nothing of the emulator that these do not say.
few_kernels='!kernel/[!hrs]* !kernel/reduce.* !kernel/reduce_segments* !kernel/s[!a]*'

# The textures' filters that take longest: of their kinds others remain.
but_filters='!row/K1_* !row/K2c* !row/K4_* !row/K4c* !row/K5_*'

# Kernels that try what the fused engine compiles, with every count of threads: slow in checked mode, and where code is instrumented or
# emulated. They do not call the library in other ways than other cases.
but_guards='!machine/guard_[bo]* !machine/wide* !machine/reduction_fence*'

# For sanitizers and an emulated processor: all cases except litmus tests that forbid no outcome and only count.
forbidding="[!r]* r[!o]* $rows row/D*_litmus_*fence* row/D*_litmus_coherence* row/D1[14]_litmus* $but_leaks $but_deep $but_guards"

# Runs the functions given, one after the other, beside what follows. await waits until the next of them is done.
ahead()
{
    rm -f "$log/ahead" && mkfifo "$log/ahead" || die "cannot make $log/ahead"
    (
        running=
        trap 'kill $running 2>/dev/null; exit 143' TERM
        beside=1 nicely='nice -n 19'
        for step; do
            passed=0 failed=0 skipped=0
            $step
            echo "$passed $failed $skipped" >&4
        done
    ) 4>"$log/ahead" & behind=$!
    trap 'kill $behind 2>/dev/null' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    exec 4<"$log/ahead"
}

await()
{
    read -r counts <&4 || exit 1 # it has said what failed
    add $counts
}

# ---- without --all: in minutes ----
own_level() # of x86-64, that this processor has
{
    flags=" $(sed -n '/^flags/{s/.*: //;p;q;}' /proc/cpuinfo 2>/dev/null) "
    case $(uname -m),$flags in
    x86_64,*' avx512bw '*) echo v4 ;;
    x86_64,*' avx2 '*) echo v3 ;;
    x86_64,*) echo v2 ;;
    esac
}

# Kernels for this machine alone: its processor's level, blocks of any shape, its GPU where it has one.
configure_quick()
{
    level=$(own_level)
    set -- -Dbench=false -Drandom_programs=50 -Dfused_shapes=none ${level:+"-Dfused_levels=$level"}
    if [ -e /dev/nvidiactl ]; then
        configure "$build/quick" "$@" -Dgpu_arch=native
    else
        configure "$build/quick" "$@" -Dcuda=disabled
    fi
}

# lanewise check, around the tests' program: what is right is reported nowhere, as findings are a status of their own.
checked_cases="[!ar]* arena/ api/[!o]* api/out_of_memory_[ci]* r[!o]* $rows $but_deep $but_guards"
test_checked() # BUILD ARGUMENT...
{
    directory=$1
    shift
    run_tests checked "$directory" lanewise-test "$@" "--wrapper=$directory/backends/cpu/cli/lanewise check --no-progress --runs 1 --error-exitcode 9 \
        --suppressions $here/tests/check/wrong_on_purpose --"
}

# The cases and scripts whose names contain a pattern.
test_matching() # BUILD PATTERN
{
    directory=$1 pattern=$2
    say "building what \"$pattern\" needs"
    program=$(sh "$here/tests/part.sh" "$here" "$directory" "$pattern" 2>"$log/part") ||
        { cat "$log/part" >&2; die "cannot build the tests (the whole log: $log/part)"; }
    cases=
    [ -z "$program" ] || cases=$("$program" --list "$pattern" 2>/dev/null)
    scripts=$(meson test -C "$directory" --no-rebuild --list 2>/dev/null | sed 's/.* //' | grep -v '^lanewise-test$' |
        grep -F -e "$pattern")
    [ -n "$cases$scripts" ] || die "no test's name contains \"$pattern\"; build/quick/tests/lanewise-test --list shows them"
    for engine in fiber fused checked; do
        [ -n "$cases" ] || continue
        say "testing: $engine"
        LANEWISE_ENGINE=$engine "$program" "$pattern" >"$log/test-$engine.tap" 2>&1 </dev/null
        status=$?
        set -- $(sed -n '$s/\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped/\1 \2 \3/p' "$log/test-$engine.tap")
        [ $# = 3 ] || set -- 0 1 0
        [ $status = 0 ] || [ $2 != 0 ] || set -- $1 1 $3 # a leak, a crash at the end
        [ $status = 0 ] || grep -v '^ok ' "$log/test-$engine.tap" | tail -n 60 >&3
        add "$@"
        say "    $engine: $1 passed, $2 failed, $3 skipped"
    done
    [ -z "$scripts" ] && return
    compile "$directory" quick-tests
    run_tests scripts "$directory" $scripts
}

test_quickly() # [PATTERN]
{
    configure_quick
    if [ $# = 1 ]; then
        test_matching "$build/quick" "$1"
        return
    fi
    compile "$build/quick" quick-tests
    run_both quick "$build/quick" '' "--test-args=--quick $but_deep $but_filters" lanewise-test
    ahead test_quick_scripts # checked mode runs on one processor
    test_checked "$build/quick" "--test-args=--quick $checked_cases $but_filters"
    await
}

test_quick_scripts() { run_tests scripts "$build/quick" --suite quick; }

has_arm64_sleef() { [ -e "$build/sleef-arm64/usr/lib/aarch64-linux-gnu/libsleef.so.3" ]; }

# SLEEF for the aarch64 that qemu emulates, unpacked into build/sleef-arm64. Debian packages it for arm64 alone; the
# lists and packages of that architecture stay in build/, so the system remains as it is, and no root is needed.
fetch_arm64_sleef()
{
    folder=$build/sleef-arm64
    has_arm64_sleef && return
    say "fetching libsleef3:arm64"
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
    set -- apt-get -q -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o "Dir::State::Lists=$folder/lists" \
        -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User= -o Acquire::Languages=none
    (
        cd "$folder" || exit
        "$@" update # other sources than Debian's may lack arm64
        "$@" download libsleef3:arm64 libsleef-dev:arm64 && for package in ./*.deb; do dpkg-deb -x "$package" .; done
        rm -rf lists cache
    ) >"$log/sleef" 2>&1 </dev/null
    has_arm64_sleef && return
    say "cannot fetch libsleef3:arm64 (the log: $log/sleef)"
    return 1
}

# Whether another architecture is emulated here; and whether what it needs has been fetched.
emulates() { [ -n "$aarch64_needs" ] && [ -z "$(missing $aarch64_needs)" ]; }
has_aarch64() { emulates && has_arm64_sleef; }
small=268435456 # LANEWISE_MEMORY for valgrind, whose address space is small, and qemu, whose tables grow with it

build_rest() { compile "$build"; }

# ThreadSanitizer watches the host's side, which is the same for fused kernels, and of checked ones in the catalogue. For
# sanitizers -O1 is enough: they see no less, the tests take no longer, and compilers need a quarter less time.
build_thread()
{
    configure "$build/thread" -Db_sanitize=thread -Doptimization=1 -Db_lundef=false -Dcuda=disabled -Dfused=disabled \
        -Dchecked=false "-Dtest_kernels=$build"
    compile "$build/thread" tests/lanewise-test fault-catalogue-programs
}

build_address()
{
    configure "$build/address" -Db_sanitize=address,undefined -Doptimization=1 -Db_lundef=false -Dcuda=disabled \
        -Dfused_levels=v3 -Dfused_shapes=256x1 "-Dtest_kernels=$build"
    compile "$build/address" tests/lanewise-test fault-catalogue-programs
}

build_aarch64()
{
    emulates || return
    if ! fetch_arm64_sleef; then
        [ -z "${CI:-}" ] || exit 1
        return
    fi
    configure "$build/aarch64" --cross-file "$here/tests/aarch64.ini" -Dcuda=disabled -Dchecked=false -Dfused_shapes=256x1 \
        "-Dsleef=$build/sleef-arm64/usr/lib/aarch64-linux-gnu"
    compile "$build/aarch64" tests/lanewise-test fault-catalogue-programs
}

# The catalogue elsewhere than in the build itself: one shape is enough.
test_catalogues()
{
    export CATALOGUE_SHAPES=plane
    run_tests thread-catalogue "$build/thread" --setup thread fault-catalogue
    run_tests address-catalogue "$build/address" --setup address fault-catalogue
    has_aarch64 || return
    export LANEWISE_MEMORY=$small
    run_tests aarch64-catalogue "$build/aarch64" fault-catalogue
}

# A kernel that cannot run its loops is right all the same: the log, which holds the failed calls of the tests, says so.
expect_no_warning()
{
    if [ ! -s "$1" ] || grep -F '[LANEWISE][W]' "$1" >&3; then
        add 0 1 0
        say "    fused: kernels run as fibers"
    else
        add 1 0 0
    fi
}

lower_level() # LEVEL CASES
{
    export LANEWISE_CPU=$1
    run_tests "fused-$1" "$build" --test-args="$2" lanewise-test
    unset LANEWISE_CPU
}

test_plainly()
{
    export LANEWISE_ENGINE=fiber
    run_tests main "$build" --no-suite part
    export LANEWISE_MATH=nofma # the family of functions that this processor may not choose by itself
    run_tests nofma "$build" --test-args='row/W*' lanewise-test
    unset LANEWISE_MATH
    if is_fused "$build"; then
        export LANEWISE_ENGINE=fused LANEWISE_LOG_FILE=$log/fused.log
        rm -f "$LANEWISE_LOG_FILE"
        run_tests fused "$build" lanewise-test --test-args="$but_leaks"
        unset LANEWISE_LOG_FILE
        expect_no_warning "$log/fused.log"
        of_engine="machine/* kernel/* random/*"
        case $(own_level) in # the levels below, but for what the kernels lack (meson.build)
        v4) lower_level v2 "$rows_of_code fault/* language/* $of_engine" && lower_level v3 "$of_engine" ;;
        v3) lower_level v2 "$rows_of_code fault/* language/* $of_engine" ;;
        esac
    fi
    unset LANEWISE_ENGINE
    test_checked "$build" "--test-args=$checked_cases"
}

# Every launch on fibers and fused, from the same memory: what differs fails the launch. Left out: rows of the host's calls; shifts past
# the width and casts out of range, which the engines may compute differently; litmus tests and W53, as in $rows; D9, where the host watches
# memory that a kernel writes, and sees it written twice; G18, where the host adds to memory that a kernel adds to; L8c and
# L14, which look at asynchronous copies before they wait for them.
test_compared()
{
    is_fused "$build" || return
    export LANEWISE_ENGINE=compare
    run_tests compared "$build" lanewise-test --test-args="[!ar]* arena/ api/ r[!o]* row/[!DGHILOPQRUVW]* row/G[!1]* row/G1[!8]* \
        row/L[!18]* row/L1[!4]* row/L8[!c]* row/V[!47]* row/V4_* row/V4[bc]_* row/V7b_* row/W[!5]* row/W5_* row/W5[!3]* \
        row/D[1-8]_[!l]* row/D[1-9][0-9]_[!l]* row/D42_* $but_leaks $but_deep"
    unset LANEWISE_ENGINE
}

# Valgrind knows neither rounding modes (language/), nor the line of a fault (fault/), and is slow to deliver the signals that end
# a spin (machine/spin*). Kernels take it long. Of machine/ it runs those that try the emulator: barriers, atomics, collectives, teams,
# both engines in one process. AddressSanitizer's stage runs those that try what is compiled.
test_in_valgrind()
{
    [ -z "$(missing valgrind=valgrind)" ] || return
    export LANEWISE_ENGINE=fiber
    run_tests valgrind "$build" --setup valgrind lanewise-test \
        --test-args="api/ arena/ stream/ kernel/saxpy* kernel/reduce_sum.s* machine/[abl]* machine/compare* machine/fused* \
            machine/grid_[!p]* machine/grid_places* machine/pi* machine/s[hoy]* machine/te* machine/vo* machine/wa* $but_leaks"
    export LANEWISE_ENGINE=checked LANEWISE_MEMORY=$small
    run_tests valgrind-checked "$build" --setup valgrind lanewise-test --test-args='arena/ stream/ machine/b*'
    unset LANEWISE_ENGINE LANEWISE_MEMORY
}

test_address()
{
    # Kernels are compiled without it: rows of arithmetic that is all in kernels would say nothing new.
    run_both address "$build/address" "api/* kernel/* machine/* fault/* random/* !api/out_of_memory $but_deep $but_guards" --setup address lanewise-test \
        "--test-args=$forbidding !row/[BV]* $few_kernels"
}

test_address_checked()
{
    export LANEWISE_ENGINE=checked
    run_tests address-checked "$build/address" --setup address lanewise-test \
        --test-args="api/[!o]* api/out_of_memory_[ci]* arena/ stream/ fault/ machine/ random/ language/ $but_guards"
    unset LANEWISE_ENGINE
}

test_aarch64()
{
    has_aarch64 || return
    export LANEWISE_MEMORY=$small
    # Without the host's calls, half of the textures' filters, and the cases that fail each allocation in turn, which start
    # thousands of threads: an emulator takes long.
    run_both aarch64 "$build/aarch64" "kernel/* machine/* random/* $but_deep" lanewise-test \
        "--test-args=$forbidding row/W53* !row/[HIOPQRU]* $but_filters !api/out_of_memory $few_kernels"
    unset LANEWISE_MEMORY
}

test_thread()
{
    # Kernels are compiled without it. So rows of arithmetic and textures would say nothing new.
    run_both thread "$build/thread" '' --setup thread lanewise-test \
        "--test-args=$forbidding !row/[BKVWY]* $few_kernels"
}

# What is done beside the rest, and after it, shares these: each is for whoever comes first.
shared='test_in_valgrind test_thread test_address test_address_checked'
test_shared()
{
    for part in $shared; do
        ! mkdir "$log/taken-$part" 2>/dev/null || $part
    done
}

test_everything()
{
    compile "$build" meson-test-prereq
    rm -rf "$log"/taken-*
    ahead build_thread build_address build_aarch64 build_rest test_catalogues test_aarch64 test_shared
    test_plainly
    test_compared
    for built in thread address; do
        await
    done
    test_shared
    for rest in aarch64 rest catalogues test_aarch64 test_shared; do
        await
    done
}
