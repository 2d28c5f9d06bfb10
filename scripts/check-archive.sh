#!/usr/bin/env bash
# Unpacks the archive of `mvn -Pdist package` elsewhere, and runs it with a PATH that has only coreutils: no Java, no Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

archive=$(ls -t app/target/inflight-*.tar.gz | head -n 1)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
tar -C "$place" -xzf "$archive"
unpacked=$(echo "$place"/inflight-*)
mkdir "$place/coreutils" "$place/home" "$place/there"
for tool in basename cat dirname ls mkdir mv printf readlink rm sleep touch; do
  ln -s "$(command -v "$tool")" "$place/coreutils/$tool"
done
ln -s /bin/sh "$place/coreutils/sh"

bare() { # the program with an empty environment
  (cd "$place/there" && env -i PATH="$place/coreutils" HOME="$place/home" "$@")
}

bare "$unpacked/bin/inflight" --version
# AOTMode=on ends the JVM when the start-up cache does not match; otherwise a mismatch only costs time.
bare INFLIGHT_JAVA_OPTS=-XX:AOTMode=on "$unpacked/bin/inflight" run "$unpacked/scenarios/incast.yaml" --out first --quiet
begun=$(date +%s%N)
bare "$unpacked/bin/inflight" run "$unpacked/scenarios/incast.yaml" --out second
took=$((($(date +%s%N) - begun) / 1000000))
cmp <(grep fingerprint "$place/there/first/summary.json") <(grep fingerprint "$place/there/second/summary.json")
bare "$unpacked/bin/inflight" query second "SELECT count(*) FROM flows"
bare "$unpacked/bin/inflight" report second --out report.html --figures figures --format csv
bare "$unpacked/bin/inflight" new scheme my-scheme
bare "$unpacked/bin/inflight" run my-scheme/scenario.yaml --with my-scheme/src/main/java --out mine --quiet
printf 'The first run took %d ms.\n' "$took"
