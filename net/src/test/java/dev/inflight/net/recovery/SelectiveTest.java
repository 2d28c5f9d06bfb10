package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Packet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The sender's side of selective retransmission: packets of 1000 bytes are called by their numbers, and leave one each
 * picosecond from 1 on.
 */
class SelectiveTest {
  private static final int PACKET = 1000;

  private long nowPs;
  private long again;
  private final Selective.Sender sender = sender(100, new Selective(3, 1000, 2));

  private static Selective.Sender sender(int packets, Selective rules) {
    return new Selective.Sender(rules, packets * (long) PACKET, new PathFacts(1, 20, 10L * PACKET, PACKET));
  }

  private List<Long> sends(int window) {
    var numbers = new ArrayList<Long>();
    while (sender.usedBytes() < window * (long) PACKET) {
      numbers.add(sender.next() / PACKET);
      again += sender.sent(PACKET, ++nowPs);
    }
    return numbers;
  }

  private void hears(Packet.Kind kind, long expected, long names, long sentPs) {
    var packet = new Packet(0);
    packet.kind = kind;
    packet.sequence = expected * PACKET;
    packet.number = expected;
    packet.arrivedNumber = names;
    packet.sentPs = sentPs;
    sender.answered(packet);
  }

  private void arrived(long expected, long number) {
    hears(Packet.Kind.NACK, expected, number, number + 1);
  }

  @Test
  void slightReorderingIsNoLoss() {
    assertThat(sends(10)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    arrived(0, 1);
    arrived(0, 2);
    arrived(0, 3);
    assertThat(sender.lostBytes()).isZero();
    assertThat(sender.inflightBytes()).isEqualTo(7 * PACKET);
    assertThat(sender.arrivedBytes()).isEqualTo(3 * PACKET);
    assertThat(sender.hasGap()).isTrue();
    hears(Packet.Kind.ACK, 4, Packet.NO_NUMBER, 1); // it comes at last
    assertThat(sender.hasGap()).isFalse();
    assertThat(sends(10)).containsExactly(10L, 11L, 12L, 13L);
    assertThat(again).isZero();
  }

  @Test
  void largeReorderingIsALossAndRetransmissionsPrecedeNewData() {
    sends(10);
    arrived(0, 4); // left 4 ps later than the first
    assertThat(sender.lostBytes()).isEqualTo(PACKET);
    assertThat(sender.trimmedBytes()).as("only overtaken").isZero();
    arrived(0, 6);
    assertThat(sender.lostBytes()).isEqualTo(2 * PACKET);
    assertThat(sends(10)).containsExactly(0L, 1L, 2L, 10L, 11L);
    assertThat(again).isEqualTo(3 * PACKET);
  }

  @Test
  void aRetransmissionThatIsLostIsLostByTheSameRule() {
    sends(10);
    arrived(0, 4);
    assertThat(sends(10)).containsExactly(0L, 10L); // at 11 and 12
    hears(Packet.Kind.NACK, 0, 9, 10);
    assertThat(sender.lostBytes()).as("1, 2, 3 and 5; the first has left again meanwhile").isEqualTo(4 * PACKET);
    assertThat(sends(10)).containsExactly(1L, 2L, 3L, 5L, 11L); // from 13 on
    hears(Packet.Kind.NACK, 0, 3, 15);
    assertThat(sender.lostBytes()).as("6, 7, 8, and the first again").isEqualTo(4 * PACKET);
    assertThat(sends(10)).containsExactly(6L, 7L, 8L, 0L, 12L);
  }

  @Test
  void trimmedPacketIsRetransmittedAloneAtOnce() {
    sends(10);
    hears(Packet.Kind.TRIM_NACK, 0, 8, 9);
    assertThat(sender.lostBytes()).isEqualTo(PACKET);
    assertThat(sender.trimmedBytes()).isEqualTo(PACKET);
    assertThat(sends(10)).containsExactly(8L);
    hears(Packet.Kind.TRIM_NACK, 0, 8, 9); // of the same transmission again
    assertThat(sender.lostBytes()).isZero();
    assertThat(sender.trimmedBytes()).isZero();
    hears(Packet.Kind.TRIM_NACK, 0, 8, 11); // of the second
    assertThat(sender.lostBytes()).isEqualTo(PACKET);
    hears(Packet.Kind.ACK, 9, Packet.NO_NUMBER, 9); // it has come by another way
    assertThat(sends(10)).as("nothing is sent again that has arrived").startsWith(10L);
  }

  private void returns(long number, long sentPs) {
    var header = new Packet(0);
    header.kind = Packet.Kind.RETURNED;
    header.number = number;
    header.sentPs = sentPs;
    sender.returned(header);
  }

  @Test
  void aReturnedPacketIsLostAndAcknowledgesNothing() {
    sends(10);
    arrived(0, 2);
    returns(8, 9);
    assertThat(sender.lostBytes()).isEqualTo(PACKET);
    assertThat(sender.trimmedBytes()).isEqualTo(PACKET);
    assertThat(sender.ackedBytes()).isZero();
    assertThat(sender.arrivedBytes()).isEqualTo(PACKET);
    assertThat(sends(10)).as("and nothing of what left before it is lost").containsExactly(8L, 10L);
    for (long number : new long[] {8, 2, 11, 1000}) { // the same transmission again, one that has arrived, and two that never left
      returns(number, 9);
      assertThat(sender.lostBytes()).as("%s", number).isZero();
      assertThat(sender.trimmedBytes()).as("%s", number).isZero();
    }
    hears(Packet.Kind.ACK, 10, Packet.NO_NUMBER, 12);
    returns(4, 5);
    assertThat(sender.lostBytes()).as("acknowledged meanwhile").isZero();
  }

  @Test
  void timeoutDeclaresOldPacketsLost() {
    sends(10);
    nowPs = 1004;
    sender.timedOut(nowPs); // the first four left at 1 to 4
    assertThat(sends(10)).containsExactly(0L, 1L, 2L, 3L);
    nowPs = 1009;
    sender.timedOut(nowPs);
    assertThat(sends(10)).containsExactly(4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void theFirstIsLostHoweverShortItsWait() {
    sends(3);
    sender.timedOut(nowPs);
    assertThat(sends(3)).containsExactly(0L);
  }

  @Test
  void aFlowGoesNoFurtherThanItsReach() {
    sends(10);
    for (long packet = 1; packet < 20; packet++) {
      arrived(0, packet);
      sends(10);
    }
    assertThat(sender.sentBytes()).isEqualTo(20L * PACKET);
  }

  @Test
  void withoutAnotherWordOneAndAHalfBaseRttsOfDisorderAreAllowed() {
    var usual = sender(100, Selective.DEFAULT);
    for (int time = 1; time <= 40; time++) {
      usual.sent(PACKET, time);
    }
    usual.acknowledged(0, 31);
    var packet = new Packet(0);
    packet.kind = Packet.Kind.NACK;
    packet.arrivedNumber = 30;
    packet.sentPs = 31;
    usual.answered(packet);
    assertThat(usual.lostBytes()).isZero();
    packet.arrivedNumber = 31;
    packet.sentPs = 32;
    usual.answered(packet);
    assertThat(usual.lostBytes()).isEqualTo(PACKET);
  }
}
