package dev.inflight.livetools.live.machine;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Live runs' fabrics on this machine. */
public final class LiveFabrics {
  private LiveFabrics() {
  }

  /** Existing fabrics, as text. */
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
    fabrics(all)
        .forEach((fabric, namespaces) -> text.append(fabric).append("  ").append(Humanize.count(namespaces.size(), "namespace"))
            .append(orphans.contains(namespaces.getFirst()) ? "  left by a process that is no more" : "  in use").append('\n'));
    return text.toString();
  }

  /** Namespaces by the common part of their names: a fabric of one process. */
  private static Map<String, List<String>> fabrics(List<String> namespaces) {
    return namespaces.stream()
        .collect(Collectors.groupingBy(name -> name.substring(0, name.lastIndexOf('-')), TreeMap::new, Collectors.toList()));
  }

  /**
   * Removes the namespaces of programs that have ended, and ends others.
   *
   * @param named fabrics of running programs to end
   * @param all true to end all running programs
   * @param out receiver of a report
   */
  public static void down(List<String> named, boolean all, PrintStream out) {
    Privileges.require();
    var failures = new ArrayList<String>();
    try {
      Set<String> there = fabrics(FabricNamespaces.all()).keySet();
      for (String name : named) {
        if (!there.contains(name)) {
          throw SourceLocation.of("live").error("no live fabric " + Quoted.of(name) + Suggestion.hint(name, there));
        }
      }
      Set<String> left = fabrics(FabricNamespaces.orphans()).keySet();
      List<String> ending = there.stream().filter(one -> !left.contains(one) && (all || named.contains(one))).toList();
      for (String fabric : ending) {
        try {
          FabricNamespaces.end(fabric);
          out.println("ended " + fabric);
        } catch (Ip.Failure refused) {
          failures.add(String.valueOf(refused.getMessage())); // the others end nevertheless
        }
      }
      int removed = FabricNamespaces.removeOrphans().size();
      if (removed > 0 || ending.isEmpty()) {
        out.println(removed == 0 ? "nothing to remove" : "removed " + Humanize.count(removed, "namespace"));
      }
      int used = fabrics(FabricNamespaces.all()).size();
      if (used > 0) {
        out.println(Humanize.count(used, "fabric") + " in use; --all ends " + (used == 1 ? "it" : "them") + " too");
      }
    } catch (Ip.Failure refused) {
      failures.add(String.valueOf(refused.getMessage()));
    }
    out.flush();
    if (!failures.isEmpty()) {
      throw SourceLocation.of("live").error(String.join("; ", failures));
    }
  }
}
