#!/bin/sh
# Measures what "run --check" takes for each kind of topology with 512 to 16,384 hosts: reading, paths, and the fabric, but no packet.
# usage: scripts/scale/setup-curve.sh [HOSTS...]
# Prints a table: seconds of processor time of the whole process, JVM start included; the least of two. Below it what a set-up takes for
# each host, the largest size against the smallest one, with the time of a fabric of two hosts taken off: 1 is linear.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- 512 1024 4096 16384
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

topology() { # of kind $1, with $2 hosts
  case $1 in
    star) echo "star(hosts=$2)" ;;
    dumbbell) echo "dumbbell(left=$(($2 / 2)), right=$(($2 / 2)))" ;;
    leaf-spine) echo "leaf-spine(leaves=$(($2 / 32)), spines=16, hostsPerLeaf=32)" ;;
    fat-tree) echo "fat-tree(pods=$(($2 / 128)), torsPerPod=8, aggsPerPod=8, cores=64, hostsPerTor=16)" ;;
    k-ary) case $2 in 512) k=12 ;; 1024) k=16 ;; 4096) k=26 ;; 16384) k=40 ;; *) k=4 ;; esac; echo "k-ary(k=$k)" ;;
    pod) echo "pod(racks=$(($2 / 32)), serversPerRack=32)" ;;
    rail-optimized) echo "rail-optimized(groups=$(($2 / 512)), serversPerGroup=64, gpusPerServer=8, spines=64)" ;;
    dual-plane) echo "dual-plane(leavesPerPlane=$(($2 / 32)), spinesPerPlane=16, hostsPerLeaf=32)" ;;
    dual-tor) echo "dual-tor(racks=$(($2 / 32)), spines=16, hostsPerRack=32)" ;;
    dragonfly) echo "dragonfly(groups=$(($2 / 128)), routersPerGroup=16, hostsPerRouter=8, globalLinks=8)" ;;
    parking-lot) echo "parking-lot(hops=$(($2 / 2 - 1)))" ;;
    *)
      scripts/scale/simai-topology.py "${1#simai-}" "$2" >"$work/topology.txt"
      echo "file(path=topology.txt)"
      ;;
  esac
}

once() { # seconds of processor time for topology $1
  printf 'topology: %s\nflows: flow\nscheme: none\npfc: false\n' "$1" >"$work/s.yaml"
  # bash writes the times of children as user and system seconds
  LC_ALL=C bash -c 'TIMEFORMAT="%U %S"; time ./inflight run "$0" --check --quiet 2>"$0.err"' "$work/s.yaml" 2>"$work/time" ||
    { cat "$work/s.yaml.err" >&2; exit 1; }
  tail -n 1 "$work/time" | awk '{ print $1 + $2 }'
}

least() {
  one=$(once "$1")
  other=$(once "$1")
  printf '%s\n%s\n' "$one" "$other" | sort -g | head -n 1
}

./inflight list >/dev/null # makes the start-up cache before the times
start=$(least 'star(hosts=2)')
printf '| topology |'
for hosts; do printf ' %s |' "$hosts"; done
printf ' per host, last to first |\n|---|'
for hosts; do printf -- '---|'; done
printf -- '---|\n'
for kind in star dumbbell leaf-spine fat-tree k-ary pod rail-optimized dual-plane dual-tor dragonfly parking-lot \
  simai-single simai-dual simai-planes; do
  printf '| %s |' "$kind"
  first='' few=1 seconds=$start
  for hosts; do
    seconds=$(least "$(topology "$kind" "$hosts")")
    [ -n "$first" ] || { first=$seconds; few=$hosts; }
    printf ' %s |' "$seconds"
  done
  awk -v a="$first" -v b="$seconds" -v s="$start" -v few="$few" -v many="$hosts" \
    'BEGIN { a -= s; b -= s; if (a < 0.02) a = 0.02; printf " %.2f |\n", b / a * few / many }'
done
printf 'A fabric of two hosts takes %s s.\n' "$start"
