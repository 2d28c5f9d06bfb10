#!/bin/sh
# Tests the page of ./inflight serve in headless Chromium. Needs Node 18 or newer with npm, and Chromium.
set -eu

usage() {
  cat <<'END'
Usage: scripts/check-serve.sh [FOLDER]

Serves two runs and a sweep, and uses the page at 1400, 768 and 375 pixels, by mouse and by keys, light and dark: the table, comparison,
report, explanation, queries, and runs and sweeps that are started there; and asks axe-core. Keeps pictures in FOLDER
(default: target/serve-pictures).
CHROMIUM names another browser than chromium on the PATH.
END
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 2 ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
pictures=${1-$root/target/serve-pictures}
CHROMIUM=${CHROMIUM-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} || {
  echo 'check-serve: Chromium not found; set CHROMIUM to its path' >&2
  exit 1
}
export CHROMIUM
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pictures" "$work/runs"
pictures=$(cd "$pictures" && pwd)

for scheme in hpcc dcqcn; do
  "$root/inflight" run "$root/scenarios/leafspine.yaml" --scheme "$scheme" --set buffer=6MB --out "$work/runs/$scheme" --quiet
done
"$root/inflight" sweep "$root/scenarios/incast.yaml" --set 'scheme=[hpcc, dcqcn]' --set 'seed=[1, 2]' --out "$work/runs/sweep" --quiet
"$root/inflight" serve "$work/runs" --port 0 >"$work/address" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
cp "$root"/lab/src/browser/*.json "$root"/lab/src/browser/*.mjs "$work"
(cd "$work" && npm ci --silent --no-audit --no-fund)
while [ ! -s "$work/address" ]; do
  kill -0 "$server"
  sleep 0.1
done
(cd "$work" && node serve.mjs "$pictures" "$(cat "$work/address")")
