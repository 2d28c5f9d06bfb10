package dev.inflight.sim.telemetrypackets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.link.Flow;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data packets with a telemetry header, ports that write into it, and the returned part. */
class HeadersTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  private final WatchedWires wires = new WatchedWires();

  private RunResult run(TelemetryPackets carrier, Consumer<SetupBuilder> changes) {
    RunResult result = new Simulation(setupOf(carrier).with(changes), Recorder.NONE, wires::around).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    return result;
  }

  private static final Consumer<SetupBuilder> PLAIN = setup -> {
  };

  /** The headers of data packets as they leave the NIC, flow by flow in order. */
  private List<List<WatchedWires.Sight>> atNics() {
    return wires.seen.entrySet().stream().filter(port -> !(port.getKey() instanceof SwitchPort))
        .flatMap(port -> port.getValue().entrySet().stream().filter(flow -> flow.getKey().source() == port.getKey().node()))
        .map(flow -> flow.getValue().stream().filter(sight -> sight.kind() == Packet.Kind.DATA).toList()).toList();
  }

  @Test
  void oneInOneIsEveryPacket() {
    RunResult every = run(EveryDataPacket.DEFAULT, PLAIN);
    RunResult one = run(new OneIn(1), PLAIN);
    assertThat(one.fingerprint()).isEqualTo(every.fingerprint());
    assertThat(one.hosts().telemetryReceived).isEqualTo(every.hosts().dataPackets);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 1_000_000_000})
  void oneInSoMany(int packets) {
    run(new OneIn(packets), PLAIN);
    for (List<WatchedWires.Sight> flow : atNics()) {
      for (int at = 0; at < flow.size(); at++) {
        assertThat(flow.get(at).telemetryBytes() > 0).isEqualTo(at % packets == 0);
      }
    }
  }

  @Test
  void oncePerPeriod() {
    run(new PerRtt(7 * US), PLAIN);
    int several = 0;
    for (List<WatchedWires.Sight> flow : atNics()) {
      long lastPs = Long.MIN_VALUE;
      for (WatchedWires.Sight sight : flow) {
        long startPs = sight.leftPs() - (sight.sizeBytes() + 20) * 80L;
        boolean due = lastPs == Long.MIN_VALUE || startPs - lastPs >= 7 * US;
        assertThat(sight.telemetryBytes() > 0).isEqualTo(due);
        several += due && lastPs != Long.MIN_VALUE ? 1 : 0;
        lastPs = due ? startPs : lastPs;
      }
    }
    assertThat(several).isGreaterThan(100);
  }

  /**
   * All packets have a header; the first switch writes once in a period, later switches into the same packets, and acknowledgements return
   * only those. Bytes of headers without records count as all others.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void oncePerPeriodBySwitch(int ackEvery) {
    int empty = NativeFormat.DEFAULT.sizeBytes(0);
    RunResult result = run(new PerRtt(7 * US, PerRtt.ChosenBy.SWITCH), setup -> setup.ackEveryPackets = ackEvery);
    assertThat(atNics()).allSatisfy(flow -> assertThat(flow).allMatch(sight -> sight.telemetryBytes() == empty));
    var writtenFirst = new HashSet<String>();
    var writtenLater = new HashSet<String>();
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      long lastPs = Long.MIN_VALUE;
      for (WatchedWires.Sight sight : sights) {
        if (sight.kind() == Packet.Kind.DATA && port instanceof SwitchPort) {
          boolean written = sight.telemetryBytes() > empty;
          long startPs = sight.leftPs() - (sight.sizeBytes() + 20) * 80L;
          if (sight.hop() == 1) {
            assertThat(written).isEqualTo(lastPs == Long.MIN_VALUE || startPs - lastPs >= 7 * US);
            lastPs = written ? startPs : lastPs;
          }
          if (written) {
            (sight.hop() == 1 ? writtenFirst : writtenLater).add(flow.id() + " " + sight.number());
            assertThat(sight.telemetryBytes()).isEqualTo(NativeFormat.DEFAULT.sizeBytes(sight.hop()));
          }
        }
      }
    }));
    assertThat(writtenFirst.size()).isGreaterThan(100 + result.flows()).isLessThan((int) result.hosts().dataPackets / 5);
    assertThat(writtenFirst).as("nothing that the first switch left out").containsAll(writtenLater);
    assertThat(result.hosts().telemetryReceived).isEqualTo(writtenFirst.size());
    assertThat(result.hosts().acksWithHops).isEqualTo(writtenFirst.size());
    assertThat(result.hosts().telemetryOverwritten).isZero();
    assertThat(wires.all(Packet.Kind.ACK).stream().filter(sight -> sight.telemetryBytes() == empty)).isEmpty();
    assertThat(result.hosts().telemetryWireBytes).isEqualTo(Stream.of(Packet.Kind.DATA, Packet.Kind.ACK)
        .flatMap(kind -> wires.all(kind).stream()).mapToLong(WatchedWires.Sight::telemetryBytes).sum());
    assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.1);
  }

  /** In a fabric the period is its largest T, also if flows have smaller ones of their own. */
  @Test
  void theSwitchsPeriodIsTheLargestT() {
    Setup setup = setupOf(new PerRtt(0, PerRtt.ChosenBy.SWITCH)).with(changed -> changed.globalBaseRtt = false);
    var simulation = new Simulation(setup, Recorder.NONE);
    long largestPs = simulation.basePaths().largestRttPs();
    RunResult given = run(new PerRtt(largestPs, PerRtt.ChosenBy.SWITCH), changed -> changed.globalBaseRtt = false);
    RunResult other = run(new PerRtt(largestPs / 2, PerRtt.ChosenBy.SWITCH), changed -> changed.globalBaseRtt = false);
    assertThat(simulation.run().fingerprint()).isEqualTo(given.fingerprint()).isNotEqualTo(other.fingerprint());
  }

  /** A collected header reaches the sender, for acknowledgements of one packet or several, and with losses those that arrive. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void deliveredHeadersReachSenders(int ackEvery) {
    for (TelemetryPackets carrier : List.of(EveryDataPacket.DEFAULT, OneIn.DEFAULT, PerRtt.DEFAULT)) {
      RunResult result = run(carrier, setup -> setup.ackEveryPackets = ackEvery);
      assertThat(result.hosts().acksWithHops).isEqualTo(result.hosts().telemetryReceived - result.hosts().telemetryOverwritten)
          .isPositive();
      if (carrier.isThin()) {
        assertThat(result.hosts().telemetryOverwritten).isZero();
      }
    }
  }

  @Test
  void anAcknowledgementOfSeveralBringsTheLastHeader() {
    RunResult result = run(EveryDataPacket.DEFAULT, setup -> setup.ackEveryPackets = 8);
    assertThat(result.hosts().acks).isLessThan(result.hosts().dataPackets);
    assertThat(result.hosts().telemetryOverwritten).isEqualTo(result.hosts().dataPackets - result.hosts().acks);
    assertThat(result.hosts().acksWithHops).isEqualTo(result.hosts().acks);
  }

  @Test
  void notificationsReturnTelemetryInsteadOfAcknowledgements() {
    RunResult result = run(OneIn.DEFAULT, setup -> {
      setup.feedback = ByNotifications.DEFAULT;
      setup.ackEveryPackets = 8;
    });
    assertThat(wires.all(Packet.Kind.ACK)).isNotEmpty().allMatch(sight -> sight.telemetryBytes() == 0);
    assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().telemetryReceived).isPositive();
    assertThat(result.hosts().notifications).isEqualTo(result.hosts().notificationsSent);
    assertThat(result.hosts().acks).as("not answered at once for their headers").isLessThan(result.hosts().dataPackets / 3);
  }

  /** Subscription by header (draft-pan-tsvwg-hpccplus §6.3): packets without a subscription carry nothing anywhere, and get no answers. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.25, 0.7, 1})
  void aShareOfPacketsSubscribes(double share) {
    SwitchFeedback answers = new DirectFeedback(20_000, 2 * US, 4096, 4);
    RunResult result = run(new Subscribed(share, Subscribed.By.HEADER), setup -> setup.switchFeedback = answers);
    Map<Flow, Set<Long>> subscribed = new HashMap<>();
    long[] counts = new long[2];
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      if (!(port instanceof SwitchPort) && flow.source() == port.node()) {
        int at = 0;
        for (WatchedWires.Sight sight : sights.stream().filter(each -> each.kind() == Packet.Kind.DATA).toList()) {
          boolean has = sight.telemetryBytes() > 0;
          counts[has ? 0 : 1]++;
          assertThat(has || at > 0).as("the first one does").isTrue();
          at++;
          if (has) {
            subscribed.computeIfAbsent(flow, _ -> new HashSet<>()).add(sight.number());
          }
        }
        assertThat((double) subscribed.get(flow).size()).isBetween(share * at - 1, share * at + 1);
      }
    }));
    assertThat(result.hosts().telemetryReceived).isEqualTo(counts[0]);
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> sights.forEach(sight -> {
      boolean asked = subscribed.get(flow).contains(sight.number());
      if (sight.kind() == Packet.Kind.DATA && !asked) {
        assertThat(sight.telemetryBytes()).isZero();
      }
      if (sight.kind() == Packet.Kind.SWITCH_ANSWER) {
        assertThat(asked).as("%s", sight).isTrue();
      }
    })));
    assertThat(result.of(SwitchValue.ANSWERS_SENT)).isGreaterThan(20);
  }

  /** By DSCP: no packet carries anything, and the low bits change no queue. */
  @Test
  void subscriptionByDscp() {
    SwitchFeedback answers = new DirectFeedback(20_000, 2 * US, 4096, 4);
    RunResult result = run(new Subscribed(0.25, Subscribed.By.DSCP), setup -> setup.switchFeedback = answers);
    List<WatchedWires.Sight> data = wires.all(Packet.Kind.DATA);
    assertThat(data).allMatch(sight -> sight.telemetryBytes() == 0 && sight.priority() == 3);
    assertThat(data.stream().filter(sight -> sight.code() == HeaderChoice.ASKS_ANSWERS).count()).isBetween(data.size() / 4L,
        data.size() / 4L + 3 * result.flows());
    assertThat(wires.all(Packet.Kind.ACK)).allMatch(sight -> sight.telemetryBytes() == 0);
    assertThat(result.hosts().telemetryWireBytes).isZero();
    assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.1);
    Set<String> asked = new HashSet<>();
    wires.seen.forEach((port,
        flows) -> flows.forEach((flow, sights) -> sights.stream()
            .filter(sight -> sight.kind() == Packet.Kind.DATA && sight.code() == HeaderChoice.ASKS_ANSWERS)
            .forEach(sight -> asked.add(flow.id() + " " + sight.number()))));
    wires.seen.forEach((port, flows) -> flows
        .forEach((flow, sights) -> sights.stream().filter(sight -> sight.kind() == Packet.Kind.SWITCH_ANSWER)
            .forEach(sight -> assertThat(asked).contains(flow.id() + " " + sight.number()))));
    assertThat(result.of(SwitchValue.ANSWERS_SENT)).isGreaterThan(20);
  }

  /** The bytes that wait at a writing port, behind the packet, are at least the threshold; and every port with as long a queue writes. */
  @ParameterizedTest
  @ValueSource(strings = {"SENDER", "SWITCH"})
  void noRecordBelowTheThreshold(OnQueue.ChosenBy by) {
    int above = 6000;
    var counts = new long[3]; // written, skipped, and those of packets with requests to all
    RunResult result = run(new OnQueue(above, by), PLAIN);
    assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.1);
    var bytesBefore = new IdentityHashMap<Packet, Short>();
    new Simulation(setupOf(new OnQueue(above, by)), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.DATA) {
        Short before = bytesBefore.put(packet, packet.telemetryBytes);
        if (from instanceof SwitchPort && before != null) {
          boolean written = packet.telemetryBytes > before;
          boolean asksAll = by == OnQueue.ChosenBy.SENDER && packet.code == HeaderChoice.ASKS_ALL;
          assertThat(written).isEqualTo(asksAll || from.waitingBytes() >= above);
          counts[asksAll ? 2 : written ? 0 : 1]++;
        }
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(counts[0]).isGreaterThan(1000);
    assertThat(counts[1]).isGreaterThan(1000);
    assertThat(counts[2] > 1000).isEqualTo(by == OnQueue.ChosenBy.SENDER);
  }

  private static Setup setupOf(TelemetryPackets carrier) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
    setup.telemetryPackets = carrier;
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 500 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    return setup.build();
  }
}
