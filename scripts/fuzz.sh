#!/bin/sh
# Fuzzes one decoder with Jazzer, guided by coverage. New inputs that reach more code go to the corpus, which every build repeats.
#   INFLIGHT_JAVA_HOME   the JDK to use, and no other
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tests=$root/net/src/test

# The decoders of FuzzTargets: the formats, with the names of ParametersTest in module bench, and a few more.
decoders=$(sed -n '/@Param.*"native"/s/[^"]*"\([^"]*\)"[^"]*/\1 /gp' "$root/bench/src/main/java/dev/inflight/bench/TelemetryBenchmark.java")
decoders=$decoders$(sed -n 's/.*targets\.put("\([^"]*\)".*/\1/p' "$tests/java/dev/inflight/net/fuzz/FuzzTargets.java" | tr '\n' ' ')

usage() {
  cat <<END
Usage: scripts/fuzz.sh DECODER [SECONDS]

Fuzzes a decoder for ten minutes, or SECONDS, and adds what it finds of interest to net/src/test/resources/corpus/DECODER.
Decoders: $decoders
END
}

die() { printf 'fuzz.sh: %s\n' "$*" >&2; exit 2; }

case ${1-} in
  -h | --help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
esac
decoder=$1
seconds=${2:-600}
case " $decoders " in
  *" $decoder "*) ;;
  *) die "unknown decoder '$decoder'; known: $decoders" ;;
esac
case $seconds in
  *[!0-9]* | 0) die "SECONDS '$seconds' is not a number above 0" ;;
esac
[ $# -le 2 ] || die "too many arguments: $*"

. "$root/scripts/find-jdk.sh"
find_jdk
export JAVA_HOME="$java_home"
java=$java_home/bin/java

most=1024
work=$root/net/target/fuzz/$decoder
corpus=$tests/resources/corpus/$decoder
jazzer=net/target/jazzer
cd "$root"
mkdir -p "$work/found" "$corpus"
mvn -q -B -Dspotless.check.skip -pl telemetry,cc,wire,net test-compile
for jar in jazzer jazzer-api; do
  [ -f "$jazzer/$jar.jar" ] || mvn -q -B -pl net org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy \
    -Dartifact="com.code-intelligence:$jar:0.30.0" -DoutputDirectory="$root/$jazzer" -Dmdep.stripVersion=true
done
classes=telemetry/target/classes:cc/target/classes:wire/target/classes:wire/target/test-classes:net/target/classes:net/target/test-classes
"$java" -cp "$classes" dev.inflight.net.fuzz.FuzzSeeds "$decoder" "$corpus"

jazzer() {
  "$java" -cp "$jazzer/jazzer.jar:$jazzer/jazzer-api.jar:$classes" -Dinflight.fuzz="$decoder" \
    com.code_intelligence.jazzer.Jazzer --target_class=dev.inflight.net.fuzz.DecoderFuzz \
    --instrumentation_includes='dev.inflight.telemetry.**:dev.inflight.wire.**:dev.inflight.net.codec.**' --custom_hook_includes=none -max_len=$most "$@"
}

jazzer --reproducer_path="$work" -artifact_prefix="$work/" -max_total_time="$seconds" -print_final_stats=1 \
  "$work/found" "$corpus" 2>&1 | tee "$work/log.txt" | grep -E 'ERROR|Exception|DONE|stat::|crash' || true
# Keep the fewest inputs that reach the same code.
jazzer -merge=1 "$corpus" "$work/found" > "$work/merge.txt" 2>&1
! grep -q 'Java Exception' "$work/log.txt"
