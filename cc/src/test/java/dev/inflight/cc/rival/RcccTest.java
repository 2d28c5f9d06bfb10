package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.CreditGrants;
import dev.inflight.cc.Signal;
import dev.inflight.cc.testing.FlowDriver;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * RCCC's sending side, computed manually: 100 Gb/s and 13 us, so one and a half of 162,500 bytes before the first credit, and
 * packets of 1000 bytes.
 */
class RcccTest {
  private static final long FIRST = 243_750;

  private static FlowDriver flow() {
    return FlowDriver.of(Rccc.DEFAULT);
  }

  /** Grants the flow a total of {@code bytes} bytes. */
  private static FlowDriver credit(FlowDriver flow, long bytes) {
    assertThat(flow.control().onWindow(bytes)).isTrue();
    return flow;
  }

  @Test
  void startsWithUnsolicitedBytes() {
    FlowDriver flow = flow();
    assertThat(flow.window()).isEqualTo(FIRST);
    assertThat(flow.send(300).window()).isEqualTo(FIRST);
  }

  @Test
  void anAcknowledgementEndsTheFirstFlight() {
    FlowDriver flow = flow().send(100).ack(10);
    assertThat(flow.window()).as("what is in flight, and nothing more").isEqualTo(90_000);
    assertThat(flow.ack(90).window()).isZero();
    assertThat(credit(flow, 104_000).window()).isEqualTo(4_000);
  }

  @Test
  void firstCreditEndsTheFirstFlight() {
    assertThat(credit(flow().send(50), 60_000).window()).as("ten packets more, and not 193").isEqualTo(60_000);
    assertThat(credit(flow().send(50), 20_000).window()).as("none until 20 kB are acknowledged").isEqualTo(20_000);
  }

  @Test
  void creditIsATotalOfSentBytes() {
    FlowDriver flow = credit(flow().send(60), 60_000).ack(60);
    assertThat(flow.window()).isZero();
    assertThat(credit(flow, 64_000).window()).isEqualTo(4_000);
    assertThat(flow.send(4).window()).as("in flight counts as long as it is").isEqualTo(4_000);
    assertThat(flow.ack(4).window()).isZero();
  }

  @Test
  void aCreditThatIsLostIsInTheNextOne() {
    FlowDriver flow = credit(flow().send(60), 60_000).ack(60);
    assertThat(credit(flow, 72_000).window()).as("64 kB and 68 kB were lost").isEqualTo(12_000);
    assertThat(credit(flow, 64_000).window()).as("and one that is late takes nothing away").isEqualTo(12_000);
  }

  @Test
  void retransmissionsNeedCredit() {
    FlowDriver flow = credit(flow().send(60), 64_000).ack(10).nack();
    assertThat(flow.window()).as("of 64 kB, 60 are gone, and nothing is in flight").isEqualTo(4_000);
    credit(flow.send(4), 70_000);
    assertThat(flow.window()).as("6 packets more, beside 4 in flight").isEqualTo(10_000);
    assertThat(flow.ack(4).window()).isEqualTo(6_000);
  }

  @Test
  void aTimeoutLetsOnePacketLeave() {
    FlowDriver flow = credit(flow().send(60), 60_000).ack(10).timeout();
    assertThat(flow.window()).as("any window below a packet lets one leave").isEqualTo(1);
    assertThat(credit(flow, 60_000).window()).isEqualTo(1);
    assertThat(flow.send(1).ack(1).window()).as("61 kB were sent by now").isZero();
    assertThat(credit(flow, 65_000).window()).isEqualTo(4_000);
  }

  @Test
  void flowWithNewBytesStartsAgain() {
    FlowDriver flow = credit(flow().send(60), 60_000).ack(60);
    flow.control().onRestart(60_000);
    assertThat(flow.window()).isEqualTo(FIRST);
    assertThat(credit(flow, 70_000).window()).isEqualTo(10_000);
  }

  @Test
  void bytesInFlightCountInTheNewFirstFlight() {
    FlowDriver flow = credit(flow().send(60), 60_000).ack(10);
    assertThat(flow.window()).as("50 of 60 packets are in flight").isEqualTo(50_000);
    flow.control().onRestart(60_000);
    assertThat(flow.window()).isEqualTo(FIRST);
  }

  @Test
  void packetsAreUnsolicitedUntilAnAnswerComes() {
    FlowDriver flow = flow();
    assertThat(flow.control().sendsUnsolicited()).as("first flight").isTrue();
    credit(flow.send(60), 64_000).ack(10);
    assertThat(flow.control().sendsUnsolicited()).isFalse();
    flow.timeout();
    assertThat(flow.control().sendsUnsolicited()).as("its request has to be above what was granted, so that credit comes")
        .isFalse();
    flow.control().onRestart(60_000);
    assertThat(flow.control().sendsUnsolicited()).as("first flight of more bytes").isTrue();
    assertThat(credit(flow, 64_000).control().sendsUnsolicited()).isFalse();
  }

  @Test
  void firstFlightRequestsNoCreditForUnsolicitedBytes() {
    FlowDriver flow = flow();
    assertThat(flow.control().creditRequestBytes(2_000_000, 0)).as("a packet at least").isEqualTo(1_000);
    assertThat(flow.control().creditRequestBytes(2_000_000, 50_000)).as("as much as was sent of the flight").isEqualTo(50_000);
    assertThat(flow.control().creditRequestBytes(0, 50_000)).isZero();
    credit(flow.send(50), 52_000);
    assertThat(flow.control().creditRequestBytes(2_000_000, 50_000)).as("a whole flight at most").isEqualTo(FIRST);
    assertThat(flow.control().creditRequestBytes(7_000, 50_000)).isEqualTo(7_000);
  }

  @Test
  void nsccWindowBoundsTheFlightIfConfigured() {
    FlowDriver flow = FlowDriver.of(new Rccc(1.5, 0.99, 4, true));
    FlowDriver window = FlowDriver.of(Nscc.DEFAULT);
    assertThat(flow.window()).as("a full packet has to fit").isEqualTo(window.window() - 999);
    for (FlowDriver each : List.of(flow, window)) {
      each.control().restrict(50_000);
    }
    credit(flow, 1_000_000);
    assertThat(window.window()).isEqualTo(50_000);
    assertThat(flow.window()).as("credit for more changes nothing").isEqualTo(window.window() - 999);
    assertThat(flow.control().creditRequestBytes(1_000_000, 0)).as("window and a packet").isEqualTo(window.window() + 1000);
    credit(flow = FlowDriver.of(new Rccc(1.5, 0.99, 4, true)).send(240), 242_000);
    assertThat(flow.ack(10).window()).as("less credit than window").isEqualTo(232_000);
    assertThat(new Rccc(1.5, 0.99, 4, true).signals()).contains(Signal.CREDIT, Signal.ECN, Signal.RTT);
    assertThat(new Rccc(1.5, 0.99, 4, true).markingThresholds(100_000_000_000L))
        .isEqualTo(Nscc.DEFAULT.markingThresholds(100_000_000_000L));
  }

  @Test
  void receiversGrantByTheParameters() {
    assertThat(Rccc.DEFAULT.credits()).isEqualTo(new CreditGrants(0.99, 4));
    assertThat(new Rccc(1, 0.5, 1, false).credits()).isEqualTo(new CreditGrants(0.5, 1));
    assertThatThrownBy(() -> new Rccc(0.9, 0.5, 1, false)).hasMessage("initialBdps 0.9 is outside 1 to 1000");
    assertThatThrownBy(() -> new Rccc(1, 0, 1, false)).hasMessage("rate 0 is outside 0.01 to 1");
    assertThatThrownBy(() -> new Rccc(1.5, 1e-9, 4, false)).hasMessage("rate 1.0E-9 is outside 0.01 to 1");
    assertThat(new Rccc(1.5, 0.01, 4, false).credits().rate()).isEqualTo(0.01);
    assertThatThrownBy(() -> new Rccc(1, 1, 0, false)).hasMessage("quantumPackets 0 is outside 1 to 1000");
  }
}
