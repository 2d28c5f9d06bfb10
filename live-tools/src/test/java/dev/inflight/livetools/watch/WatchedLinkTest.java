package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import org.junit.jupiter.api.Test;

/** Utilization of a link from counters that wrap, from late records, and from false ones. */
class WatchedLinkTest {
  private static final long GIGABIT = 1_000_000_000L;
  private static final long PS_PER_NS = 1000;
  /** Modulus of time in HPCC's own header. */
  private static final long TIME_MODULUS_PS = (1L << 24) * PS_PER_NS;
  private static final long SENT_MODULUS = (1L << 20) * 128;

  private final WatchedLink link = new WatchedLink();
  private final Hops hops = new Hops(1);
  private long timeModulusPs = TIME_MODULUS_PS;
  private long sentModulus = SENT_MODULUS;

  WatchedLinkTest() {
    link.become(0, 1);
  }

  /** Adds a record that the link wrote at a time, after this number of sent bytes, and that arrives 5 us later. */
  private void record(long timeNs, long sentBytes, long rate) {
    arrives(timeNs + 5000, timeNs, sentBytes, rate);
  }

  private void arrives(long nowNs, long timeNs, long sentBytes, long rate) {
    hops.clear(timeModulusPs, sentModulus);
    hops.add(timeNs * PS_PER_NS % timeModulusPs, sentBytes % sentModulus, 0, rate, 1);
    link.take(hops, 0, nowNs);
  }

  private double use() {
    return link.use(link.interval);
  }

  @Test
  void countersMayWrap() {
    for (long ns = 0; ns < 200_000_000; ns += 1_000_000) {
      record(ns, ns / 1000 * 25, GIGABIT); // 25 bytes a microsecond are 200 Mb/s
    }
    assertThat(use()).isEqualTo(0.2, within(1e-9));
    assertThat(link.sentBitsPerSec(link.interval)).isEqualTo(200e6, within(1.0));
    assertThat(link.interval.elapsedPs).isEqualTo(199e9);
    assertThat(link.rateBitsPerSec).isEqualTo(GIGABIT);
  }

  @Test
  void recordsThatComeBackLaterAreNotComparedAgain() {
    for (long ns = 1_000_000; ns < 100_000_000; ns += 100_000) {
      arrives(ns + 5000, ns, ns / 1000 * 50, GIGABIT);
      arrives(ns + 5001, ns - 30_000, (ns - 30_000) / 1000 * 50, GIGABIT); // returned by an acknowledgement
    }
    assertThat(use()).isEqualTo(0.4, within(1e-6));
    assertThat(link.interval.elapsedPs).isEqualTo(98.9e9, within(1e6));
  }

  @Test
  void restartsAfterALongSilence() {
    record(0, 0, GIGABIT);
    record(1_000_000, 100_000, GIGABIT);
    record(501_000_000, 900_000, GIGABIT); // the clock may have wrapped thirty times
    record(502_000_000, 1_000_000, GIGABIT);
    assertThat(use()).isEqualTo(0.8, within(1e-9));
    assertThat(link.interval.elapsedPs).isEqualTo(2e9);
  }

  @Test
  void oneTickMayHoldSeveralPackets() {
    record(0, 0, GIGABIT);
    record(1_000_000, 50_000, GIGABIT);
    record(1_000_000, 60_000, GIGABIT);
    record(2_000_000, 125_000, GIGABIT);
    assertThat(use()).isEqualTo(0.5, within(1e-9));
  }

  /** A clock of days: a false record from the future must not make all later ones look old for that long. */
  @Test
  void falseRecordIsForgotten() {
    timeModulusPs = (1L << 20) * 1_000_000_000_000L;
    sentModulus = 1L << 32;
    long ns = 0;
    for (int number = 0; number < 1000; number++) {
      ns += 1_000_000;
      record(ns, ns / 1000 * 25, GIGABIT);
      if (number == 500) {
        arrives(ns + 5001, ns + 100_000_000_000_000L, 17, GIGABIT);
      }
    }
    assertThat(use()).isEqualTo(0.2, within(1e-9));
    assertThat(link.interval.elapsedPs).isBetween(900e9, 999e9);
  }

  @Test
  void ignoresRatesAboveTheLinks() {
    record(0, 0, GIGABIT);
    record(1_000_000, 100_000, GIGABIT);
    record(2_000_000, 100_000_000, GIGABIT);
    assertThat(use()).isEqualTo(0.8, within(1e-9));
  }

  @Test
  void countsSentBytesWithoutARate() {
    sentModulus = 1L << 32;
    record(0, 0, LinkRates.UNKNOWN_RATE);
    record(1_000_000, 100_000, LinkRates.UNKNOWN_RATE);
    assertThat(use()).isNegative();
    assertThat(link.rateBitsPerSec).isZero();
    assertThat(link.sentBitsPerSec(link.interval)).isEqualTo(8e8, within(1.0));
  }

  @Test
  void incompleteRecordsAreOnlyCounted() {
    record(0, 0, 0);
    assertThat(link.interval.records).isEqualTo(1);
    assertThat(link.interval.incomplete).isEqualTo(1);
    assertThat(link.interval.queue.count()).as("its queue is known all the same").isEqualTo(1);
    assertThat(use()).isNegative();
    assertThat(link.sentBitsPerSec(link.interval)).isNegative();
  }

  @Test
  void usesTheLinksOwnUtilization() {
    link.takeUse(0.25);
    link.takeUse(0.75);
    assertThat(use()).isEqualTo(0.5);
    link.endInterval();
    assertThat(use()).isNegative();
    assertThat(link.use(link.total)).isEqualTo(0.5);
  }
}
