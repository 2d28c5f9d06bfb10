#!/bin/sh
# Writes the public API as it is now, into config/api/public.txt: when a version is released (docs/releasing.md).
set -eu
cd "$(dirname "$0")/.."
mvn -B -q -pl app -am test -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dinflight.api=write "$@"
git diff --stat -- config/api || true
wc -l config/api/public.txt
