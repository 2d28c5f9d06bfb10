#!/bin/sh
# Runs scenarios in full and with --fast, one after the other, and prints a row for each: the table of docs/fast-forward.md.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

value() { # KEY FOLDER: a number of summary.json
  sed -n "s/^ *\"$1\" : \([-0-9.eE+]*\),*$/\1/p" "$2/summary.json" | head -1
}

row() { # NAME TOPOLOGY FLOWS [OPTION...]
  name=$1
  printf 'topology: %s\nflows: %s\n' "$2" "$3" >"$work/s.yaml"
  shift 3
  ./inflight run "$work/s.yaml" "$@" --out "$work/full" --force --quiet --threads 1
  ./inflight run "$work/s.yaml" "$@" --fast --out "$work/fast" --force --quiet
  awk -v name="$name" -v full="$work/full/flows.csv" -v fast="$work/fast/flows.csv" \
    -v hops="$(value packetHops "$work/full")" -v left="$(value packetHops "$work/fast")" \
    -v wall="$(value wallSeconds "$work/full")" -v fastWall="$(value wallSeconds "$work/fast")" \
    -v end="$(value simulatedSeconds "$work/full")" -v fastEnd="$(value simulatedSeconds "$work/fast")" \
    -v error="$(value estimatedError "$work/fast")" 'BEGIN {
      FS = ","
      getline < full
      for (at = 1; at <= NF; at++) {
        if ($at == "fct_ns") fct = at
        if ($at == "flow") id = at
      }
      while ((getline < full) > 0) of[$id] = $fct
      getline < fast
      while ((getline < fast) > 0) {
        away = $fct / of[$id] - 1
        sum += away < 0 ? -away : away
        count++
      }
      printf "| %s | %.2f M | %.0fx | %.2f s | %.2f s | %.3f %% | %+.3f %% | %.3f %% |\n", name, hops / 1e6, hops / left, \
        wall, fastWall, 100 * sum / count, 100 * (fastEnd / end - 1), 100 * error
    }'
}

echo '| scenario | packet-hops | fewer | full | fast | completion times, mean difference | end | estimated error |'
echo '|---|---|---|---|---|---|---|---|'
row 'one flow of 1 GB' 'star(hosts=2)' 'incast(senders=1, size=1GB)'
row '2 to 1, 1 GB' 'star(hosts=3)' 'incast(senders=2, size=1GB)'
row '16 to 1, 100 MB' 'star(hosts=17)' 'incast(senders=16, size=100MB)'
row '16 to 1, 1 GB' 'star(hosts=17)' 'incast(senders=16, size=1GB)'
row '64 to 1, 100 MB' 'star(hosts=65)' 'incast(senders=64, size=100MB)'
row 'permutation of 16, 100 MB' 'leaf-spine(leaves=4, spines=2, hostsPerLeaf=4)' 'permutation(size=100MB)'
row '2 to 1, 100 MB, DCTCP' 'star(hosts=3)' 'incast(senders=2, size=100MB)' --scheme dctcp
row '2 to 1, 100 MB, Swift' 'star(hosts=3)' 'incast(senders=2, size=100MB)' --scheme swift
row '2 to 1, 100 MB, TIMELY' 'star(hosts=3)' 'incast(senders=2, size=100MB)' --scheme timely
row 'incast of 500 KB' 'star(hosts=17)' 'incast(senders=16, size=500KB)'
