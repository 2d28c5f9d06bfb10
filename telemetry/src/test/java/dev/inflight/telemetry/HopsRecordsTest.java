package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Reports as records of links: hops that are replaced, removed, unknown, or without a clock. */
class HopsRecordsTest {
  private static final long MS = 1_000_000_000L;
  private static final long GBPS = 1_000_000_000L;
  private static final long RATE = 100 * GBPS;

  /** Report with hop n of these rates, n from 1: n ms, 1000 n bytes sent, a queue of 100 n, link n. */
  private static Hops report(long modulusPs, long... rates) {
    var hops = new Hops(rates.length);
    hops.clear(modulusPs, 1L << 32);
    for (int n = 1; n <= rates.length; n++) {
      hops.add(modulusPs == Hops.NO_CLOCK ? 0 : n * MS, 1000 * n, 100 * n, rates[n - 1], n);
    }
    return hops;
  }

  private static String hop(int n, long rate) {
    return " [t=" + n * MS + "ps sent=" + 1000 * n + "B queue=" + 100 * n + "B rate=" + rate + "b/s]";
  }

  private static Hops one(long timePs, long sentBytes, long rate) {
    var hops = new Hops(1);
    hops.clear(16 * MS, 1_000_000_000);
    hops.add(timePs, sentBytes, 0, rate, 7);
    return hops;
  }

  @Test
  void reportsOfOneInstantShowNoWrap() {
    Hops report = one(3 * MS, 500, RATE);
    assertThat(report.elapsedPs(0, one(3 * MS, 500, RATE))).isZero();
    assertThat(report.bytesSince(0, one(3 * MS, 500, RATE))).isZero();
  }

  @Test
  void setReplacesAllFieldsOfAHop() {
    Hops records = report(16 * MS, RATE, RATE, RATE);
    Hops other = report(16 * MS, GBPS, 2 * GBPS, 3 * GBPS, 4 * GBPS);
    other.utilization(0.25);
    records.set(1, other, 3);
    assertThat(records).hasToString("path 0:" + hop(1, RATE) + hop(4, 4 * GBPS) + hop(3, RATE));
    assertThat(records.link(1)).isEqualTo(4);
    assertThat(records.utilization(1)).isEqualTo(0.25);
    assertThat(records.utilization(0)).isNegative();
    records.set(2, other, 0);
    assertThat(records).hasToString("path 0:" + hop(1, RATE) + hop(4, 4 * GBPS) + hop(1, GBPS));
  }

  @Test
  void hopsWithoutAClockGetTheTimeOfArrivalWhichNeverWraps() {
    Hops report = report(Hops.NO_CLOCK, RATE, RATE, GBPS);
    assertThat(report.hasClock()).isFalse();
    report.stampByArrival(77);
    assertThat(report.hasClock()).isTrue();
    assertThat(report).hasToString("path 0: [t=77ps sent=1000B queue=100B rate=100000000000b/s]"
        + " [t=77ps sent=2000B queue=200B rate=100000000000b/s] [t=77ps sent=3000B queue=300B rate=1000000000b/s]");
    Hops later = report(Hops.NO_CLOCK, RATE, RATE, GBPS);
    later.stampByArrival(1L << 61);
    assertThat(later.elapsedPs(2, report)).isEqualTo((1L << 61) - 77);
  }

  @Test
  void withoutAClockReportsOfOneRateAreCertainOverAnyGap() {
    Hops report = report(Hops.NO_CLOCK, RATE);
    assertThat(report.isCertain(report(Hops.NO_CLOCK, RATE), Long.MAX_VALUE)).isTrue();
    assertThat(report.isCertain(0, report(Hops.NO_CLOCK, GBPS, RATE), 1, Long.MAX_VALUE)).isTrue();
    assertThat(report.isCertain(0, report(Hops.NO_CLOCK, GBPS, RATE), 0, 1)).as("another rate").isFalse();
  }

  @Test
  void aLinkOfAnotherRateIsNotTheSame() {
    assertThat(one(2 * MS, 0, RATE).isCertain(0, one(MS, 0, RATE), 0, MS)).isTrue();
    assertThat(one(2 * MS, 0, RATE).isCertain(0, one(MS, 0, 2 * RATE), 0, MS)).isFalse();
    assertThat(one(2 * MS, 0, RATE).follows(one(MS, 0, 2 * RATE), MS)).isFalse();
  }

  @Test
  void unknownHopsNeedNotBeCertain() {
    Hops known = one(2 * MS, 0, RATE);
    assertThat(known.isCertain(one(MS, 0, 0), 15 * MS)).isTrue();
    assertThat(one(2 * MS, 0, 0).isCertain(one(MS, 0, RATE), 15 * MS)).isTrue();
    assertThat(known.isCertain(one(MS, 0, RATE), 15 * MS)).isFalse();
  }

  @Test
  void timesMayDifferByHalfAWrapAndBytesMustFitTheCounter() {
    assertThat(one(9 * MS, 0, GBPS).isCertain(0, one(0, 0, GBPS), 0, MS)).as("8 of 16 ms apart").isTrue();
    assertThat(one(9 * MS, 0, GBPS).isCertain(0, one(0, 0, GBPS), 0, MS - 1)).isFalse();
    assertThat(one(8 * MS - 1, 0, 1000 * GBPS).isCertain(0, one(0, 0, 1000 * GBPS), 0, 8 * MS)).isTrue();
    assertThat(one(8 * MS, 0, 1000 * GBPS).isCertain(0, one(0, 0, 1000 * GBPS), 0, 8 * MS)).as("1 GB at 1 Tb/s").isFalse();
  }

  @Test
  void advancingCopiesMovedUnknownAndClocklessHops() {
    Hops record = report(16 * MS, RATE, 0, RATE);
    Hops later = new Hops(3);
    later.clear(16 * MS, 1L << 32);
    later.add(MS, 1, 1, RATE, 1); // its clock has not advanced
    later.add(2 * MS, 2, 2, RATE, 2); // the same, but it was unknown before
    later.add(9 * MS, 3, 3, 0, 3); // which is unknown now
    record.advanceTo(later);
    assertThat(record)
        .hasToString("path 0:" + hop(1, RATE) + " [t=2000000000ps sent=2B queue=2B rate=100000000000b/s]" + hop(3, RATE));

    Hops withoutClock = report(Hops.NO_CLOCK, RATE);
    Hops next = new Hops(1);
    next.clear(Hops.NO_CLOCK, 1L << 32);
    next.add(0, 5000, 6, RATE, 1);
    withoutClock.advanceTo(next);
    assertThat(withoutClock.sentBytes(0)).isEqualTo(5000);
  }

  @Test
  void reportsOfTheSamePathHaveTheSameLinksAndAnswerTheSame() {
    Hops report = report(16 * MS, RATE, RATE);
    Hops other = new Hops(2);
    other.clear(16 * MS, 1L << 32);
    other.add(0, 0, 0, RATE, 1);
    other.add(0, 0, 0, RATE, 3);
    assertThat(report.samePath(other)).isFalse();
    var answer = new Hops(1);
    answer.answer(PathQuery.QUEUEING, 1, 4);
    var answerToAnother = new Hops(1);
    answerToAnother.answer(PathQuery.INFLIGHT, 1, 4);
    assertThat(answer.samePath(answerToAnother)).isFalse();
    var again = new Hops(1);
    again.answer(PathQuery.QUEUEING, 2, 4);
    assertThat(answer.samePath(again)).isTrue();
  }

  @Test
  void aPathMayBeNamedZero() {
    Hops report = one(0, 0, RATE);
    assertThat(report.namesPath()).isFalse();
    report.pathId(0);
    assertThat(report.namesPath()).isTrue();
    var copy = new Hops(1);
    copy.copyFrom(report);
    assertThat(copy.namesPath()).isTrue();
    copy.clear(1, 1);
    assertThat(copy.namesPath()).isFalse();
  }

  @Test
  void anAnswerForTheWholePathHasNoHops() {
    Hops report = report(16 * MS, RATE, RATE);
    report.cutOff(true);
    report.answer(PathQuery.UTILIZATION, 0.5, 3);
    assertThat(report.count()).isZero();
    assertThat(report.cutOff()).isFalse();
    assertThat(report.hasClock()).isFalse();
    assertThat(report.answer()).isEqualTo(0.5);
    assertThat(report).hasToString("UTILIZATION 0.5 at 3");
  }

  @Test
  void overlayQueuedIgnoresHopsBehindTheLast() {
    Hops records = report(16 * MS, RATE, RATE);
    Hops later = report(16 * MS, GBPS); // without room for another
    records.overlayQueued(later);
    assertThat(records).hasToString("path 0:" + hop(1, GBPS) + hop(2, RATE));
  }
}
