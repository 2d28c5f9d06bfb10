#!/usr/bin/env bash
# A sweep of 1,000 points on a Spark cluster of two executors on this machine, one of which is killed: the tables must be those of one process.
# Usage: scripts/check-spark.sh [POINTS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

points=${1-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn -B -q -Pspark -DskipTests -Dspotless.check.skip=true -pl spark -am package
cat >"$work/s.yaml" <<'END'
topology: star(hosts=17)
flows: poisson(load=0.6, sizes=websearch, duration=1ms)
scheme: [hpcc, dcqcn]
tables: parquet
END
seeds="seed=[$(seq -s, 1 $((points / 2)))]"
table='SELECT point, scheme, seed, flows, flowsFinished, packetHops, drops, ecnMarks, slowdown_p99, fingerprint FROM points ORDER BY point'

begun=$(date +%s%N)
./inflight sweep "$work/s.yaml" --set "$seeds" --out "$work/local" --quiet
local_ms=$((($(date +%s%N) - begun) / 1000000))

begun=$(date +%s%N)
./inflight sweep "$work/s.yaml" --set "$seeds" --out "$work/spark" --engine 'local-cluster[2,1,1024]' 2>"$work/said" &
sweep=$!
while [ "$(find "$work/spark" -name summary.json 2>/dev/null | wc -l)" -lt $((points / 5)) ]; do
  kill -0 "$sweep"
  sleep 0.2
done
killed=$(pgrep -f CoarseGrainedExecutorBackend | head -n 1)
kill -9 "$killed"
wait "$sweep"
spark_ms=$((($(date +%s%N) - begun) / 1000000))

grep -q 'Lost executor\|lost' "$work/said" # it was one
./inflight query "$work/local" "$table" --format csv >"$work/local.csv"
./inflight query "$work/spark" "$table" --format csv >"$work/spark.csv"
cmp "$work/local.csv" "$work/spark.csv"
flows='SELECT * FROM flows ORDER BY run, flow'
./inflight query "$work/local" "$flows" --format csv >"$work/local-flows.csv"
./inflight query "$work/spark" "$flows" --format csv >"$work/spark-flows.csv"
cmp "$work/local-flows.csv" "$work/spark-flows.csv"
test "$(wc -l <"$work/spark.csv")" -eq $((points + 1))
printf '%d points: %d ms in one process, %d ms on Spark with an executor killed; the same tables\n' "$points" "$local_ms" "$spark_ms"
