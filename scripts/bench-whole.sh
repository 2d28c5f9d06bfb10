#!/bin/sh
# Compares two versions of Inflight, or two sets of JVM flags, by complete runs of a scenario in alternation.
set -u

usage() {
  cat <<'END'
Usage: scripts/bench-whole.sh [-n RUNS] [-a TREE] [-b TREE] [-A FLAGS] [-B FLAGS] CONFIG [RUN-OPTION...]

Runs "./inflight run CONFIG --out TMP --quiet RUN-OPTION..." for A and B in turn, after one run of each that does not count (it
builds what is not built). Prints the median, least and largest time of the whole process, JVM start included, and packet-hops
per second of that time, of A and of B; then the median of the ratios pair by pair, and a verdict: A is faster or slower when
that is at least 3 % from 1 and at least three quarters of the pairs agree.

With -c it does so for each fabric of scripts/scale up to HOSTS hosts (CONFIG is left out), and for each in both orders of
simultaneous events.

  -n RUNS    counted runs of each (5)
  -a TREE    A's source tree: a folder, or a commit of this repository (this tree)
  -b TREE    B's (A's)
  -c HOSTS   the curve up to so many hosts: 32, 320, 1024, 8192 or 65536
  -A FLAGS   A's JVM flags besides -Xmx512m, or -Xmx8g with -c (none)
  -B FLAGS   B's

  scripts/bench-whole.sh -b HEAD~3 scenarios/incast.yaml
  scripts/bench-whole.sh -b HEAD~3 -c 1024
  scripts/bench-whole.sh -n 10 -B -XX:+UseParallelGC lab/src/test/resources/reference/fat320-fb50-hpcc/config.txt
END
}
die() { printf 'bench-whole: %s\n' "$*" >&2; exit 2; }

here=$(cd "$(dirname "$0")/.." && pwd) || exit
runs=5 tree_a=$here tree_b='' flags_a='' flags_b='' most= heap=512m
while getopts n:a:b:c:A:B:h option; do
  case $option in
    n) runs=$OPTARG ;;
    a) tree_a=$OPTARG ;;
    b) tree_b=$OPTARG ;;
    c) most=$OPTARG ;;
    A) flags_a=$OPTARG ;;
    B) flags_b=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
case $most in *[!0-9]*) die "HOSTS '$most' is not a number" ;; esac
if [ -n "$most" ]; then heap=8g; set -- "$here/scripts/scale/32.yaml" "$@"; fi
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
  INFLIGHT_JAVA_OPTS="-Xmx$heap $flags" "$folder/inflight" run "$config" --out "$tmp/out" --quiet "$@" >"$tmp/log" 2>&1 </dev/null ||
    [ $? -eq 3 ] || { cat "$tmp/log" >&2; die "$name failed"; } # 3: flows were cut off, as the scenario states
  to=$(now)
  hops=$(sed -n 's/.*"packetHops" *: *\([0-9]*\).*/\1/p' "$tmp/out/summary.json")
  [ -n "$hops" ] || die "$name's summary.json lacks packetHops"
  echo "$name $from $to $hops" | awk '{ printf "%s %.3f %s\n", $1, $3 - $2, $4 }'
}

report() { # the line of $1
  sort -k 2,2n "$tmp/times" | awk -v name="$1" '
    $1 == name { seconds[++n] = $2; if (n > 1 && $3 != hops) differ = 1; hops = $3 }
    END {
      median = n % 2 ? seconds[(n + 1) / 2] : (seconds[n / 2] + seconds[n / 2 + 1]) / 2
      printf "%s  %8.3f %8.3f %8.3f s  %11.0f packet-hops  %9.0f /s%s\n", name, median, seconds[1], seconds[n], hops,
        (median > 0 ? hops / median : 0), differ ? "  (packet-hops differ from run to run)" : ""
    }'
}
verdict() {
  awk '
    { seconds[$1, ++n[$1]] = $2 }
    END {
      pairs = n["A"]
      for (i = 1; i <= pairs; i++) {
        ratio[i] = seconds["B", i] > 0 ? seconds["A", i] / seconds["B", i] : 1
        if (ratio[i] < 1) faster++
        else if (ratio[i] > 1) slower++
      }
      for (i = 1; i <= pairs; i++) for (j = i + 1; j <= pairs; j++) if (ratio[j] < ratio[i]) { t = ratio[i]; ratio[i] = ratio[j]; ratio[j] = t }
      median = pairs % 2 ? ratio[(pairs + 1) / 2] : (ratio[pairs / 2] + ratio[pairs / 2 + 1]) / 2
      says = "no difference that these runs can tell"
      if (median <= 0.97 && 4 * faster >= 3 * pairs) says = "A is faster"
      if (median >= 1.03 && 4 * slower >= 3 * pairs) says = "A is slower"
      printf "A/B, median of %d pairs: %.3f: %s\n", pairs, median, says
    }' "$tmp/times"
}

compare() { # runs of $config with the options $@
  printf 'A: %s  -Xmx%s %s\nB: %s  -Xmx%s %s\n%s %s\n' "$tree_a" "$heap" "$flags_a" "${tree_b:-$tree_a}" "$heap" "$flags_b" "$config" "$*"
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
  printf '     median    least  largest\n'
  report A
  report B
  verdict
}

if [ -z "$most" ]; then
  compare "$@"
else
  for hosts in 32 320 1024 8192 65536; do
    [ "$hosts" -le "$most" ] || continue
    config=$here/scripts/scale/$hosts.yaml
    for ties in port scheduling; do
      compare "$@" --ties "$ties"
      printf '\n'
    done
  done
fi
