package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Reports of a path: differences, wraps, and conditions for a comparison. */
class HopsTest {
  private static final long MS = 1_000_000_000L;
  private static final long GBPS = 1_000_000_000L;
  /** A clock that wraps after 16 ms, and a byte counter that wraps after 100 MB: 8 ms at 100 Gb/s, 80 ms at 10. */
  private static final long CLOCK_WRAP = 16 * MS;
  private static final long BYTES_WRAP = 100_000_000;

  private static Hops hop(long timePs, long sentBytes) {
    return hop(timePs, sentBytes, 10 * GBPS);
  }

  private static Hops hop(long timePs, long sentBytes, long rate) {
    var hops = new Hops(1);
    hops.clear(CLOCK_WRAP, BYTES_WRAP);
    hops.add(Math.floorMod(timePs, CLOCK_WRAP), Math.floorMod(sentBytes, BYTES_WRAP), 80, rate);
    return hops;
  }

  @Test
  void differencesAreThoseOfTheCounters() {
    Hops later = hop(7 * MS, 5_000);
    Hops earlier = hop(3 * MS, 2_000);
    assertThat(later.elapsedPs(0, earlier)).isEqualTo(4 * MS);
    assertThat(later.bytesSince(0, earlier)).isEqualTo(3_000);
  }

  @Test
  void oneWrapOfTheClockIsCorrected() {
    assertThat(hop(CLOCK_WRAP + 1, 0).elapsedPs(0, hop(CLOCK_WRAP - 2, 0))).isEqualTo(3);
  }

  @Test
  void oneWrapOfTheByteCounterIsCorrected() {
    assertThat(hop(0, BYTES_WRAP + 100).bytesSince(0, hop(0, BYTES_WRAP - 28))).isEqualTo(128);
  }

  @Test
  void reportFollowsARecentReportOfTheSamePath() {
    assertThat(hop(5 * MS, 2_000).follows(hop(4 * MS, 1_000), MS)).isTrue();
    assertThat(hop(17 * MS, 2_000).follows(hop(15 * MS, 1_000), 2 * MS)).isTrue();
  }

  @Test
  void reportDoesNotFollowAfterAWholeClockWrap() {
    assertThat(hop(16 * MS, 0).follows(hop(0, 0), 16 * MS)).isFalse();
    assertThat(hop(20 * MS, 0).follows(hop(1 * MS, 0), 19 * MS)).isFalse();
    assertThat(hop(15 * MS, 0).follows(hop(0, 0), 15 * MS)).isTrue();
  }

  @Test
  void acknowledgementsMayBeUnderwayForDifferentTimes() {
    // The first acknowledgement was delayed by 7 ms, so the stamps are 14 ms apart and the arrivals 7, and vice versa.
    assertThat(hop(15 * MS, 0).follows(hop(MS, 0), 7 * MS)).isTrue();
    assertThat(hop(8 * MS, 0).follows(hop(MS, 0), 14 * MS)).isTrue();
    // 19 ms between the stamps looks like 3, but the arrivals are 12 ms apart.
    assertThat(hop(20 * MS, 0).follows(hop(MS, 0), 12 * MS)).isFalse();
  }

  @Test
  void reportDoesNotFollowAfterTwoPossibleCounterWraps() {
    assertThat(hop(8 * MS - 1, 0, 100 * GBPS).follows(hop(0, 0, 100 * GBPS), 8 * MS - 1)).isTrue();
    assertThat(hop(8 * MS, 0, 100 * GBPS).follows(hop(0, 0, 100 * GBPS), 8 * MS)).isFalse();
    assertThat(hop(8 * MS, 0, 0).follows(hop(0, 0, 0), 8 * MS)).as("a hop of unknown rate is not measured").isTrue();
  }

  @Test
  void byteCounterCheckUsesStampsNotArrivals() {
    assertThat(hop(9 * MS, 0, 100 * GBPS).follows(hop(0, 0, 100 * GBPS), 6 * MS)).isFalse();
    assertThat(hop(6 * MS, 0, 100 * GBPS).follows(hop(0, 0, 100 * GBPS), 9 * MS)).isTrue();
  }

  @Test
  void theFastestHopDecides() {
    Hops earlier = hop(0, 0, 10 * GBPS);
    Hops later = hop(9 * MS, 0, 10 * GBPS);
    assertThat(later.follows(earlier, 9 * MS)).isTrue();
    earlier.add(0, 0, 0, 100 * GBPS);
    later.add(9 * MS, 0, 0, 100 * GBPS);
    assertThat(later.follows(earlier, 9 * MS)).isFalse();
  }

  @Test
  void aClockThatRunsBackwardsByATickIsNotAWrap() {
    assertThat(hop(5 * MS - 1000, 1_000).follows(hop(5 * MS, 1_000), 80_000)).isFalse();
  }

  @Test
  void countersThatNeverWrapCompareOverAnyGapButNotBackwards() {
    var earlier = new Hops(1);
    earlier.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    earlier.add(1000, 1000, 0, 1600 * GBPS);
    var later = new Hops(1);
    later.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    later.add(3_600_000 * MS, 1L << 60, 0, 1600 * GBPS);
    assertThat(later.follows(earlier, 3_600_000 * MS)).isTrue();
    assertThat(earlier.follows(later, 1000)).isFalse();
  }

  @Test
  void pathsDifferByHopCountIdentityAndCutOff() {
    Hops one = hop(0, 0);
    Hops other = hop(MS, 1000);
    assertThat(one.samePath(other)).isTrue();
    other.pathId(3);
    assertThat(one.samePath(other)).isFalse();
    other.pathId(0);
    other.cutOff(true);
    assertThat(one.samePath(other)).isFalse();
    other.cutOff(false);
    other.add(0, 0, 0, 0);
    assertThat(one.samePath(other)).isFalse();
    assertThat(other.follows(one, MS)).isFalse();
  }

  @Test
  void aReportGrowsWithThePath() {
    var hops = new Hops(1);
    for (int hop = 0; hop < 100; hop++) {
      hops.add(hop, 2 * hop, 3 * hop, 4 * hop);
    }
    assertThat(hops.count()).isEqualTo(100);
    for (int hop = 0; hop < 100; hop++) {
      assertThat(hops.timePs(hop)).isEqualTo(hop);
      assertThat(hops.sentBytes(hop)).isEqualTo(2L * hop);
      assertThat(hops.queueBytes(hop)).isEqualTo(3L * hop);
      assertThat(hops.rateBitsPerSec(hop)).isEqualTo(4L * hop);
    }
    var copy = new Hops(1);
    copy.copyFrom(hops);
    assertThat(copy).hasToString(hops.toString());
  }

  @Test
  void aCopyIsIndependent() {
    Hops original = hop(5, 6);
    original.pathId(9);
    original.cutOff(true);
    var copy = new Hops(8);
    copy.copyFrom(hop(1, 1));
    copy.copyFrom(original);
    original.clear(1, 1);
    original.add(0, 0, 0, 0);
    assertThat(copy).hasToString("path 9 (cut off): [t=5ps sent=6B queue=80B rate=10000000000b/s]");
  }

  @Test
  void aCopyTakesOverTheWrapOfTheCounters() {
    var copy = new Hops(1);
    copy.copyFrom(hop(1, 1));
    assertThat(copy.elapsedPs(0, hop(2, 1))).isEqualTo(CLOCK_WRAP - 1);
    assertThat(copy.bytesSince(0, hop(1, 2))).isEqualTo(BYTES_WRAP - 1);
  }

  @Test
  void copyDropsAndOverlayKeepsHopsOfLongerPaths() {
    Hops shorter = hop(5, 6);
    Hops longer = hop(1, 2);
    longer.add(3, 4, 0, GBPS);
    var copy = new Hops(1);
    copy.copyFrom(longer);
    copy.copyFrom(shorter);
    assertThat(copy.count()).isEqualTo(1);
    var overlay = new Hops(1);
    overlay.overlay(longer);
    overlay.overlay(shorter);
    assertThat(overlay.count()).isEqualTo(2);
    assertThat(overlay.timePs(0)).isEqualTo(5);
    assertThat(overlay.timePs(1)).isEqualTo(3);
  }

  @Test
  void advancingKeepsRecordsWithoutClockProgress() {
    Hops record = hop(1000, 10);
    record.add(1000, 20, 0, GBPS);
    Hops later = hop(1000, 11);
    later.add(2000, 22, 7, GBPS);
    record.advanceTo(later);
    assertThat(record.sentBytes(0)).isEqualTo(10);
    assertThat(record.timePs(1)).isEqualTo(2000);
    assertThat(record.sentBytes(1)).isEqualTo(22);
    assertThat(record.queueBytes(1)).isEqualTo(7);
  }

  @Test
  void reservedHopsReadAsZero() {
    Hops record = hop(1000, 10);
    record.reserve(7);
    assertThat(record.count()).isEqualTo(1);
    assertThat(record.timePs(6)).isZero();
    assertThat(record.sentBytes(0)).isEqualTo(10);
  }

  @Test
  void aReportNeedsRoomForAHop() {
    assertThatThrownBy(() -> new Hops(0)).hasMessage("capacity 0 is below 1");
  }

  @Test
  void overlayQueuedTakesOnlyHopsWithAQueue() {
    var records = new Hops(2);
    records.clear(1000, 1000);
    records.add(1, 10, 5, 100);
    records.add(2, 20, 6, 100);
    var later = new Hops(2);
    later.clear(1000, 1000);
    later.add(3, 30, 0, 100);
    later.add(4, 40, 7, 100);
    later.add(5, 50, 8, 100);
    records.overlayQueued(later);
    assertThat(records.count()).isEqualTo(3);
    assertThat(records.timePs(0)).isEqualTo(1);
    assertThat(records.timePs(1)).isEqualTo(4);
    assertThat(records.sentBytes(2)).isEqualTo(50);
  }
}
