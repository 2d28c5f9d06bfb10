package dev.inflight.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.WindowForm;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.QueuePercentile;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.util.SplitMix;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Receiver-based HPCC on the cables: content and times of the messages, and the sender's reaction. */
class WindowsTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  private static Setup setup(FeedbackPath reports) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
    setup.feedback = reports;
    setup.flows.add(0, 11, 3, 100, 2_000_000, 0);
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 1000 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    return setup.build();
  }

  private static long baseRttPs(Setup setup) {
    return new UnloadedPaths(setup.topology(), setup.framing(), setup.payloadBytes(), NativeFormat.DEFAULT).largestRttPs();
  }

  /** A second implementation of NewINT over the same headers has the same window whenever one is sent; T passes between two of a flow. */
  @ParameterizedTest
  @CsvSource({"0, ADAPTED", "0.2, ADAPTED", "0.2, DRAFT"})
  void eachMessageHasTheWindowOfASecondReading(double change, WindowForm form) {
    Setup setup = setup(new ByWindows(false, change, form));
    var readings = new HashMap<Flow, SecondNewInt>();
    var windows = new HashMap<Flow, Map<Long, Long>>();
    var toldAt = new HashMap<Flow, Long>();
    var compared = new long[1];
    long basePs = baseRttPs(setup);
    BiFunction<Port, Wire, Wire> watch = (from, wire) -> (packet, endPs) -> {
      Flow flow = packet.flow;
      if (flow != null && packet.kind == Packet.Kind.DATA && from.far().node() == flow.destination()) {
        long atPs = endPs + from.delayPs();
        long window = readings.computeIfAbsent(flow, _ -> new SecondNewInt(RATE, basePs, form == WindowForm.DRAFT))
            .take(packet.telemetry, packet.telemetryBytes, atPs);
        windows.computeIfAbsent(flow, _ -> new HashMap<>()).put(atPs, window);
      } else if (flow != null && packet.kind == Packet.Kind.WINDOW && from.node() == flow.destination()) {
        assertThat(packet.windowBytes()).as("of %s", flow).isEqualTo(windows.get(flow).get(packet.sentPs));
        Long before = toldAt.put(flow, packet.sentPs);
        assertThat(before == null || packet.sentPs - before > basePs).isTrue();
        compared[0]++;
      }
      wire.send(packet, endPs);
    };
    new Simulation(setup, Recorder.NONE, watch).run();
    assertThat(compared[0]).isGreaterThan(500);
  }

  /** The sender's window is the last one sent, from the arrival of the message on. */
  @Test
  void theSenderObeysAtOnce() {
    var simulation = new Simulation[1];
    var obeyed = new long[1];
    simulation[0] = new Simulation(setup(ByWindows.DEFAULT), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      wire.send(packet, endPs);
    });
    simulation[0].advance(100 * US);
    Sender sender = simulation[0].fabric().hosts().getFirst().nics()[0].senders().stream().map(Sender.class::cast)
        .filter(each -> each.flow().sizeBytes() == 2_000_000).findFirst().orElseThrow();
    long before = sender.windowBytes();
    for (long atPs = 100 * US; atPs < 400 * US && !sender.isFinished(); atPs += US / 10) {
      simulation[0].advance(atPs);
      obeyed[0] += sender.windowBytes() == before ? 0 : 1;
      before = sender.windowBytes();
    }
    assertThat(obeyed[0]).as("moves of the window in 300 us").isBetween(5L, 60L);
  }

  @Test
  void acknowledgementsAreApartAndBringNoTelemetry() {
    var seen = new long[2];
    RunResult result = new Simulation(setup(ByWindows.DEFAULT), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.ACK) {
        assertThat(packet.telemetryBytes).isZero();
        seen[0]++;
      } else if (packet.kind == Packet.Kind.WINDOW) {
        assertThat(packet.sizeBytes).isEqualTo(14 + 20 + 8 + 12 + 8 + 4 + 4);
        seen[1]++;
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(result.hosts().acks).isEqualTo(result.hosts().dataPackets);
    assertThat(result.hosts().windowUpdates).isEqualTo(result.hosts().windowsSent).isLessThan(result.hosts().acks / 5);
    assertThat(seen[0]).isGreaterThan(result.hosts().acks);
    assertThat(seen[1]).isGreaterThan(result.hosts().windowUpdates);
  }

  /** Lost messages are repeated: everything finishes, and queues stay below twice their usual length. */
  @Test
  void oneMessageInTwentyIsLost() {
    var whole = new Simulation(setup(ByWindows.DEFAULT), Recorder.NONE);
    RunResult without = whole.run();
    var lossy = new Simulation(setup(ByWindows.DEFAULT), Recorder.NONE);
    var random = new SplitMix(1, 1);
    LossModel losesWindows = packet -> packet.kind == Packet.Kind.WINDOW && random.nextDouble() < 0.05 / 3; // on three cables at most
    for (int link = 0; link < 18; link++) {
      lossy.fabric().setLoss(link, losesWindows, losesWindows);
    }
    RunResult result = lossy.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().windowsSent).isEqualTo(result.hosts().windowUpdates + result.lost(Packet.Kind.WINDOW));
    assertThat((double) result.lost(Packet.Kind.WINDOW) / result.hosts().windowsSent).isBetween(0.03, 0.08);
    assertThat(result.lost()).isEqualTo(result.lost(Packet.Kind.WINDOW));
    assertThat(QueuePercentile.bytes(lossy.queues(), 0.95)).isPositive()
        .isLessThanOrEqualTo(2 * QueuePercentile.bytes(whole.queues(), 0.95));
    assertThat(without.lost()).isZero();
  }

  @Test
  void sealedWindowsThatAreChangedOrRepeatedAreNotTaken() {
    Setup setup = setup(ByWindows.DEFAULT).with(builder -> builder.authenticateFeedback = true);
    RunResult honest = new Simulation(setup, Recorder.NONE).run();
    assertThat(honest.hosts().forgedReports).isZero();
    assertThat(honest.hosts().replayedReports).isZero();
    RunResult forged = new Simulation(setup, Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.WINDOW && from.far().node() == packet.flow().source()) {
        packet.telemetry[7] ^= 1;
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(forged.hosts().forgedReports).isGreaterThan(forged.hosts().windowsSent / 2); // others came when their flow was over
    assertThat(forged.belowLineShare()).as("no window was obeyed").isZero();
  }
}
