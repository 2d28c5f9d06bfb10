#!/usr/bin/env bash
# Javadoc of the libraries for embedding, into target/javadoc. A warning is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
die() { printf '%s\n' "$*" >&2; exit 2; }
. scripts/find-jdk.sh
find_jdk

# The one library that they are compiled with, in the version of the build.
mvn -B -q -pl telemetry dependency:build-classpath -Dmdep.outputFile=target/javadoc.path
rm -rf target/javadoc
"$java_home/bin/javadoc" -quiet -Xdoclint:all,-missing -Werror -d target/javadoc -windowtitle 'Inflight libraries' \
  --module-path "$(cat telemetry/target/javadoc.path)" \
  --module-source-path dev.inflight.telemetry=telemetry/src/main/java \
  --module-source-path dev.inflight.cc=cc/src/main/java \
  --module-source-path dev.inflight.wire=wire/src/main/java \
  --module dev.inflight.telemetry,dev.inflight.cc,dev.inflight.wire
printf 'target/javadoc/index.html\n'
