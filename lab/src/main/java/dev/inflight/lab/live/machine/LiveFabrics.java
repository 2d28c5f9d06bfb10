package dev.inflight.lab.live.machine;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
    fabrics(all).forEach((fabric, namespaces) -> text.append(fabric).append("  ")
        .append(Humanize.count(namespaces.size(), "namespace"))
        .append(orphans.contains(namespaces.getFirst()) ? "  left by a process that is no more" : "  in use").append('\n'));
    return text.toString();
  }

  /** Namespaces by what their names have in common: a fabric, and the process that has made it. */
  private static Map<String, List<String>> fabrics(List<String> namespaces) {
    return namespaces.stream().collect(Collectors.groupingBy(name -> name.substring(0, name.lastIndexOf('-')), TreeMap::new,
        Collectors.toList()));
  }

  /** Removes what was left; returns what it did, for reading. */
  public static String down() {
    Privileges.require();
    List<String> removed;
    int left;
    try {
      removed = FabricNamespaces.removeOrphans();
      left = fabrics(FabricNamespaces.all()).size();
    } catch (Ip.Failure refused) {
      throw SourceLocation.of("live").error(String.valueOf(refused.getMessage()));
    }
    return (removed.isEmpty() ? "nothing to remove" : "removed " + Humanize.count(removed.size(), "namespace"))
        + (left == 0 ? "" : "; " + Humanize.count(left, "fabric") + " in use, which end with their programs") + "\n";
  }
}
