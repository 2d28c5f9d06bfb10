#!/bin/sh
# Measures what a second thread costs or saves over cables of any delay: simulated alone, by wallSeconds of summary.json, on one thread and on two
# in turn. Prints a line for each delay, fabric and load: the least of three runs on one thread, and the least on two over it.
#   [INFLIGHT=PROGRAM] scripts/short-cables.sh [ROUNDS]
set -eu

rounds=${1:-3}
inflight=${INFLIGHT-$(cd "$(dirname "$0")/.." && pwd)/inflight}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fabric() { # a leaf-spine of $1 hosts
  case $1 in
    2) echo 'leaves=2, spines=1, hostsPerLeaf=1' ;;
    16) echo 'leaves=4, spines=2, hostsPerLeaf=4' ;;
    128) echo 'leaves=8, spines=4, hostsPerLeaf=16' ;;
    *) echo 'leaves=20, spines=8, hostsPerLeaf=16' ;;
  esac
}

flows() { # flows for $1 hosts, load $2: about as many packets for each fabric
  case $1-$2 in
    2-low) echo 'periodic(size=1KB, count=20000, every=5us)' ;;
    2-high) echo 'flow(size=100MB)' ;;
    16-low) echo 'poisson(load=0.05, sizes="0 0, 1000 60, 50000 100", duration=8ms)' ;;
    16-high) echo 'permutation(size=6MB)' ;;
    128-low) echo 'poisson(load=0.05, sizes="0 0, 1000 60, 50000 100", duration=1ms)' ;;
    128-high) echo 'permutation(size=800KB)' ;;
    *-low) echo 'poisson(load=0.05, sizes="0 0, 1000 60, 50000 100", duration=400us)' ;;
    *) echo 'permutation(size=300KB)' ;;
  esac
}

value() { sed -n "s/^  \"$1\" : \([^,]*\),*$/\1/p" "$work/run/summary.json"; }

printf 'delay hosts load one_thread_seconds two_over_one threads\n'
for delay in 1ps 1ns 10ns 50ns 100ns 200ns 500ns 1us 5us; do
  for hosts in 2 16 128 320; do
    for load in low high; do
      cat >"$work/s.yaml" <<YAML
topology: leaf-spine($(fabric $hosts), hostRate=100Gbps, fabricRate=400Gbps, delay=$delay)
flows:
  - '$(flows $hosts $load)'
sample: {every: 10us}
YAML
      one= two=
      for round in $(seq "$rounds"); do
        for threads in 1 2; do
          "$inflight" run "$work/s.yaml" --threads "$threads" --quiet --out "$work/run" --force
          [ "$threads" = 1 ] && one="$one $(value wallSeconds)" || two="$two $(value wallSeconds)"
        done
      done
      printf '%s %s %s %s\n' "$delay" "$hosts" "$load" "$(echo "$one;$two" | awk -F';' '{ n = split($1, a, " "); split($2, b, " ")
        x = a[1]; y = b[1]; for (i = 2; i <= n; i++) { if (a[i] < x) x = a[i]; if (b[i] < y) y = b[i] }
        printf "%.3f %.2f", x, y / x }') $(value threads)"
    done
  done
done
