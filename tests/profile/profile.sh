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

"$driver" "--include-dir=$root/api" --no-cuda --fused=off -g -O2 -c "$source/kernels.c" -o kernels.o >>"$log" 2>&1 &&
    $cc -g -I"$root/api" "$source/program.c" kernels.o -o program -L"$folder" -llanewise "-Wl,-rpath,$folder" \
        >>"$log" 2>&1 || { cat "$log" >&2; exit 1; }

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

profile ./program coalesced exits
[ $status = 3 ] || problem "the exit status is $status, not 3"
expect kernel strided 2 count 1
profile ./program coalesced 3 killed
[ $status = 137 ] || problem "the exit status is $status, not 137"
expect kernel strided 2 count 4
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

finish
