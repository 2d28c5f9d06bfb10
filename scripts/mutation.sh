#!/bin/sh
# Mutation testing of one module with PIT: small changes of its classes should make its tests fail.
#   INFLIGHT_JAVA_HOME   the JDK to use, and no other
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

usage() {
  cat <<END
Usage: scripts/mutation.sh [-n MOST] MODULE [CLASSES [BOUND]]

Changes the classes of MODULE (telemetry, cc, wire or net) in small ways, one at a time, runs the module's own tests against
each change, and prints what goes unnoticed. docs/mutation.md says what to do with it.
  CLASSES  names or patterns in the module's package, separated by commas: 'Hpcc', 'Ioam*', 'switching.*'; all without
  BOUND    exit code 1 if less than this many percent are noticed (85)
  -n MOST  at most so many changes of each class, spread over it: a sample
END
}

die() { printf 'mutation.sh: %s\n' "$*" >&2; exit 2; }

most=
if [ "${1-}" = -n ]; then
  most=${2-}
  case $most in
    '' | *[!0-9]* | 0) die "'$most' is not a number of changes above 0" ;;
  esac
  shift 2
fi
case ${1-} in
  -h | --help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
  telemetry | cc | wire | net) module=$1 ;;
  *) die "module '$1' cannot be mutated; known: telemetry, cc, wire, net" ;;
esac
[ $# -le 3 ] || die "too many arguments: $*"
classes=${2:-*}
bound=${3:-85}
case $bound in
  '' | *[!0-9]*) die "'$bound' is not a whole number from 0 to 100, in percent" ;;
esac
[ "$bound" -le 100 ] || die "'$bound' is not a whole number from 0 to 100, in percent"

. "$root/scripts/find-jdk.sh"
find_jdk
export JAVA_HOME="$java_home"

# A class and its nested classes.
package=dev.inflight.$module
targets=$(printf '%s' "$classes" | tr ',' '\n' | sed "s/.*/$package.&,$package.&\$*,$package.*.&,$package.*.&\$*/" | paste -sd, -)

cd "$root"
report=$module/target/pit-reports/mutations.xml
log=$module/target/mutation.log
mkdir -p "$module/target"
rm -f "$report"
started=$(date +%s)
mvn -B -Pmutation -pl "$module" -am process-test-classes -Dmutation.classes="$targets" -Dmutation.tests="$package.*Test" \
  -Dmutation.features="${most:++CLASSLIMIT(limit[$most])}" > "$log" 2>&1 || {
  grep -E 'ERROR|SEVERE' "$log" >&2
  die "Maven failed; see $log"
}
[ -s "$report" ] || die "module $module has no class named '$classes'"

# One line a mutant: status, source file, line, class and method, what was changed.
awk -v bound="$bound" -v module="$module" -v seconds="$(($(date +%s) - started))" '
  function tag(name) {
    if (!match($0, "<" name ">[^<]*")) return ""
    text = substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2)
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&#39;/, "\x27", text); gsub(/&quot;/, "\"", text); gsub(/&amp;/, "\\&", text)
    return text
  }
  /<mutation / {
    all++
    match($0, /status=.[A-Z_]+/)
    status = substr($0, RSTART + 8, RLENGTH - 8)
    if ($0 ~ /detected=.true/) {
      caught++
      if (status == "TIMED_OUT") late++
      next
    }
    class = tag("mutatedClass")
    sub(/^.*\./, "", class)
    survivors[++survived] = tag("sourceFile") ":" tag("lineNumber") ": " class "." tag("mutatedMethod") ": " tag("description") \
      (status == "NO_COVERAGE" ? " (no test comes here)" : "")
  }
  END {
    if (all == 0) {
      print "mutation.sh: nothing to mutate" > "/dev/stderr"
      exit 2
    }
    for (i = 1; i <= survived; i++) print survivors[i]
    printf "%s: %d of %d changes noticed (%.1f %%), %d of them by a test that did not end; %d s\n", module, caught, all, 100 * caught / all, \
      late, seconds
    exit 100 * caught < bound * all
  }' "$report"
