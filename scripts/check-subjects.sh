#!/usr/bin/env bash
# Checks the subjects of commits: `area: imperative`, at most 72 characters.
set -euo pipefail

# Subjects up to this commit are not checked.
since=3beae3f9c6b5336c0038ae9d3abe86a67ec391e7
# These two have 73 characters, in published history that does not change.
exceptions='d3fa545e788c0e250910f894f116db10d544eec1 2721a6f7754cfe69010b3c3333586e046969333c'

usage() {
  cat <<'TEXT'
Usage: scripts/check-subjects.sh [COMMIT | -]

Checks the subjects of all commits since COMMIT, but for merges: an area or several ("telemetry", "lab, live"), a colon, and a verb in the
imperative, in small letters and without a full stop; at most 72 characters. `Revert "..."` passes too.
Without COMMIT, since the first commit that the rule holds for; with -, checks the lines of standard input.
Exit code 1: some subjects are wrong; each is printed with its reason.
TEXT
}

subjects() {
  case $1 in
    -) cat ;;
    *) git log --no-merges --format='%H %s' "$1..HEAD" ;;
  esac
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  -) prefix= ;;
  -*) usage >&2; exit 2 ;;
  *)
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    set -- "${1-$since}"
    prefix=hash
    if ! git cat-file -e "$1^{commit}" 2>/dev/null; then
      if [[ $1 != "$since" ]]; then
        printf 'check-subjects: unknown commit %s\n' "$1" >&2
        exit 2
      fi
      echo 'check-subjects: this clone has too little history; checking the last commit only' >&2
      git log -1 --no-merges --format=%s | "scripts/$(basename "$0")" -
      exit
    fi ;;
esac

# First words that are imperatives in spite of their form, and words that are not.
subjects "$1" | awk -v prefix="$prefix" -v exceptions="$exceptions" '
  {
    commit = ""
    if (prefix != "") {
      if (index(exceptions, $1)) next
      commit = substr($1, 1, 10) " "
      sub(/^[^ ]+ /, "")
    }
    wrong = ""
    if ($0 ~ /^Revert "/) next
    checked++
    if (length($0) > 72) wrong = length($0) " characters, more than 72"
    else if ($0 !~ /^[a-z][a-z0-9.-]*(, [a-z][a-z0-9.-]*)*: [^ ]/) wrong = "does not begin with an area and a colon"
    else {
      rest = $0
      sub(/^[^:]*: /, "", rest)
      split(rest, words, /[^A-Za-z-]/)
      verb = words[1]
      if (verb !~ /^[a-z][a-z-]+$/) wrong = "has no verb in small letters behind the colon"
      else if (verb ~ /^(an|the|what|who|where|when|how|why|no|not|its|their|one|all|some|another|late|old|new|more|less|for|of|in|on|to|and|without|with)$/)
        wrong = "\"" verb "\" is no verb"
      else if (verb ~ /(ed|ing)$/ && verb !~ /^(embed|feed|need|proceed|seed|shed|speed|bring|ring|string|swing)$/)
        wrong = "\"" verb "\" is no imperative"
      else if (verb ~ /s$/ && verb !~ /(ss|us|is|as)$/) wrong = "\"" verb "\" is no imperative"
      else if ($0 ~ /\.$/) wrong = "ends in a full stop"
    }
    if (wrong != "") { print commit $0 ": " wrong; failed = 1 }
  }
  END {
    if (!failed) print checked + 0 " subjects"
    exit failed
  }'
