#!/bin/sh
# Compares two versions of Inflight, or two sets of JVM flags, by whole runs of a scenario in alternation.
set -u

usage() {
  cat <<'END'
Usage: scripts/bench-whole.sh [-n RUNS] [-a TREE] [-b TREE] [-A FLAGS] [-B FLAGS] CONFIG [RUN-OPTION...]

Runs "./inflight run CONFIG --out TMP --quiet RUN-OPTION..." for A and B in turn, after one run of each that does not count (it
builds what is not built). Prints the median, least and largest time of the whole process, JVM start included, and packet-hops
per second of that time, of A and of B.

  -n RUNS    counted runs of each (5)
  -a TREE    A's source tree: a folder, or a commit of this repository (this tree)
  -b TREE    B's (A's)
  -A FLAGS   A's JVM flags besides -Xmx512m (none)
  -B FLAGS   B's

  scripts/bench-whole.sh -b HEAD~3 scenarios/incast.yaml
  scripts/bench-whole.sh -n 10 -B -XX:+UseParallelGC lab/src/test/resources/reference/fat320-fb50-hpcc/config.txt
END
}
die() { printf 'bench-whole: %s\n' "$*" >&2; exit 2; }

here=$(cd "$(dirname "$0")/.." && pwd) || exit
runs=5 tree_a=$here tree_b='' flags_a='' flags_b=''
while getopts n:a:b:A:B:h option; do
  case $option in
    n) runs=$OPTARG ;;
    a) tree_a=$OPTARG ;;
    b) tree_b=$OPTARG ;;
    A) flags_a=$OPTARG ;;
    B) flags_b=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { usage >&2; exit 2; }
case $runs in '' | *[!0-9]* | 0) die "RUNS '$runs' is not a number above 0" ;; esac
config=$1
shift
[ -r "$config" ] || die "cannot read $config"

tmp=$(mktemp -d) || exit
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

tree() { # the folder of $1, a folder or a commit; $2 names it
  if [ -d "$1" ]; then
    (cd "$1" && pwd)
  else
    git -C "$here" rev-parse -q --verify "$1^{commit}" >/dev/null || die "$1 is neither a folder nor a commit"
    mkdir "$tmp/$2" && git -C "$here" archive "$1" | tar -xf - -C "$tmp/$2" && printf '%s\n' "$tmp/$2"
  fi
}
a=$(tree "$tree_a" a) || exit
b=$a
[ -z "$tree_b" ] || b=$(tree "$tree_b" b) || exit
for folder in "$a" "$b"; do
  [ -x "$folder/inflight" ] || die "$folder holds no ./inflight"
done

case $(date +%N) in
  *[!0-9]* | '') now() { date +%s; } ;; # whole seconds must do
  *) now() { date +%s.%N; } ;;
esac

run() { # one run of $1 (A or B) with the options $2...; adds "NAME SECONDS PACKET-HOPS" to the times
  name=$1
  shift
  if [ "$name" = A ]; then folder=$a flags=$flags_a; else folder=$b flags=$flags_b; fi
  rm -rf "$tmp/out"
  from=$(now)
  INFLIGHT_JAVA_OPTS="-Xmx512m $flags" "$folder/inflight" run "$config" --out "$tmp/out" --quiet "$@" >"$tmp/log" 2>&1 </dev/null ||
    { cat "$tmp/log" >&2; die "$name failed"; }
  to=$(now)
  hops=$(sed -n 's/.*"packetHops" *: *\([0-9]*\).*/\1/p' "$tmp/out/summary.json")
  [ -n "$hops" ] || die "$name's summary.json does not say packetHops"
  echo "$name $from $to $hops" | awk '{ printf "%s %.3f %s\n", $1, $3 - $2, $4 }'
}

printf 'A: %s  -Xmx512m %s\nB: %s  -Xmx512m %s\n%s %s\n' "$tree_a" "$flags_a" "${tree_b:-$tree_a}" "$flags_b" "$config" "$*"
run A "$@" >/dev/null || exit
run B "$@" >/dev/null || exit
round=0
: >"$tmp/times"
while [ "$round" -lt "$runs" ]; do
  round=$((round + 1))
  if [ $((round % 2)) -eq 1 ]; then order='A B'; else order='B A'; fi
  for name in $order; do
    run "$name" "$@" >>"$tmp/times" || exit
  done
done

report() { # the line of $1
  sort -k 2,2n "$tmp/times" | awk -v name="$1" '
    $1 == name { seconds[++n] = $2; if (n > 1 && $3 != hops) differ = 1; hops = $3 }
    END {
      median = n % 2 ? seconds[(n + 1) / 2] : (seconds[n / 2] + seconds[n / 2 + 1]) / 2
      printf "%s  %8.3f %8.3f %8.3f s  %11.0f packet-hops  %9.0f /s%s\n", name, median, seconds[1], seconds[n], hops,
        (median > 0 ? hops / median : 0), differ ? "  (packet-hops differ from run to run)" : ""
    }'
}
printf '     median    least  largest\n'
report A
report B
