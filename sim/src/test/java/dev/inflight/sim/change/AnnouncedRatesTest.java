package dev.inflight.sim.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Links of 400 Gb/s that have been trained down to 200 Gb/s: effects of the new rate, and of a link that does not announce it. */
class AnnouncedRatesTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;
  private static final int LEFT = 2;
  private static final int RIGHT = 3;
  private static final LinkEnds ENDS = new LinkEnds(LEFT, RIGHT);
  static final List<TelemetryFormat> FORMATS = Formats.ALL;

  private static SetupBuilder setup(FabricEvent event) {
    var setup = new SetupBuilder();
    setup.topology = new Dumbbell(1, 1, 400 * G, 400 * G, US).build();
    setup.flows.add(0, 1, 3, 100, 100_000_000, 0);
    setup.events.add(event);
    return setup;
  }

  private static LinkDegraded degraded(boolean announced, long untilPs) {
    return new LinkDegraded(50 * US, ENDS, 200 * G, untilPs, announced);
  }

  /** The left switch's port to the right one. */
  private static SwitchPort bottleneck(Simulation simulation) {
    return simulation.fabric().switches().getFirst().ports()[1];
  }

  /** Counts of a port up to a time. */
  private record Seen(long sentBytes, long waitingBytes, long marks) {
    static Seen at(SetupBuilder setup, long ps) {
      setup.untilPs = ps;
      var simulation = new Simulation(setup.build(), Recorder.NONE);
      simulation.run();
      SwitchPort port = bottleneck(simulation);
      return new Seen(port.sentBytes(), port.waitingBytes(), port.marks());
    }
  }

  private static double share(SetupBuilder setup, long fromPs, long toPs, long rateBitsPerSec) {
    long bytes = Seen.at(setup, toPs).sentBytes - Seen.at(setup, fromPs).sentBytes;
    return bytes * 8e12 / (toPs - fromPs) / rateBitsPerSec;
  }

  /** A setup in which packets carry a format. */
  private static SetupBuilder carrying(TelemetryFormat format, FabricEvent event) {
    SetupBuilder setup = setup(event);
    if (format instanceof AuthorsFormat) {
      setup.likeReference();
      setup.ties = TieOrder.PORT;
    } else {
      setup.payloadBytes = 4000;
      setup.framing = format.placement() == HeaderPlacement.HOP_BY_HOP ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    }
    setup.telemetry = format;
    return setup;
  }

  private static void requireEta(SetupBuilder setup) {
    assertThat(share(setup, 250 * US, 300 * US, 200 * G)).isCloseTo(0.95, within(0.01));
    assertThat(Seen.at(setup, 300 * US).waitingBytes).as("queue").isLessThan(10_000);
    assertThat(share(setup, 450 * US, 500 * US, 400 * G)).as("over").isBetween(0.88, 0.96);
  }

  @ParameterizedTest
  @FieldSource("FORMATS")
  void hpccKeepsAnAnnouncedPortAtEtaWithoutAQueue(TelemetryFormat format) {
    requireEta(carrying(format, degraded(true, 300 * US)));
  }

  /** HPCC has half of the link in the queue until U is eta of the rate in telemetry. */
  @ParameterizedTest
  @FieldSource("FORMATS")
  void aPortThatAnnouncesNothingIsOverfull(TelemetryFormat format) {
    SetupBuilder setup = carrying(format, degraded(false, 300 * US));
    assertThat(share(setup, 250 * US, 300 * US, 200 * G)).isGreaterThan(0.97);
    assertThat(Seen.at(setup, 300 * US).waitingBytes).as("queue").isGreaterThan(100_000);
  }

  @Test
  void queuesOfAPortGoByTheRateToo() {
    SetupBuilder setup = carrying(NativeFormat.DEFAULT, degraded(true, 300 * US));
    setup.scope = QueueScope.DEFAULT;
    setup.queues = StrictOverDeficit.DEFAULT;
    requireEta(setup);
  }

  @Test
  void threadsChangeNothing() {
    for (TelemetryFormat format : List.of(NativeFormat.DEFAULT, IntFormat.DEFAULT)) { // with the rate, and with a table of rates
      SetupBuilder setup = carrying(format, degraded(true, 300 * US));
      setup.switchFeedback = new DirectFeedback(20_000, 4 * US, 4096, 4);
      setup.untilPs = 500 * US;
      RunResult one = new Simulation(setup.build(), Recorder.NONE).run();
      var divided = new Simulation(setup.build(), Recorder.NONE, (_, wire) -> wire, Division.of(setup.topology, 2));
      divided.runOn(2, 0);
      assertThat(divided.run().fingerprint()).isEqualTo(one.fingerprint());
    }
  }

  @Test
  void marksGoByTheThresholdsOfTheRate() {
    SetupBuilder setup = setup(degraded(true, 200 * US));
    setup.scheme = FixedWindow.DEFAULT;
    setup.ecn.put(PortClass.ofRate(400 * G), new EcnThresholds(10_000_000, 20_000_000, 1));
    assertThat(Seen.at(setup, 190 * US).marks).isZero();
    setup.ecn.put(PortClass.ofRate(200 * G), new EcnThresholds(1_000, 2_000, 1));
    Seen after = Seen.at(setup, 190 * US);
    assertThat(after.marks).isPositive();
    assertThat(Seen.at(setup, 350 * US).marks - Seen.at(setup, 250 * US).marks).as("over").isZero();
    setup.events = List.of(degraded(false, 200 * US));
    assertThat(Seen.at(setup, 190 * US).marks).isZero();
  }

  /** Records the rates at which flows start. */
  private record Listening(List<Long> rates) implements Scheme {
    @Override
    public String name() {
      return "listening";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of();
    }

    @Override
    public CongestionControl start(PathFacts path) {
      rates.add(path.lineRateBitsPerSec());
      return FixedWindow.DEFAULT.start(path);
    }
  }

  @Test
  void flowsStartAtTheAnnouncedRate() {
    var rates = new ArrayList<Long>();
    for (boolean announced : new boolean[] {true, false}) {
      SetupBuilder setup = setup(new LinkDegraded(10 * US, new LinkEnds(0, LEFT), 200 * G, 100 * US, announced));
      setup.scheme = new Listening(rates);
      setup.flows.add(0, 1, 3, 101, 1000, 50 * US);
      setup.flows.add(0, 1, 3, 102, 1000, 150 * US);
      setup.untilPs = 200 * US;
      new Simulation(setup.build(), Recorder.NONE).run();
    }
    assertThat(rates).containsExactly(400 * G, 200 * G, 400 * G, 400 * G, 400 * G, 400 * G);
  }
}
