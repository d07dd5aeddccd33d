# The conformance table: rows.tsv beside what the tests said, on standard output.
# usage: awk -f table.awk [-v json=1] [-v source=NAME] rows.tsv cuda.tsv TAP...
#
# A row's tests are those whose names begin with its id: row/F3_..., row/F3b_.... It passes on a device when one has run
# there and none failed. Where no test has run on a GPU, the results recorded in cuda.tsv stand for it.

BEGIN {
    FS = "\t"
}

FNR == 1 {
    file++
}

file == 1 && FNR > 1 {
    rows++
    id[rows] = $1
    group[rows] = $2
    kind[$1] = $3
    test[$1] = $4
    behaviour[$1] = $5
    note[$1] = $6
    next
}

file == 2 {
    if (/^#/)
        recorded_where = substr($0, 3)
    else
        recorded[$1] = $2
    next
}

# "ok 12 - row/F3_name@cuda:0 # SKIP why"
/^(not )?ok .* - row\// {
    failed = /^not ok/
    skipped = /# SKIP/
    name = $0
    sub(/^(not )?ok [0-9]+ - row\//, "", name)
    sub(/ .*/, "", name)
    device = name
    row = name
    sub(/.*@/, "", device)
    sub(/:.*/, "", device)
    if (name !~ /@/)
        device = "cpu" # a test without a device runs the emulator by itself
    match(row, /^[A-Z]+[0-9]+/)
    row = substr(row, 1, RLENGTH)
    verdict = failed ? "fail" : skipped ? "skip" : "pass"
    before = result[row, device]
    if (before == "" || before == "skip" || verdict == "fail")
        result[row, device] = verdict
    if (device == "cuda" && verdict != "skip")
        ran_cuda = 1
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

function verdict_of(row, device) {
    if (kind[row] == "n/a")
        return "skip"
    if (device == "cuda" && !ran_cuda && kind[row] != "compile-fail")
        return recorded[row] == "" ? "skip" : recorded[row]
    return result[row, device] == "" ? "skip" : result[row, device]
}

END {
    if (!ran_cuda && recorded_where != "")
        print "cuda: as recorded, " recorded_where > "/dev/stderr"
    for (i = 1; i <= rows; i++) {
        row = id[i]
        cpu = verdict_of(row, "cpu")
        cuda = verdict_of(row, "cuda")
        counts["cpu", cpu]++
        counts["cuda", cuda]++
        failures += cpu == "fail" || cuda == "fail"
        untested += kind[row] != "n/a" && cpu == "skip" && cuda == "skip"
        if (kind[row] == "n/a")
            none++
        if (json)
            printf "{\"row\":%s,\"kind\":%s,\"test\":%s,\"cpu\":\"%s\",\"cuda\":\"%s\",\"note\":%s}\n", quoted(row),
                   quoted(kind[row]), quoted(test[row]), cpu, cuda, quoted(note[row])
        else
            printf "%-5s %-12s %-4s %-4s  %s%s\n", row, kind[row], cpu, cuda, behaviour[row],
                   note[row] == "" ? "" : " [" note[row] "]"
    }
    summary = sprintf("%d rows, %d of them n/a, %d not run; cpu: %d pass, %d fail; cuda: %d pass, %d fail", rows, none,
                      untested, counts["cpu", "pass"], counts["cpu", "fail"], counts["cuda", "pass"],
                      counts["cuda", "fail"])
    print summary > (json ? "/dev/stderr" : "/dev/stdout")
    exit failures > 0
}
