# Parts a chapter of the manual into what a reader does, in order: FOLDER/NUMBER.file begins with a file's name, and
# FOLDER/NUMBER.console is what is typed and what the screen then shows. A fenced block is a file where the line before it
# ends with a name in backquotes and a colon; ```console is typed; other blocks are only shown.
# usage: awk -v folder=FOLDER -f extract.awk CHAPTER

/^```/ {
    if (inside) {
        inside = 0
        if (path)
            close(path)
        path = name = ""
        next
    }
    inside = 1
    path = ""
    if ($0 == "```console" || name != "")
        path = sprintf("%s/%03d.%s", folder, ++number, $0 == "```console" ? "console" : "file")
    if (path ~ /file$/)
        print name > path
    next
}
inside { if (path) print > path; next }
/^$/ { next }
{ name = match($0, /`[A-Za-z0-9_.\/-]+`:$/) ? substr($0, RSTART + 1, RLENGTH - 3) : "" }
