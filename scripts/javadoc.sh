#!/usr/bin/env bash
# Javadoc of the libraries, a page for each module, into target/javadoc. A warning is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
die() { printf '%s\n' "$*" >&2; exit 2; }
. scripts/find-jdk.sh
find_jdk

# The only library that all of them need for compiling, in the version of the build.
mvn -B -q -pl telemetry dependency:build-classpath -Dmdep.outputFile=target/javadoc.path
rm -rf target/javadoc
set --
modules=
for library in telemetry cc testkit wire net sim testkit-fabric live; do
  sources=$library/src/main/java
  [ ! -d "$library/src/main/module" ] || sources=$sources:$library/src/main/module # a descriptor that stands apart
  module=dev.inflight.$(printf '%s' "$library" | tr - .)
  set -- "$@" --module-source-path "$module=$sources"
  modules=$modules${modules:+,}$module
done
"$java_home/bin/javadoc" -quiet -J-XX:+UseSerialGC -Xdoclint:all,-missing -Werror -d target/javadoc -windowtitle 'Inflight libraries' \
  -overview config/javadoc-overview.html --module-path "$(cat telemetry/target/javadoc.path)" "$@" --module "$modules"
"$java_home/bin/jar" --create --file target/inflight-javadoc.jar -C target/javadoc .
printf 'target/javadoc/index.html, target/inflight-javadoc.jar\n'
