#!/bin/sh
# lanewise-jacobi on 1 to 4 ranks: each point is a serial loop's, bit for bit, in each engine; each rank is clean under
# lanewise check; a rank that fails ends all. Prints TAP.
# usage: jacobi.sh LANEWISE_JACOBI LANEWISE SCALING; an empty name: MPI was missing when this was built
if [ -z "$1" ]; then
    echo "1..0 # SKIP no MPI here (Debian: libopenmpi-dev and openmpi-bin)"
    exit
fi
if ! command -v mpirun >/dev/null; then
    echo "1..0 # SKIP no mpirun here (Debian: openmpi-bin)"
    exit
fi
jacobi=$(realpath "$1") lanewise=$(realpath "$2") scaling=$(realpath "$3") || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-jacobi-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
cd "$work" || exit 1
unset LANEWISE_DEVICE LANEWISE_WORKERS OMP_NUM_THREADS OMP_THREAD_LIMIT # nproc heeds the latter two

# Ranks of one machine, more than it has processors if need be, also as root. Containers forbid the reading of another process's memory.
many=
case $(mpirun --version 2>/dev/null) in *'Open MPI'*) many=--oversubscribe ;; esac
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
# start ARGUMENT...: mpirun's, its output to log; returns its status, 124 where it takes more than a minute. At times mpirun (Open
# MPI 4.1 with PMIx 4.2) does not end when its ranks have: it waits for itself. Such a run says nothing, and is repeated.
start()
{
    for attempt in 1 2 3; do
        mpirun $many "$@" >log 2>&1 </dev/null &
        pid=$! ticks=0 idle=0
        while [ $ticks -lt 600 ] && [ $idle -lt 100 ] && kill -0 $pid 2>/dev/null; do
            sleep 0.1
            ticks=$((ticks + 1)) idle=$((idle + 1))
            [ $idle -lt 50 ] || [ -z "$(living $pid)" ] || idle=0
        done
        if ! kill -0 $pid 2>/dev/null; then
            wait $pid
            return
        fi
        [ $ticks -lt 600 ] || attempt=3
        kill -KILL $pid $(living $pid) 2>/dev/null
        wait $pid 2>/dev/null
        [ $attempt != 3 ] || break
    done
    echo "mpirun was killed after $((ticks / 10)) seconds" >>log
    return 124
}
living() { cat /proc/[0-9]*/stat 2>/dev/null | awk -v parent="$1" '$4 == parent && $3 != "Z" { print $1 }'; } # children

count=0 failed=0
report() # status, name
{
    count=$((count + 1))
    [ "$1" = 0 ] && echo "ok $count - jacobi/$2" && return
    failed=1
    echo "not ok $count - jacobi/$2"
    sed 's/^/# /' log
}
skip() # name, reason
{
    count=$((count + 1))
    echo "ok $count - jacobi/$1 # SKIP $2"
}
says() { grep -q -e "$1" log; }
verified() { says '^# each point and the largest change are the serial loop'; }
cell() { awk -F '\t' -v name="$1" '/^device\t/ { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } at { print $at; exit }' log; }

for engine in fiber fused checked; do
    export LANEWISE_ENGINE=$engine
    for ranks in 1 2 3 4; do
        start -np $ranks "$jacobi" --device cpu --size 161x37 --steps 11 --check 4 --verify && verified
        report $? "$ranks ranks, $engine"
    done
done
unset LANEWISE_ENGINE

# Tiles without an interior: of one point, one row, one column, two of each.
for size in 2x2 3x2 2x5 4x4 5x3; do
    start -np 4 "$jacobi" --device cpu --size $size --steps 6 --verify && verified && [ "$(cell grid)" = 2x2 ] || break
done
report $? "tiles without an interior"

# Ranks have no more processors than there are, and one that is alone has them all; the program by itself is one rank.
"$jacobi" --device cpu --size 9x9 >log 2>&1 </dev/null && [ "$(cell multiprocessors)" = "$(nproc)" ] &&
    start -np 3 "$jacobi" --device cpu --size 9x9 && shared=$(cell multiprocessors) && { [ "$shared" = 1 ] || [ $((shared * 3)) -le "$(nproc)" ]; } &&
    LANEWISE_WORKERS=5 start -np 3 "$jacobi" --device cpu --size 9x9 && [ "$(cell multiprocessors)" = 5 ]
report $? "ranks share the processors"

start -np 4 "$jacobi" --device cpu --tile 33x9 --steps 6 --halo staged --verify && verified && [ "$(cell size)" = 66x18 ] &&
    [ "$(cell halo)" = staged ]
report $? "halos are copied through page-locked memory"

start -np 3 "$jacobi" --device cpu --size 40x30 --steps 1000 --check 3 --until 0.05 --verify && verified &&
    [ "$(cell steps)" -gt 3 ] && [ "$(cell steps)" -lt 1000 ] && [ $(($(cell steps) % 3)) = 0 ] &&
    awk -v change="$(cell change)" 'BEGIN { exit !(change > 0 && change <= 0.05) }'
report $? "ends at the same step as others"

start -np 2 "$jacobi" --device cpu --size 64x64 --steps 5 --samples 3 --verify && verified && [ "$(cell steps)" = 20 ]
report $? "samples go on with the plate"

# One rank waits for no neighbour: its streams are ordered by events alone.
for variant in '1 mapped' '4 mapped' '4 staged'; do
    start -np ${variant% *} "$lanewise" check --error-exitcode 9 -- "$jacobi" --device cpu --size 41x23 --steps 5 --check 2 \
        --halo ${variant#* } --verify && verified && [ "$(grep -c 'ERROR SUMMARY: 0 errors' log)" = ${variant% *} ]
    report $? "clean under lanewise check, $variant"
done

start -np 1 "$jacobi" --device cpu --size 2000x2000 --steps 1000000 : -np 1 env LANEWISE_WORKERS=many "$jacobi" --device cpu --size 2000x2000
[ $? = 1 ] && says '^rank 1: .*LANEWISE_WORKERS is "many"'
report $? "a rank that fails ends all"

start -np 4 "$jacobi" --device cpu --size 3x1; [ $? = 1 ] && says '^rank 0: the plate has 3x1 points: 2x2 ranks need one each at least$'
report $? "a plate that is too small"

start -np 2 "$jacobi" --device cpu --tile 300000x1; [ $? = 1 ] && says '^rank 0: a tile would have 300000x1 points; the most is 250000 a side$'
report $? "a tile that is too large"

start -np 1 "$jacobi" --device cpu --halo device; [ $? = 1 ] && says "^rank 0: --halo device: only kernels and copies may touch the CPU device's memory; use mapped$"
report $? "no pointers to the CPU device's memory"

start -np 1 "$jacobi" --device cpu --reduce nccl; [ $? = 1 ] && says '^rank 0: --reduce nccl: NCCL needs a GPU$'
report $? "no NCCL on a CPU"

# Without mpirun the program is one rank.
for wrong in '--size 4x' '--size 4x4x' '--size 0x4' '--steps 0' '--until -1' '--halo fast' '--reduce sum' '--many 3' --steps; do
    case $wrong in
    --many*) word=--many ;;
    *) word=${wrong#* } ;;
    esac
    "$jacobi" $wrong >log 2>&1 </dev/null
    [ $? = 2 ] && says "^lanewise-jacobi: \"$word\" is wrong$" && says '^usage: ' || break
done
report $? "wrong options"

# The bench: a line for each variant and number of ranks; the first of a variant has efficiency 1.
for attempt in 1 2; do # as above
    timeout -k 5 30 sh "$scaling" "$jacobi" --tile 40x30 --ranks '1 2' --rounds 1 --steps 3 >log 2>&1 </dev/null && break
done &&
    awk -F '\t' 'NF != 9 { exit 1 } NR > 1 { lines[$1]++; if ($7 <= 0 || $8 <= 0 || ($2 == 1 && $8 != 1)) exit 1 }
        $2 == 2 && $4 != "40x60" { exit 1 } END { if (NR != 5 || lines["cpu"] != 2 || lines["openmp"] != 2) exit 1 }' log
report $? "weak scaling"
if command -v gnuplot >/dev/null; then
    mv log table
    sh "${scaling%/*}/plot.sh" table picture.svg >log 2>&1 && grep -q '>cpu<' picture.svg && grep -q '>openmp<' picture.svg
    report $? "a picture of it"
else
    skip "a picture of it" "no gnuplot here"
fi

# ---- GPUs ----
start -np 1 "$jacobi" --device cuda --size 161x37 --steps 11 --check 4 --verify
if says LW_ERROR_NO_DEVICE; then
    skip "a GPU" "no GPU here"
else
    verified
    report $? "a GPU"
    start -np 1 "$jacobi" --device cuda --size 161x37 --steps 11 --check 4 --reduce nccl --verify
    if says 'there is no libnccl'; then
        skip "NCCL" "no libnccl.so.2 here"
    else
        verified && [ "$(cell reduce)" = nccl ]
        report $? "NCCL"
    fi
    for path in staged mapped; do
        start -np 2 "$jacobi" --device cuda --size 161x37 --steps 11 --check 4 --halo $path --verify && verified && [ "$(cell halo)" = $path ]
        report $? "2 ranks on GPUs, $path"
    done
    start -np 4 "$jacobi" --device cuda --size 5x3 --steps 11 --verify && verified
    report $? "4 ranks on GPUs, tiles without an interior"
fi
echo "1..$count"
exit $failed
