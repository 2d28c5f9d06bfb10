package dev.inflight.net.feedback;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The number of flows that a receiver reports: packets that count, and answers that have it. */
class CountedFlowTest {
  private static final long T = 10_000_000;
  private static final long RATE = 100_000_000_000L;
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

  private final FlowCount count = new FlowCount();
  private final Hops hops = new Hops(8);

  private static CountedFlow flow(int id) {
    var flow = new Flow(id, id, 99, 10_000, 100, 3, 1_000_000, 0);
    return Objects.requireNonNull(CountedFlow.of(flow, PATHS, NativeFormat.DEFAULT, false));
  }

  /** A packet that has waited in a queue of this many bytes, or brings no telemetry at -1. */
  private static Packet packet(Packet.Kind kind, long nowPs, long queueBytes) {
    var packet = new Packet(100);
    packet.kind = kind;
    packet.timePs = nowPs;
    if (queueBytes >= 0) {
      int length = NativeFormat.DEFAULT.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
      length += NativeFormat.DEFAULT.stamper(new EgressLink(3, 1, RATE)).stamp(packet.telemetry, 0, length,
          packet.telemetry.length, new PortSnapshot().at(nowPs, 1000, queueBytes));
      packet.telemetryBytes = (short) length;
    }
    return packet;
  }

  private int reported(CountedFlow by) {
    var answer = new Packet(100);
    answer.kind = Packet.Kind.ACK;
    answer.telemetryBytes = 10;
    by.report(answer);
    assertThat(answer.telemetryBytes).isEqualTo((short) 12);
    return Reflection.readFlows(answer.telemetry, 10);
  }

  @Test
  void countsPacketsWithAndWithoutTelemetry() {
    CountedFlow one = flow(1);
    CountedFlow other = flow(2);
    one.arrived(packet(Packet.Kind.DATA, 1, 0), count, hops);
    assertThat(reported(one)).isEqualTo(1);
    other.arrived(packet(Packet.Kind.DATA, 2, -1), count, hops);
    assertThat(reported(other)).isEqualTo(2);
    assertThat(reported(one)).as("as of its own newest packet").isEqualTo(1);
    one.arrived(packet(Packet.Kind.PROBE, 3, 0), count, hops);
    assertThat(reported(one)).isEqualTo(2);
    other.over();
    one.arrived(packet(Packet.Kind.DATA, 4, -1), count, hops);
    assertThat(reported(one)).isEqualTo(1);
  }

  @Test
  void aFlowCountsForThreeRoundTripsWithTheQueueOfTheNewestReport() {
    CountedFlow silent = flow(1);
    CountedFlow other = flow(2);
    silent.arrived(packet(Packet.Kind.DATA, 0, 0), count, hops);
    other.arrived(packet(Packet.Kind.DATA, 3 * T, 0), count, hops);
    assertThat(reported(other)).isEqualTo(2);
    other.arrived(packet(Packet.Kind.DATA, 3 * T + 1, 125_000), count, hops); // 10 us, which is T
    assertThat(reported(other)).isEqualTo(2);
    other.arrived(packet(Packet.Kind.DATA, 6 * T - 100_000, -1), count, hops);
    assertThat(reported(other)).as("the queue of the report before").isEqualTo(2);
    other.arrived(packet(Packet.Kind.DATA, 6 * T + 100_000, -1), count, hops); // 80 B are a unit
    assertThat(reported(other)).isEqualTo(1);
  }

  @Test
  void aFlowBehindALongQueueMayBeSilentForLonger() {
    CountedFlow silent = flow(1);
    CountedFlow other = flow(2);
    silent.arrived(packet(Packet.Kind.DATA, 0, 125_000), count, hops);
    other.arrived(packet(Packet.Kind.DATA, 6 * T - 100_000, 0), count, hops);
    assertThat(reported(other)).isEqualTo(2);
    other.arrived(packet(Packet.Kind.DATA, 6 * T + 100_000, 0), count, hops);
    assertThat(reported(other)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"ACK", "NACK", "TRIM_NACK", "REFUSAL", "NOTIFICATION", "TALLY"})
  void answersOfTheReceiverHaveItBehindTheReportAndBeforeTheSeal(Packet.Kind kind) {
    CountedFlow one = flow(1);
    one.arrived(packet(Packet.Kind.DATA, 1, 0), count, hops);
    Packet answer = packet(kind, 1, 0);
    String report = HexFormat.of().formatHex(answer.telemetry, 0, answer.telemetryBytes);
    new ReplySeal(new ReportMac(1, 2), one).seal(answer, 1);
    int length = answer.telemetryBytes - ReportMac.BYTES;
    assertThat(HexFormat.of().formatHex(answer.telemetry, 0, length)).isEqualTo(report + "0001");
    assertThat(new ReportMac(1, 2).matches(answer.telemetry, 0, length, 1, answer.sequence, answer.says())).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"WINDOW", "PATH_REPORT"})
  void otherPacketsOfTheReceiverAndEmptyAnswersDoNotHaveIt(Packet.Kind kind) {
    CountedFlow one = flow(1);
    one.arrived(packet(Packet.Kind.DATA, 1, 0), count, hops);
    Packet other = packet(kind, 1, 0);
    short before = other.telemetryBytes;
    one.report(other);
    assertThat(other.telemetryBytes).isEqualTo(before);
    Packet empty = packet(Packet.Kind.ACK, 1, -1);
    one.report(empty);
    assertThat(empty.telemetryBytes).isZero();
  }
}
