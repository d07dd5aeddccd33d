# Prints idioms.tsv as tables: each run's ratios side by side, then each run's mean. usage: awk -f idioms.awk idioms.tsv
BEGIN { FS = "\t" }
NR == 1 { next }
{
    run = $3 " | " $4 " | " $5
    if (!(run in number)) {
        number[run] = ++runs
        name[runs] = run
        taken[runs] = $1 " at " $2
    }
    if (!($6 in known)) {
        known[$6] = 1
        idiom[++idioms] = $6
    }
    openmp = $9 + 0 && (!($10 + 0) || $9 + 0 < $10 + 0) ? $9 : $10
    ratio[number[run], $6] = openmp / $7
    sum[number[run]] += log(openmp / $7)
    count[number[run]]++
    below[number[run]] += openmp / $7 < 0.5
    slower[number[run]] += $8 < $7
}
END {
    printf "| idiom |"
    for (r = 1; r <= runs; r++) printf " %d |", r
    printf "\n| --- |"
    for (r = 1; r <= runs; r++) printf " ---: |"
    print ""
    for (i = 1; i <= idioms; i++) {
        printf "| %s |", idiom[i]
        for (r = 1; r <= runs; r++) printf " %s |", (r, idiom[i]) in ratio ? sprintf("%.2f", ratio[r, idiom[i]]) : ""
        print ""
    }
    print "\n| run | taken | machine | level | time | geometric mean | below 0.5 | fibers are faster on |"
    print "| --- | --- | --- | --- | --- | ---: | ---: | ---: |"
    for (r = 1; r <= runs; r++)
        printf "| %d | %s | %s | %.3f of %d | %d | %d |\n", r, taken[r], name[r], exp(sum[r] / count[r]), count[r], below[r], slower[r]
}
