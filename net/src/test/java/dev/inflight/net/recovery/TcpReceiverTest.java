package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.RecoveryReceiver.Verdict;
import org.junit.jupiter.api.Test;

/** The receiver's side of TCP, segment by segment: segments of 1000 bytes are called by their numbers. */
class TcpReceiverTest {
  private static final int SEGMENT = 1000;
  private final TcpReceiver receiver = new TcpReceiver(SEGMENT);

  private Verdict take(int segment) {
    return take(segment, segment);
  }

  private Verdict take(int segment, long sentPs) {
    var packet = new Packet(0);
    packet.sequence = (long) segment * SEGMENT;
    packet.payloadBytes = SEGMENT;
    packet.sentPs = sentPs;
    return receiver.take(packet);
  }

  private Packet ack() {
    var ack = new Packet(0);
    ack.kind = Packet.Kind.ACK;
    ack.sizeBytes = receiver.ackBytes(ack, Framing.TCP);
    return ack;
  }

  private String blocks() {
    return ack().sack().toString().replace("000", "");
  }

  /** RFC 9293 §3.10.7.4: a segment in its turn moves RCV.NXT beyond all that is there. */
  @Test
  void filledGapAdvancesBeyondHeldBytes() {
    assertThat(take(0)).isEqualTo(Verdict.ACCEPT);
    assertThat(take(2)).isEqualTo(Verdict.KEEP);
    assertThat(take(4)).isEqualTo(Verdict.KEEP);
    assertThat(take(1)).isEqualTo(Verdict.FILL);
    assertThat(receiver.expectedBytes()).isEqualTo(3000);
    assertThat(receiver.expectedNumber()).isEqualTo(3);
    assertThat(take(3)).isEqualTo(Verdict.FILL);
    assertThat(receiver.expectedBytes()).isEqualTo(5000);
    assertThat(take(5)).isEqualTo(Verdict.ACCEPT);
  }

  /** RFC 9293 §3.10.7.4: old or duplicate segments are acknowledged and dropped. */
  @Test
  void repeatedSegmentIsADuplicate() {
    take(0);
    take(2);
    assertThat(take(0)).isEqualTo(Verdict.DUPLICATE);
    assertThat(take(2)).isEqualTo(Verdict.REPORT_GAP);
  }

  /** RFC 5681 §4.2: a partly filled gap is acknowledged at once, as the gap behind it stays. */
  @Test
  void partlyFilledGapIsAcknowledgedAtOnce() {
    take(3);
    assertThat(take(0)).isEqualTo(Verdict.FILL);
    assertThat(receiver.expectedBytes()).isEqualTo(1000);
  }

  /** RFC 2018 §4: the first block has the segment that came last; the others repeat those named most recently. */
  @Test
  void theNewestBlockIsFirst() {
    take(2);
    assertThat(blocks()).isEqualTo("2-3");
    take(6);
    assertThat(blocks()).isEqualTo("6-7 2-3");
    take(4);
    assertThat(blocks()).isEqualTo("4-5 6-7 2-3");
    take(8);
    assertThat(blocks()).as("no more than three").isEqualTo("8-9 4-5 6-7");
    take(3);
    assertThat(blocks()).as("blocks that join are one").isEqualTo("2-5 8-9 6-7");
    take(6);
    assertThat(blocks()).as("a duplicate is the latest too").isEqualTo("6-7 2-5 8-9");
  }

  /** RFC 2018 §4: a block that was crowded out comes again when others are gone. */
  @Test
  void asManyBlocksAsThereAre() {
    take(8);
    take(10);
    take(2);
    take(4);
    take(6);
    take(0);
    take(1);
    take(3);
    assertThat(blocks()).isEqualTo("6-7 10-11 8-9");
    take(5);
    assertThat(blocks()).isEqualTo("10-11 8-9");
    take(7);
    take(9);
    assertThat(blocks()).isEmpty();
  }

  /** RFC 2018 §3, with timestamps: 4 bytes and 8 for each block. */
  @Test
  void blocksHaveTheirSize() {
    int none = ack().sizeBytes;
    take(2);
    take(4);
    take(6);
    take(8);
    assertThat(ack().sizeBytes - Framing.TCP.sackBytes(0, 0)).isEqualTo(28);
    assertThat(none).isEqualTo(Framing.TCP.sackBytes(0, 0));
  }

  /** RFC 7323 §4.3: the time of the earliest segment that an acknowledgement is for; out of order: of the last one in order. */
  @Test
  void theEarliestSegmentIsEchoed() {
    take(0, 50);
    take(1, 60);
    assertThat(ack().sentPs).isEqualTo(50);
    take(2, 70);
    assertThat(ack().sentPs).isEqualTo(70);
    take(4, 90);
    assertThat(ack().sentPs).isEqualTo(70);
    take(3, 130);
    assertThat(ack().sentPs).as("what has filled the gap").isEqualTo(130);
    take(3, 160);
    assertThat(ack().sentPs).as("a duplicate that was sent later").isEqualTo(160);
    take(2, 150);
    assertThat(ack().sentPs).as("and one that was not").isEqualTo(160);
  }
}
