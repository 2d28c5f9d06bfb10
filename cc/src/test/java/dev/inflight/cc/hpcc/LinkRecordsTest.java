package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.Hops;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reports of a part of the path, of a new path, and the records that each is compared with: base RTT 13 us, a whole path of
 * links 1 to 3.
 */
class LinkRecordsTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long BASE_RTT = 13 * US;
  private static final long CLOCK_WRAP = 16_000 * US;
  private final LinkRecords records = new LinkRecords(BASE_RTT);

  /**
   * Report that left all ports at one time: link n has sent n million bytes, and a byte each microsecond. It has no room for
   * another hop.
   */
  private static Hops links(long atPs, int... links) {
    var hops = new Hops(links.length);
    hops.clear(CLOCK_WRAP, 1L << 40);
    for (int link : links) {
      hops.add(atPs % CLOCK_WRAP, link * 1_000_000L + atPs / US, 0, RATE, Hops.link(7, link));
    }
    return hops;
  }

  private boolean lineUp(Hops report, long nowPs) {
    boolean comparable = records.lineUp(report, nowPs);
    if (comparable) {
      for (int hop = 0; hop < report.count(); hop++) {
        if (report.isKnown(hop)) {
          assertThat(report.sentBytes(hop) - records.before().sentBytes(hop)).as("of the same link").isBetween(0L, 1_000L);
        }
      }
    }
    records.take(report, nowPs);
    return comparable;
  }

  @BeforeEach
  void aWholePath() {
    assertThat(lineUp(links(0, 1, 2, 3), 0)).as("the first of all").isFalse();
    assertThat(records.isNewPath()).isFalse();
    assertThat(lineUp(links(US, 1, 2, 3), US)).isTrue();
    assertThat(records.isPart()).isFalse();
  }

  @Test
  void fewerOfTheSameLinksAreAPartAndComparedLinkByLink() {
    int[][] parts = {{1}, {2}, {3}, {2, 3}, {1, 3}};
    for (int at = 0; at < parts.length; at++) {
      long now = (2 + at) * US;
      assertThat(lineUp(links(now, parts[at]), now)).isTrue();
      assertThat(records.isPart()).isTrue();
      assertThat(records.isNewPath()).isFalse();
    }
    assertThat(lineUp(links(8 * US, 1, 2, 3), 8 * US)).isTrue();
    assertThat(records.isPart()).isFalse();
  }

  @Test
  void theLastLinkIsThatOfTheLongestReport() {
    assertThat(records.isLast(links(US, 1, 2, 3), 2)).isTrue();
    assertThat(records.isLast(links(US, 1, 2, 3), 1)).isFalse();
    assertThat(records.isLast(links(US, 1, 2, 3), -1)).as("no link was busy").isFalse();
    long now = 20 * US; // more than T later, so that a part of the path counts as all of it
    lineUp(links(now, 1), now);
    assertThat(records.isPart()).isFalse();
    assertThat(records.isLast(links(now, 1), 0)).isFalse();
    assertThat(records.isLast(links(now, 3), 0)).as("known by its identity").isTrue();
    lineUp(links(now + US, 8, 9, 7), now + US);
    assertThat(records.isLast(links(now + US, 8, 9, 7), 2)).as("another path").isTrue();
    assertThat(records.isLast(links(now + US, 3), 0)).isFalse();
  }

  @Test
  void withoutIdentitiesTheLastLinkIsThatOfAReportOfAllLinks() {
    var others = new LinkRecords(BASE_RTT);
    var whole = new Hops(2);
    var part = new Hops(2);
    whole.clear(CLOCK_WRAP, 1L << 40);
    part.clear(CLOCK_WRAP, 1L << 40);
    for (int hop = 0; hop < 2; hop++) {
      whole.add(US, 0, 0, RATE);
    }
    part.add(US, 0, 0, RATE);
    whole.cutOff(true);
    others.lineUp(whole, US);
    assertThat(others.isLast(whole, 1)).as("more links may follow").isFalse();
    whole.cutOff(false);
    others.lineUp(whole, US);
    assertThat(others.isLast(whole, 1)).isTrue();
    assertThat(others.isLast(part, 0)).isFalse();
  }

  @Test
  void aShorterPathOfOtherLinksIsNewAtOnce() {
    assertThat(lineUp(links(2 * US, 8, 9), 2 * US)).isFalse();
    assertThat(records.isNewPath()).isTrue();
    assertThat(records.isPart()).isFalse();
    assertThat(lineUp(links(3 * US, 8, 9), 3 * US)).isTrue();
    assertThat(records.isNewPath()).isFalse();
  }

  @Test
  void aShorterPathWithOneOtherLinkIsNewToo() {
    assertThat(lineUp(links(2 * US, 2, 9), 2 * US)).isFalse();
    assertThat(records.isNewPath()).isTrue();
    assertThat(records.isPart()).isFalse();
  }

  @Test
  void pathOfEqualLengthIsNoPart() {
    assertThat(lineUp(links(2 * US, 3, 2, 1), 2 * US)).as("all known, in another order").isTrue();
    assertThat(records.isPart()).isFalse();
    assertThat(records.isNewPath()).isFalse();
    assertThat(lineUp(links(3 * US, 1, 2, 3, 4), 3 * US)).isFalse();
    assertThat(records.isNewPath()).isTrue();
  }

  @Test
  void partialPathForABaseRttBecomesTheWholePath() {
    assertThat(lineUp(links(US + BASE_RTT, 2), US + BASE_RTT)).isTrue();
    assertThat(records.isPart()).isTrue();
    assertThat(lineUp(links(US + BASE_RTT, 2), US + BASE_RTT + 1)).isTrue();
    assertThat(records.isPart()).as("nobody has heard of the rest for longer").isFalse();
    assertThat(lineUp(links(2 * US + BASE_RTT, 3), 2 * US + BASE_RTT)).isTrue();
    assertThat(records.isPart()).as("as long as the whole path now").isFalse();
  }

  @Test
  void fewerLinksAfterABaseRttOfSilenceAreAWholePath() {
    assertThat(lineUp(links(2 * US + BASE_RTT, 2), 2 * US + BASE_RTT)).isTrue();
    assertThat(records.isPart()).isFalse();
    assertThat(records.isNewPath()).isFalse();
  }

  @Test
  void aHopThatCannotBeMeasuredNeedsNoRecord() {
    Hops report = new Hops(3);
    report.clear(CLOCK_WRAP, 1L << 40);
    report.add(2 * US, 1_000_002, 0, RATE, Hops.link(7, 1));
    report.add(2 * US, 5, 0, 0, Hops.link(7, 9));
    assertThat(lineUp(report, 2 * US)).isTrue();
    assertThat(records.isNewPath()).isFalse();
    assertThat(records.isPart()).isTrue();
  }

  @Test
  void linkSilentForAClockWrapIsKnownButNotCompared() {
    assertThat(lineUp(links(2 * US, 4, 5, 6), 2 * US)).isFalse();
    long late = 3 * CLOCK_WRAP;
    assertThat(lineUp(links(late, 1, 2, 3), late)).isFalse();
    assertThat(records.isNewPath()).as("its links are known").isFalse();
    assertThat(lineUp(links(late + US, 1, 2, 3), late + US)).isTrue();
  }

  @Test
  void recordsOfAnEarlierPathCountAfterAReturn() {
    assertThat(lineUp(links(2 * US, 4, 5, 6), 2 * US)).isFalse();
    assertThat(lineUp(links(3 * US, 1, 2, 3), 3 * US)).isTrue();
    assertThat(records.isOther()).isTrue();
    assertThat(records.isNewPath()).isFalse();
    assertThat(lineUp(links(4 * US, 1, 2, 3), 4 * US)).isTrue();
    assertThat(records.isOther()).isFalse();
  }
}
