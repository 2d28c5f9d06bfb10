#!/bin/sh
# Opens reports in headless Chromium and tests them as a reader would use them. Needs Node 18 or newer with npm, and Chromium.
set -eu

usage() {
  cat <<'END'
Usage: scripts/check-report.sh [FOLDER]

Makes two runs and their reports, opens these in headless Chromium, hovers, zooms, chooses, prints, and asks axe-core; then the paper's
figures. Keeps pictures in FOLDER (default: target/report-pictures).
CHROMIUM names another browser than chromium on the PATH.
END
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 2 ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
pictures=${1-$root/target/report-pictures}
CHROMIUM=${CHROMIUM-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} || {
  echo 'check-report: Chromium not found; set CHROMIUM to its path' >&2
  exit 1
}
export CHROMIUM
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pictures"
pictures=$(cd "$pictures" && pwd)

for scheme in hpcc dcqcn; do
  "$root/inflight" run "$root/scenarios/leafspine.yaml" --scheme "$scheme" --set 'series={every: 10us}' --set buffer=6MB \
    --out "$work/$scheme" --quiet
done
"$root/inflight" report "$work/dcqcn" --explain 7 --out "$work/one.html" >"$work/said"
"$root/inflight" report "$work/hpcc" "$work/dcqcn" --out "$work/both.html" >"$work/said"
"$root/inflight" run "$root/scenarios/ai/training.yaml" --out "$work/training" --quiet
"$root/inflight" report "$work/training" --explain-job tensor-parallel --out "$work/training.html" >"$work/said"
"$root/inflight" sweep "$root/scenarios/incast.yaml" --set 'scheme=[hpcc, dcqcn]' --set 'buffer=[4MB, 8MB, 16MB]' --set 'seed=[1, 2]' \
  --out "$work/grid" --quiet
"$root/inflight" report "$work/grid" --out "$work/grid.html" >"$work/said"
"$root/inflight" paper fig13 --out "$work/paper" --quiet
cp "$root"/lab/src/browser/*.json "$root"/lab/src/browser/*.mjs "$work"
(cd "$work" && npm ci --silent --no-audit --no-fund && node report.mjs "$pictures" "$work/one.html" "$work/both.html" "$work/training.html" "$work/grid.html")
(cd "$work" && node paper.mjs "$pictures" "$work/paper/report.html")
