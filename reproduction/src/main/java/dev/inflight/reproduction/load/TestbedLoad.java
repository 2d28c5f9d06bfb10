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
import java.util.Locale;
import java.util.Map;

/** Figure 10: the testbed under web-search traffic, HPCC against DCQCN. */
public final class TestbedLoad extends LoadFigure {
  private static final int BUSY = 50;
  private static final List<Integer> LOADS = List.of(30, BUSY);
  private static final double LEAST_MS = 50;
  private static final Map<String, String> SCHEMES = Map.of("hpcc", "scheme=hpcc(eta=0.95, maxStage=5, wAi=80B, T=9us)", "dcqcn",
      "scheme=dcqcn-authors(rateAi=5Mbps, rateHai=50Mbps, minRate=250Mbps)");
  /** Links carry frames: 62 bytes of Ethernet, IPv4, UDP and RoCEv2 around each 1000 bytes of payload. */
  private static final double FRAME_OVER_PAYLOAD = 1.062;
  /**
   * A server's load in application bytes divided by the mean load of all links, weighted by their rates: 16 of 31 flows cross
   * to the other rack, over one link of 100 Gb/s for NICs of 400 Gb/s. If servers' links were half loaded, these links would
   * have to carry 103 Gb/s.
   */
  private static final double SERVER_LOAD = (64 * 25.0 + 4 * 100) / (64 * 25.0 + 4 * 400 * 16 / 31.0) / FRAME_OVER_PAYLOAD;
  private static final double PERCENT = 100;
  private static final double TENTHS = 10;
  private static final double SHORT_BYTES = 3000;
  private static final double MB = 1e3;

  private static final long FABRIC_RATE = 100_000_000_000L;
  private static final Known HOSTS = new Known(Bound.between(1.5, 2.03, "times"),
      "the testbed's servers are not simulated: with delays that vary by 2 us the ratio is 2.2, and 2.9 at 50 % load");
  private static final Known MARKS = new Known(Bound.between(12.8, 16, "times"),
      "pmax is not published: with 0.6 instead of 0.2 the ratio is 12.0, with 0.8 it is 11.1");
  private static final Known MEDIAN = Known.unexplained(Bound.between(0, 5, "KB"));
  private static final Known MEDIAN_DCQCN = Known.unexplained(Bound.between(0, 300, "KB"));
  private static final Known PORTS_DCQCN = new Known(Bound.between(0.9, 2.8, "MB"),
      "neither the ports nor pmax are published: with pmax 0.6 the p95 is 1.1 MB");
  private static final Known PORTS_DCQCN_TAIL = Known.unexplained(Bound.between(0.9, 2.8, "MB"));
  private static final Known STEEP = new Known(Bound.between(40, 100, "times"),
      "DCQCN's queues hardly drain at this load: the ratio is 57 after half a second, 76 after one; 49 with pmax 0.6");
  private static final Known LONGER = new Known(Bound.between(2.1, 3.1, "times"),
      "the ratio grows with the run: 2.24 after half a second of arrivals, 2.67 after a second");
  private static final Known STEEP_QUEUES = new Known(Bound.between(12, 60, "KB"),
      "the p95 depends steeply on the load: 19 KB at 0.38 of the servers' rates, 30 KB at 0.388 (this run)");
  private static final Known QUEUE_TAIL = Known.unexplained(Bound.between(12, 60, "KB"));
  private static final Known STANDING = Known.unexplained(Bound.between(0.3, 0.67, "times"));

  /** Creates the figure. */
  public TestbedLoad() {
    super("fig10", "the testbed under WebSearch: slowdowns and queues", "fig10", settings(), 1000, 1);
  }

  private static List<Setting> settings() {
    var settings = new ArrayList<Setting>();
    for (int load : LOADS) {
      for (String scheme : List.of("hpcc", "dcqcn")) {
        settings.add(
            new Setting(scenario(load, scheme), Math.round(SERVER_LOAD * load * TENTHS) / (PERCENT * TENTHS), "websearch", false,
                List.of(SCHEMES.getOrDefault(scheme, ""))));
      }
    }
    return settings;
  }

  private static String scenario(int load, String scheme) {
    return "fig10-" + load + "-" + scheme;
  }

  @Override
  public List<Claim> claims(Results results) {
    Map<String, Flows> flows = flows(results);
    var claims = new ArrayList<Claim>();
    claims.add(tail(flows, 30, "hpcc", 2.38).knowing(HOSTS));
    claims.add(tail(flows, 30, "dcqcn", 11.2).knowing(MARKS));
    claims.add(tail(flows, 50, "hpcc", 2.70).knowing(LONGER));
    claims.add(tail(flows, 50, "dcqcn", 53.9).knowing(STEEP));
    for (int load : LOADS) {
      Flows hpcc = flows.getOrDefault(scenario(load, "hpcc"), Flows.none());
      Flows dcqcn = flows.getOrDefault(scenario(load, "dcqcn"), Flows.none());
      claims.add(counted(new Claim("fig10-median-" + load, load + " % load: median slowdown, HPCC vs. DCQCN", "similar",
          hpcc.slowdown(0.5) / dcqcn.slowdown(0.5), Bound.between(0.67, 1.5, "times")), 0.5, hpcc, dcqcn)
          .knowing(load == BUSY ? STANDING : Known.NONE));
    }
    FabricLoad hpcc = FabricLoad.read(results.run(scenario(50, "hpcc")));
    FabricLoad dcqcn = FabricLoad.read(results.run(scenario(50, "dcqcn")));
    int fromHere = claims.size();
    for (int load : LOADS) {
      claims.add(median(results, load, "hpcc").knowing(MEDIAN));
      claims.add(median(results, load, "dcqcn").knowing(MEDIAN_DCQCN));
    }
    claims.add(
        near("fig10-queue-p95", "50 % load, HPCC: p95 queue of 100 Gb/s ports", "19.7 KB", 19.7, hpcc.queueKb("p95", FABRIC_RATE),
            "KB").knowing(STEEP_QUEUES));
    claims.add(near("fig10-queue-p99", "50 % load, HPCC: the same, p99", "22.9 KB", 22.9, hpcc.queueKb("p99", FABRIC_RATE), "KB")
        .knowing(QUEUE_TAIL));
    claims.add(
        near("fig10-dcqcn-queue-p95", "50 % load, DCQCN: the same, p95", "1.1 MB", 1.1, dcqcn.queueKb("p95", FABRIC_RATE) / MB,
            "MB").knowing(PORTS_DCQCN));
    claims.add(
        near("fig10-dcqcn-queue-p99", "50 % load, DCQCN: the same, p99", "2.1 MB", 2.1, dcqcn.queueKb("p99", FABRIC_RATE) / MB,
            "MB").knowing(PORTS_DCQCN_TAIL));
    claims.add(new Claim("fig10-pfc", "50 % load, HPCC: pauses and drops", "none",
        hpcc.number("pfcPauses") + hpcc.number("drops"), Bound.atMost(0, "")));
    claims.subList(fromHere, claims.size()).replaceAll(claim -> lasting(claim, LEAST_MS, hpcc, dcqcn));
    return claims;
  }

  /** Returns the claim about the median queue at 100 Gb/s ports, which the paper gives for both loads. */
  private static Claim median(Results results, int load, String scheme) {
    FabricLoad of = FabricLoad.read(results.run(scenario(load, scheme)));
    String statement = load + " % load, " + scheme.toUpperCase(Locale.ROOT) + ": median queue of 100 Gb/s ports";
    return lasting(
        new Claim("fig10-" + scheme + "-queue-p50-" + load, statement, "0", of.queueKb("p50", FABRIC_RATE), Bound.atMost(0, "KB"))
            .against(0),
        LEAST_MS, of);
  }

  private static Claim tail(Map<String, Flows> flows, int load, String scheme, double published) {
    Flows small = flows.getOrDefault(scenario(load, scheme), Flows.none()).sized(bytes -> bytes < SHORT_BYTES);
    return counted(near("fig10-" + scheme + "-" + load,
        load + " % load, " + scheme.toUpperCase(Locale.ROOT)
            + ": p99 FCT of flows below 3 KB vs. mean FCT of such flows running alone",
        Double.toString(published), published, small.slowdownOfMean(0.99), "times"), 0.99, small);
  }

  @Override
  public Chart chart(Results results) {
    Map<String, Flows> flows = flows(results);
    var panels = new ArrayList<Panel>();
    for (int load : LOADS) {
      var names = new LinkedHashMap<String, String>();
      names.put(scenario(load, "hpcc"), "HPCC");
      names.put(scenario(load, "dcqcn"), "DCQCN");
      panels.add(slowdowns(load + " %", flows, names));
    }
    return new Chart("Figure 10: the testbed under WebSearch", panels);
  }
}
