#!/usr/bin/env bash
# Builds the site and tests it in headless Chromium. Needs the programs of scripts/site.sh, Node 18 or newer with npm, and Chromium.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: scripts/check-site.sh [FOLDER]

Builds the site into target/site, checks every internal link and anchor and that no page loads anything from the network, then searches,
switches to dark, and looks at drawings in headless Chromium. Keeps pictures in FOLDER (default: target/site-pictures).
SITE_REPORT names a report to use instead of a new one; CHROMIUM another browser than chromium on the PATH.
TEXT
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 2 ;;
esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pictures=${1-$root/target/site-pictures}
CHROMIUM=${CHROMIUM-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} || {
  echo 'check-site: Chromium not found; set CHROMIUM to its path' >&2
  exit 1
}
export CHROMIUM
mkdir -p "$pictures"
pictures=$(cd "$pictures" && pwd)

"$root/scripts/site.sh"
/usr/bin/python3 -B "$root/scripts/site/check.py" "$root" "$root/target/site"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/lab/src/browser/*.json "$root"/lab/src/browser/*.mjs "$work"
(cd "$work" && npm ci --silent --no-audit --no-fund && node site.mjs "$pictures" "$root/target/site")
