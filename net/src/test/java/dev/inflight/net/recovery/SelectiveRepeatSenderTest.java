package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sender's side of IRN, packet by packet: packets of 1000 bytes are called by their numbers. */
class SelectiveRepeatSenderTest {
  private static final int PACKET = 1000;

  /** A sender with packets to send, and its actions. */
  private static final class Story {
    private final RecoverySender resend;
    private final long sizeBytes;
    private long nowPs;
    private int again;

    Story(int packets, int bdpPackets) {
      this(packets, bdpPackets, 1);
    }

    Story(int packets, int bdpPackets, int reach) {
      sizeBytes = (long) packets * PACKET;
      resend = new SelectiveRepeatSender(new Irn(1, 2, 3, reach), sizeBytes, (long) bdpPackets * PACKET);
    }

    /** Sends while it may under a window; returns the numbers of the packets. */
    List<Integer> sends(int windowPackets) {
      var sent = new ArrayList<Integer>();
      while (resend.usedBytes() < (long) windowPackets * PACKET) {
        sent.add(sendOne());
      }
      return sent;
    }

    List<Integer> sends() {
      return sends(1_000_000);
    }

    private int sendOne() {
      long sequence = resend.next();
      int bytes = (int) Math.min(PACKET, sizeBytes - sequence);
      nowPs++;
      again += resend.sent(bytes);
      return (int) (sequence / PACKET);
    }

    /** The packets below this one are here; the answer is to one that was sent at the start. */
    boolean ack(int expected) {
      return resend.acknowledged((long) expected * PACKET, 0);
    }

    /** The packets below this one are here; the answer is to one that was sent just now. */
    void freshAck(int expected) {
      resend.acknowledged((long) expected * PACKET, nowPs);
    }

    boolean nack(int expected, int arrived) {
      resend.acknowledged((long) expected * PACKET, 0);
      return resend.gapReported(arrived);
    }

    void timeout() {
      nowPs++;
      resend.timedOut(nowPs);
    }

    long inFlight() {
      return resend.inflightBytes() / PACKET;
    }
  }

  @Test
  void atMostABandwidthDelayProductIsInFlight() {
    var story = new Story(100, 8, 2);
    assertThat(story.sends()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    story.nack(0, 1); // 0 is lost, and 1 is there
    assertThat(story.sends()).containsExactly(0, 8);
    assertThat(story.inFlight()).isEqualTo(8);
  }

  @Test
  void whileARetransmissionIsOnItsWayAsMuchIsSentAsTheReachAllows() {
    for (int reach = 1; reach <= 4; reach++) {
      var story = new Story(100, 8, reach);
      int last = story.sends().getLast();
      for (int arrived = 1; arrived <= last; arrived++) {
        story.nack(0, arrived);
        last = Math.max(last, story.sends().stream().mapToInt(packet -> packet).max().orElse(0));
      }
      assertThat(last).isEqualTo(8 * reach - 1);
      assertThat(story.again).isEqualTo(PACKET);
    }
  }

  @Test
  void withAReachOfOneAtMostABandwidthDelayProductIsBeyondTheCumulativeAcknowledgement() {
    var story = new Story(100, 8);
    assertThat(story.sends()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    story.ack(3);
    assertThat(story.sends()).containsExactly(8, 9, 10);
    story.nack(3, 5); // out of flight, and still beyond
    assertThat(story.sends()).containsExactly(3, 4);
  }

  @Test
  void aPacketLeavesHoweverSmallTheProductIs() {
    var resend = new SelectiveRepeatSender(Irn.DEFAULT, 3000, 1);
    assertThat(resend.usedBytes()).isZero();
    resend.sent(PACKET);
    assertThat(resend.usedBytes()).isEqualTo(RecoverySender.NOTHING);
    resend.acknowledged(PACKET, 0);
    assertThat(resend.usedBytes()).isZero();
  }

  @Test
  void windowExcludesAcknowledgedNamedAndLostPackets() {
    var story = new Story(100, 50);
    assertThat(story.sends(5)).containsExactly(0, 1, 2, 3, 4);
    story.nack(0, 3); // 3 arrived; 0, 1 and 2 are lost; 4 is in flight
    assertThat(story.inFlight()).isEqualTo(1);
    assertThat(story.sends(5)).containsExactly(0, 1, 2, 5);
    assertThat(story.inFlight()).isEqualTo(5);
  }

  @Test
  void aGapIsFilledAndNothingElse() {
    var story = new Story(100, 10);
    story.sends();
    story.ack(2);
    for (int arrived = 3; arrived < 10; arrived++) {
      assertThat(story.nack(2, arrived)).isTrue();
    }
    assertThat(story.sends()).containsExactly(2, 10, 11);
    assertThat(story.again).isEqualTo(PACKET);
    story.ack(12);
    assertThat(story.inFlight()).isZero();
    assertThat(story.sends()).hasSize(10).startsWith(12);
  }

  /** Ten packets, of which 2, 8 and 9 are lost, until the answer to the second 2 would come. */
  private static Story lostTail() {
    var story = new Story(10, 10);
    story.sends();
    for (int arrived = 3; arrived < 8; arrived++) {
      story.nack(2, arrived);
    }
    assertThat(story.sends()).containsExactly(2);
    return story;
  }

  /** As in irn-vivado-hls, the authors' hardware, which declares the next packet lost at a partial acknowledgement. */
  @Test
  void theAnswerToARetransmissionShowsThatTheNextIsLostToo() {
    var story = lostTail();
    assertThat(story.inFlight()).isEqualTo(3);
    story.freshAck(8);
    assertThat(story.inFlight()).as("9 may be").isEqualTo(1);
    assertThat(story.sends()).containsExactly(8);
    story.freshAck(9);
    assertThat(story.sends()).containsExactly(9);
    story.freshAck(10);
    assertThat(story.inFlight()).isZero();
    assertThat(story.again).isEqualTo(3 * PACKET);
  }

  @Test
  void aPacketThatOnlyCameLateShowsNothing() {
    var story = lostTail();
    story.ack(8); // the first 2
    assertThat(story.sends()).isEmpty();
    assertThat(story.inFlight()).isEqualTo(2);
  }

  @Test
  void packetsSentAfterTheRetransmissionAreNotLost() {
    var story = new Story(20, 10, 2);
    story.sends();
    story.nack(0, 1);
    assertThat(story.sends()).containsExactly(0, 10);
    story.freshAck(10);
    assertThat(story.inFlight()).as("10 is on its way").isEqualTo(1);
    assertThat(story.sends()).startsWith(11).doesNotContain(10);
  }

  @Test
  void severalGapsAreFilledInOrderAndOnce() {
    var story = new Story(12, 12);
    story.sends();
    story.nack(1, 2);
    assertThat(story.sends()).containsExactly(1);
    story.nack(1, 4);
    story.nack(1, 7);
    assertThat(story.sends()).containsExactly(3, 5, 6);
    story.nack(1, 8);
    story.ack(3);
    story.ack(5);
    assertThat(story.sends()).isEmpty();
  }

  @Test
  void duplicateReportsCauseNoRetransmission() {
    var story = new Story(100, 20);
    story.sends();
    for (int round = 0; round < 50; round++) {
      for (int arrived = 1; arrived < 20; arrived += 2) {
        assertThat(story.nack(0, arrived)).isEqualTo(round == 0);
      }
    }
    assertThat(story.sends()).containsExactly(0, 2, 4, 6, 8, 10, 12, 14, 16, 18);
    assertThat(story.sends()).isEmpty();
  }

  @Test
  void withASmallWindowLostPacketsWaitButForTheFirst() {
    var story = new Story(100, 20);
    story.sends();
    story.nack(0, 10); // 0 to 9 are lost, 11 to 19 in flight
    assertThat(story.sends(3)).containsExactly(0);
    for (int arrived = 11; arrived < 20; arrived++) {
      story.nack(0, arrived);
    }
    assertThat(story.sends(3)).containsExactly(1, 2);
  }

  @Test
  void aLostRetransmissionWaitsForTheTimeout() {
    var story = new Story(10, 10);
    story.sends();
    story.nack(0, 1);
    assertThat(story.sends()).containsExactly(0);
    for (int arrived = 2; arrived < 10; arrived++) {
      story.nack(0, arrived);
    }
    assertThat(story.sends()).isEmpty();
    assertThat(story.resend.timeoutPs(0)).as("which is the short one").isEqualTo(1);
    story.timeout();
    assertThat(story.sends()).containsExactly(0);
    story.freshAck(10);
    assertThat(story.resend.ackedBytes()).isEqualTo(10 * PACKET);
  }

  @Test
  void aLostTailTakesOneTimeoutAndARoundTripMore() {
    var story = new Story(10, 10);
    story.sends();
    story.ack(6);
    story.timeout();
    assertThat(story.sends()).as("nothing later was heard of").containsExactly(6);
    story.freshAck(7);
    assertThat(story.sends()).containsExactly(7, 8, 9);
  }

  @Test
  void aTimeoutThatWasTooEarlyRepeatsOnePacket() {
    var story = new Story(10, 10);
    story.sends();
    story.timeout();
    assertThat(story.sends()).containsExactly(0);
    for (int expected = 1; expected <= 10; expected++) {
      story.ack(expected);
      assertThat(story.sends()).isEmpty();
    }
    assertThat(story.again).isEqualTo(PACKET);
  }

  @Test
  void afterATimeoutThePacketLeavesWhateverTheWindow() {
    var story = new Story(100, 50);
    story.sends();
    story.timeout();
    assertThat(story.inFlight()).isEqualTo(49);
    assertThat(story.sends(1)).containsExactly(0);
    story.freshAck(1);
    assertThat(story.inFlight()).as("all others are lost").isZero();
    assertThat(story.sends(2)).containsExactly(1, 2);
  }

  @Test
  void aTimeoutInRecoveryStartsItAnew() {
    var story = new Story(10, 10);
    story.sends();
    story.nack(0, 5);
    assertThat(story.sends()).containsExactly(0, 1, 2, 3, 4);
    story.timeout();
    assertThat(story.sends()).containsExactly(0, 1, 2, 3, 4);
    assertThat(story.sends()).isEmpty();
  }

  @Test
  void retransmitsLossesDuringRecoveryOnce() {
    var story = new Story(100, 10);
    story.sends();
    story.nack(0, 9);
    story.sends();
    story.ack(9); // and 9 is here, so the next acknowledgement is for 10
    story.ack(10);
    assertThat(story.sends()).hasSize(10).startsWith(10);
    story.nack(11, 13); // 11 and 12 are missing
    story.nack(11, 15);
    assertThat(story.sends()).containsExactly(11, 12, 14, 20);
    story.ack(14); // the data that had been sent when this recovery started is not exceeded yet
    story.nack(14, 20);
    assertThat(story.sends()).containsExactly(16, 17, 18, 19, 21, 22, 23);
  }

  @Test
  void lateAnswersChangeNothing() {
    var story = new Story(20, 10);
    story.sends();
    story.ack(8);
    long inFlight = story.inFlight();
    assertThat(story.ack(4)).isFalse();
    assertThat(story.nack(4, 6)).isFalse();
    assertThat(story.nack(4, 8)).as("names the packet that is missing").isFalse();
    assertThat(story.inFlight()).isEqualTo(inFlight);
    assertThat(story.sends()).doesNotContain(4, 5, 6, 7, 8);
  }

  @Test
  void ignoresReportsOfUnsentPackets() {
    var story = new Story(100, 10);
    story.sends();
    assertThat(story.nack(0, 10)).isFalse();
    assertThat(story.resend.gapReported(500)).isFalse();
    assertThat(story.resend.gapReported(Packet.NO_NUMBER)).isFalse();
    story.resend.acknowledged(90 * PACKET, 0);
    assertThat(story.resend.ackedBytes()).isEqualTo(10 * PACKET);
    assertThat(story.inFlight()).isZero();
  }

  @Test
  void packetsNeedNotBeEquallyLong() {
    var resend = new SelectiveRepeatSender(Irn.DEFAULT, 1_000_000, 100_000);
    int[] sizes = {1000, 1, 1000, 300, 1000, 77};
    for (int size : sizes) {
      resend.sent(size);
    }
    resend.acknowledged(1000, 0);
    assertThat(resend.gapReported(3)).isTrue();
    assertThat(resend.gapReported(4)).isTrue();
    assertThat(resend.inflightBytes()).isEqualTo(77);
    assertThat(resend.next()).isEqualTo(1000);
    resend.sent(1);
    assertThat(resend.next()).isEqualTo(1001);
    resend.sent(1000);
    assertThat(resend.inflightBytes()).isEqualTo(77 + 1 + 1000);
    resend.acknowledged(3378, 0);
    assertThat(resend.inflightBytes()).isZero();
  }

  @Test
  void longFlowsUseTheSameRoomAgain() {
    var story = new Story(1_000_000, 100);
    for (int acked = 0; acked < 1_000_000; acked += 50) {
      story.sends();
      story.ack(acked + 50);
    }
    assertThat(story.resend.sentBytes()).isEqualTo(1_000_000L * PACKET);
    assertThat(story.inFlight()).isZero();
  }
}
