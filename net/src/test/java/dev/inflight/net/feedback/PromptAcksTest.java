package dev.inflight.net.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The load that one packet's telemetry shows, and the wait of acknowledgements. */
class PromptAcksTest {
  private static final long T = 10_000_000;
  private static final long RATE = 100_000_000_000L; // B * T is 125 KB
  private static final ReceiverControls PATHS = new ReceiverControls() {
    @Override
    public PathFacts path(Flow flow) {
      return PathFacts.of(RATE, T, 1000);
    }

    @Override
    public CongestionControl start(Flow flow, PathFacts path) {
      throw new AssertionError("senders decide");
    }

    @Override
    public LinkChoice choice(Flow flow) {
      throw new AssertionError("reports have all links");
    }
  };

  private final Hops hops = new Hops(8);

  private static PromptAcks.OfFlow rule(double from, long delayPs) {
    var flow = new Flow(1, 1, 99, 10_000, 100, 3, 1_000_000, 0);
    return Objects.requireNonNull(PromptAcks.of(flow, new PromptAcks(from, PATHS), delayPs, NativeFormat.DEFAULT));
  }

  @Test
  void theLongestQueueOfThePathIsTheLoad() {
    hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(PromptAcks.load(hops, T)).as("no records").isZero();
    hops.add(0, 0, 0, RATE);
    assertThat(PromptAcks.load(hops, T)).as("no queue").isZero();
    hops.add(0, 0, 12_500, RATE);
    hops.add(0, 0, 12_500, RATE / 2);
    hops.add(0, 0, 12_500, 0);
    assertThat(PromptAcks.load(hops, T)).as("the slower link takes longer; one of unknown rate does not count").isEqualTo(1.2);
  }

  @Test
  void withoutAQueueItIsTheUtilizationInTheReport() {
    hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    hops.add(0, 0, 0, RATE);
    hops.utilization(0.7);
    hops.add(0, 0, 0, RATE);
    hops.utilization(0.4);
    assertThat(PromptAcks.load(hops, T)).isEqualTo(0.7);
  }

  @ParameterizedTest
  @CsvSource({"UTILIZATION, 0.9, 0.9", "INFLIGHT, 1.5, 1.5", "LOAD, 2.5, 2.5", "QUEUEING, 0, 0", "QUEUEING, 2e6, 1.2",
      "WAIT, 5e6, 1.5"})
  void oneValueOfAPathIsTheLoadOrItsQueue(PathQuery question, double answer, double load) {
    hops.answer(question, answer, 0);
    assertThat(PromptAcks.load(hops, T)).isEqualTo(load);
  }

  @Test
  void aPacketShowsCongestionByItsTelemetry() {
    var packet = new Packet(100);
    assertThat(rule(1, T).isCongested(packet, hops)).as("none").isFalse();
    int length = NativeFormat.DEFAULT.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
    packet.telemetryBytes = (short) (length + NativeFormat.DEFAULT.stamper(new EgressLink(3, 1, RATE)).stamp(packet.telemetry, 0,
        length, packet.telemetry.length, new PortSnapshot().at(T, 1000, 12_500)));
    assertThat(rule(1, T).isCongested(packet, hops)).isTrue();
    assertThat(rule(1.09, T).isCongested(packet, hops)).isTrue();
    assertThat(rule(1.11, T).isCongested(packet, hops)).isFalse();
    packet.telemetryBytes = 1;
    assertThat(rule(1, T).isCongested(packet, hops)).as("unreadable").isFalse();
  }

  @Test
  void acknowledgementsWaitForAQuarterOfARoundTripAtMost() {
    assertThat(rule(1, 1_000_000).delayPs()).isEqualTo(1_000_000);
    assertThat(rule(1, 10_000_000).delayPs()).isEqualTo(T / 4);
  }

  @Test
  void flowsWithoutTelemetryHaveNoRule() {
    var flow = new Flow(1, 1, 99, 10_000, 100, 3, 1_000_000, 0);
    assertThat(PromptAcks.of(flow, new PromptAcks(1, PATHS), T, null)).isNull();
    assertThat(PromptAcks.of(flow, null, T, NativeFormat.DEFAULT)).isNull();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.99, 100.1, Double.NaN, Double.POSITIVE_INFINITY})
  void loadsAreWithinBounds(double from) {
    assertThatThrownBy(() -> new PromptAcks(from, PATHS)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("promptFrom " + from + " is outside 1 to 100");
  }
}
