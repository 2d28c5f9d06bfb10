#!/bin/sh
# Compares HPCC with each telemetry format on the same traffic: prints slowdown by flow size and goodput, the table of docs/telemetry.md.
set -eu

usage() {
  cat <<'END'
Usage: scripts/telemetry.sh [SPEC...]

Runs HPCC over each SPEC, a telemetry format as "./inflight run --telemetry" takes it, such as 'csig(queueing=pd)', and prints a
row of a Markdown table for each. Without a SPEC: all formats, and CSIG with PD.
END
}

for spec; do
  case $spec in
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
  esac
done

root=$(cd "$(dirname "$0")/.." && pwd)
scenario=$root/lab/src/test/resources/scenarios/leafspine-fb50.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ $# -gt 0 ] || set -- native draft int ioam ioam-incremental ifa csig csig-wide pint 'pint(bytes=1)' busiest \
  'csig(queueing=pd)' 'csig-wide(queueing=pd)'

summary() { # the value of a key of summary.json
  sed -n "s/^  \"$1\" : \([^,]*\),*$/\1/p" "$work/run/summary.json"
}

# p50/p95/p99 of the flows whose size is above $1 and up to $2 bytes
bucket() {
  awk -F, -v low="$1" -v high="$2" 'NR > 1 && $7 > low && $7 <= high { print $11 }' "$work/run/flows.csv" | sort -n |
    awk '{ v[NR] = $1 } function at(p, i) { i = int(NR * p + 0.999999); return v[i < 1 ? 1 : i] }
      END { printf "%.2f / %.2f / %.2f", at(0.50), at(0.95), at(0.99) }'
}

goodput() { # median goodput, in Gb/s, of the flows above 1 MB
  awk -F, 'NR > 1 && $7 > 1000000 { print $7 * 8 / $9 }' "$work/run/flows.csv" | sort -n |
    awk '{ v[NR] = $1 } END { printf "%.1f", v[int((NR + 1) / 2)] }'
}

header() {
  echo '| format | all flows | up to 1 KB | 1 to 100 KB | above 100 KB | goodput | largest queue | packet-hops/s |'
  echo '|---|---|---|---|---|---|---|---|'
}

first=yes
for spec; do
  "$root/inflight" run "$scenario" --telemetry "$spec" --out "$work/run" --force --quiet
  [ -z "$first" ] || header
  first=
  queue=$(awk -F, 'NR > 1 && $11 > m { m = $11 } END { printf "%.0f KB", m / 1000 }' "$work/run/queues.csv")
  speed=$(summary packetHopsPerSecond | awk '{ printf "%.1f M", $1 / 1e6 }')
  echo "| $spec | $(bucket 0 1e18) | $(bucket 0 1000) | $(bucket 1000 100000) | $(bucket 100000 1e18) | $(goodput) Gb/s | $queue | $speed |"
done
