package dev.inflight.lab.live.machine;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import java.util.List;

/** What live runs have made on this machine. */
public final class LiveFabrics {
  private LiveFabrics() {
  }

  /** What is there, for reading. */
  public static String status() {
    List<String> all;
    try {
      all = FabricNamespaces.all();
    } catch (Ip.Failure refused) {
      throw SourceLocation.of("live").error(String.valueOf(refused.getMessage()));
    }
    if (all.isEmpty()) {
      return "no live fabric\n";
    }
    List<String> orphans = FabricNamespaces.orphans();
    var text = new StringBuilder();
    for (String name : all) {
      text.append(name).append(orphans.contains(name) ? "  left by a process that is no more" : "  in use").append('\n');
    }
    return text.toString();
  }

  /** Removes what was left; returns what it did, for reading. */
  public static String down() {
    Privileges.require();
    List<String> removed;
    try {
      removed = FabricNamespaces.removeOrphans();
    } catch (Ip.Failure refused) {
      throw SourceLocation.of("live").error(String.valueOf(refused.getMessage()));
    }
    return removed.isEmpty() ? "nothing to remove\n" : "removed " + Humanize.count(removed.size(), "namespace") + "\n";
  }
}
