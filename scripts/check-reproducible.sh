#!/usr/bin/env bash
# Builds the jars of a checkout twice, in two folders and at two times, and compares them: the same sources give the same bytes.
# Builds from the files that git would commit, as they are in the working tree.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

places=$(mktemp -d)
trap 'rm -rf "$places"' EXIT

build() { # in folder $1
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -cf - | tar -C "$1" -xf -
  (cd "$1" && mvn -B -q -DskipTests -Dspotless.check.skip -pl app -am package)
  (cd "$1" && find . -path '*/target/*.jar' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) >"$1.sha256"
}

build "$places/one"
build "$places/a-folder-with-another-name"
jars=$(wc -l <"$places/one.sha256")
if ((jars == 0)); then
  echo 'No jars found.' >&2
  exit 1
fi
if ! diff "$places/one.sha256" "$places/a-folder-with-another-name.sha256"; then
  echo 'Two builds of the same sources differ.' >&2
  exit 1
fi
printf 'Both builds have the same bytes: %d jars.\n' "$jars"
