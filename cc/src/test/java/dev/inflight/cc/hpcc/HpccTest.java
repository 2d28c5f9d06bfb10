package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.junit.jupiter.api.Test;

/** Statements of the paper about HPCC, in stories: 100 Gb/s, T = 13 us, so W_init = 162,500 bytes and W_AI = 81.25. */
class HpccTest {
  /** With a link that sends all the time, this queue makes U = 1 + 146,250 / 162,500 = 1.9, twice the target. */
  private static final String QUEUE_FOR_TWICE_THE_TARGET = "146250B";
  private static final long HALVED = 81_331; // 162,500 / 2 + 81.25
  private static final long HALVED_TWICE = 40_746; // 81,331.25 / 2 + 81.25

  private static Hpcc reacting(ReactionMode react) {
    return new Hpcc(0.95, 5, 0, 100, 0, react, 0);
  }

  private static Hpcc stages(int maxStage) {
    return new Hpcc(0.95, maxStage, 0, 100, 0, ReactionMode.BOTH, 0);
  }

  /** Flow with 20 packets in flight that has received one report of a link at twice the target, and has not reacted. */
  private static FlowDriver aboutToHalve(Hpcc scheme) {
    return FlowDriver.of(scheme).send(20).withQueue(QUEUE_FOR_TWICE_THE_TARGET).every("13us").ack(1);
  }

  /** Flow of one packet per RTT with a reference window that was just halved. */
  private static FlowDriver halvedFlow(Hpcc scheme) {
    return FlowDriver.of(scheme).withQueue(QUEUE_FOR_TWICE_THE_TARGET).every("13us").send(1).ack(1).send(1).ack(1)
        .withQueue("0B");
  }

  @Test
  void aFlowStartsAtLineRateWithAWindowOfOneBandwidthDelayProduct() { // §3.2: W_init = B_NIC * T
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT);
    assertThat(flow.window()).isEqualTo(162_500);
    assertThat(flow.pace()).isEqualTo(100_000_000_000L);
  }

  @Test
  void theFirstAcknowledgementOnlyRecords() {
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT).send(20).withQueue("5MB").ack(1);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void aBottleneckAtTwiceTheTargetHalvesTheWindowInOneStep() { // eq. 3
    FlowDriver flow = aboutToHalve(Hpcc.DEFAULT).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isEqualTo(HALVED);
  }

  @Test
  void theWindowIsPacedEvenlyOverT() { // line 27: R = W / T
    assertThat(aboutToHalve(Hpcc.DEFAULT).ack(1).pace()).isEqualTo(50_050_000_000L); // 81,331.25 B * 8 / 13 us
  }

  @Test
  void acknowledgementsThatDescribeTheSameQueueDoNotHalveTwice() { // §3.2, Figure 5
    FlowDriver flow = aboutToHalve(reacting(ReactionMode.BOTH)).ack(1);
    assertThat(flow.window()).isEqualTo(HALVED);
    flow.ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isEqualTo(HALVED);
    assertThat(flow.ack(17).window()).isEqualTo(HALVED);
  }

  @Test
  void reactingToEachAcknowledgementHalvesTwice() { // §3.2, Figure 5: the overreaction
    FlowDriver flow = aboutToHalve(reacting(ReactionMode.PER_ACK)).ack(1);
    assertThat(flow.window()).isEqualTo(HALVED);
    assertThat(flow.ack(1).window()).isEqualTo(HALVED_TWICE);
  }

  @Test
  void theReferenceMovesWithTheFirstAcknowledgementOfTheNextRtt() { // lines 22-24
    FlowDriver flow = aboutToHalve(reacting(ReactionMode.BOTH)).ack(19).send(20);
    assertThat(flow.window()).isEqualTo(HALVED);
    assertThat(flow.ack(1).window()).as("packet 21, sent after the first ack: W^c is now this").isEqualTo(HALVED);
    assertThat(flow.ack(1).window()).isEqualTo(HALVED_TWICE);
    assertThat(flow.ack(18).window()).isEqualTo(HALVED_TWICE);
  }

  @Test
  void reactingPerRttIgnoresLaterAcknowledgementsOfTheRtt() { // §5.4
    FlowDriver flow = aboutToHalve(reacting(ReactionMode.PER_RTT)).ack(1);
    assertThat(flow.decided()).isFalse();
    flow.ack(18);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(162_500);
    flow.send(1).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isEqualTo(HALVED);
  }

  @Test
  void fiveAdditiveStepsThenAMultiplicativeOne() { // §3.3, lines 12-19
    FlowDriver flow = halvedFlow(stages(5)).withLoad(0.76); // 0.8 times the target
    for (int step = 1; step <= 5; step++) {
      assertThat(flow.send(1).ack(1).window()).isEqualTo((long) (81_331.25 + step * 81.25));
    }
    assertThat(flow.send(1).ack(1).window()).as("81,737.5 / 0.8 + 81.25").isEqualTo(102_253);
    assertThat(flow.send(1).ack(1).window()).as("and the steps begin anew").isEqualTo(102_334);
  }

  @Test
  void withoutStagesEachStepIsMultiplicative() {
    FlowDriver flow = halvedFlow(stages(0)).withLoad(0.76);
    assertThat(flow.send(1).ack(1).window()).as("81,331.25 / 0.8 + 81.25").isEqualTo(101_745);
  }

  @Test
  void acknowledgementsWithinTheRttDoNotCountAsStages() {
    FlowDriver flow = halvedFlow(stages(5)).withLoad(0.76).send(20).ack(1);
    assertThat(flow.ack(19).window()).as("two steps from the reference that the first of them set").isEqualTo(81_493);
  }

  @Test
  void congestionStartsTheStagesAnew() {
    FlowDriver flow = halvedFlow(stages(2)).withLoad(0.76).send(1).ack(1).send(1).ack(1);
    flow.withQueue("16250B").withLoad(1).send(1).ack(1).send(1).ack(1).withQueue("0B").withLoad(0.76);
    long congested = flow.window();
    assertThat(flow.send(1).ack(1).window()).isBetween(congested + 80, congested + 82);
    assertThat(flow.send(1).ack(1).window()).isBetween(congested + 161, congested + 163);
    assertThat(flow.send(1).ack(1).window()).isGreaterThan(congested + 10_000);
  }

  @Test
  void exactlyAtTheTargetOnlyTheAdditiveStepIsLeft() {
    FlowDriver flow = halvedFlow(stages(5)).withLoad(0.95);
    assertThat(flow.send(1).ack(1).window()).isEqualTo(81_412); // 81,331.25 + 81.25
  }

  @Test
  void theAdditiveStepFollowsFromTheExpectedNumberOfFlows() { // §3.3; the paper rounds it to 80 bytes for T = 13 us (§5.1)
    FlowDriver few = halvedFlow(new Hpcc(0.95, 5, 0, 10, 0, ReactionMode.BOTH, 0)).withLoad(0.1);
    long before = few.window();
    assertThat(few.send(1).ack(1).window() - before).isBetween(812L, 813L); // 162,500 * 0.05 / 10
    FlowDriver many = halvedFlow(Hpcc.DEFAULT).withLoad(0.1);
    before = many.window();
    assertThat(many.send(1).ack(1).window() - before).isBetween(81L, 82L);
  }

  @Test
  void theAdditiveStepMayBeGiven() {
    FlowDriver flow = halvedFlow(new Hpcc(0.95, 5, 300, 100, 0, ReactionMode.BOTH, 0)).withLoad(0.1);
    long before = flow.window();
    assertThat(flow.send(1).ack(1).window() - before).isEqualTo(300);
  }

  @Test
  void theWindowNeverFallsBelowAPacket() {
    FlowDriver flow = aboutToHalve(Hpcc.DEFAULT).withQueue("100MB").ack(10);
    assertThat(flow.window()).isEqualTo(1000);
    assertThat(flow.pace()).isEqualTo(615_384_615); // 1000 B * 8 / 13 us
  }

  @Test
  void theRateNeverFallsBelowTheMinimum() {
    FlowDriver flow = aboutToHalve(new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 1_000_000_000)).withQueue("100MB").ack(10);
    assertThat(flow.pace()).isEqualTo(1_000_000_000);
    assertThat(flow.window()).isEqualTo(1625);
  }

  @Test
  void theWindowNeverExceedsTheInitialOne() {
    FlowDriver flow = halvedFlow(stages(0)).withLoad(0.01);
    assertThat(flow.send(1).ack(1).window()).isEqualTo(162_500);
    assertThat(flow.pace()).isEqualTo(100_000_000_000L);
  }

  @Test
  void theBaseRttMayBeGiven() {
    Hpcc scheme = new Hpcc(0.95, 5, 0, 100, 26_000_000, ReactionMode.BOTH, 0);
    assertThat(FlowDriver.of(scheme).window()).isEqualTo(325_000);
    FlowDriver flow = FlowDriver.of(scheme).send(20).withQueue("292500B").every("26us").ack(2); // 0.9 bandwidth-delay products
    assertThat(flow.window()).isEqualTo(162_662); // 325,000 / 2 + 162.5
    assertThat(flow.pace()).isEqualTo(50_050_000_000L);
  }

  @Test
  void queueCountsAsTheMinimumOfBothReports() { // line 5
    FlowDriver flow = aboutToHalve(stages(5)).withQueue("0B").ack(1).withQueue("5MB");
    flow.ack(1);
    assertThat(flow.window()).as("U = 1").isEqualTo(154_456); // 162,500 * 0.95 + 81.25
  }

  @Test
  void theBusiestHopDecides() { // lines 3-7
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT).hop("400Gbps").hop("25Gbps").hop("100Gbps").send(20).every("13us");
    flow.withLoad(0.1).withLoad(1, 1).withQueue(1, 36_562).ack(2); // 0.9 times 25 Gb/s * T
    assertThat(flow.window()).isBetween(HALVED, HALVED + 2);
  }

  @Test
  void aReportCountsByTheTimeItCovers() { // lines 8-9: tau / T
    FlowDriver flow = aboutToHalve(Hpcc.DEFAULT).every("3250ns").ack(1);
    assertThat(flow.window()).as("U = 0.75 * 1 + 0.25 * 1.9 = 1.225").isEqualTo(126_101); // 162,500 * 0.95 / 1.225 + 81.25
  }

  @Test
  void aReportThatCoversMoreThanTCountsAsT() { // line 8
    assertThat(aboutToHalve(Hpcc.DEFAULT).every("130us").ack(1).window()).isEqualTo(HALVED);
  }

  @Test
  void bandwidthThatBecomesFreeIsTakenWithinSixRoundTrips() { // §3.3: multiplicative increase, with maxStage = 5
    FlowDriver flow = aboutToHalve(Hpcc.DEFAULT).withQueue("1MB").ack(19).send(20).ack(20).withQueue("0B").withLoad(0.05);
    assertThat(flow.window()).isLessThan(10_000);
    for (int rtt = 0; rtt < 6; rtt++) {
      flow.send(1).ack(1);
    }
    assertThat(flow.window()).isGreaterThan(100_000);
  }

  /** Appendix A.4: the last packets of 64 initial bursts see a queue of 64 bandwidth-delay products. */
  private static FlowDriver oneOfSixtyFourNewSources(FlowDriver flow) {
    int burst = 162;
    flow.send(burst).every("5248395ps").ack(1); // 162 packets return in 65 T
    for (int packet = 1; packet < burst; packet++) {
      flow.withQueue(0, 64L * 162_500 * packet / (burst - 1)).ack(1);
    }
    return flow;
  }

  @Test
  void oneOf64NewSourcesEndsAtA65thOfItsWindow() {
    FlowDriver flow = oneOfSixtyFourNewSources(FlowDriver.of(Hpcc.DEFAULT));
    assertThat(162_500.0 / flow.window()).isCloseTo(65, within(2.0));
  }

  @Test
  void inTheNativeHeaderItsQueueSaturatesAndItEndsAtA33rd() { // qLen ends at 5.2 MB = 32 bandwidth-delay products
    FlowDriver flow = oneOfSixtyFourNewSources(FlowDriver.of(Hpcc.DEFAULT).telemetry(NativeFormat.DEFAULT));
    assertThat(162_500.0 / flow.window()).isCloseTo(33, within(2.0));
  }
}
