package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.plot.Chart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figure 2: DCQCN with three settings of its timers, with incasts and without. */
public final class Timers extends LoadFigure {
  /** Times between rate increases and between reactions to marks, in us; the most aggressive first. */
  private static final List<String> TIMERS = List.of("55-50", "300-4", "900-4");
  private static final String EAGER = TIMERS.getFirst();
  private static final double SHORT_BYTES = 10_000;
  private static final double LEAST_MS = 5;
  /** Size in bytes above which a flow's FCT depends on its rate; below it, the FCT depends on queues. */
  private static final double RATE_BYTES = 100_000;
  private static final Known OPPOSITE = Known.unexplained(Bound.between(0.2, 1, "times"));

  /** Creates the figure. */
  public Timers() {
    super("fig02", "DCQCN's timers: slowdown, and pauses under incasts", "fig02", settings(), 100, 0.2);
  }

  private static List<Setting> settings() {
    var settings = new ArrayList<Setting>();
    for (boolean incast : new boolean[] {false, true}) {
      for (String timers : TIMERS) {
        settings.add(new Setting(scenario(timers, incast), 0.3, "websearch", incast, List.of(scheme(timers))));
      }
    }
    return settings;
  }

  static String scheme(String timers) {
    String[] us = timers.split("-");
    return "scheme=dcqcn-authors(increaseInterval=" + us[0] + "us, decreaseInterval=" + us[1]
        + "us, rateAi=5Mbps, rateHai=50Mbps, minRate=250Mbps)";
  }

  private static String scenario(String timers, boolean incast) {
    return "fig02-" + timers + (incast ? "-incast" : "");
  }

  @Override
  public List<Claim> claims(Results results) {
    Map<String, Flows> flows = flows(results);
    var claims = new ArrayList<Claim>();
    Flows eager = flows.getOrDefault(scenario(EAGER, false), Flows.none());
    Flows eagerIncast = flows.getOrDefault(scenario(EAGER, true), Flows.none()).sized(bytes -> bytes <= SHORT_BYTES);
    FabricLoad eagerFabric = FabricLoad.read(results.run(scenario(EAGER, true)));
    for (String timers : TIMERS.subList(1, TIMERS.size())) {
      String name = timers.replace("-", " and ") + " us";
      Flows calm = flows.getOrDefault(scenario(timers, false), Flows.none());
      claims.add(
          slowdown("fig02-slowdown-" + timers, "p95 slowdown, flows above 100 KB: timers (Ti, Td) " + name + " vs. 55 and 50 us",
              calm.sized(bytes -> bytes > RATE_BYTES), eager.sized(bytes -> bytes > RATE_BYTES)));
      claims.add(slowdown("fig02-short-" + timers, "the same, flows up to 100 KB", calm.sized(bytes -> bytes <= RATE_BYTES),
          eager.sized(bytes -> bytes <= RATE_BYTES)).knowing(OPPOSITE));
      Flows calmIncast = flows.getOrDefault(scenario(timers, true), Flows.none()).sized(bytes -> bytes <= SHORT_BYTES);
      claims.add(counted(
          new Claim("fig02-latency-" + timers, "p95 FCT of flows up to 10 KB under incasts: timers 55 and 50 us vs. " + name,
              "longer", eagerIncast.completionUs(0.95) / calmIncast.completionUs(0.95), Bound.above(1, "times")),
          0.95, calmIncast, eagerIncast));
      FabricLoad calmFabric = FabricLoad.read(results.run(scenario(timers, true)));
      claims.add(lasting(
          new Claim("fig02-pauses-" + timers, "port time paused under incasts: timers 55 and 50 us minus " + name,
              "more and longer pauses", eagerFabric.pausedPercent() - calmFabric.pausedPercent(), Bound.above(0, "%")),
          LEAST_MS, eagerFabric, calmFabric));
    }
    return claims;
  }

  private static Claim slowdown(String id, String statement, Flows calm, Flows eager) {
    return counted(new Claim(id, statement, "higher", calm.slowdown(0.95) / eager.slowdown(0.95), Bound.above(1, "times")), 0.95,
        calm, eager);
  }

  @Override
  public Chart chart(Results results) {
    Map<String, Flows> flows = flows(results);
    var plain = new LinkedHashMap<String, String>();
    var incasts = new LinkedHashMap<String, String>();
    for (String timers : TIMERS) {
      plain.put(scenario(timers, false), timers.replace('-', '/') + " us");
      incasts.put(scenario(timers, true), timers.replace('-', '/') + " us");
    }
    return new Chart("Figure 2: DCQCN's timers, WebSearch at 30 %",
        List.of(slowdowns("Without incasts", flows, plain), slowdowns("With incasts of 60 to 1", flows, incasts)));
  }
}
