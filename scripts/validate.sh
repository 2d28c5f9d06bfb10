#!/bin/sh
# Runs every experiment below a folder (each a folder with config.txt and the authors' fct.txt, qlen.txt, pfc.txt) and reports how far
# the results agree: byte-identical files with ties in scheduling order, and the distance with Inflight's tie order and with exact times.
# usage: scripts/validate.sh [FOLDER]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/lab/src/test/resources/reference}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

digest() { sha256sum "$1" | cut -d' ' -f1; }

same() { # a file of the experiment, or its digest where only that is kept, against ours
  if [ -f "$1.txt" ]; then
    cmp -s "$1.txt" "$2.txt" && echo equal || echo DIFFERENT
  elif [ -f "$1.sha256" ]; then
    [ "$(digest "$2.txt")" = "$(cat "$1.sha256")" ] && echo equal || echo DIFFERENT
  else
    echo '-'
  fi
}

for config in "$folder"/*/config.txt; do
  experiment=$(dirname "$config")
  name=$(basename "$experiment")
  out=$work/$name
  if ! "$root/inflight" run "$config" --out "$out" --quiet > "$work/log" 2>&1; then
    echo "$name: not run: $(head -1 "$work/log")"
    continue
  fi
  echo "$name: fct $(same "$experiment/fct" "$out/fct"), qlen $(same "$experiment/qlen" "$out/qlen"), pfc $(same "$experiment/pfc" "$out/pfc")"
  for clock in authors exact; do
    "$root/inflight" run "$config" --out "$out-$clock" --quiet --ties port --clock "$clock" > /dev/null 2>&1 || true
    echo "  ties port, clock $clock, against scheduling order:"
    "$root/inflight" compare "$out" "$out-$clock" | sed -n 's/^\(per flow\|worst size\)/    \1/p'
  done
done
