package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figure 3: DCQCN with three settings of the marking thresholds at two loads. */
public final class Thresholds extends LoadFigure {
  private static final List<Integer> LOADS = List.of(30, 50);
  /** Kmin at 25 Gb/s in KB; Kmax is four times that, and both are four times as much at 100 Gb/s. The first is ours. */
  private static final List<Integer> KMIN_KB = List.of(12, 100, 400);
  private static final int LOW = KMIN_KB.getFirst();
  private static final int HIGH = KMIN_KB.getLast();
  private static final double SHORT_BYTES = 10_000;
  private static final double LONG_BYTES = 1e6;
  private static final double PUBLISHED = 30;
  private static final Map<Integer, Known> LATENCIES = Map.of(30, Known.unexplained(Bound.between(34.5, 38, "times")), 50,
      new Known(Bound.between(34.5, 60, "times"), "the paper's sentence gives no load: at 30 % the slowdown is 27.6"));

  /** Creates the figure. */
  public Thresholds() {
    super("fig03", "DCQCN's marking thresholds: short flows against long ones", "fig02", settings(), 100, 0.2);
  }

  private static List<Setting> settings() {
    var settings = new ArrayList<Setting>();
    for (int load : LOADS) {
      for (int kmin : KMIN_KB) {
        settings.add(new Setting(scenario(load, kmin), load / 100.0, "websearch", false,
            List.of("ecn=[{rate: 25Gbps, kmin: " + kmin + "KB, kmax: " + 4 * kmin + "KB, pmax: 0.2}, {rate: 100Gbps, kmin: "
                + 4 * kmin + "KB, kmax: " + 16 * kmin + "KB, pmax: 0.2}]")));
      }
    }
    return settings;
  }

  private static String scenario(int load, int kminKb) {
    return "fig03-" + load + "-k" + kminKb;
  }

  @Override
  public List<Claim> claims(Results results) {
    Map<String, Flows> flows = flows(results);
    var claims = new ArrayList<Claim>();
    for (int load : LOADS) {
      Flows low = flows.getOrDefault(scenario(load, LOW), Flows.none());
      Flows high = flows.getOrDefault(scenario(load, HIGH), Flows.none());
      claims.add(ratio("fig03-short-" + load, load + " % load: p95 slowdown of flows up to 10 KB, Kmin 400 KB vs. 12 KB",
          "low thresholds favor short flows", high.sized(bytes -> bytes <= SHORT_BYTES),
          low.sized(bytes -> bytes <= SHORT_BYTES)));
      claims.add(ratio("fig03-long-" + load, load + " % load: p95 slowdown of flows above 1 MB, Kmin 12 KB vs. 400 KB",
          "high thresholds favor long flows", low.sized(bytes -> bytes > LONG_BYTES), high.sized(bytes -> bytes > LONG_BYTES)));
      Flows slow = high.sized(bytes -> bytes <= SHORT_BYTES);
      claims.add(counted(near("fig03-latency-" + load, load + " % load, Kmin 400 KB: p95 slowdown of flows up to 10 KB",
          "30 times a base of 5 us; load not published", PUBLISHED, slow.slowdown(0.95), "times"), 0.95, slow)
          .knowing(LATENCIES.getOrDefault(load, Known.NONE)));
    }
    return claims;
  }

  private static Claim ratio(String id, String statement, String published, Flows worse, Flows better) {
    return counted(new Claim(id, statement, published, worse.slowdown(0.95) / better.slowdown(0.95), Bound.above(1, "times")),
        0.95, worse, better);
  }

  @Override
  public Chart chart(Results results) {
    Map<String, Flows> flows = flows(results);
    var panels = new ArrayList<Panel>();
    for (int load : LOADS) {
      var names = new LinkedHashMap<String, String>();
      KMIN_KB.forEach(kmin -> names.put(scenario(load, kmin), kmin + "/" + 4 * kmin + " KB"));
      panels.add(slowdowns(load + " %", flows, names));
    }
    return new Chart("Figure 3: DCQCN's marking thresholds, WebSearch", panels);
  }
}
