package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * HPCC with received bytes, with a table of reciprocals, and with one figure from PINT; stories and numbers as in
 * {@link HpccTest}.
 */
class HpccVariantsTest {
  static final Hpcc TABLE = new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 0, WindowDivision.TABLE, PortRate.SENT);
  static final Hpcc RECEIVED = new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 0, WindowDivision.PLAIN, PortRate.RECEIVED);

  private static final long HALVED = 81_331; // 162,500 / 2 + 81.25

  private static FlowDriver recorded(Scheme scheme) {
    return FlowDriver.of(scheme).send(20).every("13us").ack(1);
  }

  @Test
  void bytesReceivedAreThoseSentAndThoseThatJoinedTheQueue() {
    assertThat(recorded(Hpcc.DEFAULT).withQueue("146250B").ack(1).window()).as("txRate alone: U = 1").isEqualTo(154_456);
    assertThat(recorded(RECEIVED).withQueue("146250B").ack(1).window()).as("1 + 0.9").isEqualTo(HALVED);
  }

  @Test
  void constantQueueCountsOnceAndAShrinkingOneLess() {
    FlowDriver flow = FlowDriver.of(RECEIVED).send(20).withQueue("146250B").every("13us").ack(1);
    assertThat(flow.ack(1).window()).isEqualTo(HALVED);
    assertThat(flow.withQueue("0B").ack(1).window()).as("0.1 of a link, after 20 packets of the same RTT").isEqualTo(162_500);
  }

  @Test
  void receivedBytesSurviveUnitsAndWraps() {
    FlowDriver flow = FlowDriver.of(RECEIVED).telemetry(NativeFormat.DEFAULT).havingSent("134.2MB").startingAt("16ms");
    flow.every("13us").withLoad(0.5).stream(1000);
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void theTableDividesWithinItsBound() {
    var random = new SplittableRandom(60);
    double worst = 0;
    for (int trial = 0; trial < 1_000_000; trial++) {
      double load = StrictMath.exp(random.nextDouble(StrictMath.log(0.05), StrictMath.log(64)));
      double error = WindowDivision.TABLE.quotient(1e6, load) / (1e6 / load) - 1;
      worst = Math.max(worst, error);
      assertThat(error).isGreaterThan(-0.0002); // half a unit of 2^-16, of 0.05
    }
    assertThat(worst).isBetween(WindowDivision.EPSILON * 0.9, WindowDivision.EPSILON * 1.01 + 0.0002);
  }

  @Test
  void loadsOutsideTheTableAreTakenAsItsEnds() {
    assertThat(WindowDivision.TABLE.quotient(1000, 1000)).isBetween(1000 / 64.0, 1000 / 64.0 * 1.005);
    assertThat(WindowDivision.TABLE.quotient(1, 0)).isEqualTo(65536);
  }

  @Test
  void theTableMakesWindowsALittleLarger() {
    FlowDriver flow = FlowDriver.of(TABLE).send(20).withQueue("146250B").every("13us").ack(1);
    assertThat(flow.ack(1).window()).isBetween(HALVED, HALVED + 366); // 81,250 * 0.0045
  }

  @Test
  void pintAveragesInTheSwitch() {
    CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
    var ack = new Feedback();
    ack.sentBytes = 20_000;
    ack.highestSentBytes = ack.sentBytes;
    ack.nowPs = 1_000_000;
    ack.ackedBytes = 1000;
    ack.orderByBytes();
    ack.hops.answer(PathQuery.INFLIGHT, 1.9, 0);
    assertThat(flow.onAck(ack)).as("the first only records").isFalse();
    ack.nowPs += 80_000; // far less than T: the sender's own average would hardly move
    ack.ackedBytes = 2000;
    ack.orderByBytes();
    assertThat(flow.onAck(ack)).isTrue();
    assertThat(flow.windowBytes()).isEqualTo(HALVED);
  }

  private static double additiveStep(int busiest, int flows) {
    return additiveStep(busiest, flows, 7, false);
  }

  /**
   * Two links, one of which is loaded; reports each T from a receiver with this count of flows.
   *
   * @param whole number of reports before those of the first link alone
   * @param cutOff true if headers have no room for more hops
   */
  private static double additiveStep(int busiest, int flows, int whole, boolean cutOff) {
    var path = PathFacts.of(100_000_000_000L, 13_000_000, 1000); // W_init is 162,500 B
    CongestionControl flow = Hpcc.DEFAULT.start(path);
    var report = new Feedback();
    report.flowsOnLastLink = flows;
    long[] windows = new long[7];
    for (int round = 0; round < windows.length; round++) {
      report.nowPs = (round + 1) * 13_000_000L;
      report.reportOrder = round + 1;
      report.sentOrder = round;
      report.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
      report.hops.cutOff(cutOff);
      for (int link = 0; link < (round < whole ? 2 : 1); link++) { // first far above eta, then at half of it
        long bytes = link == busiest ? round == 1 ? 325_000 : 80_000L * round + 325_000 : 16_250L * round;
        report.hops.add(report.nowPs, bytes, 0, 100_000_000_000L, Hops.link(7, link));
      }
      flow.onAck(report);
      windows[round] = flow.windowBytes();
    }
    return windows[4] - windows[3];
  }

  @Test
  void theReceiverCountsForTheStepWhereItsOwnLinkIsTheBusiest() {
    double byDefault = 162_500 * 0.05 / 100;
    assertThat(additiveStep(1, 0)).as("no count").isCloseTo(byDefault, within(1.0));
    assertThat(additiveStep(1, 24)).as("24 flows").isCloseTo(162_500 * 0.05 / 24, within(1.0));
    assertThat(additiveStep(0, 24)).as("the busiest link is another").isCloseTo(byDefault, within(1.0));
  }

  @Test
  void theNumberIsNotForAnInnerLinkWhereReportsLackTheReceiversLink() {
    double byDefault = 162_500 * 0.05 / 100;
    assertThat(additiveStep(0, 24, 2, false)).as("switches without a queue have not written").isCloseTo(byDefault, within(1.0));
    assertThat(additiveStep(1, 24, 7, true)).as("the header had no room").isCloseTo(byDefault, within(1.0));
  }

  @Test
  void windowGrowsByOneMinusEtaWithoutQueueAndOtherFacts() {
    FlowDriver congested = recorded(Hpcc.DEFAULT).withQueue("146250B").ack(1);
    assertThat(congested.window()).isEqualTo(154_456);
    CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
    var report = new Feedback();
    for (int round = 1; round <= 2; round++) { // U = 2, so the window is about half
      report.nowPs = round * 13_000_000L;
      report.reportOrder = round;
      report.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
      report.hops.add(report.nowPs, round * 325_000L, 0, 100_000_000_000L);
      flow.onAck(report);
    }
    long before = flow.windowBytes();
    assertThat(before).isLessThan(100_000);
    report.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    report.reportOrder = 10;
    report.nowPs = 3 * 13_000_000L;
    assertThat(flow.onAck(report)).as("no news where switches always write").isFalse();
    report.quiet = true;
    assertThat(flow.onAck(report)).as("T after the last record").isFalse();
    report.nowPs++;
    report.sentOrder = 10;
    assertThat(flow.onAck(report)).isTrue();
    assertThat(flow.windowBytes()).isCloseTo((long) (before * 1.05 + 81), within(2L));
    assertThat(flow.onAck(report)).as("once in a round trip").isFalse();
  }
}
