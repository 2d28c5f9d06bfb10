#!/bin/sh
# Writes docs/reference from the declarations in the code: keys, schemes, topologies, workloads and all other names of scenarios.
# usage: scripts/reference.sh
set -eu
cd "$(dirname "$0")/.."
mvn -B -q test -pl app -am -Dtest=ReferencePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dreference.write=true
git status --short docs/reference
