#!/bin/sh
# Writes the present public API to config/api/public.txt, for the release of a version (docs/releasing.md).
set -eu
cd "$(dirname "$0")/.."
mvn -B -q -pl app -am test -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dinflight.api=write "$@"
git diff --stat -- config/api || true
wc -l config/api/public.txt
