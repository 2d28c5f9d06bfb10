package dev.inflight.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.CreditGrants;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.event.Event;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchConfig.Buffer;
import dev.inflight.net.switching.SwitchConfig.Marking;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A small fabric under test: build it, start flows, run, look. Every event is followed by an audit of the bytes. */
public final class TestNet implements Observer {
  public static final long US = 1_000_000;
  public static final long MS = 1_000 * US;
  public static final long G = 1_000_000_000;

  public Topology topology;
  public Scheme scheme = Hpcc.DEFAULT;
  public long bufferBytes = 32L << 20;
  public boolean pfc = true;
  /** The priorities of flows, a bit each. */
  private int priorities = 1 << 3;
  public PfcRules pfcRules = PfcRules.DEFAULT;
  public double egressAlpha = 1;
  @Nullable
  public PfcWatchdog watchdog;
  public Recovery recovery = GoBackN.DEFAULT;
  public Map<PortClass, EcnThresholds> ecn = new HashMap<>();
  public IntFunction<MarkingRandom> draws = port -> new SplitMix(1, port)::nextDouble;
  @Nullable
  public ReportKeys seal;
  public Consumer<Packet> onPacket = packet -> {
  };
  public int payloadBytes = 1000;
  public CnpRules cnp = CnpRules.DEFAULT;
  public SwitchFeedback switchFeedback = NoSwitchFeedback.DEFAULT;
  public int ackEveryPackets = 1;
  public long ackDelayPs = 10 * US;
  @Nullable
  public PromptAcks promptAcks;
  public long retransmitTimeoutPs = 4 * MS;
  public boolean paced = true;
  public NicModel nic = UnlimitedNic.DEFAULT;
  /** With the reference framing go the rules of the authors' hosts. */
  public Framing framing = Framing.ROCEV2;
  public long latenessPs;
  public boolean audited = true;
  /** Disorder of flows' packets on the wires; the audit of bytes does not include it. */
  @Nullable
  public Disorder disorder;
  /** Receives the bytes that receivers get for the first time. */
  Delivery onDelivery = (flow, sequence, bytes) -> {
  };
  public RoutingRules routing = RoutingRules.by(new SeededEcmp(1));

  public LateLoop loop;
  public Fabric fabric;
  public final List<Sender> finished = new ArrayList<>();
  public final List<Long> finishedPs = new ArrayList<>();
  public final Map<Loss, Integer> losses = new EnumMap<>(Loss.class);
  public final List<String> pauses = new ArrayList<>();
  /** Priorities of lost packets, one bit each. */
  public int lostPriorities;
  final List<Packet.Kind> lostKinds = new ArrayList<>();
  private long lostPayload;
  private long sentPayload;
  private int flows;
  private final Map<Long, Integer> sourcePorts = new HashMap<>();

  /** Wires that reorder and duplicate packets. */
  public record Disorder(SplittableRandom random, double late, long latestPs, double twice) {
    private long delayPs() {
      return random.nextDouble() < late ? random.nextLong(latestPs) : 0;
    }

    private boolean doubles() {
      return random.nextDouble() < twice;
    }
  }

  /** Bytes of a flow. */
  interface Delivery {
    void take(Flow flow, long sequence, int bytes);
  }

  public static TestNet of(TopologyGenerator shape) {
    return of(shape.build());
  }

  public static TestNet of(Topology topology) {
    var net = new TestNet();
    net.topology = topology;
    return net;
  }

  public TestNet scheme(Scheme value) {
    scheme = value;
    return this;
  }

  /** Sets the priorities of flows; 3 by default. */
  public TestNet priorities(int... ofFlows) {
    priorities = Arrays.stream(ofFlows).map(priority -> 1 << priority).reduce(0, (all, bit) -> all | bit);
    return this;
  }

  public TestNet build() {
    loop = new LateLoop(latenessPs, 7);
    var format = scheme.signals().contains(Signal.HOPS) ? NativeFormat.DEFAULT : null;
    var hostRules = new HostConfig(new Packets(framing, SerializationTime.EXACT, payloadBytes),
        new InBand(format, 8, seal, 0, EveryDataPacket.DEFAULT, ByAcks.DEFAULT, null, switchFeedback, OnePath.DEFAULT,
            NoValidation.DEFAULT),
        new Acks(ackEveryPackets, ackDelayPs, false, scheme.markEcho(),
            scheme.cnpIntervalPs() > 0 ? cnp.of(scheme.cnpIntervalPs()) : null, credits(), false, promptAcks),
        new Sending(paced, retransmitTimeoutPs, recovery, nic));
    var switchRules = new SwitchConfig(framing, new Buffer(bufferBytes, pfc, egressAlpha, priorities, null, pfcRules),
        new Marking(ecn, draws), RoundRobinQueues.DEFAULT, PortScope.DEFAULT, watchdog);
    fabric = new Fabric(topology, List.of(hostRules), switchRules, routing, _ -> loop, this::wire, _ -> this);
    loop.audit = audited && disorder == null ? this::audit : null;
    return this;
  }

  private @Nullable CreditRules credits() {
    CreditGrants grants = scheme.credits();
    return grants == null ? null : CreditRules.of(grants, framing, SerializationTime.EXACT, payloadBytes);
  }

  private Wire wire(Port from, Port to) {
    return new Wire() {
      private long key = to.firstArrivalKey();
      private long lastEndPs;

      @Override
      public void send(Packet packet, long endPs) {
        long needsPs = SerializationTime.EXACT.serializationPs(packet.sizeBytes + framing.gapBytes(), from.rateBitsPerSec());
        assertThat(endPs - needsPs).as("start of a transmission at %s", from).isGreaterThanOrEqualTo(lastEndPs);
        lastEndPs = endPs;
        onPacket.accept(packet);
        packet.at = to;
        packet.key = key++;
        if (from instanceof Nic && packet.kind == Packet.Kind.DATA) {
          sentPayload += packet.payloadBytes;
        }
        long arrivesPs = endPs + from.delayPs();
        if (disorder != null && packet.flow != null) {
          if (disorder.doubles()) {
            Packet second = copyOf(packet, fabric.parts().getFirst().pool().take());
            second.key = key++;
            loop.schedule(second, arrivesPs + disorder.delayPs());
          }
          arrivesPs += disorder.delayPs();
        }
        loop.schedule(packet, arrivesPs);
      }
    };
  }

  /** Makes a packet that holds anything, as those of a pool do, the same as another on the same wire. */
  public static Packet copyOf(Packet packet, Packet copy) {
    System.arraycopy(packet.telemetry, 0, copy.telemetry, 0, packet.telemetry.length);
    copy.at = packet.at;
    copy.flow = packet.flow;
    copy.path = packet.path;
    copy.routeEpoch = packet.routeEpoch;
    copy.overlay = packet.overlay;
    copy.entropy = packet.entropy;
    copy.hop = packet.hop;
    copy.sequence = packet.sequence;
    copy.number = packet.number;
    copy.arrivedNumber = packet.arrivedNumber;
    copy.rdma().set(packet.rdma());
    copyBlocks(packet.sack(), copy.sack());
    copy.sentPs = packet.sentPs;
    copy.sizeBytes = packet.sizeBytes;
    copy.payloadBytes = packet.payloadBytes;
    copy.telemetryBytes = packet.telemetryBytes;
    copy.priority = packet.priority;
    copy.flowClass = packet.flowClass;
    copy.code = packet.code;
    copy.kind = packet.kind;
    copy.ecnMarked = packet.ecnMarked;
    copy.afterTimeout = packet.afterTimeout;
    return copy;
  }

  /** Makes blocks the same as others. */
  public static void copyBlocks(SackBlocks blocks, SackBlocks into) {
    into.clear();
    for (int block = 0; block < blocks.count(); block++) {
      into.add(blocks.start(block), blocks.end(block));
    }
  }

  /** Schedules a flow. */
  public Flow flow(int source, int destination, long sizeBytes, long startPs) {
    int port = 10_000 + sourcePorts.merge((long) source << 32 | destination, 1, Integer::sum);
    return flow(new Flow(flows, source, destination, port, 4791, 3, sizeBytes, startPs));
  }

  public Flow flow(Flow flow) {
    flows++;
    long startPs = flow.startPs();
    at(startPs, () -> {
      long rate = fabric.nicRateBitsPerSec(flow);
      var paths = new UnloadedPaths(topology, framing, payloadBytes, NativeFormat.DEFAULT);
      PathFacts path = PathFacts.of(rate, paths.largestRttPs(), payloadBytes);
      fabric.start(flow, scheme.start(path), scheme.pacing(), path, startPs);
    });
    return flow;
  }

  /** Runs an action at a time. */
  public void at(long timePs, Runnable action) {
    var event = new Event() {
      @Override
      public void fire() {
        action.run();
      }
    };
    event.key = Long.MIN_VALUE;
    loop.schedule(event, timePs);
  }

  public TestNet run() {
    return run(Long.MAX_VALUE);
  }

  public TestNet run(long untilPs) {
    loop.run(untilPs);
    return this;
  }

  public int flows() {
    return flows;
  }

  public int lost() {
    return losses.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Bytes are conserved: sent = taken by hosts + lost + queued + on wires. */
  private void audit() {
    long queued = 0;
    for (Switch each : fabric.switches()) {
      queued += each.balancer().held().stream().mapToLong(packet -> packet.payloadBytes).sum();
      for (SwitchPort port : each.ports()) {
        for (Packet packet : port.waitingPackets()) {
          queued += packet.kind == Packet.Kind.DATA ? packet.payloadBytes : 0;
        }
      }
    }
    for (Host host : fabric.hosts()) {
      for (Nic each : host.nics()) {
        queued += each.payloadBytesBeforeHost();
      }
    }
    assertWithinMemory();
    long taken = fabric.counters().deliveredBytes + fabric.counters().uselessBytes;
    assertThat(taken + lostPayload + queued + loop.payloadOnWires).as("delivered + lost + queued + on wires")
        .isEqualTo(sentPayload);
  }

  private void assertWithinMemory() {
    for (Switch each : fabric.switches()) {
      assertThat(each.heldBytes()).as("bytes that switch %d holds", each.node()).isLessThanOrEqualTo(each.peakHeldBytes());
      assertThat(each.peakHeldBytes()).as("most bytes that switch %d held", each.node()).isLessThanOrEqualTo(bufferBytes);
    }
  }

  public void assertAllFinished() {
    assertWithinMemory();
    assertThat(finished).hasSize(flows);
    assertThat(fabric.packetsInside()).as("packets left in the fabric").isZero();
    for (Switch each : fabric.switches()) {
      assertThat(each.heldBytes()).as("bytes left in the buffer of switch %d", each.node()).isZero();
    }
    assertThat(fabric.counters().deliveredBytes)
        .isEqualTo(finished.stream().mapToLong(sender -> sender.flow().sizeBytes()).sum());
  }

  @Override
  public void delivered(Flow flow, long number, int bytes, long nowPs) {
    onDelivery.take(flow, number * payloadBytes, bytes); // of a plain flow
  }

  @Override
  public void flowFinished(Sender sender, long nowPs) {
    finished.add(sender);
    finishedPs.add(nowPs);
  }

  /** Time at which the n-th finished flow finished, from 0, in picoseconds. */
  public long finishedPs(int n) {
    return finishedPs.get(n);
  }

  /** A switch's port toward a node. */
  public static SwitchPort portTo(Switch owner, int neighbor) {
    return Arrays.stream(owner.ports()).filter(port -> port.peer().node() == neighbor).findFirst().orElseThrow();
  }

  @Override
  public void pauseChanged(Port port, int priority, boolean paused, long nowPs) {
    pauses.add(port + (paused ? " paused" : " resumed") + " priority " + priority);
  }

  @Override
  public void packetLost(Port port, Packet packet, Loss why, long nowPs) {
    losses.merge(why, 1, Integer::sum);
    lostKinds.add(packet.kind);
    lostPriorities |= 1 << packet.priority;
    if (packet.kind == Packet.Kind.DATA) {
      lostPayload += packet.payloadBytes;
    }
  }
}
