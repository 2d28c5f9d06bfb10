#!/bin/sh
# Coverage-guided fuzzing of one decoder with Jazzer. New inputs of interest go to the corpus, which every build tries again.
# usage: scripts/fuzz.sh DECODER [SECONDS]   DECODER: a telemetry format's name, reflection, frame, transit or pcap
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
decoder=${1:?which decoder?}
seconds=${2:-600}
most=1024
work=$root/net/target/fuzz/$decoder
corpus=$root/net/src/test/resources/corpus/$decoder
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
"$java" --version | grep -qE '^(openjdk|java) (2[5-9]|[3-9][0-9])' || { echo "$java is older than 25; set JAVA_HOME" >&2; exit 2; }
mkdir -p "$work/found" "$corpus"
cd "$root"
if [ ! -f net/target/jazzer/jazzer.jar ]; then
  mvn -q -B -pl telemetry,cc,net test-compile
  mvn -q -B -pl net org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy \
    -Dartifact=com.code-intelligence:jazzer:0.30.0 -DoutputDirectory="$root/net/target/jazzer" -Dmdep.stripVersion=true
  mvn -q -B -pl net org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy \
    -Dartifact=com.code-intelligence:jazzer-api:0.30.0 -DoutputDirectory="$root/net/target/jazzer" -Dmdep.stripVersion=true
fi
classes=telemetry/target/classes:cc/target/classes:net/target/classes:net/target/test-classes
"$java" -cp "$classes" dev.inflight.net.frame.FuzzSeeds "$decoder" "$corpus"
"$java" -cp "net/target/jazzer/jazzer.jar:net/target/jazzer/jazzer-api.jar:$classes" -Dinflight.fuzz="$decoder" \
  com.code_intelligence.jazzer.Jazzer --target_class=dev.inflight.net.frame.DecoderFuzz \
  --instrumentation_includes='dev.inflight.telemetry.**:dev.inflight.net.frame.**' --custom_hook_includes=none \
  --reproducer_path="$work" -artifact_prefix="$work/" -max_total_time="$seconds" -max_len=$most -print_final_stats=1 \
  "$work/found" "$corpus" 2>&1 | tee "$work/log.txt" | grep -E 'ERROR|Exception|DONE|stat::|crash' || true
# What is worth keeping: the fewest inputs that reach as much.
"$java" -cp "net/target/jazzer/jazzer.jar:net/target/jazzer/jazzer-api.jar:$classes" -Dinflight.fuzz="$decoder" \
  com.code_intelligence.jazzer.Jazzer --target_class=dev.inflight.net.frame.DecoderFuzz \
  --instrumentation_includes='dev.inflight.telemetry.**:dev.inflight.net.frame.**' --custom_hook_includes=none \
  -merge=1 -max_len=$most "$corpus" "$work/found" > "$work/merge.txt" 2>&1
! grep -q 'Java Exception' "$work/log.txt"
