package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/**
 * NSCC's cases, computed manually: 100 Gb/s and 13 us, so at first one and a half of 162,500 bytes, a target of 13 us, and
 * steps 162,500 / 150,000 of those of the reference. The mean delay is the last one, and the scheme takes only the steps of the
 * tested case.
 */
class NsccTest {
  private static final long FIRST = 243_750;

  private static Nscc plain() {
    return new Nscc(0, 1.5, 4, 5, 0, 0.8, 0.5, 1_000_000, 0.25, 1, 4, 0.125, 8);
  }

  /** The scheme on paths with trimming. */
  private record Trimming(Nscc scheme) implements ForwardingScheme {
    @Override
    public CongestionControl start(PathFacts path) {
      return scheme.start(path.trimming(true));
    }
  }

  /** Reports a trimmed packet. */
  private static FlowDriver trimmed(FlowDriver flow) {
    Feedback feedback = flow.feedback();
    feedback.lostBytes = 1000;
    feedback.trimmedBytes = 1000;
    flow.nack();
    feedback.lostBytes = 0;
    feedback.trimmedBytes = 0;
    return flow;
  }

  /** Scheme without steps up. */
  private static Nscc unmoved() {
    return new Nscc(0, 1.5, 0, 0, 0, 0.8, 0.5, 0, 0, 1, 4, 0.125, 8);
  }

  /** Flow with a window of 146,250 bytes: 0.8 * (26 - 13) / 26 less than the first. */
  private static FlowDriver decreased(Nscc scheme) {
    FlowDriver flow = FlowDriver.of(scheme).send(800).returningLate("26us").marked().ack(1);
    assertThat(flow.window()).isEqualTo(146_250);
    return flow;
  }

  @Test
  void itStartsWithOneAndAHalfBandwidthDelayProductsAtLineRate() {
    FlowDriver flow = FlowDriver.of(Nscc.DEFAULT);
    assertThat(flow.window()).isEqualTo(FIRST);
    assertThat(flow.pace()).isEqualTo(100_000_000_000L);
    assertThat(flow.stream(1000).window()).as("and grows no more").isEqualTo(FIRST);
  }

  @Test
  void aMarkAndMuchDelayDecreaseItOncePerBaseRtt() {
    FlowDriver flow = decreased(plain());
    assertThat(flow.marking(true).ack(100).window()).as("8 us later").isEqualTo(146_250);
    assertThat(flow.idle("5us").ack(1).window()).as("0.6 of it, more than 13 us later").isEqualTo(87_750);
  }

  @Test
  void oneDecreaseTakesHalfAtMost() {
    Nscc scheme = new Nscc(1_000_000, 1.5, 4, 5, 0, 0.8, 0.5, 0, 0.25, 1, 1e6, 0.125, 8);
    assertThat(FlowDriver.of(scheme).send(300).returningLate("26us").marked().ack(1).window()).as("not 0.8 * 25 / 26 of it")
        .isEqualTo(121_875);
  }

  @Test
  void decreasesGoByTheMeanDelay() {
    FlowDriver flow = FlowDriver.of(Nscc.DEFAULT).send(800).returningLate("26us").marking(true).ack(55);
    assertThat(flow.window()).as("26 us * (1 - 0.9875^55) are below 13").isEqualTo(FIRST);
    assertThat(flow.ack(1).window()).as("26 us * (1 - 0.9875^56) above").isLessThan(FIRST);
  }

  @Test
  void aMarkAndLittleDelayChangeNothing() {
    FlowDriver flow = decreased(plain()).returningLate("12us").marking(true);
    assertThat(flow.ack(500).window()).isEqualTo(146_250);
  }

  @Test
  void noMarkAndMuchDelayAddTheSameToAllWindows() {
    FlowDriver flow = decreased(plain()).returningLate("13us");
    assertThat(flow.ack(7).window()).as("eight packets").isEqualTo(146_250);
    assertThat(flow.ack(1).window()).as("5 packets * 1.083 * 8000 / 146,250").isEqualTo(146_546);
  }

  @Test
  void noMarkAndLittleDelayAddInProportionToTheDifference() {
    assertThat(decreased(plain()).returningLate("6.5us").ack(8).window()).as("4 packets * 1.083 * 13/12 * 0.5 * 8000 / 146,250")
        .isEqualTo(146_378);
    assertThat(decreased(plain()).returningLate("3.25us").ack(8).window()).as("three quarters are missing").isEqualTo(146_442);
  }

  @Test
  void windowWithoutDelayStartsFastIncrease() {
    FlowDriver flow = decreased(new Nscc(0, 1.5, 0, 5, 0, 0.8, 0.5, 1_000_000, 0.25, 1, 4, 0.125, 8)).returningLate("0us");
    assertThat(flow.ack(146).window()).isEqualTo(146_250);
    assertThat(flow.ack(1).window()).as("0.25 * 1.083 of a packet").isEqualTo(146_520);
    assertThat(flow.ack(1).window()).isEqualTo(146_791);
    assertThat(flow.returningLate("1us").ack(1).returningLate("0us").ack(100).window()).as("a delay ends it").isEqualTo(146_791);
  }

  @Test
  void everyFlowTakesTheSteadyStepOncePerBaseRtt() {
    FlowDriver flow = decreased(new Nscc(0, 1.5, 0, 0, 0.15, 0.8, 0.5, 0, 0, 1, 4, 0.125, 8)).returningLate("12us");
    assertThat(flow.every("1us").ack(13).window()).as("not for more than 13 us").isEqualTo(146_250);
    assertThat(flow.ack(20).window()).as("162.5 bytes, and again").isBetween(146_412L, 146_575L);
  }

  @Test
  void trimmedPacketAfterLowGoodputSetsTheWindow() {
    FlowDriver flow = trimmed(FlowDriver.of(new Trimming(plain())).send(800).ack(21).idle("27us"));
    assertThat(flow.window()).as("what was acknowledged in 26 us").isEqualTo(21_000);
  }

  @Test
  void quickAdaptMayEnlargeTheWindow() {
    FlowDriver flow = FlowDriver.of(new Trimming(unmoved())).send(800).ack(1).timeout();
    assertThat(flow.window()).isEqualTo(1000);
    assertThat(trimmed(flow.ack(20).idle("27us")).window()).isBetween(20_000L, 21_000L);
  }

  @Test
  void lossWithoutTrimmingTakesItsPacketAlone() {
    FlowDriver flow = FlowDriver.of(unmoved()).send(800).ack(21).idle("27us").nack();
    assertThat(flow.window()).isEqualTo(FIRST - 1000);
    assertThat(flow.nack().window()).as("the same packet is missing").isEqualTo(FIRST - 1000);
    assertThat(flow.send(10).ack(1).nack().window()).as("another one").isEqualTo(FIRST - 2000);
  }

  @Test
  void whereSwitchesTrimDelayAloneIsNoReasonForQuickAdapt() {
    FlowDriver flow = FlowDriver.of(new Trimming(unmoved())).send(221).ack(20).idle("27us").returningLate("53us").ack(1);
    assertThat(flow.window()).isEqualTo(FIRST);
  }

  @Test
  void trimmedPacketAfterHighGoodputTakesOnlyItsBytes() {
    FlowDriver flow = trimmed(FlowDriver.of(new Trimming(unmoved())).send(800).ack(31).idle("27us"));
    assertThat(flow.window()).as("31,000 are more than an eighth").isEqualTo(FIRST - 1000);
    assertThat(trimmed(flow).window()).as("another one").isEqualTo(FIRST - 2000);
  }

  @Test
  void quickAdaptByDelayIgnoresMarksOfBytesInFlight() {
    FlowDriver flow = FlowDriver.of(plain()).send(221).ack(20).idle("27us").returningLate("53us").marking(true).ack(1);
    assertThat(flow.window()).as("a delay of more than four targets").isEqualTo(21_000);
    assertThat(flow.every("1us").ack(199).window()).as("200 packets left before that").isEqualTo(21_000);
    assertThat(flow.ack(1).window()).as("all of them have come back").isEqualTo(10_500);
  }

  @Test
  void quickAdaptMayBeLeftOut() {
    Nscc without = new Nscc(0, 1.5, 4, 5, 0, 0.8, 0.5, 1_000_000, 0.25, 1, 4, 0, 8);
    assertThat(trimmed(FlowDriver.of(new Trimming(without)).send(800).ack(21).idle("27us")).window()).isEqualTo(FIRST - 1000);
  }

  @Test
  void knownLossesTakeTheirBytesAndReorderedPacketsCount() {
    CongestionControl flow = plain().start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
    var facts = new Feedback();
    facts.nowPs = 20_000_000;
    facts.rttPs = 14_000_000;
    facts.reportsLoss = true;
    facts.lostBytes = 3000;
    flow.onAck(facts);
    assertThat(flow.windowBytes()).isEqualTo(FIRST - 3000);
    flow.onAck(facts);
    assertThat(flow.windowBytes()).as("of the same gap, and another packet").isEqualTo(FIRST - 6000);
    facts.reportsLoss = false;
    facts.lostBytes = 0;
    facts.arrivedBytes = 20_000; // and nothing is acknowledged
    flow.onAck(facts);
    assertThat(flow.windowBytes()).isBetween(FIRST - 5999, FIRST);
  }

  @Test
  void learnsBaseRttAndLargestWindowFromTheLeastSample() {
    CongestionControl flow = unmoved().start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
    var facts = new Feedback();
    facts.nowPs = 20_000_000;
    facts.rttPs = 6_500_000; // of a close pair
    facts.ackedBytes = 1000;
    facts.arrivedBytes = 1000;
    flow.onAck(facts);
    assertThat(flow.windowBytes()).as("one and a half products of the pair").isEqualTo(FIRST / 2);
    facts.nowPs = 50_000_000;
    facts.rttPs = 26_000_000; // a delay of 19.5 us, 6.5 above the network's target
    facts.ackedBytes = 2000;
    facts.arrivedBytes = 2000;
    facts.ecnMarked = true;
    flow.onAck(facts);
    assertThat(flow.windowBytes()).isEqualTo(Math.round(FIRST / 2 * (1 - 0.8 * 6.5 / 19.5)));
  }

  @Test
  void aTrimmedPacketTeachesTheBaseRttToo() {
    CongestionControl control = unmoved().start(PathFacts.of(100_000_000_000L, 13_000_000, 1000).trimming(true));
    var facts = new Feedback();
    facts.nowPs = 20_000_000;
    facts.rttPs = 6_500_000;
    facts.reportsLoss = true;
    facts.lostBytes = 1000;
    facts.trimmedBytes = 1000;
    control.onAck(facts);
    assertThat(control.windowBytes()).isLessThanOrEqualTo(FIRST / 2);
  }

  @Test
  void sendsOnlyWhatFits() {
    assertThat(Nscc.DEFAULT.start(PathFacts.of(100_000_000_000L, 13_000_000, 1000)).sendsOnlyWhatFits()).isTrue();
  }

  @Test
  void aTimeoutLeavesOnePacket() {
    FlowDriver flow = FlowDriver.of(Nscc.DEFAULT).send(10).ack(1).timeout();
    assertThat(flow.window()).isEqualTo(1000);
    assertThat(flow.stream(200).window()).as("fast increase").isGreaterThan(50_000);
  }

  @Test
  void switchesMarkFromAFifthToFourFifthsOfWhatALinkSendsIn12Us() {
    assertThat(Nscc.DEFAULT.markingThresholds(100_000_000_000L)).isEqualTo(new MarkingThresholds(30_000, 120_000, 1));
  }
}
