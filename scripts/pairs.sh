#!/bin/sh
# Counts the pairs of mechanisms that run together: checks a scenario for each pair of values.
set -eu

usage() {
  cat <<'END'
Usage: scripts/pairs.sh [--list]

Checks a small scenario for each pair of values of different keys, with the settings that either value needs. Prints the number of pairs that
run, the number of pairs that run while a key has no effect (with a warning), and each reason that excludes pairs with their number. With
--list it prints also the pairs: those without effect with the warning, and those excluded with the reason.
END
}

list=
case ${1-} in
  -h | --help) usage; exit 0 ;;
  '') ;;
  --list) list=1 ;;
  *) usage >&2; exit 2 ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/pairs"

# A value of a key, and after bars the settings of other keys that it needs. A value of the pair overrides those needs.
values() {
  cat <<'END'
scheme: hpcc(react=per-rtt)
scheme: hpcc-alpha
scheme: powertcp
scheme: swift
scheme: dcqcn
scheme: timely
scheme: dctcp
scheme: nscc
scheme: rccc
telemetry: draft
telemetry: int
telemetry: int(instructions=0xD100, border=relative)
telemetry: ifa
telemetry: ioam
telemetry: ioam-incremental
telemetry: csig
telemetry: csig-wide
telemetry: pint
telemetry: busiest
telemetryPackets: one-in
telemetryPackets: per-rtt
telemetryPackets: per-rtt(by=switch)
telemetryPackets: on-queue
telemetryPackets: on-queue(by=switch)
telemetryPackets: subscribed
telemetryPackets: subscribed(by=dscp) | switchFeedback: direct
telemetryPackets: probes
feedback: acks-with-flows
feedback: notifications
feedback: notifications(links=busiest)
feedback: receiver-windows
switchFeedback: direct
switchFeedback: fast-cnp
scope: queue | queues: strict-dwrr
scope: port(queueing=delay) | telemetry: int
scope: queue(queueing=delay) | telemetry: int | queues: strict-dwrr
paths: chosen
paths: spray | recovery: selective | scheme: nscc
routing: drill | recovery: selective | scheme: nscc
routing: letflow
routing: conga | topology: leaf-spine(hostsPerLeaf=2)
routing: conweave | topology: leaf-spine(hostsPerLeaf=2)
recovery: irn
recovery: selective
recovery: unreliable | telemetryPackets: probes
recovery: tcp(burst=1B, ackEvery=1) | framing: tcp
feedbackValidation: checked | authenticateFeedback: true
authenticateFeedback: true
acks: {every: 4}
nic: engines
framing: rocev2-ipv6
topology: leaf-spine(hostsPerLeaf=2)
topology: fat-tree(pods=2, torsPerPod=2, aggsPerPod=2, cores=4, hostsPerTor=2)
topology: pod(serversPerRack=4)
topology: k-ary(k=4)
topology: rail-optimized
topology: dual-plane
topology: dual-tor
topology: dragonfly
topology: parking-lot
flows: permutation
flows: "poisson(duration=1ms)"
flows: "rdma(size=10KB)"
flows: "collective(size=100KB)"
connections: per-channel | flows: "collective(size=100KB)"
queues: strict-dwrr
pfc: false
trim: true | pfc: false | recovery: selective | queues: strict-dwrr
admission: complete-sharing | pfc: false
pfcProfile: dynamic
END
}

values | awk -v folder="$work/pairs" '
  {
    count++
    parts = split($0, part, / \| /)
    for (at = 1; at <= parts; at++) {
      colon = index(part[at], ": ")
      key[count, at] = substr(part[at], 1, colon - 1)
      value[count, at] = substr(part[at], colon + 2)
    }
    needs[count] = parts
    name[count] = part[1]
  }
  END {
    for (one = 1; one <= count; one++) {
      for (other = one + 1; other <= count; other++) {
        if (key[one, 1] == key[other, 1]) continue
        split("", set)
        set["topology"] = "star(hosts=8)"
        set["flows"] = "\"incast(senders=3, size=20KB)\""
        for (at = 2; at <= needs[one]; at++) set[key[one, at]] = value[one, at]
        for (at = 2; at <= needs[other]; at++) set[key[other, at]] = value[other, at]
        set[key[one, 1]] = value[one, 1]
        set[key[other, 1]] = value[other, 1]
        file = folder "/" sprintf("%03d-%03d.yaml", one, other)
        printf "# %s with %s\n", name[one], name[other] > file
        for (one_key in set) printf "%s: %s\n", one_key, set[one_key] > file
        close(file)
      }
    }
  }'

cd "$work/pairs"
"$root/inflight" check --quiet ./*.yaml >"$work/screen" 2>&1 || [ $? -eq 2 ]

known='^inflight: warning:|^\./[0-9]+-[0-9]+\.yaml:|^[0-9]+ of [0-9]+ files cannot run$'
if grep -Ev "$known" "$work/screen" >&2; then
  echo 'pairs.sh: check printed lines that belong to no pair, above' >&2
  exit 1
fi
lines() { # a line for each pair: its number and its first message
  sed -n 's/^\.\/\([0-9-]*\)\.yaml:\([0-9]*:\)\{0,2\} /\1 /p' | sort -s -u -k 1,1
}
pairs_of() { # pair: message
  while read -r pair message; do
    printf '%s: %s\n' "$(sed -n '1s/^# //p' "$pair.yaml")" "$message"
  done <"$1"
}
grep -v '^inflight: warning:' "$work/screen" | lines >"$work/refused"
sed -n 's/^inflight: warning: //p' "$work/screen" | grep -E ' (changes? nothing|has no use) here: ' | lines >"$work/warned"
join -v 1 "$work/warned" "$work/refused" >"$work/idle" # a refused pair may have a warning, too
all=$(find . -name '*.yaml' | wc -l)
refused=$(wc -l <"$work/refused")
idle=$(wc -l <"$work/idle")
run=$((all - refused - idle))
echo "pairs $all: run $run ($((100 * run / all)) %), no effect of one key $idle, refused $refused"
echo
echo 'pairs refused, by their first reason'
cut -d ' ' -f 2- "$work/refused" |
  sed 's/scheme [a-z][a-z-]* /scheme X /; s/the [a-z][a-z-]* format/the X format/; s/^telemetryPackets: [^ ]* /telemetryPackets: X /
    s/[a-z][a-z0-9-]* (\(switch\|host\) [0-9]*)/a \1/g; s/a switch and a switch/two switches/; s/host [0-9][0-9]* is/a host is/' |
  sort | uniq -c | sort -k 1,1nr
if [ -n "$list" ]; then
  echo
  echo 'pairs that run while one key has no effect'
  pairs_of "$work/idle"
  echo
  echo 'pairs refused'
  pairs_of "$work/refused"
fi
