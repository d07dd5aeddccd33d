# Prints what READMEs say that is wrong: FOLDER/README.md: a sentence.
#
# usage: awk -v check=CHECK -v files=FILES -v lines=INCLUDES -f readme.awk FILES INCLUDES README...
# FILES has the project's files, one a line. INCLUDES has the #include lines, as grep prints them: PATH:#include "NAME".
#
# paths     a path in backquotes exists, from the README's folder, from the root or from api/ (<lanewise/...>)
# links     a relative link leads to a file or folder
# files     tables whose first column is of files, folders or headers: each name in it exists. If the README has the section
#           "May include", too, each source file of the folder has a name there. A name may be a pattern, or lack its
#           extension; FOLDER/ stands for all in a folder.
# includes  the table of the section "May include": each line has patterns of files of the folder and patterns of what these
#           include of the rest of the project. For a file the first line with a pattern of it counts. Each pattern of what is
#           included has to occur. A subfolder with such a table of its own is another folder.

function wrong(sentence) { print FILENAME ": " sentence }

function folder_of(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "" }

# Without "." and "NAME/..".
function plain(path,    parts, n, i, result, depth, kept)
{
    n = split(path, parts, "/")
    depth = 0
    for (i = 1; i <= n; i++)
        if (parts[i] == ".." && depth > 0)
            depth--
        else if (parts[i] != "." && parts[i] != "")
            kept[++depth] = parts[i]
    result = ""
    for (i = 1; i <= depth; i++)
        result = result (i > 1 ? "/" : "") kept[i]
    return result
}

function expression(pattern)
{
    gsub(/[.+()]/, "\\\\&", pattern)
    gsub(/\*/, ".*", pattern)
    gsub(/\?/, ".", pattern)
    return "^" pattern "$"
}

function matches(path, pattern)
{
    return pattern ~ /[*?[]/ ? path ~ expression(pattern) : path == pattern
}

# Whether a file or folder has a path, or some have a pattern.
function exists(pattern,    path)
{
    pattern = plain(pattern)
    if (pattern in is_file || pattern in is_folder)
        return 1
    if (pattern !~ /[*?[]/)
        return 0
    for (path in is_file)
        if (matches(path, pattern))
            return 1
    return 0
}

function is_source(path) { return path ~ /\.(c|h|S|cu|sh|awk|py|sed)$/ }

# The README that speaks for a path: the one of the nearest folder that has one of the kind.
function keeper(path, has,    folder)
{
    for (folder = folder_of(path); folder != ""; folder = folder_of(folder))
        if (folder in has)
            return folder
    return ""
}

function named(name, path) # in a table of files, by a path from the README's folder
{
    if (name ~ /\/$/)
        return index(path, name) == 1
    return matches(path, name) || (name !~ /\.[a-zA-Z]+$/ && matches(path, name ".*"))
}

# The words in backquotes of a text, in words[1] ...
function quoted(text, words,    n, part, inner, i)
{
    n = 0
    while (match(text, /`[^`]*`/)) {
        inner = split(substr(text, RSTART + 1, RLENGTH - 2), part, " ")
        for (i = 1; i <= inner; i++)
            words[++n] = part[i]
        text = substr(text, RSTART + RLENGTH)
    }
    return n
}

# NAME and the like stand for a name; square is a kernel that examples add.
function is_made_up(word)
{
    return (word ~ /(^|\/)[A-Z][A-Z]+([_.*\/]|$)/ && word !~ /\.md$/) || word ~ /\/square\./
}

function check_paths(    n, words, i, word)
{
    n = quoted($0, words)
    for (i = 1; i <= n; i++) {
        word = words[i]
        sub(/:[0-9]+$/, "", word)
        if (word !~ /^[A-Za-z0-9_.*?\/-]+$/ || word !~ /\/./ || word ~ /^\// || word ~ /^build\//)
            continue
        if (is_made_up(word))
            continue
        # Names of tests are no paths: a path has a known end or a folder of the project.
        if (word !~ /\/$/ && word !~ /\.(c|h|S|cu|cl|sh|awk|py|sed|md|tsv|ll|in|build|txt)$/ && !(word ~ /^\.\./) && word !~ /^(backends|bench|emu|kernels|tests)\//)
            continue
        if (!exists(folder "/" word) && !exists(word) && !exists("api/" word))
            wrong("`" word "` does not exist")
    }
}

function check_links(    text, target)
{
    text = $0
    while (match(text, /\]\([^)]*\)/)) {
        target = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        sub(/#.*/, "", target)
        if (target != "" && target !~ /^[a-z]+:/ && !exists(folder "/" target))
            wrong("the link to " target " leads nowhere")
    }
}

function check_table_line(    n, words, i, path, found)
{
    n = quoted(cells[2], words)
    for (i = 1; i <= n; i++) {
        name_of[FILENAME, ++names[FILENAME]] = words[i]
        found = 0
        for (path in is_file)
            if (index(path, folder "/") == 1 && named(words[i], substr(path, length(folder) + 2))) {
                found = 1
                break
            }
        if (!found && !is_made_up(words[i]) && !exists(folder "/" words[i]) && !exists(words[i]))
            wrong("the table names `" words[i] "`, which does not exist")
    }
}

function note_rule(    n, words, i)
{
    n = quoted(cells[2], words)
    rules[folder]++
    from_count[folder, rules[folder]] = n
    for (i = 1; i <= n; i++)
        from[folder, rules[folder], i] = words[i]
    n = quoted(cells[3], words)
    to_count[folder, rules[folder]] = n
    for (i = 1; i <= n; i++)
        to[folder, rules[folder], i] = words[i]
}

FILENAME == files {
    is_file[$0] = 1
    for (path = folder_of($0); path != ""; path = folder_of(path))
        is_folder[path] = 1
    if ($0 ~ /\/README\.md$/)
        has_readme[folder_of($0)] = 1
    next
}

FILENAME == lines {
    includer[++includes] = substr($0, 1, index($0, ":") - 1)
    name = $0
    sub(/^[^<"]*[<"]/, "", name)
    included[includes] = name
    next
}

FNR == 1 { section = ""; table = 0; code = 0; folder = folder_of(FILENAME) }
/^```/ { code = !code; next }
code { next }
/^    / { next }
/^## / { section = $0; table = 0 }
check == "paths" { check_paths() }
check == "links" { check_links() }
!/^\|/ { table = 0; next }
{
    split($0, cells, "|")
    if (!table) {
        table = 1
        of_files = cells[2] ~ /(^|[^a-z])(files?|folders?|headers?)([^a-z]|$)/
        next
    }
    if (cells[2] ~ /^-+$/)
        next
    if (section == "## May include") {
        note_rule()
    } else if (of_files && check == "files") {
        has_table[folder] = FILENAME
        check_table_line()
    }
}

function target_of(path, name,    candidate)
{
    candidate = plain(folder_of(path) "/" name)
    if (candidate in is_file)
        return candidate
    if (name in is_file)
        return name
    candidate = "api/" name
    return candidate in is_file ? candidate : ""
}

function check_include(path, target, owner,    rest, rule, i, j)
{
    if (keeper(target, rules) == owner)
        return
    rest = substr(path, length(owner) + 2)
    for (rule = 1; rule <= rules[owner]; rule++)
        for (i = 1; i <= from_count[owner, rule]; i++)
            if (matches(rest, from[owner, rule, i])) {
                for (j = 1; j <= to_count[owner, rule]; j++)
                    if (matches(target, to[owner, rule, j])) {
                        used[owner, rule, j] = 1
                        return
                    }
                print owner "/README.md: " rest " includes " target ", which its line does not allow"
                return
            }
    print owner "/README.md: no line says what " rest " may include: " target
}

END {
    if (check == "files")
        for (path in is_file) {
            owner = keeper(path, has_readme)
            if (!(owner in has_table) || !(owner in rules) || !is_source(path))
                continue
            rest = substr(path, length(owner) + 2)
            found = 0
            for (i = 1; i <= names[has_table[owner]] && !found; i++)
                found = named(name_of[has_table[owner], i], rest)
            if (!found)
                print owner "/README.md: no table names " rest
        }
    if (check != "includes")
        exit
    for (i = 1; i <= includes; i++) {
        owner = keeper(includer[i], rules)
        target = target_of(includer[i], included[i])
        if (owner != "" && target != "")
            check_include(includer[i], target, owner)
    }
    for (owner in rules)
        for (rule = 1; rule <= rules[owner]; rule++)
            for (j = 1; j <= to_count[owner, rule]; j++)
                if (!((owner, rule, j) in used))
                    print owner "/README.md: nothing includes `" to[owner, rule, j] "` as its line says"
}
