#!/bin/sh
# Measures how many frames per second "inflight watch" reads from a veth interface: see docs/performance.md.
set -eu

usage() {
  cat <<'END'
Usage: scripts/watch-rate.sh [-c COPIES] [-s SECONDS] [-t THREADS]

Sends the frames of a simulated incast from one network namespace to another, as fast as THREADS threads can (1), and watches them
arrive for SECONDS (5). With COPIES, the kernel makes so many of each frame that is sent, so that there are more than one core can send.
Needs root, iproute2, and for copies a kernel with cls_u32 and act_mirred. Builds first.
END
}

copies=0
seconds=5
threads=1
while getopts c:s:t:h option; do
  case $option in
    c) copies=$OPTARG ;;
    s) seconds=$OPTARG ;;
    t) threads=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

die() { printf '%s\n' "$*" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/find-jdk.sh"
find_jdk
work=$(mktemp -d)
from=watch-rate-$$-a
to=watch-rate-$$-b
clean_up() {
  rm -rf "$work"
  ip netns del "$from" 2>/dev/null || true
  ip netns del "$to" 2>/dev/null || true
}
trap clean_up EXIT

mvn -q -B -f "$root/pom.xml" -Dspotless.check.skip -DskipTests -pl app -am package
cat >"$work/incast.yaml" <<'END'
topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=5, hostRate=100Gbps, fabricRate=100Gbps)
flows: incast(senders=8, receiver=9, size=400KB)
END
"$root/inflight" run "$work/incast.yaml" --out "$work/run" --pcap 9:1 --quiet

ip netns add "$from"
ip netns add "$to"
ip link add w0 netns "$from" type veth peer name w0 netns "$to"
ip -n "$from" link add e0 type veth peer name e1
for end in "$from w0" "$to w0" "$from e0" "$from e1"; do
  # shellcheck disable=SC2086
  set -- $end
  ip -n "$1" link set "$2" addrgenmode none
  ip -n "$1" link set "$2" mtu 9000 up
done
entry=w0
if [ "$copies" -gt 0 ]; then
  entry=e0
  actions=$(yes 'action mirred egress mirror dev w0' | head -n "$copies")
  ip netns exec "$from" tc qdisc add dev e0 clsact
  # shellcheck disable=SC2086
  ip netns exec "$from" tc filter add dev e0 egress protocol all u32 match u32 0 0 $actions
fi
sleep 1

"$java_home/bin/java" -XX:+UseSerialGC -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED \
  -cp "$root/live-tools/target/test-classes:$root/app/target/lib/*:$(find "${HOME-}/.m2/repository/org/assertj/assertj-core" -name '*.jar' | head -n 1)" \
  dev.inflight.livetools.watch.WatchRate "$work/run/pcap/9-1.pcap" "$from" "$entry" "$to" w0 "$seconds" "$threads"
