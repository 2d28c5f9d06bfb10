#!/usr/bin/env bash
# Measures the cost or gain of a second thread for cables of any delay: only the simulation (wallSeconds of summary.json), in one
# JVM, on one thread and on two in turn. Prints a line for each delay, fabric and load: the least time on one thread, the least
# time on two threads divided by it, and the number of threads that the second run used.
# Usage: scripts/short-cables.sh [ROUNDS]
#   INFLIGHT_JAR   the program, with its libraries next to it; by default that of this tree
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
die() { printf '%s\n' "$*" >&2; exit 2; }
. scripts/find-jdk.sh
find_jdk
jar=${INFLIGHT_JAR-app/target/inflight.jar}
[ -f "$jar" ] || die "no $jar; start ./inflight once"
rounds=${1-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fabric() { # the parameters of a leaf-spine of $1 hosts
  case $1 in
    2) echo 'leaves=2, spines=1, hostsPerLeaf=1' ;;
    16) echo 'leaves=4, spines=2, hostsPerLeaf=4' ;;
    128) echo 'leaves=8, spines=4, hostsPerLeaf=16' ;;
    *) echo 'leaves=20, spines=8, hostsPerLeaf=16' ;;
  esac
}

flows() { # a workload for $1 hosts at load $2
  case $1-$2 in
    2-low) echo 'periodic(size=1KB, count=5000, every=2us)' ;;
    2-high) echo 'flow(size=20MB)' ;;
    16-low) echo 'poisson(load=0.05, sizes="0 0, 1000 60, 50000 100", duration=2ms)' ;;
    16-high) echo 'permutation(size=1200KB)' ;;
    128-low) echo 'poisson(load=0.05, sizes="0 0, 1000 60, 50000 100", duration=300us)' ;;
    128-high) echo 'permutation(size=150KB)' ;;
    *-low) echo 'poisson(load=0.05, sizes="0 0, 1000 60, 50000 100", duration=120us)' ;;
    *) echo 'permutation(size=60KB)' ;;
  esac
}

value() { sed -n "s/^  \"$2\" : \([^,]*\),*\$/\1/p" "$1/summary.json"; }

cells=()
for hosts in 2 16 128 320; do
  for load in low high; do
    for delay in 1ps 1ns 10ns 50ns 100ns 200ns 500ns 1us 5us; do
      cell=$hosts-$load-$delay
      cells+=("$cell")
      cat >"$work/$cell.yaml" <<YAML
topology: leaf-spine($(fabric "$hosts"), hostRate=100Gbps, fabricRate=400Gbps, delay=$delay)
flows:
  - '$(flows "$hosts" "$load")'
sample: {every: 10us}
YAML
    done
  done
done

commands=()
for round in $(seq 0 "$rounds"); do # the first one warms up
  for cell in "${cells[@]}"; do
    for threads in 1 2; do
      commands+=(run "$work/$cell.yaml" --threads "$threads" --quiet --force --out "$work/$cell-$threads-$round" ';')
    done
  done
done
"$java_home/bin/java" -XX:+UseSerialGC -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED -cp "$jar" \
  dev.inflight.lab.cli.Training "${commands[@]}"

least() { # the least wallSeconds of cell $1 on $2 threads
  for round in $(seq "$rounds"); do value "$work/$1-$2-$round" wallSeconds; done | sort -g | head -n 1
}

printf '%-20s %10s %8s %8s\n' hosts-load-delay seconds two/one threads
for cell in "${cells[@]}"; do
  one=$(least "$cell" 1)
  printf '%-20s %10s %8s %8s\n' "$cell" "$one" "$(awk "BEGIN { printf \"%.2f\", $(least "$cell" 2) / $one }")" "$(value "$work/$cell-2-1" threads)"
done
