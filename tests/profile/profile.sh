#!/bin/sh
# Tests of `lanewise profile`: what it counts, its files, its exit statuses.
# usage: profile.sh SOURCE_ROOT LANEWISE LANEWISE_CC LIBRARY_FOLDER
lanewise=$(realpath "$2") driver=$(realpath "$3") folder=$(realpath "$4") || exit 1
suite=profile
. "$(dirname "$0")/../language/tap.sh"
unset LANEWISE_ENGINE LANEWISE_PROFILER LANEWISE_SCHEDULE LANEWISE_HOST_CC
export LANEWISE_DEVICE=cpu
source=$root/tests/profile
cd "$work" || exit 1
log=$work/log

build() # program, flags...
{
    program=$1
    shift
    "$driver" "--include-dir=$root/api" --no-cuda --fused=off -g -O2 "$@" -c "$source/kernels.c" -o kernels.o >>"$log" 2>&1 &&
        $cc -g -I"$root/api" "$source/program.c" kernels.o -o "$program" -L"$folder" -llanewise "-Wl,-rpath,$folder" \
            >>"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}
build program
build blocks --profile

problem() { { echo "$*"; cat err table.csv; } >>"$log" 2>/dev/null; }
passed() { [ ! -s "$log" ]; report $? "$1"; }
profile()
{
    "$lanewise" profile --csv table.csv "$@" >out 2>err
    status=$?
}
# The column of the row whose kind, name and grid_x these are.
column() # kind, name, grid_x, column
{
    awk -F, -v kind="$1" -v name="\"$2\"" -v grid="$3" -v column="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); if ($i == column) place = i } }
        $1 == kind && $4 == name && $5 == grid { print $place }' table.csv
}
expect() # kind, name, grid_x, column, value
{
    value=$(column "$1" "$2" "$3" "$4")
    [ "$value" = "$5" ] || problem "$4 of $1 $2 is \"$value\", not $5"
}

profile ./program copies 3 coalesced 10 graph 2
[ $status = 0 ] || problem "the exit status is $status"
[ "$(cat out)" = done ] || problem 'standard output is not the program'"'"'s alone'
expect copy HtoD 0 count 3; expect copy HtoD 0 bytes 30000
expect copy DtoD 0 count 3; expect copy DtoD 0 bytes 15000
expect copy DtoH 0 count 3; expect copy DtoH 0 bytes 9000
expect set '[set]' 0 count 5; expect set '[set]' 0 bytes 14192 # 3 of 2000, and a graph's 4096 twice
expect kernel strided 2 count 10; expect kernel strided 2 block_x 64; expect kernel strided 2 engine fiber
expect kernel strided 4 count 4 # two in each graph
[ "$(awk -F, 'NR > 1 { sum += $19 } END { print (sum > 99.9 && sum < 100.1) }' table.csv)" = 1 ] ||
    problem 'the shares are not 100 % together'
grep -q '^========= .* 10 .* cpu:0 *fiber *strided (2,1,1)x(64,1,1)$' err || problem 'the table lacks the kernel'
passed counts_and_bytes

# A run's time lies between the least and the most, and inside the program's; three take about three times as long as one.
profile ./program spins 3
awk -F, '$4 == "\"spins\"" { exit !($15 > 0 && $15 <= $14 && $14 <= $16 && $13 >= 3 * $15 && $13 <= 3 * $16 + 3) }' table.csv ||
    problem 'the times do not fit each other'
# One worker, so that the kernels cannot overlap: their sum is less than the program's time, and most of it.
LANEWISE_WORKERS=1 "$lanewise" profile --json table.json ./program spins 3 >out 2>err
awk -F'[:,]' 'NR == 1 { exit !($6 <= $4 && $6 > $4 / 2) }' table.json || problem "not most of the time: $(head -1 table.json)"
passed times

profile --events ./program copies 3 coalesced 10 graph 2
expect copy HtoD 0 count 3; expect copy HtoD 0 bytes 30000; expect set '[set]' 0 count 3
expect kernel strided 2 count 10; expect graph '[graph]' 0 count 2
[ -z "$(column kernel strided 4 count)" ] || problem 'events saw inside a graph'
profile --events ./program coalesced 200 spins 2 # more than are pending at once
expect kernel strided 2 count 200; expect kernel spins 8 count 2
awk -F, '$4 == "\"spins\"" { spins = $15 } $4 == "\"strided\"" { other = $15 } END { exit !(spins > 10 * other) }' table.csv ||
    problem 'the long kernel is not the longer one'
profile --events ./program coalesced 3 reset coalesced 4
[ $status = 0 ] && expect kernel strided 2 count 7
passed events

profile --json table.json --timeline trace.json ./program copies 2 coalesced 5
if have python3; then
    python3 - >>"$log" 2>&1 <<'END'
import json
trace = json.load(open('trace.json'))['traceEvents']
runs = [e for e in trace if e['ph'] == 'X']
assert len(runs) == 13, len(runs) # 2 * 4, 5
assert sum(e['name'] == 'strided' for e in runs) == 5
assert min(e['ts'] for e in runs) == 0
ends = 0 # one stream: one after another
for e in runs:
    assert e['ts'] >= ends - 0.002, e
    ends = e['ts'] + e['dur']
assert [e for e in trace if e['ph'] == 'M'][0]['args']['name'].startswith('cpu:0 stream ')
table = json.load(open('table.json'))
assert table['processes'] == 1
kernel = [e for e in table['entries'] if e['name'] == 'strided'][0]
assert kernel['count'] == 5 and kernel['grid'] == [2, 1, 1] and kernel['total_ns'] > 0
assert abs(sum(e['dur'] for e in runs if e['name'] == 'strided') * 1000 - kernel['total_ns']) < 10
END
    passed timeline
else
    skip timeline 'there is no python3'
fi

# ---- counts, known by arithmetic ----
ld=pipe_lsu_mem_global_op_ld st=pipe_lsu_mem_global_op_st
sld=pipe_lsu_mem_shared_op_ld sst=pipe_lsu_mem_shared_op_st
metrics() # loads, their sectors, stores, their sectors: of the kernel $1 with this grid_x
{
    expect kernel $1 $2 l1tex__t_requests_$ld.sum $3; expect kernel $1 $2 l1tex__t_sectors_$ld.sum $4
    expect kernel $1 $2 l1tex__t_requests_$st.sum $5; expect kernel $1 $2 l1tex__t_sectors_$st.sum $6
}
profile --metrics ./program coalesced # 4 warps
metrics strided 2 4 16 4 16
expect kernel strided 2 lanewise__global_load_bytes.sum 512
expect kernel strided 2 l1tex__average_t_sectors_per_request_$ld.ratio 4
expect kernel strided 2 smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct 100
expect kernel strided 2 lanewise__partial_accesses.sum 0; expect kernel strided 2 lanewise__warps.sum 4
[ "$(cat out)" = done ] || problem "the second run's output is shown"
profile --metrics ./program stride2; metrics strided 2 4 32 4 16
profile --metrics ./program stride32; metrics strided 2 4 128 4 16
expect kernel strided 2 smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct 12.5
profile --metrics ./program misaligned 3; metrics strided 2 12 60 12 48 # of three launches
profile --metrics ./program wide nines; metrics wide 1 2 24 2 24; metrics nines 1 9 288 9 288 # 9 of 4 bytes, 36 bytes apart
passed sectors

profile --metrics ./program plain padded
metrics transpose_plain 1 32 128 32 128; metrics transpose_padded 1 32 128 32 128
for kernel in transpose_plain transpose_padded; do
    expect kernel $kernel 1 smsp__inst_executed_op_shared_ld.sum 32
    expect kernel $kernel 1 l1tex__data_bank_conflicts_$sst.sum 0
    expect kernel $kernel 1 lanewise__barriers.sum 32
    expect kernel $kernel 1 sm__maximum_warps_per_active_cycle_pct 100 # two blocks of 32 warps, of 64
done
expect kernel transpose_plain 1 l1tex__data_bank_conflicts_$sld.sum 992 # 31 a request
expect kernel transpose_plain 1 l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum 1024
expect kernel transpose_padded 1 l1tex__data_bank_conflicts_$sld.sum 0
expect kernel transpose_padded 1 l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum 32
# Doubles, by half warps: neighbours; two, and eight, in one bank.
for pair in 1:0 2:2 8:14; do
    profile --metrics ./program shared${pair%:*}
    expect kernel shared_wide 1 l1tex__data_bank_conflicts_$sld.sum ${pair#*:}
    expect kernel shared_wide 1 l1tex__data_bank_conflicts_$sst.sum ${pair#*:}
done
passed bank_conflicts

# The page has each kernel's part of the best: one pass of 32; all.
profile --metrics --html page.html ./program plain padded
grep -q '>transpose_plain (1,1,1)x(32,32,1)</td><td>.* 100&nbsp;%</td><td>.* 3&nbsp;%</td><td>.* 100&nbsp;%</td>' page.html ||
    problem "the page lacks the conflicts: $(grep '>transpose_plain' page.html)"
grep -q '>transpose_padded .*<td><span class="bar" style="width:100px">' page.html && grep -q '^</html>$' page.html ||
    problem 'the page is not whole'
profile --metrics --html page.html ./program coalesced 3000
grep -q '>1536000</td></tr>$' page.html || problem 'the page lacks a count of seven digits'
passed page

# Halves of a warp read and write apart. Lanes go round an inner loop three or five times, and meet again after it.
profile --metrics ./program halves nested counts
metrics halves 1 4 8 4 8
expect kernel halves 1 lanewise__threads_per_access.ratio 16; expect kernel halves 1 lanewise__partial_accesses.sum 8
metrics nested 1 24 96 1 4
expect kernel nested 1 lanewise__partial_accesses.sum 8
expect kernel counts 1 lanewise__global_atomic_requests.sum 1; expect kernel counts 1 lanewise__global_atomic_sectors.sum 1
expect kernel halves 1 lanewise__divergent_branches.sum 0 # a copy without --profile does not say
passed divergence

# Copies that say where basic blocks begin: lanes that skip the first access of a round are in that round, too.
profile --metrics ./blocks halves nested skips
metrics halves 1 4 8 4 8; metrics nested 1 24 96 1 4; metrics skips 1 4 16 4 16
expect kernel halves 1 lanewise__divergent_branches.sum 2 # of two warps
expect kernel nested 1 lanewise__divergent_branches.sum 4; expect kernel nested 1 lanewise__partial_accesses.sum 8
expect kernel skips 1 lanewise__divergent_branches.sum 4; expect kernel skips 1 lanewise__partial_accesses.sum 4
# Warps that diverge in each of the 8 steps, and at the end one: 8, 8, 8, 8, 8, 4, 2, 1; 0, 0, 0, 1, 1, 1, 1, 1. Lanes of a warp that want
# one bank: 2, 4, 8, 8, 8, 4, 2, 1; that is 4 warps, then 2, then 1 by one conflict less, for each of two loads and a store.
profile --metrics ./blocks interleaved sequential strided
expect kernel reduce_interleaved 1 lanewise__divergent_branches.sum 48; expect kernel reduce_interleaved 1 l1tex__data_bank_conflicts_$sld.sum 0
expect kernel reduce_sequential 1 lanewise__divergent_branches.sum 6; expect kernel reduce_sequential 1 l1tex__data_bank_conflicts_$sld.sum 0
expect kernel reduce_strided 1 l1tex__data_bank_conflicts_$sld.sum 70; expect kernel reduce_strided 1 l1tex__data_bank_conflicts_$sst.sum 35
expect kernel reduce_sequential 1 lanewise__barriers.sum 72
profile --metrics ./blocks coalesced; metrics strided 2 4 16 4 16
expect kernel strided 2 lanewise__divergent_branches.sum 0; expect kernel strided 2 lanewise__threads_per_basic_block.ratio 32
passed basic_blocks

profile ./program coalesced exits
[ $status = 3 ] || problem "the exit status is $status, not 3"
expect kernel strided 2 count 1
profile ./program coalesced 3 killed
[ $status = 137 ] || problem "the exit status is $status, not 137"
expect kernel strided 2 count 4
build unchecked --no-checked
profile --metrics ./unchecked coalesced
grep -q 'METRICS of strided .*: none. The run that counts did not run it' err || problem 'it does not say why nothing was counted'
profile true
grep -q 'has opened no device' err || problem 'it does not say that nothing ran'
profile ./absent
[ $status = 127 ] || problem "the exit status is $status, not 127"
"$lanewise" profile --csv /nowhere/table ./program >out 2>err
[ $? = 2 ] || problem 'a file that cannot be written is not refused'
"$lanewise" profile --cvs table.csv ./program >out 2>err
[ $? = 2 ] && grep -q 'no option "--cvs"' err || problem 'a wrong option is not refused'
LANEWISE_PROFILER=nonsense ./program >out 2>err
[ $? = 1 ] && grep -q 'LANEWISE_PROFILER is "nonsense"' err || problem 'a wrong setting is not refused'
passed ends

# On a terminal a line says each second what has run.
if have script; then
    script -qec "'$lanewise' profile ./program sleeps" /dev/null >out 2>err
    grep -q 'lanewise: [23] s: [12] kernels and copies, ' out || problem "no progress: $(cat out)"
    script -qec "'$lanewise' profile --no-progress ./program coalesced" /dev/null >out 2>err
    ! grep -q 'lanewise:' out || problem "progress: $(cat out)"
    passed progress
else
    skip progress 'there is no script'
fi

finish
