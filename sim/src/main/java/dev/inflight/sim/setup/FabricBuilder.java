package dev.inflight.sim.setup;

import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Signal;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.UnloadedPaths;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.ReferenceQuirks;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Cable;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.loop.VirtualLoop;
import dev.inflight.sim.random.AuthorsLoss;
import dev.inflight.sim.random.AuthorsMarks;
import dev.inflight.sim.random.RandomLoss;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What a setup says, put together: a fabric over virtual time, with its cables, losses and base RTTs. */
public final class FabricBuilder {
  /** A wait shorter than this many base RTTs would take packets for lost that are only on a long way. */
  private static final int LEAST_TIMEOUT_RTTS = 4;
  private static final int AUTHORS_TIMESTAMP_BYTES = 8;

  public final VirtualLoop loop;
  public final Fabric fabric;
  public final UnloadedPaths basePaths;
  private final Setup setup;
  private final BiFunction<Port, Wire, Wire> around;
  private final List<Cable> cables = new ArrayList<>();

  /**
   * Puts a setup together.
   *
   * @throws IllegalArgumentException with the first of {@link Setup#problems}, if there is one
   */
  public FabricBuilder(Setup setup, Observer observer, BiFunction<Port, Wire, Wire> around) {
    this.setup = setup;
    this.around = around;
    setup.problems().stream().findFirst().ifPresent(first -> {
      throw new IllegalArgumentException(first.sentence());
    });
    boolean authors = setup.framing == Framing.REFERENCE;
    loop = new VirtualLoop(setup.ties);
    TelemetryFormat asked = askedFormat();
    var paths = new UnloadedPaths(setup.topology, setup.framing, setup.payloadBytes, asked);
    TelemetryCodec format = asked == null ? null : inNetwork(asked, paths);
    basePaths = paths.carrying(format, setup.sealTelemetry);
    ReportMac seal = setup.sealTelemetry ? new ReportMac(setup.seed, ~setup.seed) : null;
    var packets = new HostConfig.Packets(setup.framing, setup.clock, setup.payloadBytes);
    int hops = format == null ? 0 : telemetryHops(format, basePaths);
    var inBand = new HostConfig.InBand(format, hops, seal, timestampBytes());
    var acks = new HostConfig.Acks(setup.ackEveryPackets, setup.ackDelayPs, setup.acksIgnorePause,
        setup.scheme.wantsMarksApart(), setup.scheme.cnpIntervalPs());
    var sending = new HostConfig.Sending(setup.paced, retransmitTimeoutPs(), recovery(), setup.nic);
    var hostRules = new HostConfig(packets, inBand, acks, sending, authors ? ReferenceQuirks.AUTHORS : ReferenceQuirks.OWN);
    var switchRules = new SwitchConfig(setup.framing, buffer(setup),
        new SwitchConfig.Marking(setup.ecn, markDraws(authors)), format, setup.queues);
    EcmpHash hash = authors ? new MurmurEcmp() : new SeededEcmp(setup.seed);
    fabric = new Fabric(setup.topology, hostRules, switchRules, hash, _ -> loop, this::cable, observer);
    addLoss(authors);
  }

  private static SwitchConfig.Buffer buffer(Setup setup) {
    return new SwitchConfig.Buffer(setup.bufferBytes, setup.pfc, setup.egressAlpha, setup.flows.groupsInUse());
  }

  /** In the authors' profile all ports draw from one source, in the order in which things happen. */
  private IntFunction<MarkingRandom> markDraws(boolean authors) {
    if (authors && setup.ties == TieOrder.SCHEDULING) {
      var common = new AuthorsMarks(setup.topology);
      return port -> common;
    }
    return port -> new SplitMix(setup.seed, port)::nextDouble;
  }

  /** The authors' TIMELY sends the time along; RoCEv2 senders remember it. */
  private int timestampBytes() {
    return setup.framing == Framing.REFERENCE && setup.scheme.signals().contains(Signal.RTT) ? AUTHORS_TIMESTAMP_BYTES : 0;
  }

  /** Room for the longest path, and for detours; a path that no header can hold would be steered blindly, and is refused. */
  private int telemetryHops(TelemetryCodec codec, UnloadedPaths paths) {
    int longest = paths.longestPathSwitches();
    if (longest > codec.maxHops()) {
      throw new IllegalArgumentException(
          "scheme " + setup.scheme.name() + " needs telemetry of the whole path: the longest one crosses "
              + longest + " switches, and the " + codec.format().name() + " format holds " + codec.maxHops());
    }
    return setup.linkEvents.isEmpty() ? longest : codec.maxHops(); // a detour may be longer
  }

  /** The wait for news: what the setup says, and at least some base RTTs. */
  long retransmitTimeoutPs() {
    if (setup.retransmitTimeoutPs > Recovery.LONGEST_WAIT_PS) {
      throw new IllegalArgumentException("retransmission timeout " + setup.retransmitTimeoutPs + " ps is above 1000 s");
    }
    return Math.max(setup.retransmitTimeoutPs, LEAST_TIMEOUT_RTTS * basePaths.largestRttPs());
  }

  /** The setup's loss recovery; its own waits are at least some base RTTs too. */
  private Recovery recovery() {
    return switch (setup.recovery) {
      case GoBackN goBackN -> goBackN;
      case Irn irn -> irn.waitingAtLeast(LEAST_TIMEOUT_RTTS * basePaths.largestRttPs());
    };
  }

  /** The longest that a flow waits for news before it sends again, the first time. */
  public long longestWaitPs() {
    return recovery() instanceof Irn irn ? irn.rtoHighPs() : retransmitTimeoutPs();
  }

  /** The telemetry that the scheme asks for, if it asks for any. */
  private @Nullable TelemetryFormat askedFormat() {
    return setup.scheme.signals().contains(Signal.HOPS) ? setup.telemetry : null;
  }

  /** A format that is told what the network's operator would tell all devices. */
  private TelemetryCodec inNetwork(TelemetryFormat format, UnloadedPaths paths) {
    return format.in(new NetworkFacts(links(setup.topology), paths.largestRttPs(), telemetryHops(format, paths)));
  }

  private static LinkRates links(Topology topology) {
    var ratesOfNode = new ArrayList<List<Long>>();
    for (int node = 0; node < topology.nodeCount(); node++) {
      ratesOfNode.add(new ArrayList<>());
    }
    for (Topology.Link link : topology.links()) {
      ratesOfNode.get(link.a()).add(link.rateBitsPerSec());
      ratesOfNode.get(link.b()).add(link.rateBitsPerSec());
    }
    long[][] rates = ratesOfNode.stream().map(list -> list.stream().mapToLong(Long::longValue).toArray()).toArray(long[][]::new);
    return (node, port) -> node < 0 || node >= rates.length || port < 1 || port > rates[(int) node].length
        ? 0
        : rates[(int) node][(int) port - 1];
  }

  private Wire cable(Port from, Port to) {
    var cable = new Cable(loop, from, to);
    cables.add(cable);
    return around.apply(from, cable);
  }

  private void addLoss(boolean authors) {
    LossModel common = authors && setup.lossRate > 0 ? new AuthorsLoss(setup.lossRate) : null;
    List<Topology.Link> links = setup.topology.links();
    for (int number = 0; number < links.size(); number++) {
      double own = links.get(number).lossRate();
      double rate = own > 0 ? own : setup.lossRate;
      if (rate == 0) {
        continue;
      }
      if (authors) {
        LossModel model = own > 0 || common == null ? new AuthorsLoss(rate) : common;
        fabric.setLoss(number, model, model);
      } else {
        List<Port> ends = fabric.portsOfLink(number);
        fabric.setLoss(number, new RandomLoss(rate, setup.seed, ends.get(0).index()),
            new RandomLoss(rate, setup.seed, ends.get(1).index()));
      }
    }
  }

  /** What a new flow knows of its path. */
  public PathFacts pathFacts(int source, int destination, long nicRate) {
    boolean reaches = basePaths.reaches(source, destination);
    long rtt = setup.globalBaseRtt || !reaches ? basePaths.largestRttPs() : basePaths.rttPs(source, destination);
    if (setup.framing == Framing.REFERENCE) {
      long bdp = setup.globalBaseRtt ? basePaths.largestBdpBytes() : basePaths.bdpBytes(source, destination);
      return new PathFacts(nicRate, rtt, Math.max(1, bdp), setup.payloadBytes);
    }
    return PathFacts.of(nicRate, rtt, setup.payloadBytes);
  }

  /** The sum over all packet-hops so far. */
  public long fingerprint() {
    return cables.stream().mapToLong(Cable::fingerprint).sum();
  }

  /** Packets times links crossed. */
  public long packetHops() {
    long sum = 0;
    for (int node = 0; node < setup.topology.nodeCount(); node++) {
      for (Port port : fabric.ports(node)) {
        sum += port.sentFrames();
      }
    }
    return sum;
  }

  /** Time that ports have spent paused, added up. */
  public long pausedPs(long nowPs) {
    long total = 0;
    for (int node = 0; node < setup.topology.nodeCount(); node++) {
      for (Port port : fabric.ports(node)) {
        total += port.pausedPs(nowPs);
      }
    }
    return total;
  }
}
