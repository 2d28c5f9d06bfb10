#!/bin/sh
# Compares the mechanisms of the HPCC++ drafts, and writes docs/reference/hpccpp.md.
set -eu

usage() {
  cat <<'END'
Usage: scripts/hpccpp.sh [--print]

Runs each scenario of scenarios/hpccpp, and its telemetryPackets, feedback and switchFeedback on the traffic of leafspine-fb50, and writes
docs/reference/hpccpp.md; with --print to the screen instead.
END
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  '' | --print) ;;
  *) usage >&2; exit 2 ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
web=$root/lab/src/test/resources/scenarios/leafspine-fb50.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
modes='every one-in per-rtt per-rtt-by-switch on-queue on-queue-by-switch probes busiest-link prompt-acks acks-with-flows notifications windows windows-by-probes
  compare-and-replace switch-answers subscribed subscribed-by-dscp unreliable guarded border paths'

run() { # runs scenario $1 with options into $work/run
  scenario=$1
  shift
  "$root/inflight" run "$scenario" "$@" --out "$work/run" --force --quiet
}

summary() { # the value of a key of summary.json
  sed -n "s/^  \"$1\" : \([^,]*\),*$/\1/p" "$work/run/summary.json"
}

said() { # what scenario $1 says of key $2, if it does
  sed -n "s/^$2: //p" "$root/scenarios/hpccpp/$1.yaml"
}

# p50/p95/p99 of the flows whose size is above $1 and up to $2 bytes
bucket() {
  awk -F, -v low="$1" -v high="$2" 'NR > 1 && $7 > low && $7 <= high { print $11 }' "$work/run/flows.csv" | sort -n |
    awk '{ v[NR] = $1 } function at(p, i) { i = int(NR * p) + 1; return v[i > NR ? NR : i] }
      END { printf "%.2f / %.2f / %.2f", at(0.50), at(0.95), at(0.99) }'
}

queue() { # p95 and peak of the samples of all switch ports
  sed -n '/"queueBytes"/,/}/p' "$work/run/summary.json" | awk -F'[:,]' '/"p95"/ { p = $2 } /"max"/ { m = $2 }
    END { printf "%.0f KB | %.0f KB", p / 1000, m / 1000 }'
}

port() { # p95, p99 and peak of the queue toward the receiver of the incast
  awk -F, '$1 == 17 && $3 == 17 { printf "%.0f KB | %.0f KB | %.0f KB", $9 / 1000, $10 / 1000, $11 / 1000 }' "$work/run/queues.csv"
}

overhead() { # telemetry, probes and what answers them, over all bytes on all cables
  awk -v t="$(summary telemetryWireBytes)" -v p="$(summary probeWireBytes)" -v w="$(summary wireBytes)" \
    'BEGIN { printf "%.2f %%", 100 * (t + p) / w }'
}

perSecond() { # millions a second of simulated time that senders take: acknowledgements, and packets that are made for feedback
  awk -v a="$(summary acks)" -v n="$(summary notifications)" -v w="$(summary windowUpdates)" \
    -v q="$(summary switchAnswers)" -v s="$(summary simulatedSeconds)" \
    'BEGIN { printf "%.1f | %.2f", a / s / 1e6, (n + w + q) / s / 1e6 }'
}

drain() { # from the peak of the queue toward the receiver until it is below 10 KB, in microseconds
  awk -F, 'NR > 1 && $2 == 17 && $3 == 17 { if ($4 > m) { m = $4; at = $1; done = 0 } else if ($4 < 10000 && !done) { done = $1 } }
    END { printf "%.0f us", (done - at) / 1000 }' "$work/run/port-series.csv"
}

goodput() { # of the flows, the mean in Gb/s, and the slowdown of the slowest
  awk -F, 'NR > 1 { sum += $7 * 8 / $9; if ($11 > most) most = $11 } END { printf "%.1f Gb/s | %.2f", sum / (NR - 1), most }' \
    "$work/run/flows.csv"
}

class() { # slowdown of the slowest flow of class $1
  awk -F, -v class="$1" '$14 == class && $11 > most { most = $11 } END { printf "%.2f", most }' "$work/run/flows.csv"
}

paths() {
  cat <<'END'

## Paths

`./inflight run scenarios/hpccpp/paths.yaml --seed N`: each of 32 hosts sends 10 MB to another host, over eight spines.

| `paths` | seed | mean goodput | slowest flow's slowdown | path changes |
|---|---|---|---|---|
END
  for choice in one chosen; do
    for seed in 1 2 3 4 5; do
      run "$root/scenarios/hpccpp/paths.yaml" --seed "$seed" --set "paths=$choice"
      printf '| `%s` | %s | %s | %s |\n' "$choice" "$seed" "$(goodput)" "$(summary moves)"
    done
  done
}

shares() { # a row $1 of classes that share a port, with options
  row=$1
  shift
  run "$root/scenarios/hpccpp/qos-queue.yaml" "$@"
  printf '| %s | %s | %s ' "$row" "$(class hpcc)" "$(class bulk)"
  run "$root/scenarios/hpccpp/qos-two-classes.yaml" "$@"
  printf '| %s | %s |\n' "$(class three)" "$(class one)"
}

classes() {
  cat <<'END'

## Classes that share a port

Two queues with weights 3 and 1, and telemetry per [port or per queue](../fabric.md#scopes-of-telemetry).
Cells are the slowdown of each class's slowest flow.
`qos-queue.yaml`: HPCC in the first queue, a class without congestion control in the second;
`qos-two-classes.yaml`: HPCC in both.
Three quarters of the line rate for two flows is a slowdown of 2.67; one quarter is 8 while both classes are busy.

| `telemetry`, `scope` | HPCC | uncontrolled | HPCC, weight 3 | HPCC, weight 1 |
|---|---|---|---|---|
END
  shares '`native`, `port`' --set scope=port
  shares '`native`, `queue`'
  shares '`ifa`, `port`' --telemetry ifa --set scope=port
  shares '`ifa`, `port(queueing=delay)`' --telemetry ifa --set 'scope=port(queueing=delay)'
  shares '`ifa`, `queue`' --telemetry ifa
  shares '`ifa`, `queue(queueing=delay)`' --telemetry ifa --set 'scope=queue(queueing=delay)'
  shares '`csig-wide`, `queue(queueing=delay)`' --telemetry csig-wide --set 'scope=queue(queueing=delay)'
}

above() { # of the flows above $1 bytes, the mean goodput in Gb/s
  awk -F, -v low="$1" 'NR > 1 && $7 > low { sum += $7 * 8 / $9; n++ } END { printf "%.1f Gb/s", sum / n }' "$work/run/flows.csv"
}

streams() { # rows of TCP with options, for each seed
  row=$1
  shift
  for seed in 1 2 3 4 5; do
    run "$web" --set pfc=false --set 'recovery=tcp(burst=16KB)' --seed "$seed" "$@"
    printf '| %s | %s | %s | %s | %s |\n' "$row" "$seed" "$(bucket 0 10000)" "$(queue)" "$(above 1000000)"
  done
}

tcp() {
  cat <<'END'

## TCP

`./inflight run scenarios/hpccpp/MODE.yaml`: the 16-to-1 incast over TCP, without PFC.

| mode | slowdown p50 / p95 / p99 | queue p95 | p99 | peak | drained | overhead | acks | feedback |
|---|---|---|---|---|---|---|---|---|
END
  for mode in tcp tcp-dctcp; do
    run "$root/scenarios/hpccpp/$mode.yaml" --set 'series={every: 1us, flows: none, ports: all}'
    printf '| `%s` | %s | %s | %s | %s | %s |\n' "$mode" "$(bucket 0 1e18)" "$(port)" "$(drain)" "$(overhead)" "$(perSecond)"
  done
  cat <<'END'

`leafspine-fb50` over TCP with bursts of 16 KB, without PFC; the seed selects the flows' paths.
Goodput: mean over flows.

| scheme, `probes` | seed | flows up to 10 KB | queue p95 | peak | goodput of flows above 1 MB |
|---|---|---|---|---|---|
END
  streams '`dctcp`' --scheme dctcp
  streams '`hpcc`, `first=at-once`' --set 'telemetryPackets=probes(first=at-once)'
  streams '`hpcc(maxStage=0)`, `first=at-once`' --scheme 'hpcc(maxStage=0)' --set 'telemetryPackets=probes(first=at-once)'
  streams '`hpcc(maxStage=0)`, `first=at-once, period=3us`' --scheme 'hpcc(maxStage=0)' --set 'telemetryPackets=probes(period=3us, first=at-once)'
}

page() {
  cat <<'END'
<!-- Generated by scripts/hpccpp.sh: do not edit. -->

# HPCC++ modes compared

One run per mode, seed 1. [fabric.md](../fabric.md#telemetry-packets-and-feedback) describes the modes,
[HPCC++ modes](../hpccpp.md) when to use each. Cells with three values are slowdowns: p50 / p95 / p99.

* Overhead: telemetry, probes and their responses, as a share of all bytes on all cables.
* `acks`, `feedback`: packets that all senders receive, in millions per second of simulated time: acknowledgements;
  notifications, windows and switch feedback.

## 16-to-1 incast

`./inflight run scenarios/hpccpp/MODE.yaml`: sixteen hosts send 500 KB each to one host, all from the same instant.
`paths` is `every.yaml --set paths=chosen`.
Queue: at the port to the receiver. Drained: time from the queue's peak until it is below 10 KB.

| mode | slowdown p50 / p95 / p99 | queue p95 | p99 | peak | drained | overhead | acks | feedback |
|---|---|---|---|---|---|---|---|---|
END
  for mode in $modes; do
    incast=$mode
    set --
    if [ "$mode" = paths ]; then # its own scenario has other traffic
      incast=every
      set -- --set paths=chosen
    fi
    run "$root/scenarios/hpccpp/$incast.yaml" "$@" --set 'series={every: 1us, flows: none, ports: all}'
    printf '| `%s` | %s | %s | %s | %s | %s |\n' "$mode" "$(bucket 0 1e18)" "$(port)" "$(drain)" "$(overhead)" "$(perSecond)"
  done
  cat <<'END'

## A leaf-spine with FB_Hadoop traffic at 50 % load

The traffic of `lab/src/test/resources/scenarios/leafspine-fb50.yaml`, 6,629 flows,
with each mode's `telemetryPackets`, `feedback` and `switchFeedback`.

| mode | flows up to 1 KB | 1 to 100 KB | above 100 KB | queue p95 | peak | overhead | acks | feedback |
|---|---|---|---|---|---|---|---|---|
END
  for mode in $modes; do
    set --
    for key in telemetry telemetryPackets feedback switchFeedback paths acks recovery authenticateFeedback feedbackValidation; do
      value=$(said "$mode" "$key")
      [ -z "$value" ] || set -- "$@" --set "$key=$value"
    done
    run "$web" "$@"
    printf '| `%s` | %s | %s | %s | %s | %s | %s |\n' "$mode" "$(bucket 0 1000)" "$(bucket 1000 100000)" "$(bucket 100000 1e18)" \
      "$(queue)" "$(overhead)" "$(perSecond)"
  done
  cat <<'END'

Overhead of `probes` with the same traffic, by format; only probes and notifications count:

| format | overhead |
|---|---|
END
  for format in native draft int ioam-incremental ifa csig csig-wide pint busiest; do
    run "$web" --telemetry "$format" --set telemetryPackets=probes
    printf '| `%s` | %s |\n' "$format" "$(overhead)"
  done
  run "$web" --telemetry ioam --set telemetryPackets=probes
  printf '| `ioam` | %s |\n' "$(overhead)"
  classes
  paths
  tcp
}

if [ "${1-}" = --print ]; then
  page
else
  page >"$work/page.md"
  mv "$work/page.md" "$root/docs/reference/hpccpp.md"
fi
