package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** HPCC of the authors' simulator, in stories: 100 Gb/s, T = 13 us, so 162,500 bytes; W_AI 40 Mb/s, at least 1 Gb/s. */
class HpccAuthorsTest {
  /** With a link that sends all the time, this queue makes U = 1 + 300,625 / 162,500 = 2.85, three times the target. */
  private static final String QUEUE_FOR_THREE_TIMES_THE_TARGET = "300625B";
  private static final long LINE = 100_000_000_000L;
  private static final long THIRD = 33_373_333_333L; // floor(10^11 / 3) + 40,000,000
  private static final long NINTH = 11_164_444_444L; // floor(33,373,333,333 / 3) + 40,000,000

  private static HpccAuthors with(int miThresh, ReactionMode react, boolean sampleFeedback, boolean varWindow) {
    return new HpccAuthors(0.95, miThresh, 40_000_000, 1_000_000_000, react, sampleFeedback, varWindow);
  }

  private static FlowDriver aboutToCut(HpccAuthors scheme) {
    return FlowDriver.of(scheme).send(20).withQueue(QUEUE_FOR_THREE_TIMES_THE_TARGET).every("13us").ack(1);
  }

  @Test
  void aFlowStartsAtLineRateWithTheWholeWindow() {
    FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT);
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void theFirstAcknowledgementOnlyRecords() {
    FlowDriver flow = aboutToCut(HpccAuthors.DEFAULT);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void ratesAreWholeBitsPerSecondCutOffBeforeTheAdditiveStep() {
    FlowDriver flow = aboutToCut(HpccAuthors.DEFAULT).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.pace()).isEqualTo(THIRD);
    assertThat(flow.window()).as("floor(162,500 * 33,373,333,333 / 10^11)").isEqualTo(54_231);
  }

  @Test
  void theReferenceMovesOncePerRtt() {
    FlowDriver flow = aboutToCut(HpccAuthors.DEFAULT);
    assertThat(flow.ack(19).pace()).isEqualTo(THIRD);
    assertThat(flow.send(20).ack(1).pace()).isEqualTo(THIRD);
    assertThat(flow.ack(1).pace()).isEqualTo(NINTH);
    assertThat(flow.ack(18).pace()).isEqualTo(NINTH);
  }

  @Test
  void reactingToEachAcknowledgementMovesTheReferenceEachTime() {
    FlowDriver flow = aboutToCut(with(0, ReactionMode.PER_ACK, false, true)).ack(1);
    assertThat(flow.pace()).isEqualTo(THIRD);
    assertThat(flow.ack(1).pace()).isEqualTo(NINTH);
  }

  @Test
  void reactingPerRttStoresNoLaterRecordsOfTheRtt() {
    FlowDriver flow = FlowDriver.of(with(0, ReactionMode.PER_RTT, false, true)).send(20).every("13us").ack(1);
    flow.withQueue(QUEUE_FOR_THREE_TIMES_THE_TARGET).ack(19);
    assertThat(flow.pace()).isEqualTo(LINE);
    flow.send(20).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.pace()).as("compared with the first report, when there was no queue: U = 1").isEqualTo(95_040_000_000L);
    flow.ack(19).send(1).ack(1);
    assertThat(flow.pace()).as("a third of that").isBetween(31_719_999_999L, 31_720_000_000L); // / 3 + 40,000,000
  }

  @Test
  void theRateStaysBetweenTheMinimumAndTheLineRate() {
    FlowDriver flow = aboutToCut(HpccAuthors.DEFAULT).withQueue("100MB").ack(3);
    assertThat(flow.pace()).isEqualTo(1_000_000_000);
    assertThat(flow.window()).isEqualTo(1625);
    flow.withQueue("0B").withLoad(0.001).send(20).ack(36);
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void aMinimumAboveTheLineRateMeansLineRate() {
    var scheme = new HpccAuthors(0.95, 0, 0, 2 * LINE, ReactionMode.BOTH, false, true);
    assertThat(aboutToCut(scheme).ack(1).pace()).isEqualTo(LINE);
  }

  @Test
  void additiveStepsComeBeforeTheMultiplicativeOne() {
    FlowDriver flow = FlowDriver.of(with(2, ReactionMode.BOTH, false, true)).withQueue(QUEUE_FOR_THREE_TIMES_THE_TARGET)
        .every("13us");
    assertThat(flow.send(1).ack(1).send(1).ack(1).pace()).isEqualTo(THIRD);
    flow.withQueue("0B").withLoad(0.475).every("26us"); // half the target
    assertThat(flow.send(1).ack(1).pace()).isEqualTo(THIRD + 40_000_000);
    assertThat(flow.send(1).ack(1).pace()).isEqualTo(THIRD + 80_000_000);
    assertThat(flow.send(1).ack(1).pace()).isEqualTo(2 * (THIRD + 80_000_000) + 40_000_000);
    assertThat(flow.send(1).ack(1).pace()).isEqualTo(2 * (THIRD + 80_000_000) + 80_000_000);
  }

  @Test
  void sampledFeedbackLooksWithinTheRttOnlyAtQueues() {
    FlowDriver flow = FlowDriver.of(with(0, ReactionMode.BOTH, true, true)).hop("100Gbps").hop("400Gbps").send(20).every("13us")
        .ack(1);
    flow.withLoad(1, 0.5).withQueue(1, 800).ack(1);
    assertThat(flow.pace()).as("only the hop with a queue: U = 0.5").isEqualTo(LINE);
    flow.withQueue(1, 0).ack(1);
    assertThat(flow.decided()).as("no queue anywhere").isFalse();
    flow.ack(17).send(1).ack(1);
    assertThat(flow.decided()).as("the first of an RTT looks at all").isTrue();
    assertThat(flow.pace()).isEqualTo(95_040_000_000L);
  }

  @Test
  void aFixedWindowDoesNotFollowTheRate() {
    FlowDriver flow = aboutToCut(with(0, ReactionMode.BOTH, false, false)).ack(1);
    assertThat(flow.pace()).isEqualTo(THIRD);
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void truncatedReportIsIgnored() {
    FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT).telemetry(new AuthorsFormat(1)).hops(6, "100Gbps").withQueue("5MB");
    assertThat(flow.stream(1000).decided()).isFalse();
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void truncatedReportLeavesNoRecord() {
    for (boolean sampled : new boolean[] {false, true}) {
      FlowDriver cutOff = overAuthors(sampled).spoilingNext(header -> {
        Arrays.fill(header.bytes(), 0, 40, (byte) 0xFF); // the sixth hop's record over the first
        header.bytes()[40] = 6;
      }).ack(1);
      FlowDriver withoutReport = overAuthors(sampled).bare().ack(1);
      for (int ack = 0; ack < 60; ack++) {
        cutOff.send(1).ack(1);
        withoutReport.send(1).ack(1);
        assertThat(cutOff.pace()).as("acknowledgement %d", ack).isEqualTo(withoutReport.pace());
        assertThat(cutOff.decided()).isEqualTo(withoutReport.decided());
      }
      assertThat(cutOff.pace()).isLessThan(LINE);
    }
  }

  private static FlowDriver overAuthors(boolean sampled) {
    return FlowDriver.of(with(0, ReactionMode.BOTH, sampled, true)).telemetry(AuthorsFormat.DEFAULT).send(50).every("2us")
        .withQueue("100kB").ack(5);
  }

  @Test
  void withoutTimeStampsTheTimeOfArrivalCounts() {
    var withoutTime = new IoamFormat(0x31, 0x8000, 0xC20000, 12, 0, IoamFormat.DEFAULT.timestamps(), 1, 1);
    FlowDriver timed = FlowDriver.of(HpccAuthors.DEFAULT).telemetry(IoamFormat.DEFAULT).withQueue("100kB").stream(600);
    FlowDriver byArrival = FlowDriver.of(HpccAuthors.DEFAULT).telemetry(withoutTime).withQueue("100kB").stream(600);
    assertThat(timed.pace()).isBetween(1_000_000_000L, LINE / 2);
    assertThat(byArrival.pace()).isBetween(timed.pace() * 9 / 10, timed.pace() * 11 / 10);
  }

  @Test
  void aPauseOfMoreThanAWrapIsMisreadAsTheAuthorsDo() {
    FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT).telemetry(new AuthorsFormat(1)).send(2).every("13us").ack(1);
    flow.idle("11ms").ack(1);
    assertThat(flow.decided()).as("the byte counter has wrapped: U = 0.02").isTrue();
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void theRecordOfAHopOutlivesAShorterPath() {
    FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT).telemetry(new AuthorsFormat(1)).hops(5, "100Gbps").every("13us");
    flow.send(3).ack(2).reroute(3, "100Gbps").ack(1);
    assertThat(flow.decided()).as("another path is compared all the same").isTrue();
  }

  @Test
  void aPathThatGrowsBeyondAllRecordsIsComparedWithZeros() {
    FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT).telemetry(NativeFormat.DEFAULT).hops(3, "100Gbps").every("13us").send(20)
        .ack(2);
    flow.reroute(14, "100Gbps").ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.pace()).isBetween(1_000_000_000L, LINE);
  }

  @Test
  void aVanishingUtilizationMeansLineRate() {
    FlowDriver flow = FlowDriver.of(HpccAuthors.DEFAULT).send(20).every("13us").ack(1);
    flow.withLoad(1e-12).idle("3600s").ack(1); // 45 bytes in an hour
    assertThat(flow.decided()).isTrue();
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void anEnormousAdditiveStepMeansLineRate() {
    var scheme = new HpccAuthors(0.95, 0, Long.MAX_VALUE, 1, ReactionMode.BOTH, false, true);
    assertThat(aboutToCut(scheme).ack(1).pace()).isEqualTo(LINE);
  }

  @Test
  void theWindowIsNeverBelowAByte() {
    var scheme = new HpccAuthors(0.95, 0, 0, 1, ReactionMode.PER_ACK, false, true);
    FlowDriver flow = aboutToCut(scheme).withQueue("100MB").ack(10);
    assertThat(flow.pace()).isLessThan(100_000);
    assertThat(flow.window()).isEqualTo(1);
  }
}
