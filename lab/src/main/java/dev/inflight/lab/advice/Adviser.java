package dev.inflight.lab.advice;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.EcnDefaults;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.theory.StepFairness;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Recommends parameters of HPCC, its switches and other schemes for a fabric and its traffic: HPCC §3.3, §5.1, Appendix A. */
public final class Adviser {
  private static final double PS_BITS_PER_BYTE = 8e12;
  private static final double RARE = 1e-6;
  private static final double SOON_PS = 5e9;
  /** Jain's index that counts as fair: below it some flow gets at most half of another flow's rate. */
  static final double FAIR = 0.95;

  private static final int MOST_SIMULATED = 500;

  private final Setup setup;
  private final SchemesInUse inUse;
  private final int flows;
  private final double fairness;
  private final UnloadedPaths paths;
  private final Routes routes;
  private final Port link;
  /** Largest NIC port rate of the flows that share the link, in bit/s. */
  private final long lineRateBitsPerSec;
  /** Additive step that simulations found, in bytes; 0: the formulas' step. */
  private final double foundStep;

  /**
   * Creates an adviser.
   *
   * @param wanted largest number of flows that share a link at once; 0: the largest number in the scenario's traffic
   * @param fairness Jain's index that these flows must reach, above 0 and below 1; 0: the largest without a standing queue
   * @throws IllegalArgumentException when the fabric has no two hosts with a route between them
   */
  public Adviser(Scenario scenario, int wanted, double fairness) {
    setup = scenario.setup();
    inUse = new SchemesInUse(setup);
    this.fairness = fairness;
    var simulation = new Simulation(setup, Recorder.NONE);
    paths = simulation.basePaths();
    routes = simulation.fabric().routes();
    FlowsOnALink.Busiest busiest = FlowsOnALink.of(routes, simulation.flowTable(), number -> inUse.isFor(Hpcc.DEFAULT, number));
    if (busiest == null) {
      busiest = FlowsOnALink.of(routes, toLastHost(setup.topology().hosts()), _ -> true);
    }
    if (busiest == null) {
      throw new IllegalArgumentException("no host of the fabric has a route to another one");
    }
    flows = wanted > 0 ? wanted : busiest.flows();
    // a NIC shares its rate among its flows and reports no telemetry, so the other direction of its cable represents it
    link = setup.topology().isSwitch(busiest.link().node()) ? busiest.link() : busiest.link().peer();
    lineRateBitsPerSec = busiest.lineRateBitsPerSec();
    foundStep = 0;
  }

  private Adviser(Adviser other, double foundStep) {
    setup = other.setup;
    inUse = other.inUse;
    flows = other.flows;
    fairness = other.fairness;
    paths = other.paths;
    routes = other.routes;
    link = other.link;
    lineRateBitsPerSec = other.lineRateBitsPerSec;
    this.foundStep = foundStep;
  }

  /** Returns an adviser with this step, in bytes, instead of the formulas' step. */
  Adviser with(double stepBytes) {
    return new Adviser(this, stepBytes);
  }

  private static FlowTable toLastHost(int[] hosts) {
    var table = new FlowTable();
    for (int at = 0; at < hosts.length - 1; at++) {
      table.add(hosts[at], hosts[hosts.length - 1], 3, 100, 1, 0);
    }
    return table;
  }

  /** N, the number of flows that share a link. */
  public int flows() {
    return flows;
  }

  /** Port that sends over the shared link. */
  public PortName link() {
    return PortName.of(link);
  }

  /** Jain's index that the user requested, or else the one that counts as fair. */
  double goal() {
    return fairness > 0 ? fairness : FAIR;
  }

  /** Reports whether the user requested a fairness index. */
  boolean isFairnessAskedFor() {
    return fairness > 0;
  }

  /** Long flows to simulate: N, or fewer where fewer can share the link. */
  FlowTable joining() {
    return JoiningFlows.flows(setup.topology(), routes, link, Math.min(flows, MOST_SIMULATED), paths.largestRttPs());
  }

  /** Simulates joining flows with a scheme. */
  JoiningFlows simulate(Hpcc scheme, FlowTable joining) {
    return JoiningFlows.run(setup, scheme, joining, link.rateBitsPerSec(), paths.largestRttPs());
  }

  /** Returns HPCC with the advised parameters. */
  public Hpcc scheme() {
    double step = foundStep > 0 ? foundStep : fairness > 0 ? Math.ceil(stepFor(fairness)) : 0;
    return scheme(step);
  }

  /** Returns HPCC with this step, in bytes; 0: the step of the paper's rule. */
  Hpcc scheme(double step) {
    Hpcc base = ofScenario();
    return new Hpcc(Hpcc.DEFAULT.eta(), Hpcc.DEFAULT.maxStage(), step, step > 0 ? Hpcc.DEFAULT.maxFlows() : maxFlows(), 0,
        base.react(), base.minRateBitsPerSec(), base.division(), base.rate());
  }

  /** Number of flows at line rate for which the rule computes the step: N, corrected for links faster or slower than NICs. */
  private int maxFlows() {
    return (int) Math.max(1, Math.ceilDiv(flows * lineRateBitsPerSec, link.rateBitsPerSec()));
  }

  /** Smallest additive step, in bytes, with which the flows reach a Jain's index, and reach it soon. */
  double stepFor(double jain) {
    return Math.max(lastingStep(jain), stepInTime(jain));
  }

  private double lastingStep(double jain) {
    return StepFairness.stepFor(jain, flows, Hpcc.DEFAULT.eta(), setup.payloadBytes());
  }

  private double stepInTime(double jain) {
    return StepFairness.stepWithin(jain, flows, Hpcc.DEFAULT.eta(), windowBytes(), SOON_PS / paths.largestRttPs());
  }

  /** Largest number of bytes that one flow has in flight once all flows are active. */
  double fairWindowBytes() {
    return windowBytes() / flows;
  }

  /** Returns the fairness of this scenario's flows with the step of an HPCC scheme. */
  StepFairness fairnessOf(Hpcc scheme) {
    return new StepFairness(flows, windowBytes(), scheme.eta(), stepBytes(scheme),
        new StepFairness.Packet(setup.payloadBytes(), paths.frameBytes(), paths.wireBytes()));
  }

  /** Returns the scenario's HPCC, or HPCC with defaults where the scenario does not use it. */
  public Hpcc ofScenario() {
    return Objects.requireNonNullElse(inUse.hpcc(), Hpcc.DEFAULT);
  }

  /** Name of the scenario's own parameters, or of the defaults. */
  public String nameOfNow() {
    return inUse.hpcc() != null ? "as it is" : "by default";
  }

  /** Additive step, in bytes, of an HPCC scheme in this fabric. */
  double stepBytes(Hpcc scheme) {
    return scheme.wAiBytes() > 0
        ? scheme.wAiBytes()
        : lineRateBitsPerSec * (paths.largestRttPs() / PS_BITS_PER_BYTE) * (1 - scheme.eta()) / scheme.maxFlows();
  }

  /** W_init of the link: its rate times T. */
  private double windowBytes() {
    return link.rateBitsPerSec() * (paths.largestRttPs() / PS_BITS_PER_BYTE);
  }

  /** Returns all advice. */
  public List<Advice> all() {
    var all = new ArrayList<>(ofScheme());
    all.addAll(ports().headroom());
    all.addAll(ports().xoff());
    all.add(memory().buffer());
    all.addAll(ports().marks());
    all.addAll(thresholds("dcqcn", Dcqcn.DEFAULT, "Kmin 100 KB, Kmax 400 KB, Pmax 0.2 at 25 Gb/s, in proportion to the rate"));
    all.addAll(thresholds("dctcp", Dctcp.DEFAULT, "30 KB at 10 Gb/s, in proportion to the rate"));
    return all;
  }

  private List<Advice> ofScheme() {
    Hpcc advised = scheme();
    double eta = advised.eta();
    var queue = new PeriodicQueue(Math.min(flows, PeriodicQueue.MOST), eta);
    String rtt = Humanize.time(paths.largestRttPs());
    return List.of(
        new Advice("scheme", Catalog.SCHEMES.describeBriefly(advised), "for N = " + flows + " flows on a link", "3.3"),
        new Advice("eta", Units.formatReal(eta),
            "gives up " + Humanize.percent(1 - eta) + " of the rate; paced flows then queue " + Humanize.decimal(queue.mean(), 1)
                + " packets on average, and more than " + queue.exceededWith(RARE)
                + " with a probability of one in a million; at full rate "
                + Humanize.decimal(new PeriodicQueue(queue.sources(), 1).mean(), 1) + " on average",
            "3.3, A.1"),
        new Advice("maxStage", Integer.toString(advised.maxStage()),
            "round trips of additive increase before a multiplicative step to free bandwidth; fewer are faster and less stable",
            "3.3"),
        new Advice("wAi", Humanize.decimal(stepBytes(advised), 1) + " B", stepFormula(), "3.3, A.3"),
        fairness(fairnessOf(advised)), utilization(fairnessOf(advised)),
        new Advice("T", rtt, "the longest base RTT of any two hosts; the default T: 0ps uses it", "5.1"));
  }

  private String stepFormula() {
    String rule = "W_init (1 - eta) / N = " + Humanize.bytes(Math.round(windowBytes())) + " * "
        + Units.formatReal(Math.round((1 - Hpcc.DEFAULT.eta()) * 1e6) / 1e6) + " / " + flows;
    if (foundStep > 0) {
      return "the smallest simulated step with which J reaches " + Units.formatReal(goal()) + "; by formula "
          + Humanize.decimal(stepFor(goal()), 1) + " B";
    }
    if (scheme().wAiBytes() == 0) {
      return rule + ", so that all steps of a round trip fit above eta";
    }
    double most = windowBytes() * (1 - Hpcc.DEFAULT.eta()) / flows;
    return "payload / 8 * eta / (N sqrt(1 / J - 1)) = " + Humanize.decimal(lastingStep(fairness), 1) + " B, which keeps J at "
        + Units.formatReal(fairness) + ", and at least " + Humanize.decimal(stepInTime(fairness), 1)
        + " B, which reaches that J after 5 ms; " + (scheme().wAiBytes() <= most ? "less" : "more") + " than " + rule + " = "
        + Humanize.decimal(most, 1) + " B, the largest with which all steps of a round trip fit above eta";
  }

  private Advice fairness(StepFairness step) {
    if (flows == 1) {
      return new Advice("", "Jain 1", "a single flow", "A.3");
    }
    double wanted = goal();
    long soonPs = Math.round(step.roundTripsTo(wanted) * paths.largestRttPs());
    return new Advice("", "Jain " + Humanize.decimal(step.jain(), 3),
        "for N long flows at least about 1 / (1 + (payload / 8 * eta / (N W_AI))^2); " + Units.formatReal(wanted)
            + (soonPs == 0 ? " as soon as the last has joined" : " about " + Humanize.time(soonPs) + " after the last has joined")
            + ", because differences shrink to 1/e in W / W_AI = " + Humanize.decimal(step.roundTripsToShrink(), 0)
            + " round trips",
        "A.3");
  }

  private static Advice utilization(StepFairness step) {
    return new Advice(
        "", "U " + Humanize.decimal(step.utilization(),
            3),
        "eta / (1 - W_AI / W), once they are fair; a full link has " + Humanize.decimal(step.packet().fullLink(), 3)
            + ", because gaps between frames do not count: "
            + (step.queueBytes() == 0
                ? "no standing queue"
                : "a standing queue of about " + Humanize.bytes(Math.round(step.queueBytes())) + ", and none with W_AI at most "
                    + Humanize.decimal(step.largestStepWithoutQueueBytes(), 1) + " B"),
        "A.3");
  }

  /** Returns settings to append to a command, one line for each scheme in use. */
  public List<SettingLine> settings() {
    var lines = new ArrayList<SettingLine>();
    BufferAdvice memory = memory();
    if (runs(scheme())) {
      lines.add(SettingLine.of(schemes(scheme()), memory.mib(), setup.bufferBytes()));
    }
    for (Scheme rival : List.of(Dcqcn.DEFAULT, Dctcp.DEFAULT)) {
      if (runs(rival)) {
        String marks = memory.switchRates().map(rate -> marks(Objects.requireNonNull(rival.markingThresholds(rate)), rate))
            .collect(Collectors.joining(", "));
        var keys = new ArrayList<>(schemes(rival));
        keys.add("ecn=[" + marks + "]");
        lines.add(SettingLine.of(keys, memory.mibFor(rival), setup.bufferBytes()));
      }
    }
    return lines;
  }

  private List<String> schemes(Scheme scheme) {
    return inUse.keysFor(scheme).stream().map(key -> key + "=" + Catalog.SCHEMES.describeBriefly(scheme)).toList();
  }

  /** Returns a sentence about the flows that the advice for HPCC does not affect; empty where it affects all. */
  public String leftOut() {
    return inUse.leftOut(Hpcc.DEFAULT);
  }

  private boolean runs(Scheme scheme) {
    return setup.with(change -> {
      change.scheme = scheme;
      EcnDefaults.fill(change);
    }).problems().isEmpty();
  }

  private BufferAdvice memory() {
    return new BufferAdvice(setup, flows, windowBytes());
  }

  private PortAdvice ports() {
    return new PortAdvice(setup, paths);
  }

  private List<Advice> thresholds(String of, Scheme scheme, String formula) {
    return memory().switchRates()
        .map(rate -> threshold(of, Objects.requireNonNull(scheme.markingThresholds(rate)), rate, formula)).toList();
  }

  private static String marks(MarkingThresholds marks, long rateBitsPerSec) {
    return EcnDefaults.entry(rateBitsPerSec, new EcnThresholds(marks.kMinBytes(), marks.kMaxBytes(), marks.pMax()));
  }

  private Advice threshold(String of, MarkingThresholds marks, long rateBitsPerSec, String formula) {
    return new Advice("ecn for " + of, marks(marks, rateBitsPerSec),
        formula + "; " + ports().besideBdp(rateBitsPerSec, marks.kMinBytes(), marks.kMaxBytes()), "5.1");
  }
}
