package dev.inflight.sim.change;

import dev.inflight.sim.change.fault.NodePort;
import dev.inflight.sim.change.fault.SlowSend;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.random.BitErrors;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Goodput of a faulty cable. */
class LinkFaultsTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;
  private static final int LEFT = 2;
  private static final int RIGHT = 3;

  /** 10 MB from host 0 to host 1 over two switches, nodes 2 and 3. */
  private static RunResult run(FabricEvent... events) {
    var setup = new SetupBuilder();
    setup.topology = new Dumbbell(1, 1, 100 * G, 100 * G, US).build();
    setup.scheme = FixedWindow.DEFAULT;
    setup.flows.add(0, 1, 3, 100, 10_000_000, 0);
    setup.events.addAll(List.of(events));
    return new Simulation(setup.build(), Recorder.NONE).run();
  }

  private static NodePort nics(int host) {
    return new NodePort(host, NodePort.ALL);
  }

  private static LinkEnds from(int node, int neighbor) {
    return new LinkEnds(node, neighbor, true);
  }

  @Test
  void aDegradedCableTakesLongerInProportion() {
    long healthyPs = run().endPs();
    long degradedPs = run(new LinkDegraded(0, new LinkEnds(LEFT, RIGHT), 25 * G, FabricEvent.NEVER)).endPs();
    assertThat((double) degradedPs / healthyPs).isCloseTo(4, within(0.1));
    long aThirdPs = run(new LinkDegraded(0, from(LEFT, RIGHT), 25 * G, degradedPs / 2)).endPs();
    assertThat(aThirdPs).isCloseTo(degradedPs / 2 + healthyPs / 2, within(healthyPs / 20));
  }

  @Test
  void slowNicsSendLongerInProportion() {
    RunResult healthy = run();
    assertThat((double) run(new SlowSend(0, nics(0), 25 * G, FabricEvent.NEVER)).endPs() / healthy.endPs()).isCloseTo(4,
        within(0.1));
    assertThat(run(new SlowSend(0, nics(1), 25 * G, FabricEvent.NEVER)).endPs()).isCloseTo(healthy.endPs(), within(2 * US));
    assertThat(run(new SlowSend(0, nics(0), 25 * G, 200 * US)).endPs()).isCloseTo(healthy.endPs() + 150 * US, within(20 * US));
  }

  @Test
  void slowNicsOfSwitchesAndRatesThatAreNotSlowAreRefused() {
    Topology topology = new Dumbbell(1, 1, 100 * G, 100 * G, US).build();
    assertThat(new SlowSend(0, nics(LEFT), G, 5).problem(topology)).contains("is not a host");
    assertThat(new SlowSend(0, nics(0), 100 * G, 5).problem(topology))
        .contains("100.0 Gb/s is not below that of the cable between");
    assertThat(new SlowSend(0, nics(9), G, 5).problem(topology)).contains("node 9 does not exist");
    assertThat(new SlowSend(0, nics(0), G, 5).problem(topology)).isNull();
  }

  @Test
  void oneSlowNicOfSeveralSlowsItsOwnWayAlone() {
    var switches = new BitSet();
    switches.set(2, 4);
    var setup = new SetupBuilder();
    setup.topology = new Topology(4, switches,
        Stream.of(0, 1).flatMap(host -> Stream.of(2, 3).map(tor -> new Topology.Link(host, tor, 100 * G, US))).toList());
    setup.scheme = FixedWindow.DEFAULT;
    for (int flow = 0; flow < 16; flow++) {
      setup.flows.add(0, 1, 3, 100 + flow, 1_000_000, 0);
    }
    var slow = new SlowSend(0, new NodePort(0, 2), 25 * G, FabricEvent.NEVER);
    setup.events.add(slow);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    assertThat(simulation.run().flowsFinished()).isEqualTo(16);
    List<Port> ports = simulation.fabric().ports(0);
    assertThat(ports.get(0).sentFrames()).isPositive();
    assertThat(ports.get(1).sentFrames()).isPositive();
    assertThat((double) ports.get(0).sendingPs() / ports.get(0).sentFrames()).isLessThan(100_000);
    assertThat((double) ports.get(1).sendingPs() / ports.get(1).sentFrames()).isGreaterThan(300_000);
    assertThat(FabricEvent.portsWithOtherRates(setup.events, setup.topology)).isEqualTo(1);
    assertThat(slow.concerns(0, 2, 3)).isTrue();
    assertThat(slow.concerns(0, 1, 2)).isFalse();
    assertThat(slow.excludes(new SlowSend(0, new NodePort(0, 1), 25 * G, 5))).isFalse();
    assertThat(slow.excludes(new SlowSend(0, new NodePort(0, NodePort.ALL), 25 * G, 5))).isTrue();
    assertThat(new SlowSend(0, new NodePort(0, 3), 25 * G, 5).problem(setup.topology))
        .isEqualTo("host 0 has no port 3; its ports are 1 to 2");
  }

  @Test
  void slowNicsExcludeAnotherRateOfTheSameWay() {
    var slow = new SlowSend(0, nics(0), G, 5);
    assertThat(slow.excludes(new LinkDegraded(0, new LinkEnds(0, LEFT), G, 5))).isTrue();
    assertThat(slow.excludes(new LinkDegraded(0, from(0, LEFT), G, 5))).isTrue();
    assertThat(slow.excludes(new LinkDegraded(0, from(LEFT, 0), G, 5))).isFalse();
    assertThat(slow.excludes(new LinkDegraded(0, new LinkEnds(LEFT, RIGHT), G, 5))).isFalse();
    assertThat(slow.excludes(new SlowSend(2, nics(0), 2 * G, 5))).isTrue();
    assertThat(slow.excludes(new SlowSend(2, nics(1), 2 * G, 5))).isFalse();
  }

  @Test
  void theOtherDirectionIsAsBefore() {
    assertThat(run(new LinkDegraded(0, from(RIGHT, LEFT), 25 * G, FabricEvent.NEVER)).endPs()).isCloseTo(run().endPs(),
        within(2 * US));
  }

  @Test
  void faultHasNoEffectAfterItsEnd() {
    RunResult healthy = run();
    assertThat(run(new LinkDegraded(healthy.endPs() + 1, new LinkEnds(LEFT, RIGHT), 25 * G, FabricEvent.NEVER)).fingerprint())
        .isEqualTo(healthy.fingerprint());
    long lost = run(new LinkLossy(0, new LinkEnds(LEFT, RIGHT), new FaultLoss(FaultLoss.Kind.PACKETS, 1), 1))
        .lost(Observer.Loss.RANDOM);
    assertThat(lost).isZero();
  }

  @Test
  void lossesAreAsManyAsTheirRate() {
    RunResult result = run(
        new LinkLossy(0, from(LEFT, RIGHT), new FaultLoss(FaultLoss.Kind.PACKETS, 0.001), FabricEvent.NEVER));
    assertThat(result.lost(Observer.Loss.RANDOM)).isBetween(3L, 30L);
    assertThat(result.flowsFinished()).isEqualTo(1);
  }

  @Test
  void bitsMakeLossesOfPackets() {
    var errors = new BitErrors(1e-5, 1, 7);
    var packet = new Packet(0);
    packet.flow = new Flow(0, 0, 1, 10_000, 100, 3, 1000, 0);
    packet.sizeBytes = 1000;
    long lost = 0;
    for (int trial = 0; trial < 100_000; trial++) {
      lost += errors.loses(packet) ? 1 : 0;
    }
    assertThat(lost / 100_000.0).isCloseTo(1 - StrictMath.pow(1 - 1e-5, 8000), within(0.005));
  }

  @Test
  void aSilentWayLosesAllAndItsEndsTakeItForGood() {
    RunResult data = run(new LinkSilent(50 * US, from(LEFT, RIGHT), 500 * US));
    assertThat(data.lost(Observer.Loss.LINK_DOWN)).isPositive();
    assertThat(data.lost(Observer.Loss.NO_ROUTE)).isZero();
    assertThat(data.endPs()).isGreaterThan(500 * US);
    assertThat(data.flowsFinished()).isEqualTo(1);
    RunResult answers = run(new LinkSilent(50 * US, from(RIGHT, LEFT), 500 * US));
    assertThat(answers.lost(Observer.Loss.LINK_DOWN)).isPositive();
    assertThat(answers.flowsFinished()).isEqualTo(1);
  }

  @Test
  void aFlappingCableIsDownForItsShare() {
    var flapping = new LinkFlapping(10, new LinkEnds(LEFT, RIGHT), 100, 0.3, 3);
    assertThat(flapping.spans()).containsExactly(new EventSpan(10, 40), new EventSpan(110, 140), new EventSpan(210, 240));
    assertThat(flapping.untilPs()).isEqualTo(240);
    assertThat(run(new LinkFlapping(10 * US, new LinkEnds(LEFT, RIGHT), 100 * US, 0.1, 4)).flowsFinished()).isEqualTo(1);
  }

  @Test
  void cableThatFlapsInOneDirectionLosesPacketsWithoutDetection() {
    var flapping = new LinkFlapping(10 * US, from(LEFT, RIGHT), 100 * US, 0.1, 4);
    RunResult data = run(flapping);
    assertThat(data.lost(Observer.Loss.LINK_DOWN)).isPositive();
    assertThat(data.lost(Observer.Loss.NO_ROUTE)).isZero();
    assertThat(data.flowsFinished()).isEqualTo(1);
    assertThat(flapping.excludes(new LinkSilent(0, from(LEFT, RIGHT), 5))).isTrue();
    assertThat(flapping.excludes(new LinkSilent(0, from(RIGHT, LEFT), 5))).isFalse();
    assertThat(flapping.excludes(new LinkDown(0, new LinkEnds(LEFT, RIGHT), 5))).isFalse();
  }

  @Test
  void impossibleFaultsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkFlapping(0, new LinkEnds(2, 3), 100, 1, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkFlapping(0, new LinkEnds(2, 3), 100, 0.5, 50_001));
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkFlapping(0, new LinkEnds(2, 3), Long.MAX_VALUE / 2, 0.5, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new FaultLoss(FaultLoss.Kind.BITS, 0));
    assertThat(new LinkDegraded(0, new LinkEnds(2, 3), 100 * G, 5).problem(new Dumbbell(1, 1, 100 * G, 100 * G, US).build()))
        .contains("100.0 Gb/s is not below that of the cable between");
  }
}
