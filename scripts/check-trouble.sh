#!/usr/bin/env bash
# Checks the results after the program is killed, the disk fills up, or the database fails to start.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A small separate disk needs a mount that only this script sees.
if [ -z "${INFLIGHT_SMALL_DISK-}" ]; then
  small=$(mktemp -d)
  trap 'rmdir "$small"' EXIT
  ./inflight --version
  INFLIGHT_SMALL_DISK=$small unshare --user --map-root-user --mount "$0"
  exit
fi
small=$INFLIGHT_SMALL_DISK
work=$(mktemp -d)
trap 'umount "$small"; rm -rf "$work"' EXIT
mount -t tmpfs -o size=2m inflight "$small"

say() { printf -- '-- %s\n' "$*"; }
refuses() { # EXIT PATTERN COMMAND...: the program says this on one line, and ends so
  local exit=$1 pattern=$2 got=0
  shift 2
  "$@" >"$work/out" 2>"$work/err" || got=$?
  cat "$work/err"
  test "$got" -eq "$exit"
  test "$(wc -l <"$work/err")" -eq 1
  grep -q "$pattern" "$work/err"
}

say 'A killed run: queries read the rows that it had flushed.'
cat >"$work/long.yaml" <<'END'
topology: leaf-spine(leaves=4, spines=2, hostsPerLeaf=8)
flows: poisson(load=0.5, sizes=websearch, duration=2s)
scheme: hpcc
series: {every: 20us, flows: none}
tables: parquet
END
./inflight run "$work/long.yaml" --out "$work/killed" --quiet &
run=$!
until grep -qs ',' "$work/killed/drops.csv"; do # its first line is there with the first flush, as it loses nothing
  kill -0 "$run"
  sleep 0.1
done
pkill -KILL -f -- "--out $work/killed --quiet"
wait "$run" 2>/dev/null || true
test -e "$work/killed/INCOMPLETE"
refuses 2 'it was killed, so rows may be missing; --partial takes what there is' ./inflight query "$work/killed" 'FROM flows'
./inflight query "$work/killed" --partial 'SELECT count(*) AS rows, max(time_ns) / 1e6 AS ms FROM port_series' | tee "$work/rows"
test "$(awk 'NR == 2 { print $1 }' "$work/rows")" -gt 1000

say 'A sweep of 24 points, killed half-way and started again.'
cat >"$work/s.yaml" <<'END'
topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=8)
flows: poisson(load=0.5, sizes=websearch, duration=10ms)
scheme: [hpcc, dcqcn, timely, dctcp]
seed: [1, 2, 3, 4, 5, 6]
tables: parquet
END
points='SELECT * EXCLUDE (folder, wallSeconds, packetHopsPerSecond) FROM points'
flows='FROM flows ORDER BY run, flow'
./inflight sweep "$work/s.yaml" --out "$work/whole" --quiet
./inflight sweep "$work/s.yaml" --out "$work/resumed" --quiet &
sweep=$!
until [ "$(find "$work/resumed" -name summary.json 2>/dev/null | wc -l)" -ge 12 ]; do
  kill -0 "$sweep"
  sleep 0.05
done
pkill -KILL -f -- "--out $work/resumed --quiet"
wait "$sweep" 2>/dev/null || true
ended=$(find "$work/resumed" -name summary.json | wc -l)
test "$ended" -lt 24
./inflight sweep "$work/s.yaml" --out "$work/resumed" 2>"$work/err"
test "$(grep -c kept "$work/err")" -gt 0
printf '%d of 24 points had ended; %d were kept\n' "$ended" "$(grep -c kept "$work/err")"
for table in "$points" "$flows"; do
  ./inflight query "$work/whole" "$table" --format csv >"$work/whole.csv"
  ./inflight query "$work/resumed" "$table" --format csv >"$work/resumed.csv"
  test "$(wc -l <"$work/whole.csv")" -gt 24
  cmp "$work/whole.csv" "$work/resumed.csv"
done

say 'A full disk: during a run, a query, a report, and a run that writes Parquet tables.'
refuses 2 "cannot write [a-z-]*[.]csv: No space left on device$" \
  ./inflight run "$work/long.yaml" --set 'series.ports=all' --out "$small/run" --quiet
test -e "$small/run/FAILED" -a ! -e "$small/run/summary.json"
rm -r "$small/run"
refuses 2 "all.parquet: cannot write the answer: No space left on device$" ./inflight query "$work/whole" 'SELECT f.*, s.seed AS s, random() AS r FROM flows f, runs s' --out "$small/all.parquet"
test -z "$(ls -A "$small")"
dd if=/dev/zero of="$small/full" bs=1024 count=1800 status=none
refuses 2 'report.html: .*No space left on device' ./inflight report "$work/whole" --out "$small/report.html"
test "$(ls -A "$small")" = full
rm "$small/full"
short='flows=poisson(load=0.5, sizes=websearch, duration=5ms)'
./inflight run "$work/long.yaml" --set "$short" --set tables=csv --out "$small/run" --quiet
used=$(du -sk "$small/run" | cut -f 1)
rm -r "$small/run"
dd if=/dev/zero of="$small/full" bs=1024 count=$((2048 - used - 60)) status=none
refuses 2 'cannot write the tables as Parquet: No space left on device$' \
  ./inflight run "$work/long.yaml" --set "$short" --out "$small/run" --quiet
test -e "$small/run/FAILED" -a -e "$small/run/flows.csv" -a ! -e "$small/run/flows.parquet"

say 'A database that fails to start: the program reports it before it simulates.'
export INFLIGHT_JAVA_OPTS=-Djava.io.tmpdir=/proc/self
refuses 2 "DuckDB's library cannot be loaded" ./inflight query "$work/whole" 'FROM flows'
refuses 2 "DuckDB's library cannot be loaded" ./inflight report "$work/whole"
refuses 2 "DuckDB's library cannot be loaded" ./inflight run "$work/s.yaml" --set 'scheme=hpcc' --set seed=1 --out "$work/vain"
test ! -e "$work/vain"
echo 'All checks passed.'
