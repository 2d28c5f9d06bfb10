#!/usr/bin/env bash
# Measures the cost of recording: alternates runs without it, by default, and with rows of all flows and ports every 10 us.
# Usage: scripts/bench-recording.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
die() { printf '%s\n' "$*" >&2; exit 2; }
. scripts/find-jdk.sh
find_jdk
mvn -B -q -DskipTests -Dspotless.check.skip=true -pl bench -am package
for _ in $(seq "${1-5}"); do
  for which in none default all; do
    "$java_home/bin/java" -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:FreqInlineSize=180 -cp bench/target/benchmarks.jar \
      dev.inflight.bench.RecordingCost "$which" scenarios/paper-fattree.yaml 'flows=poisson(load=0.5, sizes=websearch, duration=2ms)'
  done
done
