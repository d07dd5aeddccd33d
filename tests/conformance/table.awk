# The conformance table: rows.tsv beside what the tests said, on standard output.
# usage: awk -f table.awk [-v json=1] rows.tsv cuda.tsv TAP...
#
# A row passes on a device when its test has run there, and with it every further test whose name begins with the row's
# id (row/F3_..., no other row's), and none failed. Where nothing has run on a GPU, the results recorded in cuda.tsv
# stand for it.
#
# The status is 1 when a row has failed, when one has no result where it must have one, or when a TAP file ends before the
# number of tests that it should have, as that of a program that crashed does.

BEGIN {
    FS = "\t"
}

FILENAME ~ /rows\.tsv$/ {
    if (FNR == 1)
        next
    id[++rows] = $1
    kind[$1] = $3
    test[$1] = $4
    behaviour[$1] = $5
    note[$1] = $6
    named[$4] = 1
    next
}

FILENAME ~ /cuda\.tsv$/ {
    if (/^#/)
        recorded_where = substr($0, 3)
    else
        take($1, "recorded", $2)
    next
}

/^(not )?ok / {
    told[FILENAME]++
}

/^1\.\.[0-9]+/ {
    plan[FILENAME] = substr($0, 4) + 0
}

# "ok 12 - row/F3_name@cuda:0 # SKIP why"
/^(not )?ok .* - row\// {
    name = $0
    sub(/^(not )?ok [0-9]+ - /, "", name)
    sub(/ .*/, "", name)
    device = "cpu" # a test without a device runs the emulator by itself
    if (name ~ /@cuda/)
        device = "cuda"
    gpu = name ~ /@cuda:/
    sub(/@.*/, "", name)
    verdict = /^not ok/ ? "fail" : /# SKIP/ ? "skip" : "pass"
    take(name, device, verdict)
    if (gpu && verdict != "skip")
        ran_gpu = 1
}

# The worse of two verdicts; one is better than none, and than a skip.
function worse(a, b) {
    return a == "" || a == "skip" && b != "" || b == "fail" ? b : a
}

function take(name, device, verdict) {
    result[name, device] = worse(result[name, device], verdict)
    if (!(name in seen)) {
        seen[name] = 1
        names[++count] = name
    }
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

# The row that a test belongs to which none names: the one of its id or, where there is none, of its id's number.
function row_of(name) {
    sub(/^row\//, "", name)
    sub(/_.*/, "", name)
    if (!(name in kind))
        sub(/[a-z]$/, "", name)
    return name
}

function verdict_on(name, device) {
    if (device == "cuda" && !ran_gpu)
        return worse(result[name, device], result[name, "recorded"])
    return result[name, device]
}

function verdict_of(row, device,    verdict) {
    if (kind[row] == "n/a")
        return "skip"
    verdict = worse(verdict_on(test[row], device), further[row, device])
    return verdict == "" ? "skip" : verdict
}

# Whether the row has no result, not even that it was skipped, where its kind must have one. Some mistakes compile on one
# of the targets.
function missing(row) {
    if (kind[row] == "n/a")
        return 0
    if (kind[row] == "cuda-only")
        return verdict_on(test[row], "cuda") == ""
    return verdict_on(test[row], "cpu") == "" && (kind[row] != "compile-fail" || verdict_on(test[row], "cuda") == "")
}

END {
    for (i = 3; i < ARGC; i++)
        if (!(ARGV[i] in plan) || plan[ARGV[i]] != told[ARGV[i]]) {
            print ARGV[i] ": cut short" > "/dev/stderr"
            failures++
        }
    if (!ran_gpu && recorded_where != "")
        print "cuda: as recorded, " recorded_where > "/dev/stderr"
    for (i = 1; i <= count; i++)
        if (!(names[i] in named)) {
            row = row_of(names[i])
            further[row, "cpu"] = worse(further[row, "cpu"], verdict_on(names[i], "cpu"))
            further[row, "cuda"] = worse(further[row, "cuda"], verdict_on(names[i], "cuda"))
        }
    for (i = 1; i <= rows; i++) {
        row = id[i]
        cpu = verdict_of(row, "cpu")
        cuda = verdict_of(row, "cuda")
        counts["cpu", cpu]++
        counts["cuda", cuda]++
        failures += cpu == "fail" || cuda == "fail"
        if (missing(row)) {
            print row ": no result of " test[row] > "/dev/stderr"
            failures++
        }
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
