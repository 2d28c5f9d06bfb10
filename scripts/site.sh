#!/usr/bin/env bash
# Builds the site from the Markdown of the repository. Needs MkDocs 1.4 and Material for MkDocs 8.2 (Debian: mkdocs, mkdocs-material).
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: scripts/site.sh [FOLDER]

Stages all pages, makes a report of two runs, and builds the site into FOLDER (default: target/site); FOLDER is replaced.
The page of the simulator in a browser and the Javadoc are part of it where they are built (web/target/inflight.html,
target/javadoc). A web server has to serve it for its search; from disk the rest works.
SITE_REPORT names a report to use instead of a new one.
TEXT
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 2 ;;
esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
site=$(realpath -m "${1-$root/target/site}")
if [[ -e $site && ! -e $site/search/search_index.json ]] && [[ ! -d $site || -n $(ls -A "$site") ]]; then
  printf 'site: %s is not a site, so it stays unchanged\n' "$site" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

report=$work/report.html
if [[ -n ${SITE_REPORT-} ]]; then
  cp "$SITE_REPORT" "$report"
else
  for scheme in hpcc dcqcn; do
    "$root/inflight" run "$root/scenarios/leafspine.yaml" --scheme "$scheme" --set 'series={every: 10us}' --set buffer=6MB \
      --out "$work/$scheme" --quiet
  done
  "$root/inflight" report "$work/hpcc" "$work/dcqcn" --out "$report" >"$work/output"
fi
examples=("A report of HPCC and DCQCN=$report")
[[ ! -f $root/web/target/inflight.html ]] || examples+=("The simulator in a browser=$root/web/target/inflight.html")
[[ ! -d $root/target/javadoc ]] || examples+=("Javadoc of the libraries=$root/target/javadoc")

/usr/bin/python3 -B "$root/scripts/site/stage.py" "$root" "$root/target/site-src" "${examples[@]}"
/usr/bin/mkdocs build --quiet --strict --clean --config-file "$root/mkdocs.yml" --site-dir "$site"
printf '%s\n' "$site/index.html"
