# The idioms' ratios: the faster OpenMP's time over the fused engine's. After read.awk.

# Fills number[run] for the columns (runs shown), idiom[1..idioms], ratio[column, idiom]; for each column its mean, and the
# numbers of ratios, of ratios below 0.5, and of idioms on which fibers are faster.
function idiom_ratios(r, i, n, field, time, known, logs, fused, gcc, clang) {
    for (r = 1; r <= runs; r++)
        if (("idioms", name[r]) in has && is_shown("idioms", name[r]))
            number[name[r]] = ++columns
    for (i = 1; i <= lines; i++) {
        split(line[i], field)
        if (kind[i] != "idioms" || !(field[1] in number))
            continue
        time[number[field[1]], field[2], field[5]] = field[8]
        if (!(field[2] in known)) {
            known[field[2]] = 1
            idiom[++idioms] = field[2]
        }
    }
    for (n = 1; n <= columns; n++) {
        logs = 0
        for (i = 1; i <= idioms; i++) {
            if (!((n, idiom[i], "fused") in time))
                continue
            fused = time[n, idiom[i], "fused"] + 0
            gcc = time[n, idiom[i], "openmp gcc"] + 0
            clang = time[n, idiom[i], "openmp clang"] + 0
            ratio[n, idiom[i]] = (gcc && (!clang || gcc < clang) ? gcc : clang) / fused
            logs += log(ratio[n, idiom[i]])
            ratios[n]++
            below[n] += ratio[n, idiom[i]] < 0.5
            slower[n] += time[n, idiom[i], "fiber"] + 0 < fused
        }
        mean_ratio[n] = ratios[n] ? exp(logs / ratios[n]) : 0
    }
}
