package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.JobConnections;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of flows with a transport of their own: recovery, framing, packets of telemetry, feedback and paths. */
class TransportClassesTest {
  private static final long US = 1_000_000;
  private static final long G = 1_000_000_000;
  private static final long SIZE = 200_000;
  private static final int RDMA = 3;
  private static final int STORAGE = 4;
  private static final Topology STAR = new Star(5, 100 * G, US).build();
  private static final Topology LEAVES = new LeafSpine(2, 2, 4, 100 * G, 100 * G, US, 1).build();
  private static final FlowClass.Own OF_TCP = FlowClass.Own.of(Tcp.DEFAULT);

  private final Map<Integer, FlowResult> results = new TreeMap<>();
  /** Largest data frame of each class. */
  private final Map<Integer, Integer> frameBytes = new ConcurrentSkipListMap<>();
  /** Payload of data packets that reached their destination, by class. */
  private final Map<Integer, AtomicLong> arrivedBytes = new ConcurrentSkipListMap<>();

  private Wire watched(Port from, Wire wire) {
    return new Wire() {
      @Override
      public void send(Packet packet, long endPs) {
        if (packet.kind == Packet.Kind.DATA) {
          int flowClass = packet.flow().flowClass();
          frameBytes.merge(flowClass, packet.sizeBytes, Math::max);
          if (from.peer().node() == packet.flow().destination()) {
            arrivedBytes.computeIfAbsent(flowClass, _ -> new AtomicLong()).addAndGet(packet.payloadBytes);
          }
        }
        wire.send(packet, endPs);
      }
    };
  }

  private RunResult run(Setup setup, int parts) {
    return new Simulation(setup, new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.put(flow.id(), flow);
      }
    }, this::watched, Division.of(setup.topology(), parts)).run();
  }

  private static SetupBuilder builder(Topology topology) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.ecn.put(PortClass.ofRate(100 * G), new EcnThresholds(20_000, 80_000, 0.5));
    setup.queues = StrictOverDeficit.DEFAULT;
    return setup;
  }

  /** Flows between all hosts and the next but one, for each class in its priority. */
  private static void addFlows(SetupBuilder setup, int flowClass, int priority) {
    int first = setup.flows.count();
    int hosts = setup.topology.hostCount();
    for (int host = 0; host < hosts; host++) {
      setup.flows.add(host, (host + 2) % hosts, priority, 100, SIZE, 0);
      setup.flows.add(host, (host + 3) % hosts, priority, 100, SIZE, 10 * US);
    }
    if (flowClass > 0) {
      setup.flows.classify(first, flowClass, 0);
    }
  }

  private static SetupBuilder tcpNextToRdma(Topology topology) {
    SetupBuilder setup = builder(topology);
    setup.pfcRules = setup.pfcRules.with(1 << RDMA);
    setup.classes.add(new FlowClass("storage", Dctcp.DEFAULT, NativeFormat.DEFAULT, OF_TCP));
    addFlows(setup, 0, RDMA);
    addFlows(setup, 1, STORAGE);
    return setup;
  }

  static final List<Arguments> FABRICS = List.of(Arguments.of(STAR, -7_165_640_561_287_894_408L),
      Arguments.of(LEAVES, -8_980_458_660_226_048_135L));

  @ParameterizedTest
  @FieldSource("FABRICS")
  void tcpRunsNextToRdma(Topology topology, long fingerprint) {
    Setup setup = tcpNextToRdma(topology).build();
    assertThat(setup.problems()).isEmpty();
    RunResult result = run(setup, 1);
    int flows = 2 * topology.hostCount();
    assertThat(result.flowsFinished()).isEqualTo(2 * flows);
    assertThat(frameBytes.get(0)).isGreaterThan(Framing.ROCEV2.dataBytes(1000, 0, 0));
    assertThat(frameBytes.get(1)).isEqualTo(Framing.TCP.dataBytes(1000, 0, 0));
    assertThat(result.hosts().deliveredBytes).isEqualTo(2 * flows * SIZE);
    assertThat(arrivedBytes.get(0).get()).as("lossless").isEqualTo(flows * SIZE);
    assertThat(arrivedBytes.get(1).get()).as("with retransmissions").isGreaterThanOrEqualTo(flows * SIZE);
    assertThat(results.values()).filteredOn(one -> one.priority() == RDMA).allMatch(one -> one.retransmittedBytes() == 0);
    assertThat(results.values()).allMatch(one -> one.slowdown() >= 1);
    assertThat(result.fingerprint()).isEqualTo(fingerprint);
  }

  @Test
  void tcpNextToRdmaIsTheSameInParts() {
    Setup setup = tcpNextToRdma(LEAVES).build();
    RunResult whole = run(setup, 1);
    for (int parts : new int[] {2, 4}) {
      RunResult divided = run(setup, parts);
      assertThat(divided.fingerprint()).isEqualTo(whole.fingerprint());
      assertThat(divided.hosts().deliveredBytes).isEqualTo(whole.hosts().deliveredBytes);
    }
  }

  /** Losses reach both kinds of recovery, each of its own. */
  @Test
  void tcpAndRdmaRecoverFromLosses() {
    SetupBuilder setup = tcpNextToRdma(STAR);
    setup.lossRate = 0.005;
    RunResult result = run(setup.build(), 1);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().nacks).as("go-back-n").isPositive();
    assertThat(results.values()).filteredOn(one -> one.priority() == STORAGE).anyMatch(one -> one.retransmittedBytes() > 0);
  }

  /** RDMA may also be the class, and TCP the rest. */
  @Test
  void rdmaRunsNextToTcp() {
    SetupBuilder setup = builder(STAR);
    setup.scheme = Dctcp.DEFAULT;
    setup.recovery = Tcp.DEFAULT;
    setup.framing = Framing.TCP_IPV6;
    setup.classes.add(new FlowClass("training", Dcqcn.DEFAULT, NativeFormat.DEFAULT, FlowClass.Own.of(Selective.DEFAULT)));
    addFlows(setup, 0, STORAGE);
    addFlows(setup, 1, RDMA);
    RunResult result = run(setup.build(), 1);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(frameBytes.get(0)).isEqualTo(Framing.TCP_IPV6.dataBytes(1000, 0, 0));
    assertThat(frameBytes.get(1)).isEqualTo(Framing.ROCEV2_IPV6.dataBytes(1000, 0, 16));
  }

  /** Operations and jobs are of RDMA; TCP next to them does not change that. */
  @Test
  void operationsAndJobsRunNextToTcp() {
    SetupBuilder setup = builder(STAR);
    setup.connections = JobConnections.PER_CHANNEL;
    int pair = setup.flows.newQueuePair();
    setup.flows.addOperation(pair, FlowTable.Kind.READ, 1, 3, RDMA, 300, SIZE, 0);
    CollectiveTraffic.DEFAULT.addTo(setup.flows, setup.topology, 1);
    setup.classes.add(new FlowClass("storage", Dctcp.DEFAULT, NativeFormat.DEFAULT, OF_TCP));
    addFlows(setup, 1, STORAGE);
    assertThat(setup.build().problems()).isEmpty();
    RunResult result = run(setup.build(), 1);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(frameBytes.get(1)).isEqualTo(Framing.TCP.dataBytes(1000, 0, 0));
    setup.flows.classify(0, 1, 0);
    assertThat(setup.build().problems()).extracting(Problem::sentence).contains(
        "class storage: recovery tcp carries a stream of bytes, and rdma operations are messages; use recovery: go-back-n or irn or"
            + " selective",
        "class storage: recovery tcp carries a stream of bytes, and connections of jobs carry messages; use connections:"
            + " per-message");
  }

  static Stream<Arguments> values() {
    var values = new ArrayList<Arguments>();
    Stream
        .concat(TelemetryPacketKinds.ALL.stream(),
            Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH), new PerRtt(0, PerRtt.ChosenBy.SWITCH)))
        .forEach(value -> values.add(Arguments.of(new FlowClass.Own(null, null, value, null, null))));
    FeedbackPaths.EVERY.forEach(value -> values.add(Arguments.of(new FlowClass.Own(null, null, null, value, null))));
    Recoveries.RELIABLE.forEach(value -> values.add(Arguments.of(FlowClass.Own.of(value))));
    values.add(Arguments.of(new FlowClass.Own(null, Selective.DEFAULT, null, null, Sprayed.DEFAULT)));
    values.add(Arguments.of(new FlowClass.Own(Framing.ROCEV2_IPV6, null, null, null, null)));
    values.add(Arguments.of(new FlowClass.Own(null, Unreliable.DEFAULT, Probes.DEFAULT, null, null)));
    values.add(Arguments.of(new FlowClass.Own(Framing.TCP, Tcp.DEFAULT, Probes.DEFAULT, null, null)));
    return values.stream();
  }

  /** All flows are in one class; a second one without flows has the defaults, so that both setups have the same longest base RTT. */
  @ParameterizedTest
  @MethodSource("values")
  void ownValuesOfAClassActAsThoseOfTheSetup(FlowClass.Own own) {
    Scheme scheme = own.paths() == null ? Hpcc.DEFAULT : NoControl.DEFAULT;
    SetupBuilder setup = builder(LEAVES);
    setup.scheme = scheme;
    setup.lossRate = 0.002;
    addFlows(setup, 1, RDMA);
    setup.classes.add(new FlowClass("all", scheme, NativeFormat.DEFAULT, own));
    setup.classes.add(new FlowClass("idle", scheme, NativeFormat.DEFAULT));
    RunResult result = run(setup.build(), 1);
    setup.classes.clear();
    setup.classes.add(new FlowClass("all", scheme, NativeFormat.DEFAULT));
    setup.classes.add(new FlowClass("idle", scheme, NativeFormat.DEFAULT,
        new FlowClass.Own(setup.framing, setup.recovery, setup.telemetryPackets, setup.feedback, setup.paths)));
    RunResult without = run(setup.build(), 1);
    setup.framing = own.framing() == null ? setup.framing : own.framing();
    setup.recovery = own.recovery() == null ? setup.recovery : own.recovery();
    setup.telemetryPackets = own.telemetryPackets() == null ? setup.telemetryPackets : own.telemetryPackets();
    setup.feedback = own.feedback() == null ? setup.feedback : own.feedback();
    setup.paths = own.paths() == null ? setup.paths : own.paths();
    RunResult expected = run(setup.build(), 1);
    assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
    assertThat(result.flowsFinished()).isEqualTo(expected.flowsFinished());
    boolean isDefault = own.equals(new FlowClass.Own(null, null, EveryDataPacket.DEFAULT, null, null))
        || own.equals(new FlowClass.Own(null, null, null, FeedbackPaths.ALL.getFirst(), null))
        || own.equals(FlowClass.Own.of(GoBackN.DEFAULT));
    assertThat(result.fingerprint() == without.fingerprint()).as("has an effect").isEqualTo(isDefault);
  }

  @Test
  void probesRunNextToHeadersOfData() {
    SetupBuilder setup = builder(STAR);
    setup.classes.add(new FlowClass("probed", Hpcc.DEFAULT, NativeFormat.DEFAULT,
        new FlowClass.Own(null, null, Probes.DEFAULT, ByNotifications.DEFAULT, null)));
    setup.classes.add(new FlowClass("timed", Hpcc.DEFAULT, NativeFormat.DEFAULT,
        new FlowClass.Own(null, null, new PerRtt(0, PerRtt.ChosenBy.SWITCH), null, null)));
    addFlows(setup, 1, RDMA);
    long probes = run(setup.build(), 1).hosts().probes;
    addFlows(setup, 0, RDMA);
    addFlows(setup, 2, RDMA);
    RunResult result = run(setup.build(), 1);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().probes).isPositive().isGreaterThanOrEqualTo(probes);
    assertThat(frameBytes.get(1)).as("data without headers").isLessThan(frameBytes.get(0));
    assertThat(result.hosts().notifications).isPositive();
    assertThat(result.hosts().acksWithHops).isPositive();
  }

  /** One class sprays over both spines; the other keeps to the path of its ports. */
  @Test
  void oneClassSpraysNextToOneWithOnePath() {
    SetupBuilder setup = builder(LEAVES);
    setup.classes.add(new FlowClass("sprayed", NoControl.DEFAULT, NativeFormat.DEFAULT,
        new FlowClass.Own(null, Selective.DEFAULT, null, null, Sprayed.DEFAULT)));
    setup.flows.add(0, 4, RDMA, 100, SIZE, 0);
    setup.flows.add(0, 4, RDMA, 100, SIZE, 500 * US);
    setup.flows.classify(1, 1, 0);
    Map<Integer, Map<Integer, Long>> spines = new TreeMap<>();
    RunResult result = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> new Wire() {
      @Override
      public void send(Packet packet, long endPs) {
        if (packet.kind == Packet.Kind.DATA && from.node() == LEAVES.hostCount()) {
          spines.computeIfAbsent((int) packet.flow().flowClass(), _ -> new TreeMap<>()).merge(from.peer().node(), 1L, Long::sum);
        }
        wire.send(packet, endPs);
      }
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(2);
    assertThat(spines.get(0)).hasSize(1);
    assertThat(spines.get(1)).hasSize(2);
  }

  @Test
  void refusalsNameTheClass() {
    SetupBuilder setup = builder(STAR);
    setup.classes.add(new FlowClass("one", Hpcc.DEFAULT, NativeFormat.DEFAULT, OF_TCP));
    assertThat(setup.build().problems()).containsExactly(new Problem("telemetryPackets", "classes[0]",
        "class one: offload of recovery tcp writes no telemetry into segments, and scheme hpcc needs it; use telemetryPackets: probes, or tcp(burst=1B)"));
    setup.classes.set(0, new FlowClass("one", Dctcp.DEFAULT, NativeFormat.DEFAULT,
        new FlowClass.Own(Framing.ROCEV2, Tcp.DEFAULT, null, null, OnePath.DEFAULT)));
    assertThat(setup.build().problems()).containsExactly(
        new Problem("classes[0]", "classes[0]", "class one: recovery tcp needs segments of TCP; use framing: tcp"));
    setup.classes.set(0,
        new FlowClass("one", Dctcp.DEFAULT, NativeFormat.DEFAULT, new FlowClass.Own(Framing.REFERENCE, null, null, null, null)));
    assertThat(setup.build().problems()).extracting(Problem::sentence).anyMatch(
        sentence -> sentence
            .startsWith("class one has a framing of its own, but framing: reference applies to all flows or to none"));
  }
}
