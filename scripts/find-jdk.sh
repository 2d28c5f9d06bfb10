# For sourcing: find_jdk sets java_home to the first JDK of version 25 or newer, in the places that ./inflight searches too.
# The caller defines a function die.
#   INFLIGHT_JAVA_HOME   the JDK to use, and no other

want=25

jdk_version() { # the major version of the JDK in $1, by its release file
  [ -x "$1/bin/javac" ] && sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

is_new_jdk() { found=$(jdk_version "$1") && [ "${found:-0}" -ge "$want" ]; }

find_jdk() {
  if [ -n "${INFLIGHT_JAVA_HOME-}" ]; then
    is_new_jdk "$INFLIGHT_JAVA_HOME" || die "INFLIGHT_JAVA_HOME is $INFLIGHT_JAVA_HOME, which is not a JDK of version $want or newer"
    java_home=$INFLIGHT_JAVA_HOME
    return
  fi
  on_path=$(command -v javac || true)
  [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for java_home in "${JAVA_HOME-}" "$on_path" /usr/lib/jvm/* /opt/* "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    is_new_jdk "$java_home" && return
  done
  die "needs a JDK of version $want or newer, but found none; set JAVA_HOME"
}
