# Prints the idioms' ratios as Markdown, each run's beside the others', then each run's mean. After read.awk and
# idiom_ratios.awk; arguments: kinds.tsv runs.tsv idioms.tsv.
END {
    idiom_ratios()
    if (columns == 0)
        exit
    printf "## %s\n\n| idiom |", title["idioms"]
    for (n = 1; n <= columns; n++)
        printf " %d |", n
    printf "\n| --- |"
    for (n = 1; n <= columns; n++)
        printf " ---: |"
    print ""
    for (i = 1; i <= idioms; i++) {
        printf "| %s |", idiom[i]
        for (n = 1; n <= columns; n++)
            printf " %s |", (n, idiom[i]) in ratio ? sprintf("%.2f", ratio[n, idiom[i]]) : "-"
        print ""
    }
    print "\n| run | taken | machine | command | geometric mean | below 0.5 | fibers are faster on |"
    print "| --- | --- | --- | --- | ---: | ---: | ---: |"
    for (r = 1; r <= runs; r++)
        if (name[r] in number) {
            n = number[name[r]]
            printf "| %d: %s | %s | %s | `%s` | %.3f of %d | %d | %d |\n", n, name[r], taken(name[r]), machine[name[r]],
                command[name[r]], mean_ratio[n], ratios[n], below[n], slower[n]
        }
    print ""
}
