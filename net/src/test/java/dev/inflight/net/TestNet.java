package dev.inflight.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.HostRules.Acks;
import dev.inflight.net.HostRules.InBand;
import dev.inflight.net.HostRules.Packets;
import dev.inflight.net.HostRules.Sending;
import dev.inflight.net.SwitchRules.Buffer;
import dev.inflight.net.SwitchRules.Marking;
import dev.inflight.cc.Hpcc;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.NativeFormat;
import dev.inflight.telemetry.ReportSeal;
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
final class TestNet implements Observer {
  static final long US = 1_000_000;
  static final long MS = 1_000 * US;
  static final long G = 1_000_000_000;

  Topology topology;
  Scheme scheme = Hpcc.DEFAULT;
  long bufferBytes = 32L << 20;
  boolean pfc = true;
  /** The priority groups of flows, a bit each. */
  private int groups = 1 << 3;
  double egressAlpha = 1;
  Recovery recovery = GoBackN.DEFAULT;
  Map<Long, EcnThresholds> ecn = new HashMap<>();
  IntFunction<MarkDraws> draws = port -> new SplitMix(1, port)::nextDouble;
  @Nullable
  ReportSeal seal;
  Consumer<Packet> onPacket = packet -> {
  };
  int payloadBytes = 1000;
  int ackEveryPackets = 1;
  long ackDelayPs = 10 * US;
  long retransmitTimeoutPs = 4 * MS;
  NicModel nic = UnlimitedNic.DEFAULT;
  long latenessPs;
  boolean audited = true;
  /** What the wires do to packets of flows; the audit of bytes does not know of it. */
  @Nullable
  Disorder disorder;
  /** Is told of bytes that receivers get for the first time. */
  Delivery onDelivery = (flow, sequence, bytes) -> {
  };
  EcmpHash hash = new SeededEcmp(1);

  LateLoop loop;
  Fabric fabric;
  final List<Sender> finished = new ArrayList<>();
  final Map<Loss, Integer> losses = new EnumMap<>(Loss.class);
  final List<String> pauses = new ArrayList<>();
  final List<Packet.Kind> lostKinds = new ArrayList<>();
  private long lostPayload;
  private long sentPayload;
  private int flows;
  private final Map<Long, Integer> sourcePorts = new HashMap<>();

  /** Wires on which packets overtake each other, and arrive twice. */
  record Disorder(SplittableRandom random, double late, long latestPs, double twice) {
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

  static TestNet of(TopologyShape shape) {
    return of(shape.build());
  }

  static TestNet of(Topology topology) {
    var net = new TestNet();
    net.topology = topology;
    return net;
  }

  TestNet scheme(Scheme value) {
    scheme = value;
    return this;
  }

  /** The priority groups of flows; 3 unless said otherwise. */
  TestNet groups(int... ofFlows) {
    groups = Arrays.stream(ofFlows).map(group -> 1 << group).reduce(0, (all, bit) -> all | bit);
    return this;
  }

  TestNet build() {
    loop = new LateLoop(latenessPs, 7);
    var format = scheme.signals().contains(Signal.HOPS) ? NativeFormat.DEFAULT : null;
    var hostRules = new HostRules(new Packets(Framing.ROCEV2, Clock.EXACT, payloadBytes), new InBand(format, 8, seal, 0),
        new Acks(ackEveryPackets, ackDelayPs, false, scheme.wantsMarksApart(), scheme.cnpIntervalPs()),
        new Sending(true, retransmitTimeoutPs, recovery, nic),
        HostProfile.OWN);
    var switchRules = new SwitchRules(Framing.ROCEV2, new Buffer(bufferBytes, pfc, egressAlpha, groups),
        new Marking(ecn, draws), format);
    fabric = new Fabric(topology, hostRules, switchRules, hash, loop, this::wire, this);
    loop.audit = audited && disorder == null ? this::audit : null;
    return this;
  }

  private Wire wire(EgressPort from, EgressPort to) {
    return new Wire() {
      private long key = to.firstArrivalKey();
      private long lastEndPs;

      @Override
      public void send(Packet packet, long endPs) {
        long needsPs = Clock.EXACT.serialisationPs(packet.sizeBytes + 20L, from.rateBitsPerSec());
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
            Packet second = copyOf(packet, fabric.pool().take());
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
  static Packet copyOf(Packet packet, Packet copy) {
    System.arraycopy(packet.telemetry, 0, copy.telemetry, 0, packet.telemetry.length);
    copy.at = packet.at;
    copy.flow = packet.flow;
    copy.path = packet.path;
    copy.routeEpoch = packet.routeEpoch;
    copy.hop = packet.hop;
    copy.sequence = packet.sequence;
    copy.arrivedSequence = packet.arrivedSequence;
    copy.sentPs = packet.sentPs;
    copy.sizeBytes = packet.sizeBytes;
    copy.payloadBytes = packet.payloadBytes;
    copy.telemetryBytes = packet.telemetryBytes;
    copy.group = packet.group;
    copy.code = packet.code;
    copy.kind = packet.kind;
    copy.ecnMarked = packet.ecnMarked;
    copy.afterTimeout = packet.afterTimeout;
    return copy;
  }

  /** Schedules a flow. */
  Flow flow(int source, int destination, long sizeBytes, long startPs) {
    int port = 10_000 + sourcePorts.merge((long) source << 32 | destination, 1, Integer::sum);
    return flow(new Flow(flows, source, destination, port, 4791, 3, sizeBytes, startPs));
  }

  Flow flow(Flow flow) {
    flows++;
    long startPs = flow.startPs();
    at(startPs, () -> {
      long rate = fabric.nicRateBitsPerSec(flow);
      var paths = new BasePaths(topology, Framing.ROCEV2, payloadBytes, NativeFormat.DEFAULT);
      PathFacts path = PathFacts.of(rate, paths.largestRttPs(), payloadBytes);
      fabric.start(flow, scheme.start(path), scheme.pacing(), path, startPs);
    });
    return flow;
  }

  /** Does something at a time. */
  void at(long timePs, Runnable action) {
    var event = new Event() {
      @Override
      public void fire() {
        action.run();
      }
    };
    event.key = Long.MIN_VALUE;
    loop.schedule(event, timePs);
  }

  TestNet run() {
    return run(Long.MAX_VALUE);
  }

  TestNet run(long untilPs) {
    loop.run(untilPs);
    return this;
  }

  int flows() {
    return flows;
  }

  int lost() {
    return losses.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Bytes are conserved: sent = taken by hosts + lost + queued + on wires. */
  private void audit() {
    long queued = 0;
    for (Switch each : fabric.switches()) {
      for (SwitchPort port : each.ports()) {
        for (Packet packet : port.waitingPackets()) {
          queued += packet.kind == Packet.Kind.DATA ? packet.payloadBytes : 0;
        }
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

  void assertAllFinished() {
    assertWithinMemory();
    assertThat(finished).hasSize(flows);
    assertThat(fabric.pool().outstanding()).as("packets left in the fabric").isZero();
    for (Switch each : fabric.switches()) {
      assertThat(each.heldBytes()).as("bytes left in the buffer of switch %d", each.node()).isZero();
    }
    assertThat(fabric.counters().deliveredBytes)
        .isEqualTo(finished.stream().mapToLong(sender -> sender.flow().sizeBytes()).sum());
  }

  @Override
  public void delivered(Flow flow, long sequence, int bytes, long nowPs) {
    onDelivery.take(flow, sequence, bytes);
  }

  @Override
  public void flowFinished(Sender sender, long nowPs) {
    finished.add(sender);
  }

  @Override
  public void pauseChanged(EgressPort port, int group, boolean paused, long nowPs) {
    pauses.add(port + (paused ? " paused" : " resumed") + " group " + group);
  }

  @Override
  public void packetLost(EgressPort port, Packet packet, Loss why, long nowPs) {
    losses.merge(why, 1, Integer::sum);
    lostKinds.add(packet.kind);
    if (packet.kind == Packet.Kind.DATA) {
      lostPayload += packet.payloadBytes;
    }
  }
}
