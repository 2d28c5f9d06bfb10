package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.reproduction.figure.Variant;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figure with flows that start at random for some time: the longer that time, the less the results depend on chance. */
abstract class LoadFigure extends Figure {
  private static final double NS_PER_MS = 1e6;
  private static final double MS_PER_S = 1e3;
  private static final double TENTHS = 10;
  /** Least number of flows above a percentile. */
  private static final int ABOVE = 5;
  static final int BUCKETS = 20;

  /** Parameters in which the runs of one figure differ. */
  record Setting(String name, double load, String sizes, boolean incast, List<String> sets) {
  }

  private final String file;
  private final List<Setting> settings;
  private final double fullMs;
  private final double quickShare;

  /**
   * Creates a figure.
   *
   * @param name name such as {@code fig10}
   * @param title subject of the figure
   * @param file scenario in {@code scenarios/paper} that all runs share
   * @param settings settings of the runs
   * @param fullMs time in which flows start at full scale, in simulated ms
   * @param quickShare share of that time for a quick look
   */
  LoadFigure(String name, String title, String file, List<Setting> settings, double fullMs, double quickShare) {
    super(name, List.of(), title, settings.stream().map(Setting::name).toList());
    this.file = file;
    this.settings = settings;
    this.fullMs = fullMs;
    this.quickShare = quickShare;
  }

  @Override
  public final double fullMs() {
    return fullMs;
  }

  @Override
  public final double quickShare() {
    return quickShare;
  }

  @Override
  public final List<Variant> variants(double share) {
    String duration = Math.max(1, Math.round(fullMs * share * NS_PER_MS)) + "ns";
    return settings.stream().map(setting -> variant(setting, duration)).toList();
  }

  private Variant variant(Setting setting, String duration) {
    var sets = new ArrayList<String>();
    String incasts = setting.incast ? ", \"incast-load(fanIn=60, size=500KB, load=0.02, duration=" + duration + ")\"" : "";
    sets.add(
        "flows=[\"poisson(load=" + setting.load + ", sizes=" + setting.sizes + ", duration=" + duration + ")\"" + incasts + "]");
    sets.add("sample.until=" + duration);
    sets.add("name=" + setting.name);
    sets.addAll(setting.sets);
    return new Variant(setting.name, file, sets);
  }

  /** The flows of all runs, read once. */
  final Map<String, Flows> flows(Results results) {
    var all = new HashMap<String, Flows>();
    scenarios().forEach(scenario -> all.put(scenario, flows(results, scenario)));
    return all;
  }

  private static Flows flows(Results results, String scenario) {
    return results.once(Flows.class, scenario, Flows::read);
  }

  @Override
  public final List<List<String>> runs(Results results) {
    var rows = new ArrayList<List<String>>();
    rows.add(RunNumbers.COLUMNS);
    scenarios().forEach(
        scenario -> rows.add(RunNumbers.row(scenario, flows(results, scenario), FabricLoad.read(results.run(scenario)))));
    return rows;
  }

  /** Returns a claim that the paper makes with a number. */
  static Claim near(String id, String statement, String published, double value, double ours, String unit) {
    return new Claim(id, statement, published, ours, Bound.near(value, unit)).against(value);
  }

  /** Returns the number of flows that a percentile needs. */
  static int needed(double percentile) {
    return (int) Math.ceil(ABOVE / (1 - percentile) - 1e-9);
  }

  /** Returns the claim, or an open one if the flows are too few for a percentile. */
  static Claim counted(Claim claim, double percentile, Flows... of) {
    int needed = needed(percentile);
    for (Flows flows : of) {
      if (flows.count() < needed) {
        return claim.shortOf("a run has " + flows.count() + " such flows; this percentile needs " + needed);
      }
    }
    return claim;
  }

  /** Returns the claim, or an open one if a run is too short for its statement on queues or pauses. */
  static Claim lasting(Claim claim, double leastMs, FabricLoad... of) {
    for (FabricLoad fabric : of) {
      double ms = fabric.number("simulatedSeconds") * MS_PER_S;
      if (ms < leastMs) {
        return claim.shortOf(
            "a run simulates " + Math.round(ms * TENTHS) / TENTHS + " ms; a verdict needs " + Math.round(leastMs) + " ms");
      }
    }
    return claim;
  }

  /** Returns the claim, or an open one if the run is so short that slowdowns still grow. */
  static Claim steady(Claim claim, double leastMs, FabricLoad run) {
    return run.number("simulatedSeconds") * MS_PER_S < leastMs
        ? claim.shortOf("slowdowns grow with the length of the run; a verdict needs " + Math.round(leastMs) + " ms")
        : claim;
  }

  /** Returns a panel with the p95 slowdown of each twentieth of the flows, by size. */
  static Panel slowdowns(String title, Map<String, Flows> flows, Map<String, String> namesByScenario) {
    var lines = new ArrayList<Line>();
    double largest = 1;
    for (Map.Entry<String, String> named : namesByScenario.entrySet()) {
      var x = new double[BUCKETS];
      var y = new double[BUCKETS];
      Flows all = flows.getOrDefault(named.getKey(), Flows.none());
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        x[bucket] = 100.0 * (bucket + 1) / BUCKETS;
        y[bucket] = all.ranked((double) bucket / BUCKETS, (bucket + 1.0) / BUCKETS).slowdown(0.95);
        largest = Double.isNaN(y[bucket]) ? largest : Math.max(largest, y[bucket]);
      }
      lines.add(new Line(named.getValue(), x, y));
    }
    return new Panel(title, new PlotAxis("flows by size (%)", 0, 100), PlotAxis.fromZero("p95 of slowdowns", largest), lines,
        List.of());
  }
}
