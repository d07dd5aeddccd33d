# Prints one kind's figures as Markdown: a table a run, a row a bench, size and number of threads, a column each variant's
# measure. After read.awk; arguments: kinds.tsv runs.tsv KIND.tsv.
function heading(variant, measure, statistic, unit) {
    if (measure == "bandwidth" || measure == "flop_rate")
        variant = unit
    else if (measure == "time_ratio")
        variant = "time / " variant
    else if (measure == "rate_ratio")
        variant = "rate / " variant
    else if (measure == "speed_ratio")
        variant = "speed / " variant
    else if (measure == "instruction_ratio")
        variant = "instructions / " variant
    else if (measure == "a_a")
        variant = variant " / " variant
    else if (measure == "gain")
        variant = "gain by threads, " variant
    else if (measure == "peak_share")
        variant = "of the peak, " variant
    else if (measure == "memory_ratio")
        variant = "bytes kept for a byte"
    else if (measure == "processor_time")
        variant = "processor time, " variant
    return variant (statistic == "median" || statistic == "total" ? "" : ", " statistic)
}
function cell(value, measure, unit) {
    return measure ~ /time$/ ? value " " unit : unit == "%" ? value " %" : value
}
function print_wide(run, i, k, n, field) { # a file of columns of its own
    n = split(header[file], field)
    printf "|"
    for (k = 2; k <= n; k++) {
        gsub(/_/, " ", field[k])
        printf " %s |", field[k]
    }
    printf "\n|"
    for (k = 2; k <= n; k++)
        printf " --- |"
    print ""
    for (i = 1; i <= lines; i++) {
        split(line[i], field)
        if (field[1] != run)
            continue
        printf "|"
        for (k = 2; k <= n; k++)
            printf " %s |", field[k]
        print ""
    }
}
function print_run(run, i, k, r, field, rows, columns, row, column, of, seen_row, seen_column, sized, threaded, key) {
    for (i = 1; i <= lines; i++) {
        split(line[i], field)
        if (field[1] != run)
            continue
        key = field[2] FS field[3] FS field[4]
        if (!(key in seen_row)) {
            seen_row[key] = 1
            row[++rows] = key
            sized += field[3] != "-"
            threaded += field[4] != "-"
        }
        k = heading(field[5], field[6], field[7], field[9])
        if (!(k in seen_column)) {
            seen_column[k] = 1
            column[++columns] = k
        }
        of[key, k] = cell(field[8], field[6], field[9])
    }
    printf "| %s |%s%s", bench_heading[file], sized ? " " size_heading[file] " |" : "", threaded ? " threads |" : ""
    for (k = 1; k <= columns; k++)
        printf " %s |", column[k]
    printf "\n| --- |%s%s", sized ? " --- |" : "", threaded ? " ---: |" : ""
    for (k = 1; k <= columns; k++)
        printf " ---: |"
    print ""
    for (r = 1; r <= rows; r++) {
        split(row[r], field)
        printf "| %s |%s%s", field[1], sized ? " " field[2] " |" : "", threaded ? " " field[3] " |" : ""
        for (k = 1; k <= columns; k++)
            printf " %s |", (row[r], column[k]) in of ? of[row[r], column[k]] : "-"
        print ""
    }
}
END {
    for (r = runs; r >= 1; r--) {
        run = name[r]
        if (!((file, run) in has) || !is_shown(file, run))
            continue
        if (!titled++)
            printf "## %s\n", title[file]
        quote = command[run] ~ /^not / ? "" : "`"
        printf "\nRun %s, taken on %s: %s; %s; %s%s\n\n", run, taken(run), machine[run], compiler[run], quote command[run] quote,
            note[run] == "-" ? "" : ". " toupper(substr(note[run], 1, 1)) substr(note[run], 2)
        if (header[file] ~ /^run\tbench\t/)
            print_run(run)
        else
            print_wide(run)
    }
    if (titled)
        print ""
}
