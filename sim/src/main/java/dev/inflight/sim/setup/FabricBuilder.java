package dev.inflight.sim.setup;

import dev.inflight.cc.AtReceivers;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.balance.RoutingRules;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.fabric.Wiring;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.feedback.ReceiverControls;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.control.CheckedAdmission;
import dev.inflight.sim.control.CheckedControl;
import dev.inflight.sim.change.state.StatedRates;
import dev.inflight.sim.fast.SkippingTimeline;
import dev.inflight.sim.loop.Cable;
import dev.inflight.sim.loop.ScenarioTime;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.VirtualLoop;
import dev.inflight.sim.loop.World;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.random.AuthorsLoss;
import dev.inflight.sim.random.AuthorsMarks;
import dev.inflight.sim.random.RandomLoss;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Builds the parts of a setup: a fabric over virtual time or another, with its cables, losses and base RTTs. */
public final class FabricBuilder {
  /** Least timeout in base RTTs; a shorter one would count packets as lost that are only on a long path. */
  private static final int LEAST_TIMEOUT_RTTS = 4;

  public final Timeline loop;
  /** The same timeline, in a run that skips stretches; otherwise null. */
  public final @Nullable SkippingTimeline skipping;
  private final EventLoop packetLoop;
  /** The same timeline, in a run in parts; otherwise null. */
  public final @Nullable DividedLoop divided;
  private final Division division;
  /** The processes with the other parts. */
  public final RankCollectives others;
  public final Fabric fabric;
  /** Rates of links as endpoints have them. */
  public final StatedRates links;
  public final UnloadedPaths basePaths;
  private final Setup setup;
  private final @Nullable World world;
  private final Ns3Compatibility profile;
  private final BiFunction<Port, Wire, Wire> around;
  private final List<Cable> cables = new ArrayList<>();
  private final List<ClassPaths> classes;
  private final long largestRttPs;
  private final AtReceiver atReceiver; // one for all classes: it reads all links of the topology

  /**
   * Builds the parts of a setup.
   *
   * @param observers receive events, by part
   * @param around wrapper of each cable, by the port that sends into it
   * @param division division into parts; only one part in scheduling order
   * @param others processes with the other parts, if these are not all
   * @param world source of time and cables, if they are not virtual; then there is one part
   * @throws IllegalArgumentException with the first of {@link Setup#problems}, if there is one
   */
  public FabricBuilder(Setup setup, IntFunction<Observer> observers, BiFunction<Port, Wire, Wire> around, Division division,
      RankCollectives others, @Nullable World world) {
    this.setup = setup;
    this.world = world;
    this.division = division;
    this.others = others;
    this.around = around;
    setup.problems().stream().findFirst().ifPresent(first -> {
      throw new IllegalArgumentException(first.sentence());
    });
    profile = setup.profile();
    divided = division.parts() > 1 || others.size() > 1 ? new DividedLoop(division, others) : null;
    skipping = divided == null && world == null && setup.mayFastForward()
        ? new SkippingTimeline(VirtualLoop.of(setup.ties()))
        : null;
    loop = skipping != null
        ? skipping
        : divided != null ? divided : world != null ? world.timeline() : VirtualLoop.of(setup.ties());
    packetLoop = skipping != null ? skipping.loop() : loop;
    links = new StatedRates(setup.topology());
    classes = ClassPaths.of(setup, links);
    basePaths = classes.getFirst().paths();
    largestRttPs = classes.stream().mapToLong(one -> one.paths().largestRttPs()).max().orElseThrow();
    atReceiver = new AtReceiver();
    ReportKeys seal = setup.authenticateFeedback() ? new ReportKeys(setup.seed(), ~setup.seed()) : null;
    List<HostConfig> hostRules = classes.stream()
        .map(one -> new HostConfig(one.packets(), inBand(one, seal), one.acks(promptAcks(one.setup())), sending(one.setup())))
        .toList();
    var marking = new SwitchConfig.Marking(setup.marking(), setup.ecn(), markDraws());
    var switchRules = new SwitchConfig(setup.framing(), buffer(setup), marking, setup.queues(), setup.scope().in(largestRttPs),
        setup.pfcWatchdog());
    fabric = new Fabric(setup.topology(), hostRules, switchRules,
        new RoutingRules(setup.routing(), profile.ecmp(setup.seed()), setup.seed()), this::loopOf, new Cables(),
        observersByLoop(observers));
    addLoss();
    if (world != null) {
      world.begin(fabric);
    }
  }

  private static SwitchConfig.Buffer buffer(Setup setup) {
    return new SwitchConfig.Buffer(setup.bufferBytes(), setup.pfc(), setup.egressAlpha(), Priorities.inUse(setup), setup.trim(),
        setup.pfcRules(), CheckedAdmission.of(setup.admission()));
  }

  /** Ports that draw from one stream draw in the order of events. */
  private IntFunction<MarkingRandom> markDraws() {
    if (profile.sharesRandomStreams() && setup.ties() == TieOrder.SCHEDULING) {
      var common = new AuthorsMarks(setup.topology());
      return port -> common;
    }
    return port -> new SplitMix(setup.seed(), port)::nextDouble;
  }

  /** The authors' TIMELY carries the send time in packets; RoCEv2 senders remember it. */
  private HostConfig.InBand inBand(ClassPaths one, @Nullable ReportKeys seal) {
    int timestampBytes = one.flows().needs(Signal.RTT) ? profile.timestampBytes() : 0;
    Setup own = one.setup();
    return new HostConfig.InBand(one.codec(), one.hops(), seal, timestampBytes, own.telemetryPackets().in(largestRttPs),
        own.feedback(), decidesAtReceivers(one) || own.feedback().helpsSenders() ? atReceiver : null, own.switchFeedback(),
        own.paths(), own.feedbackValidation());
  }

  private HostConfig.Sending sending(Setup own) {
    return new HostConfig.Sending(own.paced(), retransmitTimeoutPs(), FlowClass.recovery(own, LEAST_TIMEOUT_RTTS * largestRttPs),
        own.nic());
  }

  private @Nullable PromptAcks promptAcks(Setup own) {
    return Double.isInfinite(own.promptAcksFrom()) ? null : new PromptAcks(own.promptAcksFrom(), atReceiver);
  }

  /** The retransmission timeout, in picoseconds: the setup's, but at least some base RTTs. */
  long retransmitTimeoutPs() {
    if (setup.retransmitTimeoutPs() > Recovery.LONGEST_WAIT_PS) {
      throw new IllegalArgumentException("retransmission timeout " + setup.retransmitTimeoutPs() + " ps is above 1000 s");
    }
    return Math.max(setup.retransmitTimeoutPs(), LEAST_TIMEOUT_RTTS * largestRttPs);
  }

  /** The longest time, in picoseconds, that a flow waits for an acknowledgement before its first retransmission. */
  public long longestWaitPs() {
    long least = LEAST_TIMEOUT_RTTS * largestRttPs;
    return classes.stream().mapToLong(one -> FlowClass.recovery(one.setup(), least).longestWaitPs(retransmitTimeoutPs()))
        .reduce(least, Math::max);
  }

  private @Nullable EventLoop loopOf(int node) {
    int part = division.partOf(node);
    return part == Division.ELSEWHERE ? null : divided == null ? packetLoop : divided.loop(part);
  }

  private Function<EventLoop, Observer> observersByLoop(IntFunction<Observer> observers) {
    return of -> {
      int part = 0;
      while (divided != null && divided.loop(part) != of) {
        part++;
      }
      return observers.apply(part);
    };
  }

  private final class Cables implements Wiring {
    @Override
    public Wire between(Port from, Port to) {
      if (world != null) {
        return around.apply(from, world.cable(from, to));
      }
      EventLoop toward = divided == null ? packetLoop : divided.way(division.partOf(from.node()), division.partOf(to.node()));
      var cable = new Cable(toward, from, to);
      cables.add(cable);
      return around.apply(from, cable);
    }

    @Override
    public Wire leaving(Port from, int to, PacketPool pool) {
      return around.apply(from, others.cable(from, to, from.far().node(), pool));
    }
  }

  private void addLoss() {
    boolean shared = profile.sharesRandomStreams();
    LossModel common = shared && setup.lossRate() > 0 ? new AuthorsLoss(setup.lossRate()) : null;
    List<Topology.Link> links = setup.topology().links();
    for (int number = 0; number < links.size(); number++) {
      double own = links.get(number).lossRate();
      double rate = own > 0 ? own : setup.lossRate();
      if (rate == 0) {
        continue;
      }
      if (shared) {
        LossModel model = own > 0 || common == null ? new AuthorsLoss(rate) : common;
        fabric.setLoss(number, model, model);
      } else {
        fabric.setLoss(number, new RandomLoss(rate, setup.seed(), fabric.cabling().endA(number)),
            new RandomLoss(rate, setup.seed(), fabric.cabling().endB(number)));
      }
    }
  }

  /** The part that a node is in, from 0. */
  public int partOf(int node) {
    return division.partOf(node);
  }

  /** Number of parts. */
  public int parts() {
    return division.parts();
  }

  /** The loop that a part runs in. */
  public EventLoop loopOfPart(int part) {
    return divided == null ? packetLoop : divided.loop(part);
  }

  /** Conversion between the scenario's time and that of a part's loop. */
  public ScenarioTime time(int part) {
    return skipping != null ? skipping : ScenarioTime.of(loopOfPart(part));
  }

  /** Time of packet exchange at a time of the scenario, in picoseconds: earlier by the skipped time so far. */
  public long packetPs(long scenarioPs) {
    return skipping == null ? scenarioPs : skipping.toLoop(scenarioPs);
  }

  /** The time of the scenario at a time of packet exchange. */
  public long scenarioPs(long packetPs) {
    return skipping == null ? packetPs : skipping.ofLoop(packetPs);
  }

  /** The longest base RTT of any two hosts, in picoseconds. */
  public long largestRttPs() {
    return largestRttPs;
  }

  /** Properties of a path for a new flow of a class. */
  public PathFacts pathFacts(int flowClass, int source, int destination, long nicRate) {
    UnloadedPaths paths = classes.get(flowClass).paths();
    boolean reaches = paths.reaches(source, destination);
    long rtt = setup.globalBaseRtt() || !reaches ? paths.largestRttPs() : paths.rttPs(source, destination);
    if (profile.knowsBottlenecks()) {
      long bdp = setup.globalBaseRtt() ? paths.largestBdpBytes() : paths.bdpBytes(source, destination);
      return new PathFacts(nicRate, rtt, Math.max(1, bdp), setup.payloadBytes());
    }
    return PathFacts.of(nicRate, rtt, setup.payloadBytes()).trimming(setup.trim() != null);
  }

  /** Congestion control of a class of flows in the form for its senders. */
  public Scheme scheme(int flowClass) {
    ClassPaths one = classes.get(flowClass);
    return decidesAtReceivers(one) ? new AtReceivers(one.flows().scheme()) : one.flows().scheme();
  }

  /** Congestion control of a new sender, with these properties of its path. */
  public CongestionControl start(Flow flow, PathFacts path) {
    return CheckedControl.start(scheme(flow.flowClass()), path, flow);
  }

  private static boolean decidesAtReceivers(ClassPaths one) {
    return one.setup().feedback() instanceof ByWindows && one.flows().needs(Signal.HOPS);
  }

  /** The setup as flows of a class have it. */
  public Setup setupOf(int flowClass) {
    return classes.get(flowClass).setup();
  }

  /** Receivers use the same path properties as the sender: a host's NICs have one rate, as {@link Setup#problems} ensures. */
  private final class AtReceiver implements ReceiverControls {
    private final NicRates nicRates = new NicRates(setup.topology());

    @Override
    public PathFacts path(Flow flow) {
      return pathFacts(flow.flowClass(), flow.source(), flow.destination(), nicRates.of(flow.source()));
    }

    @Override
    public CongestionControl start(Flow flow, PathFacts path) {
      return CheckedControl.start(classes.get(flow.flowClass()).flows().scheme(), path, flow);
    }

    /** Returns a choice for any rate of the NIC, because U is a ratio. */
    @Override
    public LinkChoice choice(Flow flow) {
      return classes.get(flow.flowClass()).flows().scheme().linkChoice(path(flow));
    }
  }

  /** The sum over all packet-hops so far. */
  public long fingerprint() {
    return cables.stream().mapToLong(Cable::fingerprint).sum() + others.fingerprint();
  }

  /** Packets times links crossed. */
  public long packetHops() {
    long sum = 0;
    for (int node = 0; node < setup.topology().nodeCount(); node++) {
      for (Port port : fabric.ports(node)) {
        sum += port.sentFrames();
      }
    }
    return sum;
  }

  /** Bytes of frames times links crossed, with preambles and gaps. */
  public long wireBytes() {
    long sum = setup.framing().gapBytes() * packetHops();
    for (int node = 0; node < setup.topology().nodeCount(); node++) {
      for (Port port : fabric.ports(node)) {
        sum += port.sentBytes();
      }
    }
    return sum;
  }
}
