package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import org.junit.jupiter.api.Test;

/** One figure a packet: choice of the question, and computation of u' (draft-miao-ccwg-hpcc-info-04 §3.1). */
class BottleneckSignalTest {
  private static final long US = 1_000_000;
  private final BottleneckSignal answers = new BottleneckSignal(0.95, 10 * US);

  private double answer(PathQuery question, double value, int locator) {
    var report = new Hops(1);
    report.answer(question, value, locator);
    return answers.take(report);
  }

  @Test
  void belowTheTargetOnlyUtilizationCounts() {
    assertThat(answers.next()).as("a new flow may be too much").isEqualTo(PathQuery.QUEUEING);
    assertThat(answer(PathQuery.QUEUEING, 0, 1)).as("nothing better is known").isEqualTo(1);
    assertThat(answer(PathQuery.UTILIZATION, 0.4, 1)).isEqualTo(0.4);
    assertThat(answers.next()).isEqualTo(PathQuery.UTILIZATION);
  }

  @Test
  void fullLinkIsQueriedForItsQueueUntilItIsEmpty() {
    assertThat(answer(PathQuery.UTILIZATION, 0.96, 1)).isEqualTo(0.96);
    assertThat(answers.next()).isEqualTo(PathQuery.QUEUEING);
    assertThat(answer(PathQuery.QUEUEING, 5 * US, 1)).isCloseTo(1.5, within(1e-12)); // u1 = 5 us / T, u2 = 1
    assertThat(answers.next()).isEqualTo(PathQuery.QUEUEING);
    assertThat(answer(PathQuery.QUEUEING, 0, 1)).isEqualTo(0.96); // no queue: the link's earlier use
    assertThat(answers.next()).isEqualTo(PathQuery.UTILIZATION);
  }

  @Test
  void theSmallerOfTwoQueuesCountsWhileTheBottleneckIsTheSame() {
    answer(PathQuery.QUEUEING, 2 * US, 7);
    assertThat(answer(PathQuery.QUEUEING, 6 * US, 7)).isCloseTo(1.2, within(1e-12));
    assertThat(answer(PathQuery.QUEUEING, 6 * US, 7)).isCloseTo(1.6, within(1e-12));
    assertThat(answer(PathQuery.QUEUEING, 8 * US, 9)).as("another bottleneck").isCloseTo(1.8, within(1e-12));
  }

  @Test
  void aWaitForOneOfSeveralQueuesDoesNotSayThatItsShareIsUsed() {
    answer(PathQuery.UTILIZATION, 0.96, 1);
    assertThat(answer(PathQuery.WAIT, 2 * US, 1)).as("u1 + u2").isCloseTo(1.16, within(1e-12));
    assertThat(answers.next()).isEqualTo(PathQuery.UTILIZATION);
    assertThat(answer(PathQuery.UTILIZATION, 0.1, 1)).as("a starved queue still waits").isCloseTo(0.3, within(1e-12));
    assertThat(answers.next()).as("both by turns").isEqualTo(PathQuery.QUEUEING);
    assertThat(answer(PathQuery.WAIT, 9 * US, 1)).as("the smaller of two").isCloseTo(0.3, within(1e-12));
    assertThat(answer(PathQuery.WAIT, 0, 1)).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void theWindowFollowsTheAnswers() {
    CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(100_000_000_000L, 10 * US, 1000));
    var ack = new Feedback();
    for (int packet = 1; packet <= 400; packet++) {
      ack.nowPs = packet * 80_000L;
      ack.ackedBytes = packet * 1000L;
      ack.sentBytes = ack.ackedBytes + 100_000;
      ack.highestSentBytes = ack.sentBytes;
      ack.orderByBytes();
      ack.hops.answer(flow.nextQuestion(), flow.nextQuestion() == PathQuery.UTILIZATION ? 1 : 10.0 * US, 1);
      flow.onAck(ack);
    }
    assertThat(flow.nextQuestion()).isEqualTo(PathQuery.QUEUEING);
    assertThat(flow.windowBytes()).as("half of the bytes are too many, and again").isLessThan(125_000 / 2);
    long congested = flow.windowBytes();
    for (int packet = 401; packet <= 1500; packet++) {
      ack.nowPs = packet * 80_000L;
      ack.ackedBytes = packet * 1000L;
      ack.sentBytes = ack.ackedBytes + 100_000;
      ack.highestSentBytes = ack.sentBytes;
      ack.orderByBytes();
      ack.hops.answer(flow.nextQuestion(), flow.nextQuestion() == PathQuery.UTILIZATION ? 0.3 : 0.0, 1);
      flow.onAck(ack);
    }
    assertThat(flow.windowBytes()).isGreaterThan(2 * congested);
  }

  @Test
  void unansweredReportChangesNothing() {
    CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(100_000_000_000L, 10 * US, 1000));
    var ack = new Feedback();
    ack.hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    for (int packet = 1; packet <= 100; packet++) {
      ack.nowPs = packet * US;
      ack.ackedBytes = packet * 1000L;
      assertThat(flow.onAck(ack)).isFalse();
    }
    assertThat(flow.windowBytes()).isEqualTo(125_000);
  }
}
