# Writes a gnuplot program that draws our time over each rival's: a bar for each rival of each kernel. After read.awk;
# arguments: kinds.tsv runs.tsv KIND.tsv. Variables: heading, the picture's title; panels, the numbers of threads, a panel
# each ("-": of a GPU); rivals, and names, what the key calls them, separated by commas; least and most, the axis.
function ratio_of(measure, value) { # a speed or a rate over the rival's is the inverse of a time over the rival's
    return measure == "time_ratio" ? value : 1 / value
}
function quoted(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}
END {
    panel_count = split(panels, panel, ",")
    rival_count = split(rivals, rival, ",")
    split(names, key, ",")
    split("#0072b2 #e69f00 #009e73 #cc79a7 #d55e00", colour, " ")
    for (i = 1; i <= lines; i++) {
        split(line[i], field)
        if (!is_shown(file, field[1]) || field[7] != "median" || field[6] !~ /^(time|speed|rate)_ratio$/ ||
            field[2] ~ /^machine/)
            continue
        # On a GPU only a kernel's largest size, the last one; on a CPU each size.
        label = panels == "-" ? field[2] : field[2] " " field[3]
        size[label] = field[3]
        if (!(label in known)) {
            known[label] = 1
            kernel[++kernels] = label
        }
        of[label, field[3], field[4], field[5]] = ratio_of(field[6], field[8])
        source = field[1]
    }
    if (!kernels) {
        print "plot: no figures in " file >"/dev/stderr"
        exit 1
    }
    width = 450 + 400 * panel_count
    printf "set terminal svg noenhanced size %d,%d font 'sans-serif,12' background 'white'\n", width, 130 + 34 * kernels
    print "set multiplot title " quoted(heading) " font ',15' noenhanced"
    print "set label 1 " quoted(taken(source) ", " machine[source]) " at screen 0.5,0.94 center noenhanced"
    print "set style fill solid noborder"
    print "set logscale x"
    print "set xtics (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)"
    print "set grid xtics lc rgb '#d0d0d0' lt 1"
    print "set xrange [" least ":" most "]"
    print "set yrange [" kernels + 0.5 ":0.5]"
    print "set tics nomirror out scale 0.5"
    print "set border 1"
    print "set arrow 1 from 1,graph 0 to 1,graph 1 nohead lw 2 lc rgb '#202020' front"
    print "set tmargin at screen 0.84; set bmargin at screen 0.09"
    print "unset key"
    for (r = 1; r <= rival_count; r++) { # a key of its own, in one row
        at = 0.5 + (r - 0.5 - rival_count / 2) * 210 / width
        printf "set object %d rectangle center screen %g,0.905 size screen %g,0.016 fc rgb '%s' fs solid noborder\n", r,
            at - 85 / width, 24 / width, colour[r]
        printf "set label %d %s at screen %g,0.905 left noenhanced\n", r + 1, quoted(key[r]), at - 68 / width
    }
    left = 275 / width
    width = (1 - left - 0.02) / panel_count
    for (p = 1; p <= panel_count; p++) {
        for (r = 1; r <= rival_count; r++) {
            printf "$bars%d_%d << EOD\n", p, r
            for (k = 1; k <= kernels; k++) {
                # A kernel's rivals share its place evenly.
                slots = slot = 0
                for (other = 1; other <= rival_count; other++)
                    if ((kernel[k], size[kernel[k]], panel[p], rival[other]) in of) {
                        slots++
                        if (other <= r)
                            slot++
                    }
                if (!((kernel[k], size[kernel[k]], panel[p], rival[r]) in of))
                    continue
                value = of[kernel[k], size[kernel[k]], panel[p], rival[r]]
                height = 0.84 / (slots < 2 ? 2 : slots)
                centre = k + (slot - (slots + 1) / 2) * height
                # A number that would cover the line at 1 is put to its right.
                printf "%g %g %g %g %g\n", value, centre, centre - height * 0.46, centre + height * 0.46,
                    (value > 0.6 && value < 1 ? 1 : value)
            }
            print "EOD"
        }
        printf "set lmargin at screen %g; set rmargin at screen %g\n", left + (p - 1) * width,
            left + p * width - (p < panel_count ? 0.03 : 0.01)
        if (p > 1) {
            print "unset label"
            print "unset object"
        }
        printf "set ytics ("
        for (k = 1; k <= kernels; k++)
            printf "%s%s %d", (k > 1 ? ", " : ""),
                quoted(p > 1 ? "" : panels == "-" ? kernel[k] " " size[kernel[k]] : kernel[k]), k
        print ")"
        if (panels != "-")
            printf "set title '%s'\n", panel[p] == 1 ? "one thread" : panel[p] " threads"
        print "set xlabel " quoted("our time / the rival's") " offset 0,0.3"
        printf "plot "
        for (r = 1; r <= rival_count; r++)
            printf "$bars%d_%d using 1:2:(%g):1:3:4 with boxxyerror lc rgb '%s', " \
                "$bars%d_%d using 5:2:(sprintf('%%.2f', $1)) with labels left offset character 0.3,0 font ',9'%s", p, r, least,
                colour[r], p, r, (r < rival_count ? ", " : "\n")
    }
    print "unset multiplot"
}
