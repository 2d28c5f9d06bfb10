package dev.inflight.live.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.junit.jupiter.api.Test;

/** Conditions under which a scheme that uses hops is replaced. */
class HopsOrDelayTest {
  private static final long US = 1_000_000;
  private static final PathFacts PATH = PathFacts.of(1_000_000_000L, 200 * US, 1024);

  private final int[] replaced = {0};
  private final HopsOrDelay control = new HopsOrDelay(Hpcc.DEFAULT.start(PATH), PATH, () -> replaced[0]++);
  private final Feedback ack = new Feedback();
  private long number;

  private void report(boolean withHop) {
    number++;
    ack.nowPs = number * 50 * US;
    ack.rttPs = 250 * US;
    ack.ackedBytes = number * 1024;
    ack.reported = true;
    ack.hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    if (withHop) {
      NativeFormat format = NativeFormat.DEFAULT;
      byte[] telemetry = new byte[512];
      int length = format.begin(telemetry, 0, PathQuery.UTILIZATION);
      var snapshot = new PortSnapshot().at(ack.nowPs, number * 1000, 0);
      length += format.stamper(new EgressLink(1, 2, 10_000_000_000L)).stamp(telemetry, 0, length, format.bufferBytes(8),
          snapshot);
      format.read(telemetry, 0, length, ack.hops);
      assertThat(ack.hops.count()).isEqualTo(1);
    }
    control.onAck(ack);
  }

  private void reports(int count, boolean withHop) {
    for (int n = 0; n < count; n++) {
      report(withHop);
    }
  }

  @Test
  void reportsWithoutHopsForTwoRoundTripsReplaceIt() {
    reports(8, false);
    assertThat(replaced[0]).as("in seven times 50 us").isZero();
    report(false);
    assertThat(replaced[0]).isEqualTo(1);
    reports(100, false);
    assertThat(replaced[0]).isEqualTo(1);
  }

  @Test
  void rareReportsWithoutHopsDoNotReplaceIt() {
    for (int n = 0; n < 100; n++) {
      reports(7, false);
      report(true);
    }
    assertThat(replaced[0]).isZero();
  }

  /** INT carries no rates: a hop that no table of links contains cannot be measured. */
  @Test
  void hopsOfUnknownLinksReplaceIt() {
    for (int n = 0; n < 9; n++) {
      number++;
      ack.nowPs = number * 50 * US;
      ack.rttPs = 250 * US;
      ack.ackedBytes = number * 1024;
      ack.reported = true;
      ack.hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
      ack.hops.add(ack.nowPs, number * 1000, 0, 0);
      control.onAck(ack);
    }
    assertThat(replaced[0]).isEqualTo(1);
  }

  /** The path now has other switches. */
  @Test
  void missingHopsReplaceItLaterToo() {
    reports(100, true);
    reports(9, false);
    assertThat(replaced[0]).isEqualTo(1);
    long window = control.windowBytes();
    ack.rttPs = 100_000 * US;
    reports(100, false);
    assertThat(control.windowBytes()).as("by delay").isLessThan(window);
  }
}
