package dev.inflight.lab.live.machine;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /**
   * Removes what was left by programs that are no more, and ends others.
   *
   * @param named which others
   * @param all whether all others
   * @return what it did, for reading
   */
  public static String down(List<String> named, boolean all) {
    Privileges.require();
    var text = new StringBuilder();
    try {
      Set<String> there = fabrics(FabricNamespaces.all()).keySet();
      for (String name : named) {
        if (!there.contains(name)) {
          throw SourceLocation.of("live").error("no live fabric " + Quoted.of(name) + Suggestion.hint(name, there));
        }
      }
      Set<String> left = fabrics(FabricNamespaces.orphans()).keySet();
      for (String fabric : there) {
        if (!left.contains(fabric) && (all || named.contains(fabric))) {
          FabricNamespaces.end(fabric);
          text.append("ended ").append(fabric).append('\n');
        }
      }
      int removed = FabricNamespaces.removeOrphans().size();
      if (removed > 0 || text.isEmpty()) {
        text.append(removed == 0 ? "nothing to remove" : "removed " + Humanize.count(removed, "namespace")).append('\n');
      }
      int used = fabrics(FabricNamespaces.all()).size();
      if (used > 0) {
        text.append(Humanize.count(used, "fabric")).append(" in use; --all ends ").append(used == 1 ? "it" : "them")
            .append(" too\n");
      }
    } catch (Ip.Failure refused) {
      throw SourceLocation.of("live").error(String.valueOf(refused.getMessage()));
    }
    return text.toString();
  }
}
