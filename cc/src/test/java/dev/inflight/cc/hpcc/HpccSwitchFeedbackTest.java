package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.junit.jupiter.api.Test;

/** HPCC's reaction to a switch's answer, with manually computed numbers: B*T is 162,500 bytes, W_AI 81.25. */
class HpccSwitchFeedbackTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long BDP = 162_500;
  private static final double W_AI = 81.25;

  private final CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(RATE, 13 * US, 1000));
  private final byte[] header = new byte[200];

  private boolean answer(long queueBytes, long order, long sent, long nowPs, boolean fromSwitch) {
    var facts = new Feedback();
    int bytes = NativeFormat.DEFAULT.begin(header, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < 2; hop++) {
      var now = new PortSnapshot();
      now.nowPs = nowPs;
      now.sentBytes = nowPs / 160; // half of the line
      now.queueBytes = hop == 1 ? queueBytes : 0;
      bytes += NativeFormat.DEFAULT.stamper(new EgressLink(3 + hop, 1, RATE)).stamp(header, 0, bytes, header.length, now);
    }
    NativeFormat.DEFAULT.read(header, 0, bytes, facts.hops);
    facts.nowPs = nowPs;
    facts.fromSwitch = fromSwitch;
    facts.reportOrder = order;
    facts.sentOrder = sent;
    return flow.onAck(facts);
  }

  private boolean answer(long queueBytes, long order, long sent, long nowPs) {
    return answer(queueBytes, order, sent, nowPs, true);
  }

  private static long window(double from, double u) {
    return (long) (from / (u / 0.95) + W_AI);
  }

  @Test
  void firstFeedbackOfAFlowDecides() {
    assertThat(answer(BDP - 1028, 1000, 80_000, US)).as("a multiple of the unit").isTrue();
    assertThat(flow.windowBytes()).isBetween(window(BDP, 2) - 20, window(BDP, 2) + 600);
  }

  @Test
  void oneCommitPerRoundTrip() {
    answer(128_000, 1000, 80_000, US);
    double first = BDP / ((1 + 128_000.0 / BDP) / 0.95) + W_AI;
    assertThat(flow.windowBytes()).isEqualTo((long) first);
    assertThat(answer(256_000, 80_000, 90_000, 2 * US)).as("of a packet sent before").isTrue();
    assertThat(flow.windowBytes()).as("from the same W^c").isEqualTo((long) (first / ((1 + 256_000.0 / BDP) / 0.95) + W_AI));
    assertThat(answer(128_000, 79_000, 90_000, 3 * US)).isTrue();
    assertThat(flow.windowBytes()).as("nothing was committed").isEqualTo((long) (first / ((1 + 128_000.0 / BDP) / 0.95) + W_AI));
    assertThat(answer(128_000, 80_001, 95_000, 4 * US)).isTrue();
    double second = first / ((1 + 128_000.0 / BDP) / 0.95) + W_AI;
    answer(128_000, 81_000, 96_000, 5 * US);
    assertThat(flow.windowBytes()).as("now it was").isEqualTo((long) (second / ((1 + 128_000.0 / BDP) / 0.95) + W_AI));
  }

  /** An answer does not describe the links behind it, which acknowledgements may have found busier. */
  @Test
  void keepsDecisionsOfAcknowledgements() {
    answer(320_000, 1000, 2000, 13 * US, false);
    answer(320_000, 3000, 4000, 26 * US, false); // a whole T: U = 0.5 + 320,000 / B*T = 2.47
    long before = flow.windowBytes();
    assertThat(answer(64_000, 20_000, 21_000, 27 * US)).as("U = 1.39").isFalse();
    assertThat(flow.windowBytes()).isEqualTo(before);
    assertThat(answer(640_000, 22_000, 23_000, 28 * US)).isTrue();
    double reference = flow.windowBytes();
    assertThat(reference).isLessThan(before);
    assertThat(answer(64_000, 22_500, 23_000, 29 * US)).as("what an answer has raised another one lowers").isTrue();
    assertThat((double) flow.windowBytes()).isCloseTo(window(reference, 1 + 64_000.0 / BDP), within(2.0));
  }

  /** Records of acknowledgements are compared with each other, even with answers in between. */
  @Test
  void keepsRecordsOfAcknowledgements() {
    answer(0, 1000, 2000, 13 * US, false);
    answer(640, 1500, 2000, 14 * US);
    long before = flow.windowBytes();
    assertThat(answer(0, 3000, 4000, 26 * US, false)).isTrue();
    assertThat(flow.windowBytes()).as("half a link over a whole round trip, and no trace of the queue").isGreaterThan(before);
  }
}
