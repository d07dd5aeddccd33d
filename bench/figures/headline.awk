# Prints the headline figures as Markdown: computed from the newest runs; then the commands of these runs. After read.awk
# and idiom_ratios.awk; arguments: kinds.tsv runs.tsv and every file of figures.

# The figures of a kind's newest runs: the geometric mean, the least and the most of those that match.
function collect(k, threads, variant, measure, statistic, benches, i, field) {
    found = 0
    logs = 0
    for (i = 1; i <= lines; i++) {
        if (kind[i] != k)
            continue
        split(line[i], field)
        if (!is_shown(k, field[1]) || field[4] != threads || field[5] !~ variant || field[6] != measure ||
            field[7] != statistic || field[2] !~ benches || (only_run != "" && field[1] != only_run))
            continue
        value = field[8] + 0
        text = field[8] (field[9] == "x" || field[9] == "%" ? "" : " " field[9])
        if (!found)
            source = field[1]
        else if (index(", " source ", ", ", " field[1] ", ") == 0)
            source = source ", " field[1]
        if (!found || value < least + 0)
            least = field[8]
        if (!found || value > most + 0)
            most = field[8]
        logs += log(value)
        found++
    }
    mean = found ? exp(logs / found) : 0
}
function row(what, figure, count, runs_used, run_used) {
    if (!found) {
        print "headline: no figure of: " what >"/dev/stderr"
        failed = 1
        exit
    }
    printf "| %s | %s | %s |\n", what, figure, source
    count = split(source, runs_used, ", ")
    for (run_used = 1; run_used <= count; run_used++)
        used[runs_used[run_used]] = 1
}
function speeds(threads, words) {
    collect("fused_means", threads, "^hand$", "speed_ratio", "least", "^all kernels$")
    lowest = text
    collect("fused_means", threads, "^hand$", "speed_ratio", "geometric mean", "^all kernels$")
    by_hand = text
    collect("fused_means", threads, "^openmp$", "speed_ratio", "geometric mean", "^all kernels$")
    openmp = text
    collect("fused_means", threads, "^pocl best$", "speed_ratio", "geometric mean", "^all kernels$")
    row("fused engine, " words ": speed over loops by hand, OpenMP, PoCL's best",
        by_hand " (least " lowest "), " openmp ", " text)
}
END {
    if (failed)
        exit 1
    print "| what | figure | run |"
    print "| --- | --- | --- |"
    collect("gpu", "-", "^twin$", "time_ratio", "median", "^[^m]")
    row("GPU: time over the same kernel by hand in CUDA", sprintf("%.3f (%s to %s)", mean, least, most))
    # Means are those of the runs that have every rival: where fused.tsv's tables come from.
    for (i = 1; i <= lines; i++)
        if (kind[i] == "fused") {
            split(line[i], field)
            if (is_shown("fused", field[1]))
                only_run = field[1]
        }
    speeds(1, "one thread")
    speeds(16, "16 threads")
    only_run = ""
    idiom_ratios()
    for (r = 1; r <= runs; r++)
        if (name[r] in number) {
            source = name[r]
            found = ratios[number[source]]
            row("CUDA's " found " idioms, two threads: speed over the faster OpenMP's",
                sprintf("%.2f (%d below 0.5)", mean_ratio[number[source]], below[number[source]]))
        }
    collect("checked", 1, "^all$", "ratio", "median", "")
    row("checked mode: time over fibers'", least " to " most)
    collect("compile_time", "-", "^v[234]$", "ratio", "least", "")
    row("a fused copy for one level: time over `clang -O3`'s", least " to " most)
    collect("machine", 1, "^fiber$", "time", "median", "^machine.launch$")
    one = text
    collect("machine", 16, "^fiber$", "time", "median", "^machine.launch$")
    row("a launch and the wait for it, one worker and 16", one ", " text)
    collect("machine", 1, "^fiber$", "time", "median", "^machine.switch$")
    row("a switch between fibers", text)
    collect("fibers", 1, "^plain$", "time_ratio", "median", "")
    row("fibers, one worker: time over a C loop's", sprintf("%.1f (%s to %s)", mean, least, most))
    print "\n| run | taken | machine | command |"
    print "| --- | --- | --- | --- |"
    for (r = 1; r <= runs; r++)
        if (name[r] in used)
            printf "| %s | %s | %s | `%s` |\n", name[r], taken(name[r]), machine[name[r]], command[name[r]]
}
