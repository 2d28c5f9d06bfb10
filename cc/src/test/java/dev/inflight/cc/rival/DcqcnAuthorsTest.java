package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/** The vendor's DCQCN, computed manually: 100 Gb/s, g = 1/256, alpha each 1 us, cuts each 4 us, steps up each 300 us. */
class DcqcnAuthorsTest {
  private static final long LINE = 100_000_000_000L;
  private static final long FIRST_CUT = 50_776_684_272L; // alpha = (255/256)^4 after four quiet updates: 10^11 * (1 - alpha / 2)

  private static DcqcnAuthors with(int fastRecoveryTimes, boolean clampTarget, Window window) {
    return new DcqcnAuthors(1_000_000, 4_000_000, 300_000_000, fastRecoveryTimes, 1.0 / 256, 20_000_000, 200_000_000,
        1_000_000_000, clampTarget, window);
  }

  private static FlowDriver marked(DcqcnAuthors scheme) {
    return FlowDriver.of(scheme).send(100).ack(3).marked().ack(1);
  }

  @Test
  void nothingHappensBeforeTheFirstMark() {
    FlowDriver flow = FlowDriver.of(DcqcnAuthors.DEFAULT).stream(100).pass("10ms");
    assertThat(flow.control().timerPs(0)).isEqualTo(CongestionControl.NEVER);
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void theFirstMarkStartsTwoTimersAndTheLookComesANanosecondAfterAlpha() {
    FlowDriver flow = marked(DcqcnAuthors.DEFAULT);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.control().timerPs(0) - flow.nowPs()).isEqualTo(1_000_000);
    assertThat(flow.control().timerPs(1) - flow.nowPs()).isEqualTo(4_001_000);
    assertThat(flow.control().timerPs(2)).isEqualTo(CongestionControl.NEVER);
  }

  @Test
  void theFirstMarkCutsByAlphaThatHasDecayedUntilThen() {
    FlowDriver flow = marked(DcqcnAuthors.DEFAULT).pass("4us");
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.pass("1ns").pace()).isEqualTo(FIRST_CUT);
    assertThat(flow.pass("290us").pace()).as("no further mark, no further cut").isEqualTo(FIRST_CUT);
  }

  @Test
  void stepsUpGoHalfwayToATargetAndHalvesAreTruncated() {
    FlowDriver flow = marked(DcqcnAuthors.DEFAULT).pass("4001ns").pass("299999999ps");
    assertThat(flow.pace()).isEqualTo(FIRST_CUT);
    assertThat(flow.pass("1ps").pace()).isEqualTo(75_388_342_136L); // 25,388,342,136 + 50,000,000,000
    assertThat(flow.pass("600us").pace()).isEqualTo(93_847_085_534L);
    assertThat(flow.pass("300us").pace()).isEqualTo(96_923_542_767L);
    assertThat(flow.pass("300us").pace()).as("48,461,771,383.5 is cut off").isEqualTo(98_461_771_383L);
  }

  @Test
  void anOddRateAtItsTargetLosesABit() {
    var scheme = new DcqcnAuthors(1_000_000, 4_000_000, 10_000_000, 1000, 0, 0, 0, 50_000_000_001L, true, Window.NONE);
    FlowDriver flow = marked(scheme).pass("4001ns").marked().ack(1).pass("4us");
    assertThat(flow.pace()).isEqualTo(50_000_000_001L);
    assertThat(flow.pass("10us").pace()).as("25,000,000,000 + 25,000,000,000").isEqualTo(50_000_000_000L);
  }

  @Test
  void theTargetMovesSlowlyOnceAndThenFast() { // F = 1: recovery, 20 Mb/s, 200 Mb/s, 200 Mb/s...
    FlowDriver flow = marked(with(1, true, Window.NONE)).pass("4001ns").marked().ack(1).pass("4us"); // target 50,776,684,272
    long rate = flow.pace();
    assertThat(rate).isEqualTo(26_072_949_528L); // alpha = ((255/256)^5 + 1/256) * (255/256)^3
    rate = rate / 2 + FIRST_CUT / 2;
    assertThat(flow.pass("300us").pace()).isEqualTo(rate);
    rate = rate / 2 + (FIRST_CUT + 20_000_000) / 2;
    assertThat(flow.pass("300us").pace()).isEqualTo(rate);
    rate = rate / 2 + (FIRST_CUT + 220_000_000) / 2;
    assertThat(flow.pass("300us").pace()).isEqualTo(rate);
    rate = rate / 2 + (FIRST_CUT + 420_000_000) / 2;
    assertThat(flow.pass("300us").pace()).isEqualTo(rate);
  }

  @Test
  void withoutClampingASecondCutBeforeAStepUpKeepsTheTarget() {
    FlowDriver kept = marked(with(1, false, Window.NONE)).pass("4001ns").marked().ack(1).pass("4us");
    FlowDriver lowered = marked(with(1, true, Window.NONE)).pass("4001ns").marked().ack(1).pass("4us");
    long cut = kept.pace();
    assertThat(lowered.pace()).isEqualTo(cut);
    assertThat(kept.pass("300us").pace()).isEqualTo(cut / 2 + LINE / 2);
    assertThat(lowered.pass("300us").pace()).isEqualTo(cut / 2 + FIRST_CUT / 2);
  }

  @Test
  void aCutAfterAStepUpLowersTheTargetInAnyCase() {
    FlowDriver flow = marked(DcqcnAuthors.DEFAULT).pass("4001ns").pass("300us").marked().ack(1).pass("4us");
    long cut = flow.pace();
    assertThat(cut).isLessThan(75_388_342_136L);
    assertThat(flow.pass("300us").pace()).isEqualTo(cut / 2 + 75_388_342_136L / 2);
  }

  @Test
  void aCutPostponesTheStepUp() {
    FlowDriver flow = marked(DcqcnAuthors.DEFAULT).pass("4001ns").pass("200us").marked().ack(1).pass("8us");
    long cut = flow.pace();
    assertThat(cut).isLessThan(FIRST_CUT);
    assertThat(flow.pass("280us").pace()).isEqualTo(cut);
    assertThat(flow.pass("20us").pace()).isGreaterThan(cut);
  }

  @Test
  void theRateStaysAtTheMinimumUnderLastingMarks() {
    FlowDriver flow = marked(with(1, false, Window.FOLLOWS_RATE)).marking(true).stream(10_000);
    assertThat(flow.pace()).isEqualTo(1_000_000_000);
    assertThat(flow.window()).isEqualTo(1625);
  }

  @Test
  void theWindowIsAnOption() {
    assertThat(marked(with(1, false, Window.NONE)).pass("5us").window()).isEqualTo(CongestionControl.NO_WINDOW);
    assertThat(marked(with(1, false, Window.FIXED)).pass("5us").window()).isEqualTo(162_500);
    assertThat(marked(with(1, false, Window.FOLLOWS_RATE)).pass("5us").window()).as("floor(162,500 * 50,776,684,272 / 10^11)")
        .isEqualTo(82_512);
  }
}
