package dev.inflight.lab.advice;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.BufferCheck;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.theory.StepFairness;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.net.switching.Headroom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The parameters of HPCC, its switches and its rivals for a fabric and its traffic: HPCC §3.3, §5.1 and Appendix A. */
public final class Adviser {
  private static final double PS_BITS_PER_BYTE = 8e12;
  private static final long MIB = 1 << 20;
  private static final double RARE = 1e-6;
  private static final double SOON_PS = 5e9;
  /** Jain's index that counts as fair: below it some flow gets half of what another gets, or less. */
  static final double FAIR = 0.95;

  private final Setup setup;
  private final int flows;
  private final double fairness;
  private final UnloadedPaths paths;
  private final long hostRateBitsPerSec;

  /**
   * An adviser.
   *
   * @param flows how many flows share a link at once, at most; 0: as many as the scenario's traffic brings together at a host
   * @param fairness Jain's index that these flows shall come to, above 0 and below 1; 0: as fair as they become without a standing queue
   */
  public Adviser(Scenario scenario, int flows, double fairness) {
    setup = scenario.setup();
    this.fairness = fairness;
    this.flows = flows > 0 ? flows : Math.max(1, FlowsOnALink.most(setup.topology(), setup.flows()));
    paths = new Simulation(setup, Recorder.NONE).basePaths();
    int host = setup.topology().hosts()[0];
    hostRateBitsPerSec = setup.topology().linksOfNodes().get(host).getFirst().rateBitsPerSec();
  }

  /** N, how many flows share a link. */
  public int flows() {
    return flows;
  }

  /** The longest base RTT of any two hosts, in picoseconds. */
  long rttPs() {
    return paths.largestRttPs();
  }

  /** HPCC with what is advised. */
  public Hpcc scheme() {
    Hpcc base = setup.scheme() instanceof Hpcc own ? own : Hpcc.DEFAULT;
    double step = fairness > 0 ? Math.ceil(stepFor(fairness)) : 0;
    return new Hpcc(Hpcc.DEFAULT.eta(), Hpcc.DEFAULT.maxStage(), step, step > 0 ? Hpcc.DEFAULT.maxFlows() : flows, 0,
        base.react(), base.minRateBitsPerSec(), base.division(), base.rate());
  }

  /** The smallest step with which so many flows come to a Jain's index, and do so soon, in bytes. */
  double stepFor(double jain) {
    return Math.max(lastingStep(jain), stepInTime(jain));
  }

  private double lastingStep(double jain) {
    return StepFairness.stepFor(jain, flows, Hpcc.DEFAULT.eta(), setup.payloadBytes());
  }

  private double stepInTime(double jain) {
    return StepFairness.stepWithin(jain, flows, Hpcc.DEFAULT.eta(), windowBytes(), SOON_PS / paths.largestRttPs());
  }

  /** What such a scheme's step does to the flows here. */
  StepFairness fairnessOf(Hpcc scheme) {
    return new StepFairness(flows, windowBytes(), scheme.eta(), stepBytes(scheme),
        new StepFairness.Packet(setup.payloadBytes(), paths.frameBytes(), paths.wireBytes()));
  }

  /** HPCC with what the scenario has, if it is one of those. */
  public Hpcc ofScenario() {
    return setup.scheme() instanceof Hpcc own ? own : Hpcc.DEFAULT;
  }

  /** What to call the scenario's own, or the defaults. */
  public String nameOfNow() {
    return setup.scheme() instanceof Hpcc ? "as it is" : "by default";
  }

  /** The additive step of such a scheme here, in bytes. */
  double stepBytes(Hpcc scheme) {
    return scheme.wAiBytes() > 0 ? scheme.wAiBytes() : windowBytes() * (1 - scheme.eta()) / scheme.maxFlows();
  }

  private double windowBytes() {
    return hostRateBitsPerSec * (paths.largestRttPs() / PS_BITS_PER_BYTE);
  }

  /** All that is advised. */
  public List<Advice> all() {
    var all = new ArrayList<>(ofScheme());
    all.add(headroom());
    all.add(buffer());
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
            "loses " + Humanize.percent(1 - eta) + " of the rate; paced flows then queue " + Humanize.decimal(queue.mean(), 1)
                + " packets in the mean, and more than " + queue.exceededWith(RARE) + " one time in a million; at full rate "
                + Humanize.decimal(new PeriodicQueue(queue.sources(), 1).mean(), 1) + " in the mean",
            "3.3, A.1"),
        new Advice("maxStage", Integer.toString(advised.maxStage()),
            "additive round trips before free bandwidth is taken at once; fewer are faster and less stable", "3.3"),
        new Advice("wAi", Humanize.decimal(stepBytes(advised), 1) + " B", stepFormula(), "3.3, A.3"),
        fairness(fairnessOf(advised)), utilisation(fairnessOf(advised)),
        new Advice("T", rtt, "the longest base RTT of any two hosts; T: 0ps takes it", "5.1"));
  }

  private String stepFormula() {
    String rule = "W_init (1 - eta) / N = " + Humanize.bytes(Math.round(windowBytes())) + " * "
        + Units.formatReal(Math.round((1 - Hpcc.DEFAULT.eta()) * 1e6) / 1e6) + " / " + flows;
    if (scheme().wAiBytes() == 0) {
      return rule + ", so that all steps of a round trip fit above eta";
    }
    double most = windowBytes() * (1 - Hpcc.DEFAULT.eta()) / flows;
    return "payload / 8 * eta / (N sqrt(1 / J - 1)) = " + Humanize.decimal(lastingStep(fairness), 1) + " B, with which J stays "
        + Units.formatReal(fairness) + ", and at least " + Humanize.decimal(stepInTime(fairness), 1)
        + " B, with which it is that after 5 ms; " + (scheme().wAiBytes() <= most ? "less" : "more") + " than " + rule + " = "
        + Humanize.decimal(most, 1) + " B, up to which all steps of a round trip fit above eta";
  }

  private Advice fairness(StepFairness step) {
    if (flows == 1) {
      return new Advice("", "Jain 1", "one flow is fair to itself", "A.3");
    }
    double wanted = fairness > 0 ? fairness : FAIR;
    return new Advice("", "Jain " + Humanize.decimal(step.jain(), 3),
        "for N long flows at least about 1 / (1 + (payload / 8 * eta / (N W_AI))^2); " + Units.formatReal(wanted) + " about "
            + Humanize.time(Math.round(step.roundTripsTo(wanted) * paths.largestRttPs()))
            + " after the last has joined, as differences shrink to 1/e in W / W_AI = "
            + Humanize.decimal(step.roundTripsToShrink(), 0) + " round trips",
        "A.3");
  }

  private static Advice utilisation(StepFairness step) {
    return new Advice(
        "", "U " + Humanize.decimal(step.utilisation(), 3),
        "eta / (1 - W_AI / W), once they are fair; a full link has " + Humanize.decimal(step.packet().fullLink(), 3)
            + ", as gaps between frames do not count: "
            + (step.queueBytes() == 0
                ? "so no queue stands"
                : "so about " + Humanize.bytes(Math.round(step.queueBytes())) + " stand in the queue, and none with at most "
                    + Humanize.decimal(step.largestStepWithoutQueueBytes(), 1) + " B"),
        "A.3");
  }

  private Advice headroom() {
    Topology.Link largest = setup.topology().links().stream().filter(this::atSwitch)
        .max((one, other) -> Long.compare(headroomBytes(one), headroomBytes(other))).orElseThrow();
    return new Advice("headroom", Humanize.bytes(headroomBytes(largest)),
        "of a port at " + Units.formatRate(largest.rateBitsPerSec()) + " and " + Units.formatTime(largest.delayPs())
            + ": what arrives until a pause takes hold; switches set it aside by themselves",
        "5.1");
  }

  private long headroomBytes(Topology.Link link) {
    return Headroom.bytes(link.rateBitsPerSec(), link.delayPs(), setup.framing());
  }

  private boolean atSwitch(Topology.Link link) {
    return setup.topology().isSwitch(link.a()) || setup.topology().isSwitch(link.b());
  }

  private Advice buffer() {
    long most = BufferCheck.mostSetAside(setup).bytes().longValueExact();
    long burst = (long) Math.ceil(Math.max(0, flows - 1) * windowBytes());
    long bytes = most + 2 * burst;
    return new Advice("buffer", "at least " + Math.ceilDiv(bytes, MIB) + "MiB",
        Humanize.bytes(most) + " that ports set aside, and twice (N - 1) W_init = " + Humanize.bytes(burst)
            + ", as flows begin at line rate and a queue may take half of what is shared",
        "A.4");
  }

  private List<Advice> thresholds(String of, Scheme scheme, String formula) {
    return setup.topology().links().stream().filter(this::atSwitch).map(Topology.Link::rateBitsPerSec).distinct().sorted()
        .map(rate -> threshold(of, Objects.requireNonNull(scheme.markingThresholds(rate)), rate, formula)).toList();
  }

  private static Advice threshold(String of, MarkingThresholds marks, long rateBitsPerSec, String formula) {
    return new Advice(
        "ecn for " + of, "{rate: " + Units.formatRate(rateBitsPerSec) + ", kmin: " + Units.formatSize(marks.kMinBytes())
            + ", kmax: " + Units.formatSize(marks.kMaxBytes()) + ", pmax: " + Units.formatReal(marks.pMax()) + "}",
        formula, "5.1");
  }
}
