#!/bin/sh
# Limits the classes that a start loads or generates because the start-up cache lacks them: each one costs time at every start.
set -eu
cd "$(dirname "$0")/.."
most=8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./inflight --version
for run in scenarios/incast.yaml lab/src/test/resources/reference/leafspine-fb50-hpcc/config.txt; do
  INFLIGHT_JAVA_OPTS="-Xlog:class+load:file=$work/loaded" ./inflight run "$run" --out "$work/run" --force --quiet
  grep 'source:' "$work/loaded" | grep -v 'source: shared objects file' >"$work/not-held" || true
  if grep 'inflight\|picocli' "$work/not-held" || [ "$(wc -l <"$work/not-held")" -gt "$most" ]; then
    cat "$work/not-held"
    echo "check-start: $run loads $(wc -l <"$work/not-held") classes that the start-up cache lacks; at most $most of the JDK's are allowed" >&2
    exit 1
  fi
  # The class takes 18 ms to initialize (JDK 25), and ordinary scenarios do not need it.
  INFLIGHT_JAVA_OPTS="-Xlog:class+init=info:file=$work/begun" ./inflight run "$run" --out "$work/run" --force --quiet
  grep -q "Initializing 'java/lang/System'" "$work/begun" # otherwise the log has a different form
  if grep "Initializing 'java/math/BigDecimal'" "$work/begun"; then
    echo "check-start: $run initializes BigDecimal" >&2
    exit 1
  fi
  printf '%s: %d of %d classes were not in the cache\n' "$run" "$(wc -l <"$work/not-held")" "$(grep -c 'source:' "$work/loaded")"
done
