#!/usr/bin/env bash
# From an empty folder to a custom scheme compared with HPCC: runs the commands of docs/extending.md, repeats them in Python, builds the
# project's test and jar by Maven, and prints the times of both ways. Installs into a separate local repository.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./inflight list >/dev/null # makes the start-up cache before the times
installed=${MAVEN_REPOSITORY:-$(mvn -q help:evaluate -Dexpression=settings.localRepository -DforceStdout 2>/dev/null || echo "$HOME/.m2/repository")}
[ -d "$installed" ] || installed=$HOME/.m2/repository
# Maven reads artifacts from the installed repository, and writes only to the separate one.
cat > "$work/settings.xml" <<END
<settings>
  <profiles><profile>
    <id>installed</id>
    <repositories><repository>
      <id>installed</id><url>file://$installed</url>
      <releases><updatePolicy>never</updatePolicy><checksumPolicy>ignore</checksumPolicy></releases>
      <snapshots><enabled>false</enabled></snapshots>
    </repository></repositories>
    <pluginRepositories><pluginRepository>
      <id>installed</id><url>file://$installed</url>
      <releases><updatePolicy>never</updatePolicy><checksumPolicy>ignore</checksumPolicy></releases>
      <snapshots><enabled>false</enabled></snapshots>
    </pluginRepository></pluginRepositories>
  </profile></profiles>
  <activeProfiles><activeProfile>installed</activeProfile></activeProfiles>
</settings>
END
maven() { mvn -B -q -gs "$work/settings.xml" -Dmaven.repo.local="$work/repository" "$@"; }
started=$SECONDS
cd "$work"
"$root/inflight" new scheme my-scheme
cd my-scheme
"$root/inflight" run scenario.yaml --with src/main/java --out runs/my-scheme --quiet
"$root/inflight" run scenario.yaml --scheme hpcc --out runs/hpcc --quiet
"$root/inflight" report runs/my-scheme runs/hpcc --out report.html
grep -q 'my-scheme(target=2us' report.html
printf 'check-project: from an empty folder to a report with HPCC in %d s\n' "$((SECONDS - started))"

started=$SECONDS
mkdir "$work/in-python"
cd "$work/in-python"
"$root/inflight" new scheme my-scheme
PYTHONPATH=$root/python INFLIGHT=$root /usr/bin/python3 -B - <<'END'
import inflight

runs = [inflight.run("my-scheme/scenario.yaml", with_="my-scheme/src/main/java", scheme=scheme, progress=False)
        for scheme in ("my-scheme", "hpcc")]
inflight.plot.slowdown(runs).figure.savefig("slowdown.png")
END
[ -s slowdown.png ]
printf 'check-project: the same in Python in %d s\n' "$((SECONDS - started))"
cd "$work/my-scheme"

(cd "$root" && maven -DskipTests -Dspotless.check.skip=true -pl testkit -am install)
maven package
grep -h 'tests=' target/surefire-reports/TEST-*.xml | head -1 | grep -o 'tests="[0-9]*"\|failures="[0-9]*"' | tr '\n' ' '
"$root/inflight" run scenario.yaml --with target/my-scheme-1.0.jar --out runs/jar --quiet
fingerprint() { grep -o '"fingerprint" *: *[^,]*' "$1/summary.json"; }
if [ "$(fingerprint runs/jar)" != "$(fingerprint runs/my-scheme)" ]; then
  echo 'check-project: the jar and its source give different results' >&2
  exit 1
fi
printf '\ncheck-project: its test passes, and its jar gives the results of its source\n'
