package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figure 12: HPCC and DCQCN with PFC, with go-back-N alone and with IRN. */
public final class FlowControl extends LoadFigure {
  private static final Map<String, String> SCHEMES = Map.of("hpcc", "hpcc(eta=0.95, maxStage=5, wAi=80B, T=13us)", "dcqcn",
      "dcqcn-authors");
  /**
   * Setting without timeouts: where no packet is dropped, a timeout can only be due to a long pause; the authors' simulator has
   * none.
   */
  private static final String NO_TIMEOUT = "retransmitTimeout=1000s";
  private static final Map<String, List<String>> CONTROLS = Map.of("pfc", List.of(NO_TIMEOUT), "gbn",
      List.of("pfc=false", "egressAlpha=1"), "irn", List.of("pfc=false", "egressAlpha=1", "recovery=irn"));
  /** Cases of Figure 11, which this figure shares: "the same experiment" (HPCC §5.3). */
  private static final List<String> CASES = List.of("30-incast", "50");
  private static final double SHORT_BYTES = 120_000;

  /** Creates the figure. */
  public FlowControl() {
    super("fig12", "HPCC and DCQCN with PFC, go-back-N and IRN", "fig12", settings(), 100, 0.1);
  }

  private static List<Setting> settings() {
    var settings = new ArrayList<Setting>();
    for (String at : CASES) {
      boolean incast = at.endsWith("incast");
      for (String scheme : List.of("hpcc", "dcqcn")) {
        for (String control : List.of("pfc", "gbn", "irn")) {
          var sets = new ArrayList<>(List.of("scheme=" + SCHEMES.getOrDefault(scheme, "")));
          sets.addAll(CONTROLS.getOrDefault(control, List.of()));
          settings.add(new Setting(scenario(at, scheme, control), incast ? 0.3 : 0.5, "fb-hadoop", incast, sets));
        }
      }
    }
    return settings;
  }

  private static String scenario(String at, String scheme, String control) {
    return "fig12-" + at + "-" + scheme + "-" + control;
  }

  @Override
  public List<Claim> claims(Results results) {
    Map<String, Flows> flows = new LinkedHashMap<>();
    flows(results).forEach((name, all) -> flows.put(name, all.sized(bytes -> bytes <= SHORT_BYTES)));
    var claims = new ArrayList<Claim>();
    for (String at : CASES) {
      String load = SchemesOnFatTree.load(at);
      Bound same = Bound.near(1, "times");
      Bound worse = Bound.above(1, "times");
      String hpcc = scenario(at, "hpcc", "pfc");
      String irn = scenario(at, "dcqcn", "irn");
      String id = "fig12-" + at;
      claims.add(ratio(flows, id + "-hpcc-gbn", load + ", HPCC: p95 slowdown of flows up to 120 KB, go-back-N vs. PFC", "equal",
          scenario(at, "hpcc", "gbn"), hpcc, same));
      claims.add(
          ratio(flows, id + "-hpcc-irn", load + ", HPCC: the same, IRN vs. PFC", "equal", scenario(at, "hpcc", "irn"), hpcc,
              same));
      claims.add(ratio(flows, id + "-dcqcn-pfc", load + ", DCQCN: the same, PFC vs. IRN", "IRN improves it",
          scenario(at, "dcqcn", "pfc"), irn, worse));
      claims.add(ratio(flows, id + "-dcqcn-gbn", load + ", DCQCN: the same, go-back-N vs. IRN", "IRN improves it",
          scenario(at, "dcqcn", "gbn"), irn, worse));
      claims.add(
          ratio(flows, id + "-dcqcn-irn", load + ": the same, DCQCN with IRN vs. HPCC with PFC", "still behind HPCC", irn, hpcc,
              worse));
    }
    return claims;
  }

  private static Claim ratio(Map<String, Flows> flows, String id, String statement, String published, String one, String other,
      Bound bound) {
    Flows upper = flows.getOrDefault(one, Flows.none());
    Flows lower = flows.getOrDefault(other, Flows.none());
    return counted(new Claim(id, statement, published, upper.slowdown(0.95) / lower.slowdown(0.95), bound), 0.95, upper, lower);
  }

  @Override
  public Chart chart(Results results) {
    Map<String, Flows> flows = flows(results);
    var panels = new ArrayList<Panel>();
    for (String at : CASES) {
      for (String scheme : List.of("hpcc", "dcqcn")) {
        var names = new LinkedHashMap<String, String>();
        List.of("pfc", "gbn", "irn").forEach(control -> names.put(scenario(at, scheme, control), control));
        panels.add(slowdowns(scheme + ", " + (at.equals("50") ? "50 %" : "30 % and incasts of 60 to 1"), flows, names));
      }
    }
    return new Chart("Figure 12: flow control, FB_Hadoop", panels);
  }
}
