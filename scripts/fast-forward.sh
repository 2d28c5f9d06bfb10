#!/bin/sh
# Runs the scenarios of scripts/fast-forward.txt with --fast --verify, and prints a row for each: the table of docs/fast-forward-suite.md.
#   scripts/fast-forward.sh             all of them
#   scripts/fast-forward.sh WORD...     those with one of the words in their names
set -eu
cd "$(dirname "$0")/.."
suite=$(mktemp -d)
trap 'rm -rf "$suite"' EXIT
trap 'exit 130' INT TERM

echo 'topology: star
flows: incast' >"$suite/plain.yaml"
cp scenarios/ai/dense.txt "$suite/dense.txt"
awk 'BEGIN {
  print "num_ranks 8"
  for (rank = 0; rank < 8; rank++) {
    print "rank " rank " {"
    for (round = 0; round < 100; round++) {
      print "s" round ": send 1000000b to " (rank + 1) % 8 " tag " round
      print "r" round ": recv 1000000b from " (rank + 7) % 8 " tag " round
      print "c" round ": calc 20000"
      print "c" round " requires r" round
      if (round > 0) print "s" round " requires c" round - 1
    }
    print "}"
  }
}' >"$suite/loop.goal"
for rank in 0 1 2 3 4 5 6 7; do
  awk 'BEGIN {
    print "{\"workload_name\": \"loop\", \"workload_graph\": ["
    for (node = 0; node < 80; node += 2) {
      print "{\"Id\": " node ", \"Name\": \"c" node "\", \"NodeType\": 4, \"data_deps\": [" (node > 0 ? node - 1 : "") "], \"runtime\": 50, \"is_cpu_op\": false},"
      print "{\"Id\": " node + 1 ", \"Name\": \"r" node "\", \"NodeType\": 7, \"data_deps\": [" node "], \"is_cpu_op\": false, \"comm_type\": 0, \"comm_size\": 4000000}" (node < 78 ? "," : "")
    }
    print "], \"ngpus\": 8}"
  }' >"$suite/chakra.$rank.json"
done

row() { # NAME: of what verify.json says
  awk -v name="$1" '
    function value() { sub(/^[^:]*: /, ""); sub(/,$/, ""); gsub(/"/, ""); return $0 }
    function percent(share) { return share == "null" || share == "" ? "" : sprintf("%+.3f %%", 100 * share) }
    /"measures" :/ { measures = 1 }
    /"flows" : / { measures = 0 }
    measures && /"measure" :/ { measure = value() }
    measures && /"difference" :/ { of[measure] = value() }
    measures && /"met" : false/ { missed = missed (missed ? ", " : "") (measure in short ? short[measure] : measure) }
    !measures && /"met" : false/ && seen { missed = missed (missed ? ", " : "") "single flows" }
    /"differenceMean" :/ { seen = 1; mean = value() }
    /"differenceMax" :/ { most = value() }
    /"estimatedError" :/ { estimated = value() }
    /"PacketHops" :|PacketHops" :/ { if (/full/) hops = value(); else left = value() }
    /WallSeconds" :/ { if (/full/) wall = value(); else fast = value() }
    BEGIN {
      short["endSeconds"] = "end"; short["jobSeconds"] = "job"; short["fctMeanSeconds"] = "mean"; short["fctP50Seconds"] = "p50"
      short["fctP99Seconds"] = "p99"; short["goodputBitsPerSec"] = "throughput"
    }
    END {
      printf "| %s | %.2f M | %.1fx | %.1f s | %.1f s | %.1fx | %s | %s | %.3f %% | %.2f %% | %.3f %% | %s |\n", name, hops / 1e6,
        hops / left, wall, fast, wall / fast, percent("jobSeconds" in of ? of["jobSeconds"] : of["endSeconds"]), percent(of["fctMeanSeconds"]),
        100 * mean, 100 * most, 100 * estimated, missed ? "**misses: " missed "**" : "met"
    }' "$suite/run/verify.json"
}

wanted() { # NAME WORD...
  name=$1
  shift
  [ $# -gt 0 ] || return 0
  for word in "$@"; do
    case $name in *"$word"*) return 0 ;; esac
  done
  return 1
}

echo '| scenario | packet-hops | fewer | full | fast | less | end | mean FCT | a flow, mean | largest | estimated | asked: 0.5 % |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
sed '/^#/d; /|/!d' scripts/fast-forward.txt | while IFS='|' read -r name file options; do
  name=$(echo "$name" | sed 's/ *$//')
  file=$(echo "$file" | tr -d ' ')
  wanted "$name" "$@" || continue
  [ "$file" != - ] || file=$suite/plain.yaml
  status=0
  rm -rf "$suite/run"
  eval "./inflight run '$file' --fast --verify --quiet --out '$suite/run' $options" 2>"$suite/err" </dev/null || status=$?
  case $status in
    0 | 3) ;;
    130) exit 130 ;;
    *)
      sed "s/^/$name: /" "$suite/err" >&2
      echo "| $name | | | | | | | | | | | **fails: exit code $status** |"
      continue
      ;;
  esac
  row "$name"
done
