package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Cases of {@link Hpcc} that are error-prone: clocks, wraps, pauses, paths. */
class HpccEdgeCasesTest {
  private static final String QUEUE_FOR_TWICE_THE_TARGET = "146250B";
  private static final long AT_THE_TARGET = 81_412; // half the initial window and two additive steps
  private static final Offset<Long> QUANTIZED = within(100L); // units of 128 and 80 bytes

  private static FlowDriver flow() {
    return FlowDriver.of(Hpcc.DEFAULT).telemetry(NativeFormat.DEFAULT);
  }

  /** Flow with half its initial window and a quiet network, so that every error shows. */
  private static FlowDriver halved(FlowDriver flow) {
    return flow.withQueue(QUEUE_FOR_TWICE_THE_TARGET).every("13us").send(1).ack(1).send(1).ack(1).withQueue("0B").withLoad(0.95);
  }

  private static void assertOnlyRecords(FlowDriver flow, Runnable story) {
    long window = flow.window();
    story.run();
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(window);
  }

  // Equal time stamps

  @Test
  void reportsWithEqualTimeStampsDecideNothing() {
    FlowDriver flow = halved(flow()).send(20);
    assertOnlyRecords(flow, () -> flow.every("0ns").ack(10));
    flow.every("80ns").ack(1);
    assertThat(flow.decided()).isTrue();
  }

  @Test
  void bytesSentWithinATickOfTheClockAreNotLost() {
    FlowDriver exact = FlowDriver.of(Hpcc.DEFAULT);
    FlowDriver ticking = FlowDriver.of(Hpcc.DEFAULT).telemetry(NativeFormat.DEFAULT);
    for (FlowDriver flow : new FlowDriver[] {exact, ticking}) {
      flow.lineRate("1.6Tbps").payload("64B").send(200_000).withQueue("2340000B").every("320ps").ack(199_999); // U = 1.9
    }
    assertThat(exact.window()).isBetween(1_300_000L, 1_320_000L);
    assertThat(ticking.window()).as("a packet takes a third of a tick").isCloseTo(exact.window(), within(20_000L));
  }

  @Test
  void aTickWithoutNewsDoesNotUseUpTheUpdateOfTheRtt() {
    FlowDriver flow = halved(flow()).withQueue(QUEUE_FOR_TWICE_THE_TARGET).withLoad(1).send(1).ack(1);
    long halvedOnce = flow.window();
    flow.send(20).every("0ns").ack(1).every("13us").ack(1); // the first of this RTT has no news, the second has
    long halvedTwice = flow.window();
    assertThat(halvedTwice).isBetween(halvedOnce / 2, halvedOnce / 2 + 200);
    assertThat(flow.ack(1).window()).as("the reference has moved").isBetween(halvedTwice / 2, halvedTwice / 2 + 200);
    assertThat(flow.ack(10).window()).as("and does not move again").isBetween(halvedTwice / 2, halvedTwice / 2 + 200);
  }

  @Test
  void aClockThatGoesBackATickStartsNewRecords() {
    FlowDriver flow = halved(flow()).send(20);
    assertOnlyRecords(flow, () -> flow.every("0ns").backwards("1ns").ack(1));
    flow.every("13us").ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isCloseTo(AT_THE_TARGET, QUANTIZED);
  }

  // Wraps

  @Test
  void oneWrapOfTheClockChangesNothing() {
    assertSameWindows(flow().startingAt("100us"), flow().startingAt("16777116us")); // 2^24 us minus 100 us, and 1000 wraps
    assertSameWindows(flow().startingAt("100us"), flow().startingAt("16777us"));
  }

  @Test
  void oneWrapOfTheByteCounterChangesNothing() {
    assertSameWindows(flow().havingSent("0B"), flow().havingSent("134200064B")); // 2^27 - 138 * 128: wraps within the first RTT
  }

  private static void assertSameWindows(FlowDriver plain, FlowDriver wrapping) {
    for (FlowDriver flow : new FlowDriver[] {plain, wrapping}) {
      flow.withQueue("40kB").every("80ns").stream(500).withQueue("0B").withLoad(0.5).stream(500);
    }
    for (int ack = 0; ack < 2000; ack++) {
      plain.stream(1);
      wrapping.stream(1);
      assertThat(wrapping.window()).as("after %d acknowledgements", ack).isEqualTo(plain.window());
      assertThat(plain.decided()).isTrue();
    }
  }

  @Test
  void aPauseShorterThanAWrapIsMeasured() {
    FlowDriver flow = halved(flow()).send(1).idle("10ms").ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).as("U = 0.95").isCloseTo(AT_THE_TARGET, QUANTIZED);
  }

  @Test
  void aPauseInWhichTheByteCounterMayHaveWrappedStartsNewRecords() { // 2^27 bytes take 10.74 ms at 100 Gb/s
    FlowDriver flow = halved(flow());
    assertOnlyRecords(flow, () -> flow.send(1).idle("10.8ms").ack(1));
    FlowDriver slower = halved(flow().lineRate("25Gbps")).send(1).idle("10.8ms").ack(1);
    assertThat(slower.decided()).as("at 25 Gb/s they take 43 ms").isTrue();
  }

  @Test
  void aPauseLongerThanAWholeWrapOfTheClockStartsNewRecords() { // 2^24 ns = 16.8 ms
    for (String pause : new String[] {"16.8ms", "17ms", "33.6ms", "40ms", "5s"}) {
      FlowDriver flow = halved(flow().lineRate("10Gbps"));
      assertOnlyRecords(flow, () -> flow.send(1).idle(pause).ack(1));
      flow.send(1).ack(1);
      assertThat(flow.decided()).as("and then it goes on").isTrue();
    }
  }

  @Test
  void delayedAcknowledgementDoesNotHideAWrap() {
    // The ports' reports are 11 ms apart, which is more than a wrap of the byte counter; their arrivals only 7.
    FlowDriver flow = halved(flow()).returningLate("4ms").send(1).ack(1).returningLate("0us");
    assertOnlyRecords(flow, () -> flow.send(1).idle("11ms").ack(1));
  }

  @Test
  void delayedAcknowledgementDoesNotCorruptAReport() {
    FlowDriver flow = halved(flow()).send(1).idle("9ms").returningLate("4ms").ack(1);
    assertThat(flow.decided()).as("9 ms between the reports, 13 between their arrivals").isTrue();
    assertThat(flow.window()).isCloseTo(AT_THE_TARGET, QUANTIZED);
  }

  @Test
  void aRoundTripLongerThanAWrapDoesNotStopReactions() { // at 1.6 Tb/s the byte counter wraps after 0.67 ms
    FlowDriver flow = flow().lineRate("1.6Tbps").returningLate("5ms").withQueue("2340000B").every("13us").send(20).ack(20);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isBetween(1_300_000L, 1_302_000L);
  }

  // Paths

  @Test
  void aNewPathIdDropsTheOldRecords() { // §4.1
    FlowDriver flow = halved(flow());
    assertOnlyRecords(flow, () -> flow.havingSent("77MB").reroute(1, "100Gbps").send(1).ack(1));
    flow.withLoad(0.95).send(1).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isCloseTo(AT_THE_TARGET, QUANTIZED);
  }

  private static Hpcc stageless(WindowDivision division, PortRate rate) {
    return new Hpcc(0.95, 0, 80, 100, 0, ReactionMode.BOTH, 0, division, rate);
  }

  /** After a report with U = 1.9 a new path with U = 0.5: half of the new path's U is the initial 1, so 0.75 in total. */
  @Test
  void aNewPathIsNotJudgedByTheLoadOfTheOldOne() {
    var schemes = List.of(stageless(WindowDivision.PLAIN, PortRate.SENT), stageless(WindowDivision.TABLE, PortRate.SENT),
        stageless(WindowDivision.PLAIN, PortRate.RECEIVED), HpccAlpha.DEFAULT, PowerTcp.DEFAULT);
    for (Scheme scheme : schemes) {
      FlowDriver flow = FlowDriver.of(scheme).telemetry(NativeFormat.DEFAULT).withQueue(QUEUE_FOR_TWICE_THE_TARGET).every("13us");
      long reduced = flow.send(1).ack(1).send(1).ack(1).send(2).window();
      assertThat(reduced).as(scheme.name()).isLessThan(100_000);
      flow.every("6.5us").reroute(1, "100Gbps").withLoad(0.5).ack(1);
      assertThat(flow.window()).as("%s keeps its window", scheme.name()).isEqualTo(reduced);
      flow.ack(1);
      assertThat((double) flow.window()).as(scheme.name()).isCloseTo(reduced / 0.75, within(0.12 * reduced));
    }
  }

  @Test
  void aNewHopCountDropsTheOldRecords() {
    for (int hops : new int[] {1, 2, 4, 5}) {
      FlowDriver flow = halved(FlowDriver.of(Hpcc.DEFAULT).telemetry(new AuthorsFormat(1)).hops(3, "100Gbps"));
      assertOnlyRecords(flow, () -> flow.havingSent("77MB").reroute(hops, "100Gbps").send(1).ack(1));
    }
  }

  @Test
  void aPathThatNoLongerFitsTheHeaderDropsTheOldRecords() { // the header states six hops, but holds five, as before
    FlowDriver flow = halved(FlowDriver.of(Hpcc.DEFAULT).telemetry(new AuthorsFormat(1)).hops(5, "100Gbps"));
    assertOnlyRecords(flow, () -> flow.havingSent("77MB").reroute(6, "100Gbps").send(1).ack(1));
  }

  @Test
  void truncatedHeaderKeepsTheFirstHops() {
    FlowDriver seen = flow().hops(17, "100Gbps").withQueue(14, 146_250).every("13us").send(3).ack(2);
    assertThat(seen.feedback().hops.count()).isEqualTo(15);
    assertThat(seen.feedback().hops.cutOff()).isTrue();
    assertThat(seen.window()).isCloseTo(81_331, QUANTIZED);
    FlowDriver unseen = flow().hops(17, "100Gbps").withQueue(15, 146_250).every("13us").send(3).ack(2);
    assertThat(unseen.window()).as("U = 1").isCloseTo(154_456, QUANTIZED);
  }

  @Test
  void aLinkFasterThanTheEnumerationIsRefusedBeforeThePathIsUsed() {
    FlowDriver flow = flow().hop("100Gbps").hop("3.2Tbps");
    assertThatThrownBy(() -> flow.send(1))
        .hasMessageStartingWith("format native has no code for 3200000000000 b/s, only for 1, 10,");
  }

  @Test
  void hopOfUnknownRateIsSkipped() {
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT).hop("0bps").hop("100Gbps").withQueue(0, 5_000_000).withQueue(1, 146_250);
    assertThat(flow.every("13us").send(3).ack(2).window()).isEqualTo(81_331);
  }

  @Test
  void aPathOfUnknownRatesDecidesNothing() {
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT).hops(3, "0bps").withQueue("5MB");
    assertOnlyRecords(flow, () -> flow.stream(1000));
  }

  // Acknowledgements

  @Test
  void oneAcknowledgementForMoreThanAWindowIsOneDecision() {
    FlowDriver flow = flow().withQueue("5MB").every("80ns").stream(2000);
    assertThat(flow.window()).isEqualTo(1000);
    flow.withQueue("0B").withLoad(0.1);
    for (int ack = 0; ack < 50; ack++) {
      flow.send(64).coalesced(64);
      assertThat(flow.decided()).isTrue();
    }
    assertThat(flow.window()).as("grown back").isEqualTo(162_500);
  }

  @Test
  void acknowledgementWithoutTelemetryHasNoEffect() {
    FlowDriver flow = halved(flow());
    assertOnlyRecords(flow, () -> flow.send(1).bare().ack(1));
    flow.send(1).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isCloseTo(AT_THE_TARGET, QUANTIZED);
  }

  @Test
  void theSameAcknowledgementTwiceDecidesOnce() {
    FlowDriver flow = halved(flow()).send(1).ack(1);
    assertOnlyRecords(flow, flow::duplicate);
  }

  @Test
  void lostAcknowledgementsOnlyMakeTheReportsLonger() {
    FlowDriver flow = halved(flow()).send(20).lose(19).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isCloseTo(AT_THE_TARGET, QUANTIZED);
  }

  @Test
  void afterATimeoutTheReferenceMovesAgainOnceTheOldBytesAreCovered() {
    FlowDriver flow = halved(FlowDriver.of(Hpcc.DEFAULT)).withQueue(QUEUE_FOR_TWICE_THE_TARGET).withLoad(1).send(20).ack(1);
    flow.timeout().send(30);
    long halvedOnce = flow.ack(1).window();
    assertThat(flow.ack(18).window()).as("within the bytes sent before the timeout").isEqualTo(halvedOnce);
    flow.ack(1);
    assertThat(flow.ack(1).window()).isLessThan(halvedOnce * 6 / 10);
  }

  @Test
  void lateAcknowledgementsAfterASpuriousTimeoutDoNotMoveTheReference() { // HPCC++ guideline: once per RTT at most
    for (Scheme scheme : List.of(Hpcc.DEFAULT, HpccVariantsTest.TABLE, HpccVariantsTest.RECEIVED, HpccAlpha.DEFAULT,
        PowerTcp.DEFAULT)) {
      FlowDriver flow = FlowDriver.of(scheme).withQueue("40kB").every("13us").send(1).ack(1).send(1).ack(1).send(40);
      long reduced = flow.window();
      flow.timeout().ack(20); // all of them were in flight: the first one commits, and each recomputes from that
      assertThat(flow.window()).as(scheme.name()).isGreaterThan(reduced / 3);
    }
  }

  // Small and large numbers

  @Test
  void aBandwidthDelayProductBelowAPacketGivesAWindowOfAPacket() {
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT).lineRate("1Gbps").baseRtt("4us").payload("1000B"); // 500 bytes
    assertThat(flow.window()).isEqualTo(1000);
    flow.withQueue("1MB").stream(100);
    assertThat(flow.window()).isEqualTo(1000);
    assertThat(flow.pace()).isEqualTo(1_000_000_000);
  }

  @Test
  void acceptsALinkOfOneBitPerSecond() {
    FlowDriver flow = FlowDriver.of(Hpcc.DEFAULT).hop("1bps").withQueue("1MB").every("80ns").stream(100);
    assertThat(flow.window()).isEqualTo(1000);
    flow.withQueue("0B").reroute(1, "100Gbps").withLoad(0.1).every("13us").stream(20);
    assertThat(flow.window()).isGreaterThan(100_000);
  }

  @Test
  void acceptsTheFastestLinks() {
    FlowDriver flow = flow().lineRate("1.6Tbps").baseRtt("100us").every("5ns").withLoad(0.5);
    for (int rtt = 0; rtt < 8; rtt++) {
      flow.roundTrip();
    }
    assertThat(flow.window()).isEqualTo(20_000_000);
    assertThat(flow.withQueue("5MB").withLoad(1).roundTrip().roundTrip().window()).isLessThan(19_000_000);
  }

  @Test
  void theMinimumRateMayExceedTheLineRate() {
    FlowDriver flow = FlowDriver.of(new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 400_000_000_000L)).withQueue("5MB")
        .stream(100);
    assertThat(flow.pace()).isEqualTo(100_000_000_000L);
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void theQueueIsMeasuredInBandwidthDelayProductsWhateverTheTransportCountsAsOne() { // line 5: qLen / (B * T)
    var path = new PathFacts(100_000_000_000L, 13_000_000, 40_000, 1000); // a fabric-wide T, a path of a quarter
    var flow = Hpcc.DEFAULT.start(path);
    var ack = new Feedback();
    for (int i = 1; i <= 2; i++) {
      ack.nowPs = i * 13_000_000L;
      ack.ackedBytes = i * 1000L;
      ack.sentBytes = 40_000;
      ack.highestSentBytes = ack.sentBytes;
      ack.orderByBytes();
      ack.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
      ack.hops.add(i * 13_000_000L, i * 162_500L, 146_250, 100_000_000_000L);
      flow.onAck(ack);
    }
    assertThat(flow.windowBytes()).isEqualTo(20_020); // 40,000 / 2 + 20
  }
}
