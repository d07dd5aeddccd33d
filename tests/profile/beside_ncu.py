#!/usr/bin/env python3
"""Compares what `lanewise profile --metrics` counts on a CPU with what Nsight Compute counts on a GPU, for the same program.

usage: beside_ncu.py NCU.csv PROFILE.csv
NCU.csv:     ncu --csv --metrics NAME,... --log-file NCU.csv PROGRAM, with LANEWISE_DEVICE=cuda:0
PROFILE.csv: lanewise profile --metrics --csv PROFILE.csv PROGRAM, with LANEWISE_DEVICE=cpu

Prints, for each metric, for how many shapes of launches the numbers are equal, within 5 %, or further apart, and the latter
themselves. A shape is a kernel with its grid and block. Shapes of which one side saw more launches are left out, and so are
those of several launches for ratios and percentages, whose sums are not known.
"""
import collections
import csv
import sys


def of_ncu(path):
    with open(path, newline="") as file:
        lines = file.readlines()
    first = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    shapes = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in csv.DictReader(lines[first:]):
        shape = row["Kernel Name"].split("(")[0], row["Grid Size"].replace(" ", ""), row["Block Size"].replace(" ", "")
        try:
            shapes[shape][row["Metric Name"]].append(float(row["Metric Value"].replace(",", "")))
        except ValueError:
            pass  # not available on this GPU
    return shapes


def of_profile(path):
    shapes = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            grid, block = ("(%s,%s,%s)" % tuple(row[f"{of}_{axis}"] for axis in "xyz") for of in ("grid", "block"))
            if row["kind"] == "kernel":
                shapes.setdefault((row["name"], grid, block), []).append(row)
    return shapes


def main(ncu_path, profile_path):
    ncu, profile = of_ncu(ncu_path), of_profile(profile_path)
    counts, apart = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for shape, metrics in ncu.items():
        rows = profile.get(shape, [])
        launches = sum(int(row["count"]) for row in rows)
        for name, values in metrics.items():
            if len(values) != launches or name not in rows[0] or (launches > 1 and not name.endswith(".sum")):
                continue
            theirs, ours = sum(values), sum(float(row[name] or 0) for row in rows)
            near = abs(theirs - ours) <= 0.05 * max(abs(theirs), abs(ours))
            kind = "equal" if round(theirs, 2) == round(ours, 2) else "within 5 %" if near else "apart"
            counts[name][kind] += 1
            if kind == "apart":
                apart[name].append((*shape, theirs, ours))
    for name in sorted(counts):
        print(name, ", ".join(f"{kind}: {counts[name][kind]}" for kind in ("equal", "within 5 %", "apart")))
        for kernel, grid, block, theirs, ours in apart[name]:
            print(f"    {kernel} {grid}x{block}: ncu {theirs:g}, here {ours:g}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
