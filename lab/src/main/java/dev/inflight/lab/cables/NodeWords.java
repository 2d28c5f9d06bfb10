package dev.inflight.lab.cables;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words in roles and names that distinguish hosts from switches. */
final class NodeWords {
  /** Kinds of nodes. */
  enum Kind {
    HOST, SWITCH
  }

  private static final Set<String> HOSTS = Set.of("host", "server", "srv", "gpu", "npu", "tpu", "xpu", "accelerator", "nic",
      "hca", "compute", "worker", "client", "rank", "dgx", "hgx", "endpoint", "endhost", "storage", "vm");
  private static final Set<String> SWITCHES = Set.of("switch", "sw", "leaf", "spine", "superspine", "tor", "agg", "aggregation",
      "core", "edge", "rail", "router", "bridge", "nvswitch", "nvlink", "fabric", "t0", "t1", "t2", "border", "access",
      "distribution", "eor", "center", "backbone", "firewall", "gateway");
  private static final Pattern WORD = Pattern.compile("t[012](?![a-z0-9])|[a-z]+");
  private static final int MOST_LETTERS = 200;

  private NodeWords() {
  }

  /** Returns the kind by the last word that shows one: {@code server4-switch} is a switch. Plurals count. */
  static Optional<Kind> kind(String text) {
    if (text.length() > MOST_LETTERS) {
      return Optional.empty();
    }
    Optional<Kind> found = Optional.empty();
    Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      String word = matcher.group();
      String one = word.length() > 3 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
      if (HOSTS.contains(word) || HOSTS.contains(one)) {
        found = Optional.of(Kind.HOST);
      } else if (SWITCHES.contains(word) || SWITCHES.contains(one)) {
        found = Optional.of(Kind.SWITCH);
      }
    }
    return found;
  }
}
