#!/bin/sh
# Tests of `lanewise check`: its options, exit statuses, counts and reports.
# usage: command.sh SOURCE_ROOT LANEWISE LANEWISE_CC LIBRARY_FOLDER
lanewise=$(realpath "$2") driver=$(realpath "$3") folder=$(realpath "$4") || exit 1
suite=check
. "$(dirname "$0")/../language/tap.sh"
unset LANEWISE_ENGINE LANEWISE_CHECK LANEWISE_DEVICE LANEWISE_SCHEDULE LANEWISE_TIMEOUT LANEWISE_HOST_CC
source=$root/tests/check
cd "$work" || exit 1
log=$work/log

build() # program, flags...
{
    program=$1
    shift
    "$driver" "--include-dir=$root/api" --no-cuda --fused=off -g "$@" -c "$source/kernels.c" -o kernels.o \
        >>"$log" 2>&1 &&
        $cc -g -I"$root/api" "$source/program.c" kernels.o -o "$program" -L"$folder" -llanewise "-Wl,-rpath,$folder" \
            >>"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

# Runs it with these options and arguments: `said` is what it printed, `err` and `out` its halves, `status` its status. A second run in
# reverse order ($runs is empty) only where that is what is tested: it takes time.
runs='--runs 1'
check()
{
    "$lanewise" check $runs "$@" >out 2>err
    status=$?
    cat out err >said
}
problem() { { echo "$*"; cat said; } >>"$log"; }
ends() { [ "$status" = "$1" ] || problem "the exit status is $status, not $1"; }
says() { grep -q -e "$1" said || problem "it does not say: $1"; }
never() { ! grep -q -e "$1" said || problem "it says: $1"; }
counts() { [ "$(grep -c -e "$2" said)" = "$1" ] || problem "it does not say $1 times: $2"; }
errors() { counts 1 '^========= ERROR SUMMARY: .* errors\?$'; says "^========= ERROR SUMMARY: $1 error"; }
passed() { [ ! -s "$log" ]; report $? "$1"; }

build ./program
line() { grep -n "$1" "$source/kernels.c" | cut -d: -f1; }

check ./program clean
ends 0; errors 0; says '^done$'; counts 1 =========
passed nothing_to_tell

check ./program beyond racing
ends 0; errors 3
says '^========= Invalid __global__ write of size 4 bytes$'
says "^=========     at beyond()+0x[0-9a-f]* in .*kernels.c:$(line 'g\[100\] = 7')\$"
says '^=========     by thread (3,0,0) in block (0,0,0)$'
says '^=========     Access to 0x[0-9a-f]* is out of bounds$'
says '^=========     and is 145 bytes after the nearest allocation at 0x[0-9a-f]* of size 256 bytes, made at launch()'
says "^========= Error: Race reported between Write access at racing()+0x.* in .*kernels.c:$(line '+= 1')\$"
says "^=========     and Read access at racing()+0x.* in .*kernels.c:$(line '\^ 1') \[[0-9]* hazards\]\$"
says "in kernel racing (.*kernels.c:$(line 'KERNEL(racing')); replay: round-robin\$"
[ "$(cat out)" = done ] || problem "standard output is not the program's alone"
passed compute_sanitizers_lines

check --error-exitcode 9 ./program beyond; ends 9
check --error-exitcode=9 ./program clean; ends 0
check --error-exitcode 9 ./program same; ends 0; errors 0; says '^========= WARNING SUMMARY: 1 warning$'
check --error-exitcode 9 ./program beyond exit=7; ends 7; errors 1
check ./program beyond; ends 0
check ./program beyond crash; ends 139; errors 1; says "process didn't terminate successfully"
check ./missing; ends 127; says "^lanewise: cannot start ./missing: No such file"
passed exit_status

check ./program beyond close beyond close beyond; errors 3; says '^done$'
check ./program beyond exit=0; errors 1; never '^done$'
check ./program fork beyond; errors 1; says '^done$'
check --timeout 60 ./program alarm=500 endless; ends 142; errors 1
says '1 finding is not shown: the program ended before the kernels did'
check sh -c './program beyond; ./program beyond'; errors 2
check sh -c 'exec 3>&- 4>&- 5>&- 6>&- 7>&-; exec ./program beyond'; errors 1
passed counted_in_any_end

check --tool memcheck ./program beyond racing unset; errors 1; says 'Invalid __global__ write'
check --tool=initcheck ./program beyond racing unset; errors 1; says 'Uninitialized __shared__ memory read of size 4'
check --tool synccheck ./program beyond racing unset; errors 0
check --tool memcheck,initcheck ./program beyond racing unset; errors 2
check --tool all ./program beyond racing unset; errors 4
check --tool racecheck ./program beyond racing unset same; errors 2
says '^========= RACECHECK SUMMARY: 3 hazards displayed (2 errors, 1 warning)$'
passed tools

for option in '--print-limit 1' --max-errors=1; do
    check $option ./program beyond unset close unset
    says '^========= ERROR SUMMARY: 3 errors$'
    says '^========= ERROR SUMMARY: 2 errors were not printed'
    says 'Invalid __global__ write'; never Uninitialized
done
check --print-limit 0 ./program beyond; errors 1; says 'Invalid __global__ write'
passed print_limit

check --track-unused-memory yes ./program oversized=100
ends 0; errors 0; says '^========= WARNING SUMMARY: 3 warnings'; counts 3 'an allocation of [456]00 bytes, made at oversized()'
says 'Warning: Unused memory: 100 of the 400 bytes at 0x[0-9a-f]* were never written, the first of them byte 300$'
says 'Warning: Unused memory: 100 of the 500 bytes at 0x[0-9a-f]* were never written, the first of them byte 0$'
says 'Warning: Unused memory: 100 of the 600 bytes at 0x[0-9a-f]* were never written, the first of them byte 300$'
check --track-unused-memory yes ./program oversized=0 clean; never 'Unused memory'
for flags in '--track-unused-memory no' '--track-unused-memory yes --tool racecheck'; do
    check $flags ./program oversized=100; never 'Unused memory'
done
passed unused_memory

for filter in '--kernel-name kne=beyond' '--kernel-name kns=yon' '--kernel-name kernel_substring=yon' \
    '--kernel-regex kns=^be.o' '--kernel-regex=kne=be(y|z)o.d' '--kernel-regex yon' '--kernel-regex-exclude kns=^un' \
    '--kernel-name-exclude kne=unset' '--kernel-regex kne=x{1,2},kne=beyond'; do
    check $filter ./program beyond unset; errors 1; says 'Invalid __global__ write'; never Uninitialized
done
for filter in '--kernel-name kne=yon' '--kernel-regex kne=b' '--kernel-name kns=b.y'; do
    check $filter ./program beyond unset beyond; errors 0
    says '^========= Warning: no kernel was checked: --kernel-name and the like leave out all that ran: beyond, unset$'
done
check --kernel-name kne=beyond ./program beyond unset; never 'no kernel was checked'
check --kernel-name-exclude kns=e ./program beyond; says 'leave out all that ran: beyond$'
check --kernel-name kne=none --runs 3 ./program clean; counts 1 'leave out all that ran: clean$'
runs=
check --kernel-name kne=none ./program clean; counts 1 'leave out all that ran: clean$'
check --json --kernel-name kne=none ./program clean; says '"launches":0,'
check --json ./program clean clean; says '"launches":2,'
runs='--runs 1'
passed kernel_filters

cat >suppressions <<'END'
# a comment

kind=out-of-bounds kernel=bey*     # and another
memory="*'empty'*" tool=initcheck
END
check --suppressions suppressions ./program beyond unset racing
errors 2; says 'Race reported'; never Invalid; says '^========= SUPPRESSION SUMMARY: 2 findings suppressed$'
for one in "place=kernels.c:$(line 'g\[100\] = 7')" place=kernels.c 'place=check/kernels.c' 'place=*/kernels.c' \
    function=beyond kernel=beyond 'kind=out-of-bounds tool=memcheck'; do
    echo "$one" >suppressions
    check --suppressions=suppressions ./program beyond; errors 0
done
for one in place=kernels.c:1 function=bey kind=race 'kernel=beyond tool=racecheck' 'memory=x*'; do
    echo "$one" >suppressions
    check --suppressions suppressions ./program beyond; errors 1
done
echo "function=racing place=kernels.c:$(line '\^ 1')" >suppressions
check --suppressions suppressions ./program racing; errors 0
passed suppressions

check --log-file report ./program beyond
[ ! -s err ] || problem "it writes to standard error"
cat report >said; errors 1; says Invalid
check --log-file report ./program unset; cat report >said; errors 1; never Invalid
passed log_file

runs=
check --sarif found.sarif --junit found.xml ./program beyond racing same exit=4; ends 4
if python3 - found.sarif found.xml >said 2>&1 <<'PYTHON'
import json, sys
import xml.etree.ElementTree as xml
run = json.load(open(sys.argv[1]))["runs"][0]
kinds = sorted((one["ruleId"], one["level"]) for one in run["results"])
assert kinds == [("out-of-bounds", "error"), ("race", "error"), ("race-of-same-value", "warning")], kinds
assert {one["ruleId"] for one in run["results"]} < {rule["id"] for rule in run["tool"]["driver"]["rules"]}
assert not run["invocations"][0]["executionSuccessful"] and run["invocations"][0]["exitCode"] == 4
for one in run["results"]:
    at = one["locations"][0]["physicalLocation"]
    assert at["artifactLocation"]["uri"].endswith("kernels.c") and at["region"]["startLine"] > 0
    assert one["message"]["text"] and "=====" not in one["message"]["text"]
assert len({one["partialFingerprints"]["lanewise/v1"] for one in run["results"]}) == 3
suite = xml.parse(sys.argv[2]).getroot()[0]
assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1"), suite.attrib
cases = [[part.tag for part in case] for case in suite]
assert sorted(cases) == [["error"], ["failure"], ["failure"], ["system-out"]], cases
PYTHON
then :; else [ -n "$(command -v python3)" ] && problem "$(cat said)"; fi
check --runs 4 --sarif found.sarif ./program beyond racing
[ "$(grep -c '^{"ruleId"' found.sarif)" = 2 ] || problem "runs repeat findings in the SARIF"
check --sarif found.sarif ./program clean; errors 0
grep -q '"results":\[\]' found.sarif || problem "no findings are not an empty list"
refuses() { words=$1; shift; check "$@"; ends 2; says "^lanewise: $words"; }
refuses '/none/x cannot be written to' --sarif /none/x ./program
refuses '/none/x cannot be written to' --junit /none/x ./program
passed files_for_other_programs

check --runs 1 --html found.html ./program beyond racing same exit=4; ends 4
if python3 - found.html "$(line '\^ 1')" >said 2>&1 <<'PYTHON'
import sys
from html.parser import HTMLParser
class Page(HTMLParser):
    open, marked, sections, rows, headings = [], [], [], [], []
    def handle_starttag(self, tag, attributes):
        if tag not in ("meta",):
            self.open.append(tag)
        if tag == "section":
            self.sections.append(dict(attributes)["class"])
        if tag == "tr":
            self.rows.append([len(self.sections)])
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
    def handle_data(self, data):
        if "mark" in self.open:
            self.marked.append(data)
        if "td" in self.open:
            self.rows[-1].append(data)
        if "h2" in self.open:
            self.headings.append(data)
page = Page()
page.feed(open(sys.argv[1]).read())
assert not page.open, page.open
assert page.sections == ["error", "error", "warning"], page.sections
race = page.headings.index("race in racing") + 1
assert any("^ 1" in text for text in page.marked), page.marked
accesses = [row[1:] for row in page.rows if row[0] == race and len(row) > 1]
order = [(row[2], row[3], row[4].split(",")[0]) for row in accesses]
assert order == [("(1,0,0)", "0", "write"), ("(0,0,0)", "1", "read"), ("(1,0,0)", "1", "read"), ("(1,0,0)", "1", "write")], order
assert accesses[1][5] == "racing(), line " + sys.argv[2], accesses
PYTHON
then :; else [ -n "$(command -v python3)" ] && problem "$(cat said)"; fi
check --html found.html ./program clean; errors 0
grep -q '<p>0 errors, 0 warnings; the program' found.html || problem "no page without findings"
refuses '/none/x cannot be written to' --html /none/x ./program
passed page

red=$(printf '\033')
check --color ./program beyond; says "^$red\[1;31m========= Invalid .*$red\[0m"
check --color=always ./program same; says "^$red\[1;33m========= Warning"
check --colour=never ./program beyond; never "$red"
check ./program beyond; never "$red"
passed colour

runs= # who comes to the barrier first depends on the order
for fault in 'divergent:Divergent thread(s) in block.:16 threads: 0-15 waiting in __syncthreads at' \
    'masked:Invalid arguments.:mask 0x00000001, which does not name the calling lane 1' \
    'stuck:Deadlock.:thread 1 waiting in __syncwarp at .*, mask 0x00000003'; do
    rest=${fault#*:}
    check --tool synccheck ./program "${fault%%:*}"
    errors 1; says "^========= Barrier error detected. ${rest%%:*}$"; says "^=========  *.*${rest#*:}"
    says "in kernel ${fault%%:*} (.*, and it ended the launch"; says '^the launch has failed$'
done
check ./program claiming; errors 1; says '^========= Assertion failed.$'; says "assertion .g\[0\] == 1. failed"
check --timeout 0.3 ./program endless; errors 2; says '^========= Timeout detected.$'
says '63 threads: 0-1,3-63 waiting in __syncthreads'; says "thread 2 running at .*kernels.c:$(line 'while (flag')"
passed faults_that_end_a_launch
runs='--runs 1'

mv program plain_program
build ./program --no-checked
check ./program clean
errors 1
says "^========= Kernel clean was not launched: its object has no checked copy. Build .*kernels.c with lanewise-cc,"
mv plain_program program
passed unchecked_kernel

check true; ends 0; errors 0; says 'nothing was checked: the program has opened no CPU device$'
passed no_device

for schedule in round-robin reverse random:5 starve:0 pct:3:5; do
    check --schedule $schedule ./program racing trusting; says "; replay: $schedule\$"
    cp err first
    check --replay $schedule ./program racing trusting
    cmp first err >>"$log"
done
for word in order poll; do
    check ./program $word; cp out first
    for again in 1 2 3 4; do
        check ./program $word
        cmp first out >>"$log"
    done
done
says '^[1-9][0-9]* '
check --schedule round-robin ./program trusting; errors 0
check --schedule starve:0 ./program trusting; errors 1
LANEWISE_SCHEDULE=reverse check ./program racing; says 'replay: reverse$'
passed replay

runs=
# Without options the program runs again in reverse order, and what is new there is reported.
check --error-exitcode 9 ./program trusting; ends 9; errors 1; counts 1 '^done$'; counts 1 'replay: '; says 'replay: reverse$'
for option in '--runs 1' '--schedule round-robin' '--replay round-robin'; do
    check $option --error-exitcode 9 ./program trusting; ends 0; errors 0
done
LANEWISE_SCHEDULE=round-robin check ./program trusting; errors 0
# The reverse order switches between a thread's atomics.
check ./program counting; errors 1; says '^========= Assertion failed'; says 'replay: reverse$'
check --runs 1 ./program counting; errors 0
OMPI_COMM_WORLD_RANK=0 check ./program trusting; errors 0
echo kernel=same >suppressions
check --suppressions suppressions ./program same racing unset; errors 3; counts 3 'replay: round-robin$'
says '^========= SUPPRESSION SUMMARY: 1 finding suppressed$'
check --print-limit 1 ./program racing trusting; says '^========= ERROR SUMMARY: 3 errors$'; says '^========= ERROR SUMMARY: 2 errors were not printed'
check --json ./program trusting; counts 1 '"summary":true,"errors":1,.*"devices":1,'; says '^{"kind":"out-of-bounds",.*"reverse"'
check --log-file report --json=findings ./program trusting; counts 1 '^done$'; cat report findings >said
errors 1; says '^========= Invalid'; says '"kind":"out-of-bounds"'
check sh -c './program clean; [ "$LANEWISE_SCHEDULE" != reverse ] || { echo wrong; exit 3; }'
ends 3; errors 0; says '^========= The run in reverse order ends with status 3:$'; says '^wrong$'
check sh -c './program clean; [ "$LANEWISE_SCHEDULE" != reverse ] || kill -9 $$'; ends 137; says "process didn't terminate successfully"
check sh -c './program beyond; [ "$LANEWISE_SCHEDULE" != reverse ] || exit 3; exit 2'; ends 2; errors 1; never 'in reverse order'
passed reverse

# Blocks that wait for those before them wait without end in reverse order, unless the device has room for all.
check --timeout 3 ./program chained racing; ends 0; errors 2; counts 1 '^done$'; never Timeout; says 'relies on co-resident blocks'
LANEWISE_PROFILE=sm_87 check --timeout 3 ./program chained racing; ends 0; errors 2; counts 1 '^done$'; never Timeout
says '^========= The run in reverse order was given up: a block of kernel chained takes long'
LANEWISE_PROFILE=sm_87 check --timeout 3 --schedule reverse ./program chained; says '^========= Timeout detected'
check --timeout 0.3 ./program endless; errors 2; counts 1 '^done$'; never 'in reverse order'
passed given_up

# The second run has the same standard input, if that is a file.
reads='read -r word; ./program clean; [ "$word" = first ] || exit 4'
printf 'first\nsecond\n' >input
{ check sh -c "$reads"; read -r word; } <input
ends 0; never 'in reverse order'; [ "$word" = second ] || problem "standard input goes on at $word"
printf 'first\n' | "$lanewise" check sh -c "$reads" >said 2>&1; status=$?
ends 0; errors 0; says '^========= The run in reverse order ends with status 4; it has no standard input'
printf 'first\n' | "$lanewise" check ./program clean >said 2>&1; status=$?; ends 0; never 'in reverse order'
passed standard_input

check --runs 12 --error-exitcode 5 ./program trusting
ends 5; counts 1 '^done$'
says '^========= Run 2 of 12, reverse: 1 error, 0 warnings$'; counts 1 'Invalid __global__ write'
says '^========= Run [0-9]* of 12, \(random\|pct:3\):[0-9]*: 1 error, 0 warnings, as run 2$'; never 'Run 1 of'
failed_runs=$(grep -c '^========= Run ' said)
says "^========= RUNS SUMMARY: $failed_runs of 12 runs failed; replay with: reverse$"; errors "$failed_runs"
cp said first
check --runs 12 --error-exitcode 5 ./program trusting; cmp said first >>"$log"
check --runs 40 --schedule random:1 --stop-on-error ./program trusting
counts 1 '^========= Run '; says 'RUNS SUMMARY: 1 of [0-9]* runs\? failed; replay with: random:'
check --replay "$(sed -n 's/.*replay with: //p' said)" ./program trusting; errors 1
check --runs 3 ./program clean exit=4; ends 4; says 'Run 1 of 3, round-robin: status 4, 0 errors'
check --runs 3 ./program clean; ends 0; counts 2 =========; says 'RUNS SUMMARY: 0 of 3 runs failed$'
passed runs

refuses() # words of the message, options and arguments...
{
    words=$1
    shift
    check "$@"
    ends 2; says "^lanewise: $words"
    [ "$(wc -l <said)" = 1 ] || problem "it is not one sentence"
}
echo 'kind=nothing' >suppressions
refuses 'the program to check is missing'
refuses 'the program to check is missing' --tool all --
refuses 'there is no option "--frob"' --frob ./program
refuses '--tool takes .*, not "frob"' --tool frob ./program
refuses '--tool takes .*, not "memcheck,"' --tool memcheck, ./program
refuses '--tool needs a value' --tool
refuses '--tool needs a value' --tool= ./program
refuses '--leak-check takes full or no, not "some"' --leak-check some ./program
refuses '--track-unused-memory takes yes or no, not "maybe"' --track-unused-memory maybe ./program
refuses '--error-exitcode takes a number from 0 to 255, not "256"' --error-exitcode 256 ./program
refuses '--print-limit takes a number .*, not "-1"' --print-limit -1 ./program
refuses '--kernel-regex: "(" is no regular expression' --kernel-regex 'kns=(' ./program
refuses '--kernel-name takes kns=TEXT .*, not "frob=x"' --kernel-name frob=x ./program
refuses 'the suppressions missing cannot be read: No such file' --suppressions missing ./program
refuses 'line 1 of the suppressions suppressions names an unknown kind or tool' --suppressions suppressions ./program
refuses '--color takes auto, always or never, not "red"' --color=red ./program
refuses '--volatile takes relaxed or plain, not "atomic"' --volatile atomic ./program
refuses '--timeout takes seconds .*, not "1s"' --timeout 1s ./program
refuses '--schedule takes round-robin, .*, not "fair"' --schedule fair ./program
refuses '--replay takes round-robin, .*, not "pct:3"' --replay pct:3 ./program
refuses 'there can be one --schedule or --replay only' --replay random:1 --schedule random:2 ./program
refuses '--runs takes a number of runs, 1 at least' --runs 0 ./program
refuses '--runs needs a schedule with a seed, .*, not reverse' --runs 2 --schedule reverse ./program
refuses '--stop-on-error is for --runs' --stop-on-error ./program
refuses '--stop-on-error takes no value' --stop-on-error=1 ./program
refuses '/none/x cannot be written to' --json=/none/x ./program
passed wrong_arguments

"$lanewise" >said 2>&1; status=$?; ends 2; says 'a subcommand is missing'
"$lanewise" frob >said 2>&1; status=$?; ends 2; says 'there is no subcommand "frob"'
"$lanewise" --help >said 2>&1; status=$?; ends 0; says '^Usage: lanewise check'
check --help; ends 0; says '  --replay STRING'
for subcommand in "" check run profile; do
    "$lanewise" $subcommand --version >said 2>&1; status=$?; ends 0; says "^lanewise [0-9.]*$"
done
passed help_and_version

runs='--runs 1'
# On a terminal a line says each second what has run.
if have script; then
    script -qec "'$lanewise' check --runs 1 --timeout 3 ./program clean endless" /dev/null >said 2>&1
    says 'lanewise: 2 s: 1 launch has ended; the last kernel to run is endless'
    script -qec "'$lanewise' check --runs 1 --timeout 3 --no-progress ./program clean endless" /dev/null >said 2>&1
    never 'lanewise: 2 s'; says 'ERROR SUMMARY: 2 errors'
    check --timeout 3 ./program clean endless; never 'lanewise: '
    passed progress
else
    skip progress 'there is no script'
fi
if have python3; then
    cat >read.py <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
summary = lines.pop()
assert summary == {"summary": True, "errors": 3, "warnings": 1, "suppressed": 0, "unprinted": 0,
                   "unnoted": 0, "devices": 1, "launches": 3, "status": 0}, summary
kinds = [line["kind"] for line in lines]
assert sorted(set(kinds)) == ["out-of-bounds", "race", "race-of-same-value"], kinds
for line in lines:
    assert line["tool"] == ("memcheck" if line["kind"] == "out-of-bounds" else "racecheck")
    assert line["severity"] == ("warning" if line["kind"] == "race-of-same-value" else "error")
    assert line["replay"] == "round-robin" and line["kernel_file"].endswith("kernels.c") and line["count"] > 0
    for access in line["accesses"]:
        assert access["file"].endswith("kernels.c") and access["size"] == 4 and access["function"] == line["kernel"]
        assert len(access["thread"]) == len(access["block"]) == 3
race = next(line for line in lines if line["kind"] == "race")
assert len(race["accesses"]) == 2 and "tile" in race["memory"] and race["why"]
out = next(line for line in lines if line["kind"] == "out-of-bounds")
assert out["accesses"][0]["thread"] == [3, 0, 0] and out["accesses"][0]["lane"] == 3
assert out["made_at"]["function"] == "launch" and not out["ended_launch"]
END
    check --json ./program beyond racing same
    python3 read.py err >>"$log" 2>&1
    check --json=findings ./program beyond racing same
    says 'Race reported'; errors 3
    python3 read.py findings >>"$log" 2>&1
    check --json ./program stuck claiming
    python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin if line[0] == "{"]' <err >>"$log" 2>&1
    says '"kind":"synchronisation",.*waiting in __syncwarp at .*"ended_launch":true'
    passed json
else
    skip json "no python3"
fi

LANEWISE_ENGINE=checked LANEWISE_CHECK='memcheck,kernels=a\,b|bey' ./program beyond unset >said 2>&1; errors 1
LANEWISE_ENGINE=checked LANEWISE_CHECK=frob ./program beyond >said 2>&1
says 'LANEWISE_CHECK holds "frob": it must be all, memcheck'
LANEWISE_ENGINE=checked LANEWISE_CHECK=tally=/none ./program beyond >said 2>&1
says '/none cannot hold the number of findings'
passed environment

# A name in Latin-1: no UTF-8, and so nothing that JSON can hold.
odd=$(printf 'k\351rnels')
mkdir "$odd" && cp "$source/kernels.c" "$source/kernels.h" "$odd"
"$driver" "--include-dir=$root/api" "-I$root" --no-cuda --fused=off -g -c "$odd/kernels.c" -o odd.o >>"$log" 2>&1 &&
    $cc -g -I"$root/api" "$source/program.c" odd.o -o odd -L"$folder" -llanewise "-Wl,-rpath,$folder" >>"$log" 2>&1
check --json=findings ./odd beyond racing; errors 3; never 'are lost'
iconv -f UTF-8 -t UTF-8 findings >/dev/null 2>>"$log" || problem "the file is no UTF-8"
grep -q '"file":"[^"]*k\\ufffdrnels/kernels.c"' findings || problem "no U+FFFD: $(cat findings)"
passed json_of_other_encodings

# What a full disk does not take is not lost without a word.
full() # words of the message, options...
{
    words=$1
    shift
    check --error-exitcode 0 "$@" ./program beyond; ends 2
    says "lanewise: $words"; says 'lanewise: [13] findings\{0,1\} \(is\|are\) lost: a file took no more'
}
if [ -c /dev/full ]; then
    full '/dev/full cannot be written to: ' --json=/dev/full
    full '/dev/full cannot be written to: ' --log-file=/dev/full
    full '/dev/full cannot be written to: ' --json --log-file=/dev/full
    full '/dev/full cannot be written to: ' --json=/dev/full --runs 3
    check --log-file=/dev/full --error-exitcode 9 ./program beyond; ends 9
    check --log-file=/dev/full ./program clean exit=7; ends 7; says 'lanewise: /dev/full cannot be written to: '
    LANEWISE_ENGINE=checked LANEWISE_CHECK=log=/dev/full ./program beyond racing >said 2>&1
    counts 1 '^lanewise: findings are lost, as /dev/full cannot be written to: No space left on device$'
    LANEWISE_ENGINE=checked LANEWISE_CHECK=json=/dev/full ./program beyond >said 2>&1
    counts 1 '^lanewise: findings are lost, as /dev/full cannot be written to: No space left on device$'
    for option in --version --help 'check --help'; do
        "$lanewise" $option >/dev/full 2>said; status=$?
        ends 1; says 'lanewise: standard output cannot be written to: No space left on device'
    done
    passed full_disk
else
    skip full_disk "no /dev/full"
fi

check --engines --error-exitcode 9 ./program clean racing; ends 0; errors 0
check --engines --error-exitcode 9 ./program differ; ends 9; errors 1; says '^number 40 is 40$'
says '^========= Error: the engines differ: kernel differing leaves other values in 1 words of memory'
says '^=========       a race in the kernel is a usual cause: `lanewise check PROGRAM` finds races$'
says '^=========       element 40 of 4 bytes of the 256-byte allocation at 0x'
says '^=========         fibers 0x00000028 (40, .*), fused 0x00000410 (1040, '
says '^=========         on fibers thread (40,0,0) of block (0,0,0) wrote it last$'
check --engines --error-exitcode 9 --kernel-name-exclude kne=differing ./program differ; ends 0; errors 0
check --engines --json ./program differ; says '"kind":"engines-differ","tool":"engines",.*"kernel":"differing"'
check --engines --tool memcheck ./program clean; ends 2; says 'lanewise: --engines checks no accesses'
LANEWISE_ENGINE=compare ./program differ >said 2>&1; says '^the engines differ: kernel differing'; never '^number'
passed engines

clang=$(command -v clang-19 || command -v clang || :)
if [ -n "$clang" ]; then
    build ./program "--host-cc=$clang"
    check ./program beyond racing; errors 3
    says "at beyond()+0x[0-9a-f]* in .*kernels.c:$(line 'g\[100\] = 7')\$"; says "Error: Race reported between"
    check --replay starve:0 ./program trusting; errors 1
    passed clang
else
    skip clang "no clang"
fi
finish
