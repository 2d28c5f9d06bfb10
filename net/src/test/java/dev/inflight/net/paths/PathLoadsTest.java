package dev.inflight.net.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.Hops;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Loads of paths by hand-made reports. */
class PathLoadsTest {
  private static final long RATE = 100_000_000_000L;
  private static final long T = 10_000_000; // 125 KB at that rate
  private static final Offset<Double> CLOSE = within(1e-9);

  private final PathLoads loads = new PathLoads(4, T);

  /** Reports of hops with this many bytes sent and queued, over distinct links. */
  private static Hops report(long nowPs, long... linkSentQueue) {
    var hops = new Hops(4);
    hops.clear(1L << 62, 1L << 62);
    for (int at = 0; at < linkSentQueue.length; at += 3) {
      hops.add(nowPs, linkSentQueue[at + 1], linkSentQueue[at + 2], RATE, linkSentQueue[at]);
    }
    return hops;
  }

  @Test
  void oneReportGivesThePathAndTwoItsFreeRate() {
    loads.take(1, report(0, 5, 0, 0, 9, 0, 0));
    assertThat(loads.isSeen(1)).isTrue();
    assertThat(loads.isKnown(1)).isFalse();
    loads.take(1, report(T, 5, 50_000, 0, 9, 25_000, 12_500));
    assertThat(loads.isKnown(1)).isTrue();
    assertThat(loads.room(1, 0)).as("the first link sends 0.4, the last 0.2 and has a queue of 0.1 T").isEqualTo(0.6, CLOSE);
    assertThat(loads.busy(1)).isEqualTo(0.4, CLOSE);
    assertThat(loads.lastRoom(1, 0)).isEqualTo(0.7, CLOSE);
  }

  @Test
  void shareOfTheLastLinkIsTheFlowsOwn() {
    loads.take(0, report(0, 5, 0, 0, 9, 0, 0));
    loads.take(0, report(T, 5, 62_500, 0, 9, 112_500, 0));
    assertThat(loads.room(0, 0)).isEqualTo(0.1, CLOSE);
    assertThat(loads.room(0, 0.3)).isEqualTo(0.4, CLOSE);
    assertThat(loads.room(0, 0.9)).as("the first link is the narrow one").isEqualTo(0.5, CLOSE);
    assertThat(loads.ownRoom(0, 0.3)).as("its own path has it on each link").isEqualTo(0.4, CLOSE);
    assertThat(loads.ownRoom(0, 0.9)).isEqualTo(1, CLOSE);
  }

  @Test
  void aPathThatHasChangedIsMeasuredAnew() {
    loads.take(2, report(0, 5, 0, 0));
    loads.take(2, report(T, 6, 125_000, 0));
    assertThat(loads.isKnown(2)).isFalse();
    loads.take(2, report(2 * T, 6, 125_000, 0));
    assertThat(loads.isKnown(2)).isTrue();
    loads.forget();
    assertThat(loads.isKnown(2)).isFalse();
    assertThat(loads.isSeen(2)).isTrue();
    assertThat(loads.ownRoom(2, 0.5)).isZero();
  }

  @Test
  void portsThatLeadOverOnePath() {
    loads.take(0, report(0, 5, 0, 0));
    loads.take(1, report(0, 6, 0, 0));
    loads.take(2, report(0, 5, 0, 0));
    assertThat(loads.isTwin(0)).isFalse();
    assertThat(loads.isTwin(1)).isFalse();
    assertThat(loads.isTwin(2)).isTrue();
    assertThat(loads.isTwin(3)).as("not seen").isFalse();
    assertThat(loads.isSame(0, 2)).isTrue();
    assertThat(loads.isSame(0, 3)).isFalse();
    loads.take(0, report(T, 5, 25_000, 0));
    assertThat(loads.ownRoom(2, 0.1)).as("as its twin knows").isEqualTo(0.9 + 0, within(0.11));
  }

  @Test
  void moreThanEverythingIsNoRoom() {
    loads.take(0, report(0, 5, 0, 0, 9, 0, 0));
    loads.take(0, report(T, 5, 125_000, 250_000, 9, 0, 0));
    assertThat(loads.room(0, 0)).isZero();
    assertThat(loads.busy(0)).isEqualTo(3, CLOSE);
  }
}
