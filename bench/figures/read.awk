# Reads kinds.tsv, runs.tsv, then files of figures; another file prints them. Variables: all=1 shows every run, only=RUN
# that one; otherwise the newest of the runs with the same machine and command is shown.
BEGIN { FS = "\t" }
FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    sub(/\.tsv$/, "", file)
    header[file] = $0
    next
}
file == "kinds" {
    title[$1] = $2
    bench_heading[$1] = $3
    size_heading[$1] = $4
    next
}
file == "runs" {
    place[$1] = ++runs
    name[runs] = $1
    date[$1] = $2
    commit[$1] = $3
    machine[$1] = $4
    compiler[$1] = $5
    command[$1] = $6
    note[$1] = $7
    next
}
{
    line[++lines] = $0
    kind[lines] = file
    has[file, $1] = 1
    same = file FS machine[$1] FS command[$1]
    if (!(same in newest) || place[$1] > place[newest[same]])
        newest[same] = $1
}
function is_shown(file, run) {
    if (only != "")
        return run == only
    return all || newest[file FS machine[run] FS command[run]] == run
}
function taken(run) {
    return date[run] (commit[run] == "-" ? "" : " at " commit[run])
}
