package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The authors' later page of results (2020): the fabric of Figure 11 without incasts, HPCC at eta 99 % and maxStage 0. Its
 * values of the other schemes under FB_Hadoop at 50 % are those of Figure 11.
 */
public final class AuthorsPage extends LoadFigure {
  private static final String HPCC = "hpcc";
  private static final String HPCC_99 = "hpcc-authors(eta=0.99, miThresh=0, rateAi=49230769bps, minRate=100Mbps)";
  private static final double PACKET_BYTES = 1000;
  private static final double SOON_MS = 5;
  static final double LATE_MS = 50;
  private static final double P95 = 0.95;
  private static final double P99 = 0.99;

  /** Flows of a tick of the page's axis: all flows up to a size, or those between two shares of all flows by size. */
  private record Group(String words, double mostBytes, double from, double to) {
    static Group packets() {
      return new Group("flows up to 1 KB", PACKET_BYTES, 0, 1);
    }

    static Group ranked(String words, double to) {
      return new Group(words, Double.POSITIVE_INFINITY, to - 1.0 / BUCKETS, to);
    }

    Flows of(Flows all) {
      return all.ranked(from, to).sized(bytes -> bytes <= mostBytes);
    }
  }

  /** One curve of the page: a scheme's percentile, group by group. */
  private record Curve(String scheme, double percentile, List<Double> values) {
  }

  /** One diagram of the page, and the length of a run from which its slowdowns no longer grow. */
  private record Diagram(String name, String title, double load, String sizes, double leastMs, List<Group> groups,
      List<Curve> curves) {
    List<String> schemes() {
      return curves.stream().map(Curve::scheme).distinct().toList();
    }

    String scenario(String scheme) {
      return "page-" + name + "-" + scheme;
    }
  }

  private static final List<Group> HADOOP = List.of(Group.packets(), Group.ranked("flows near 46 KB", 0.8),
      Group.ranked("flows near 120 KB", 0.9), Group.ranked("largest 5 % of flows", 1));
  private static final List<Group> WEBSEARCH = List.of(Group.ranked("smallest 5 % of flows", 0.05),
      Group.ranked("flows near 20 KB", 0.2), Group.ranked("flows near 50 KB", 0.4), Group.ranked("flows near 200 KB", 0.6),
      Group.ranked("flows near 1 MB", 0.7), Group.ranked("flows near 5 MB", 0.9));
  private static final List<Group> WEBSEARCH_TAIL = List.of(WEBSEARCH.get(0), WEBSEARCH.get(3), WEBSEARCH.get(5));
  private static final List<Diagram> DIAGRAMS = List.of(
      new Diagram("hadoop30", "FB_Hadoop, 30 % load", 0.3, "fb-hadoop", SOON_MS, HADOOP,
          List.of(new Curve(HPCC, P95, List.of(1.5, 1.97, 2.4, 4.3)), new Curve("dcqcn-win", P95, List.of(2.75, 2.67, 2.75, 3.4)),
              new Curve("timely-win", P95, List.of(2.8, 2.7, 2.8, 3.8)), new Curve("dctcp", P95, List.of(2.45, 2.45, 2.6, 3.3)))),
      new Diagram("hadoop50", "FB_Hadoop, 50 % load", 0.5, "fb-hadoop", LATE_MS, HADOOP,
          List.of(new Curve(HPCC, P95, List.of(1.9, 2.9, 4.0, 11.0)))),
      new Diagram("websearch50", "WebSearch, 50 % load", 0.5, "websearch", LATE_MS, WEBSEARCH,
          List.of(new Curve(HPCC, P95, List.of(1.42, 2.0, 2.8, 4.7, 6.8, 9.6)),
              new Curve("dcqcn-win", P95, List.of(4.7, 4.5, 4.4, 5.2, 8.0, 7.2)),
              new Curve("timely-win", P95, List.of(4.3, 4.15, 4.15, 4.9, 6.8, 8.4)),
              new Curve("dctcp", P95, List.of(3.8, 3.8, 3.85, 4.8, 8.3, 8.0)))),
      new Diagram("websearch50", "WebSearch, 50 % load", 0.5, "websearch", LATE_MS, WEBSEARCH_TAIL,
          List.of(new Curve(HPCC, P99, List.of(1.95, 6.5, 14.6)), new Curve("dcqcn-win", P99, List.of(7.0, 7.5, 9.8)),
              new Curve("timely-win", P99, List.of(6.4, 6.5, 14.0)), new Curve("dctcp", P99, List.of(5.7, 6.3, 11.0)))));

  /** Creates the figure. */
  public AuthorsPage() {
    super("page", "four schemes on 320 hosts, from the HPCC authors' later web page", "fig11", settings(), 100, 0.1);
  }

  private static List<Setting> settings() {
    var settings = new LinkedHashMap<String, Setting>();
    for (Diagram diagram : DIAGRAMS) {
      for (String scheme : diagram.schemes()) {
        String name = diagram.scenario(scheme);
        String parameters = scheme.equals(HPCC) ? HPCC_99 : SchemesOnFatTree.scheme(scheme);
        settings.put(name, new Setting(name, diagram.load, diagram.sizes, false, List.of("scheme=" + parameters)));
      }
    }
    return List.copyOf(settings.values());
  }

  @Override
  public List<Claim> claims(Results results) {
    Map<String, Flows> flows = flows(results);
    var claims = new ArrayList<Claim>();
    for (Diagram diagram : DIAGRAMS) {
      for (Curve curve : diagram.curves) {
        String run = diagram.scenario(curve.scheme);
        Flows all = flows.getOrDefault(run, Flows.none());
        FabricLoad fabric = FabricLoad.read(results.run(run));
        String percentile = "p" + Math.round(100 * curve.percentile);
        for (int at = 0; at < curve.values.size(); at++) {
          double value = curve.values.get(at);
          Group group = diagram.groups.get(at);
          Flows of = group.of(all);
          claims.add(steady(
              counted(near(run + "-" + percentile + "-" + at,
                  diagram.title + ", " + curve.scheme + ": " + percentile + " slowdown, " + group.words, Double.toString(value),
                  value, of.slowdown(curve.percentile), "times"), curve.percentile, of),
              diagram.leastMs, fabric));
        }
      }
    }
    return claims;
  }

  @Override
  public Chart chart(Results results) {
    Map<String, Flows> flows = flows(results);
    var panels = new LinkedHashMap<String, Panel>();
    for (Diagram diagram : DIAGRAMS) {
      var names = new LinkedHashMap<String, String>();
      diagram.schemes().forEach(scheme -> names.put(diagram.scenario(scheme), scheme));
      panels.put(diagram.name, slowdowns(diagram.title, flows, names));
    }
    return new Chart("The authors' later page: 320 hosts, HPCC at eta 99 %", List.copyOf(panels.values()));
  }
}
