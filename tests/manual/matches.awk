# Whether a file is what the manual shows, where `...` stands for any text.
# usage: awk -v shown=FILE -f matches.awk FILE; the status is 0 where it is
BEGIN { while ((getline line < shown) > 0) pattern = pattern line "\n" }
{ text = text $0 "\n" }
END {
    count = split(pattern, part, /\.\.\./)
    if (substr(text, 1, length(part[1])) != part[1])
        exit 1
    at = length(part[1]) + 1
    for (i = 2; i < count; i++) {
        found = index(substr(text, at), part[i])
        if (!found)
            exit 1
        at += found - 1 + length(part[i])
    }
    rest = substr(text, at)
    if (count == 1)
        exit rest != ""
    exit length(rest) < length(part[count]) || substr(rest, length(rest) - length(part[count]) + 1) != part[count]
}
