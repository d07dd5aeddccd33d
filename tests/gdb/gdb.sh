#!/bin/sh
# gdb's commands for kernels (emu/gdb), with a library without debug information, and with one that has it.
# usage: gdb.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER LANEWISE
suite=gdb
cc_command=$(realpath "$2") library_folder=$(realpath "$3") lanewise=$(realpath "$4") || exit 1
. "$(dirname "$0")/../language/tap.sh"
script=$(dirname "$lanewise")/lanewise-gdb.py
here=$root/tests/gdb
export LANEWISE_INCLUDE_DIR=$root/api LC_ALL=C
unset LANEWISE_TIMEOUT LANEWISE_SCHEDULE LANEWISE_CPU LD_LIBRARY_PATH

if ! have gdb || ! gdb -nx -batch -ex 'python print(6 * 7)' 2>&1 | grep -q '^42$'; then
    skip all "no gdb with Python"
    finish
fi
if ! gdb -nx -batch -ex run --args true 2>&1 | grep -q 'exited normally'; then
    skip all "gdb cannot run a program here"
    finish
fi

build() # NAME FLAG...: the program, its kernels compiled with the flags, with the library in a folder of its own
{
    program=$work/$1
    shift
    (cd "$here" && cp main.c neighbours.c neighbours.h "$work" && cd "$work" &&
        ${CC:-cc} -g -c main.c -I"$root/api" -o main.o &&
        "$cc_command" -g "$@" --no-cuda neighbours.c main.o -L"$work/library" "-Wl,-rpath,$work/library" -o "$program") >>"$work/log" 2>&1
}
line() { grep -n "/\* $1 \*/" "$here/neighbours.c" | cut -d: -f1; }

# Types gdb's commands, one an argument, about $program; what gdb says is in $work/said.
types()
{
    for command; do
        set -- "$@" -ex "$command"
        shift
    done
    LANEWISE_ENGINE=${engine:-fiber} LANEWISE_WORKERS=1 timeout 100 gdb -nx -q -batch -iex 'set pagination off' \
        -iex "${load:-source $script}" -iex 'set style enabled off' -iex 'set width 0' -iex 'set python print-stack full' "$@" \
        --args "$program" ${what:-neighbours} >"$work/said" 2>&1 </dev/null
}
says() { grep -Eq -e "$1" "$work/said" || echo "gdb did not show: $1" >>"$work/log"; }
says_not() { ! grep -E -e "$1" "$work/said" >>"$work/log"; }
counts() { [ "$(grep -Ec -e "$2" "$work/said")" = "$1" ] || echo "gdb did not show $1 times: $2" >>"$work/log"; }
checked() # NAME: reports what says() found
{
    says_not 'Traceback|Python Exception|Error while executing'
    [ ! -s "$work/log" ] || cat "$work/said" >>"$work/log"
    [ ! -s "$work/log" ]
    report $? "$1"
}
stop_in() { printf 'lanewise break neighbours.c:%s %s' "$(line "$1")" "$2"; }

all() # SUFFIX
{
    # The breakpoint stops in one of 240 threads; the others of its block wait, or have not begun.
    types "$(stop_in 'after twice' 'thread (3,1,0) block (1,0,0)')" run 'info lanewise grids' 'info lanewise blocks' \
        'info lanewise warps' 'info lanewise threads' 'info lanewise shared' 'print x + y' 'print $threadIdx' 'print $blockIdx.x' \
        'print $blockDim' 'print $gridDim.x' continue
    says 'Breakpoint 1 is for thread \(3,1,0\), block \(1,0,0\)'
    says "neighbours__body .* at neighbours.c:$(line 'after twice')"
    says '^\[kernel neighbours, block \(1,0,0\), thread \(3,1,0\), warp 1 lane 11\]'
    says '^\* neighbours \(3,1,1\) \(40,2,1\) fiber  [123] of 3 blocks neighbours.c:[0-9]+$'
    says '^\* \(1,0,0\)  neighbours 80 of 80     \(3,1,0\)     [0-9]+$'
    says '^  0    0xffffffff 0x00000000  \(0,0,0\)$'
    says '^\* 1    0xffffffff 0xfffff800  \(32,0,0\)$'
    says "^  \(0,0,0\)   \(2,1,0\)      43    waiting in __syncthreads neighbours.c:$(line 'the barrier')$"
    says "^\* \(3,1,0\)   \(3,1,0\)      1     running                  neighbours.c:$(line 'after twice')$"
    says '^  \(4,1,0\)   \(39,1,0\)     36    not begun$'
    says '^ tile  320 .* neighbours.c:[0-9]+, in neighbours__body$'
    says '^ count 4 '
    says '^\$1 = 4$'
    says '^\$2 = \{x = 3, y = 1, z = 0\}'
    says '^\$3 = 1$'
    says '^\$4 = \{x = 40, y = 2, z = 1\}'
    says '^\$5 = 3$'
    counts 1 '^Thread .* hit Breakpoint'
    says '^the last number is 330$'
    checked "break-for-a-thread$1"

    # A thread that waits has a stack and variables of its own; the program then goes on as if nobody had looked.
    types "$(stop_in 'after twice' 'thread (39,1,0) block (2,0,0)')" run 'lanewise thread (4,1,0)' backtrace 'info locals' 'print x' \
        'print $threadIdx.y' 'print tile' 'print *count' 'print tile[1][3]' up 'print $_' 'lanewise thread' 'lanewise thread 39,1' 'print x' \
        'lanewise block (2,0,0) thread (5,0,0)' 'print x' 'print count' continue
    says '^\[Switching focus to kernel neighbours, block \(2,0,0\), thread \(4,1,0\), warp 1 lane 12\]'
    says "^#[0-9]+ .* neighbours__body .* neighbours.c:$(line 'the barrier')$"
    says_not '^#0 .*neighbours__fiber'
    says '^i = 204$'
    says '^\$1 = 4$'
    says '^\$2 = 1$'
    says '^\$3 = 0x[0-9a-f]+ \(__shared__ tile, 320 bytes\) \{\{320, 322, '
    says '^\$4 = 7$'
    says '^\$5 = 406$'
    says '^#[0-9]+ .* neighbours__fiber '
    says '^\[Focus: kernel neighbours, block \(2,0,0\), thread \(4,1,0\)'
    says '^\$[67] = 39$'
    says '^\$[78] = 5$'
    says '= 0x[0-9a-f]+ \(__shared__ count, 4 bytes\) \{7\}$'
    says '^the last number is 330$'
    checked "thread$1"

    # next goes over the barrier and step into a function, both in the same thread; and a chosen thread goes on from the barrier.
    types "$(stop_in 'before twice' 'thread (2,1,0) block (0,0,0)')" run next step next next next next next next \
        'print $threadIdx' next 'print other' 'lanewise thread (7,1,0)' next 'print $threadIdx' next 'print other' next next
    says "^twice \(value=42\) at neighbours.c:$(line 'in twice')$"
    says "^$(line 'the barrier')	"
    says "^$(line 'after the barrier')	"
    says "^$(line 'the last line')	"
    says '^\$1 = \{x = 2, y = 1, z = 0\}'
    says '^\$2 = 74$'
    says '^\[thread \(7,1,0\), block \(0,0,0\) has left line [0-9]+; next goes on from here\]$'
    says '^\$3 = \{x = 7, y = 1, z = 0\}'
    says '^\$4 = 64$'
    says '^\[thread \(7,1,0\), block \(0,0,0\) has returned from kernel neighbours\]$'
    checked "stepping$1"

    # The same of a core file, which gdb only reads.
    types "$(stop_in 'after twice' 'thread (39,1,0) block (1,0,0)')" run "generate-core-file $work/core" kill
    rm -f "$work/log" && : >"$work/log"
    [ -s "$work/core" ] || echo "gdb wrote no core file" >>"$work/log"
    types "core-file $work/core" 'info lanewise threads' 'lanewise thread (4,1,0)' 'print x' 'print tile' 'print $blockIdx.x' backtrace \
        'lanewise thread (39,1,0)' 'print x'
    says '^\$1 = 4$'
    says '^\$2 = 0x[0-9a-f]+ \(__shared__ tile, 320 bytes\) \{\{160, 162, '
    says '^\$3 = 1$'
    says '^\$4 = 39$'
    says "^  \(0,0,0\)   \(38,1,0\)     79    waiting in __syncthreads neighbours.c:$(line 'the barrier')$"
    rm -f "$work/core"
    checked "core$1"
}

wrong()
{
    types 'info lanewise threads' 'break no_grid' "$(stop_in 'after twice' 'thread (39,1,0) block (1,0,0)')" run \
        'lanewise thread (40,0,0)' 'lanewise thread (0,2,0)' 'lanewise thread (0,0,1)' 'lanewise thread (0,0,0) block (3,0,0)' \
        'lanewise block (0,0,0)' 'lanewise thread (1,0,0) lane 5' 'lanewise thread five' 'lanewise warp 1' 'info lanewise lanes' \
        'info lanewise warps 3' 'lanewise thread (1,0,0) thread (2,0,0)' 'lanewise break neighbours.c:17 thread five' \
        'lanewise break neighbours.c:17 thread (5000,0,0)' 'lanewise break neighbours.c:17 block (0,70000,0)' 'next' 'print x' continue \
        'info lanewise blocks' 'lanewise thread (0,0,0)' 'print $threadIdx'
    says '^no program runs: type run, or open a core file'
    says '^thread \(40,0,0\) is out of range: the block has \(40,2,1\) threads'
    says '^thread \(0,2,0\) is out of range'
    says '^thread \(0,0,1\) is out of range'
    says '^block \(3,0,0\) is out of range: the grid has \(3,1,1\) blocks'
    says '^block \(0,0,0\) does not run now: it has not begun, or it has ended. Running: '
    says '^"lane 5" is not understood: write thread \(X,Y,Z\), block \(X,Y,Z\)'
    says '^"thread five" is not understood'
    says '^lanewise takes thread, block or break, not "warp 1"'
    says '^info lanewise takes grids, blocks, warps, threads or shared, not "lanes"'
    says '^"3" is not understood'
    says '^two times thread in '
    says '^"neighbours.c:17 thread five" is not understood: write lanewise break LOCATION'
    says '^thread \(5000,0,0\) is out of range: a block has at most'
    says '^block \(0,70000,0\) is out of range: a grid has at most'
    says '^\$1 = 39$'
    counts 2 '^no grid runs on the CPU device'
    says '^\$2 = void$'
    checked messages

    types 'help lanewise' 'help info lanewise'
    says '^lanewise (block|break|thread) -- '
    says '^info lanewise threads -- '
    counts 3 '^lanewise [a-z_-]+'
    checked help

    types "$(stop_in 'after twice' 'thread (3,1,0) block (1,0,0)')" run 'lanewise thread (4,1,0)' 'lanewise thread (2,1,0)' \
        "tbreak neighbours.c:$(line 'the last line')" continue 'lanewise thread (2,1,0)'
    says '^thread \(4,1,0\), block \(1,0,0\): the thread has not begun'
    checked not-begun
}

conditions()
{
    types "$(stop_in 'after twice' 'thread (3,1,0) if $blockIdx.x == 2')" "$(stop_in 'the last line' 'block 1 if x == 8 && y == 1')" run \
        'print 100 * $blockIdx.x + $threadIdx.x' continue 'print 100 * $blockIdx.x + $threadIdx.x' continue
    says 'Breakpoint 1 is for thread \(3,1,0\), if \$blockIdx.x == 2'
    counts 2 '^Thread .* hit Breakpoint'
    counts 1 '^\$[12] = 203$'
    counts 1 '^\$[12] = 108$'
    checked conditions
}

# A thread that spins lets others run in gdb, too, though later: next over the loop ends in the same thread.
spins()
{
    what=spin
    types "lanewise break neighbours.c:$(line spins) thread (0,0,0)" run 'delete' next 'print $threadIdx.x' 'print rounds != -1' continue
    what=
    says "^$(line 'after spinning')	"
    says '^\$1 = 0$'
    says '^\$2 = 1$'
    says 'exited normally'
    checked spins
}

# A fault stops the process. gdb then shows the thread that faulted, and the others of its block; and so in a core file.
faults()
{
    : >"$work/fault.log"
    LANEWISE_DEVICE_WAITS_ON_EXCEPTION=1 LANEWISE_ENGINE=fiber LANEWISE_WORKERS=1 "$program" fault >"$work/fault.log" 2>&1 &
    process=$!
    tries=0
    while ! grep -q 'has stopped' "$work/fault.log" && [ $tries -lt 300 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    for core in no "$work/core"; do
        set -- -ex 'info lanewise threads' -ex 'lanewise thread 6' -ex 'print i' -ex 'lanewise thread 8' -ex 'print i' -ex 'lanewise thread 5'
        if [ $core = no ]; then
            set -- -p $process "$@" -ex "generate-core-file $work/core" -ex kill
        else
            set -- "$program" "$core" "$@"
        fi
        timeout 100 gdb -nx -q -batch -iex "source $script" -iex 'set width 0' -iex 'set python print-stack full' "$@" >"$work/said" 2>&1 </dev/null
        if [ $core = no ] && grep -q 'ptrace: Operation not permitted' "$work/said"; then
            kill -KILL $process
            skip faults "this system lets gdb attach to nothing"
            return
        fi
        says "^\* \(6,0,0\)   \(6,0,0\)      1     faulted neighbours.c:$(line 'the fault')$"
        says "^  \(7,0,0\) .* ready   neighbours.c:$(line 'before the fault')$"
        says '^\$1 = 70$'
        says '^\$2 = 72$'
        says '^thread \(5,0,0\), block \(2,0,0\): the thread has ended$'
        [ $core = no ] || rm -f "$core"
        checked faults-$([ $core = no ] && echo attached || echo core)
    done
    wait $process 2>>"$work/fault.log"
}

# Without the script on the command line: gdb loads it with the library, from beside it.
auto_load()
{
    load="add-auto-load-safe-path $work/library"
    types 'break main' run "$(stop_in 'after twice' 'thread (3,1,0) block (1,0,0)')" continue 'lanewise thread (2,1,0)' 'print x' delete continue
    load=
    says '^\[Switching focus to kernel neighbours, block \(1,0,0\), thread \(2,1,0\)'
    says '^\$1 = 2$'
    says '^the last number is 330$'
    checked auto-load
}

# In gdb a block has no time limit.
time_limit()
{
    LANEWISE_TIMEOUT=0.2
    export LANEWISE_TIMEOUT
    types "$(stop_in 'after twice' 'thread (3,1,0) block (1,0,0)')" run 'shell sleep 0.5' next next continue
    unset LANEWISE_TIMEOUT
    says '^the last number is 330$'
    checked no-time-limit
}

fused()
{
    engine=fused
    types "break neighbours.c:$(line 'the last line')" "$(stop_in 'after twice' 'thread (3,1,0)')" run 'info lanewise grids' \
        'info lanewise threads' 'lanewise thread (3,1,0)' delete continue
    engine=
    says '^  neighbours \(3,1,1\) \(40,2,1\) fused '
    says '^lanewise: breakpoint 2 is reached in a fused kernel'
    says '^the grid of kernel neighbours is fused: .* LANEWISE_ENGINE=fiber'
    says '^the last number is 330$'
    checked fused
}

run_debug()
{
    printf '%s\n' 'set width 0' "$(stop_in 'after twice' 'thread (3,1,0) block (1,0,0)')" run 'lanewise thread (2,1,0)' 'print x' next 'print $threadIdx.x' \
        continue quit |
        env -u LANEWISE_ENGINE -u LANEWISE_WORKERS DEBUGINFOD_URLS= "$lanewise" run --debug "$program" neighbours >"$work/said" 2>&1
    says '\[Switching focus to kernel neighbours, block \(1,0,0\), thread \(2,1,0\), warp 1 lane 10\]'
    says '^(\(gdb\) )*\$1 = 2$'
    says '^(\(gdb\) )*\$2 = 2$'
    says 'the last number is 330$'
    checked run-debug

    for words in 'run' 'run program' 'run --debug' 'run --debug --gdb program' 'run --bug program'; do
        "$lanewise" $words >>"$work/said" 2>&1
        [ $? = 2 ] || echo "lanewise $words does not end with status 2" >>"$work/log"
    done
    "$lanewise" run --debug --gdb=/nowhere/gdb "$program" >>"$work/said" 2>&1
    [ $? = 127 ] || echo "a gdb that does not exist is not status 127" >>"$work/log"
    says '^lanewise: lanewise run needs --debug'
    says '^lanewise: cannot start /nowhere/gdb: No such file'
    checked run-words
}

# As users have it: no debug information in the library. gdb finds the commands beside it.
mkdir "$work/library" && cp "$library_folder"/liblanewise.so.?.*[0-9] "$library_folder"/liblanewise.so.*-gdb.py "$work/library" &&
    { [ ! -e "$library_folder/libsleef.so.3" ] || cp "$library_folder/libsleef.so.3" "$work/library"; } &&
    name=$(cd "$work/library" && ls liblanewise.so.?.*[0-9]) && ln -s "$name" "$work/library/${name%.*.*}" &&
    ln -s "$name" "$work/library/liblanewise.so" && strip "$work/library/$name" 2>>"$work/log"
report $? strips
build slow -O0
report $? builds
[ $failed = 0 ] || finish
all -stripped
wrong
conditions
spins
faults
auto_load
time_limit
run_debug
cp "$library_folder/$name" "$work/library/"
all ''
if LANEWISE_FUSE=${LANEWISE_FUSE:-$library_folder/../emu/fuse/lanewise-fuse} && export LANEWISE_FUSE && [ -x "$LANEWISE_FUSE" ]; then
    build fast -O1 --fused=on
    report $? builds-fused
    fused
else
    skip fused "no lanewise-fuse"
fi
finish
