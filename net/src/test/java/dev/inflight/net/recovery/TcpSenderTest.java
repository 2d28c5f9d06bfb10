package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sender's side of TCP, segment by segment: segments of 1000 bytes are called by their numbers. */
class TcpSenderTest {
  private static final int SEGMENT = 1000;
  private static final long US = 1_000_000;

  /** A sender with segments to send. */
  private static final class Story {
    private final TcpSender sender;
    private final long sizeBytes;
    private int again;
    private boolean foundLoss;

    Story(int segments) {
      this((long) segments * SEGMENT, new Tcp(1, 1, 0, 1));
    }

    Story(long sizeBytes, Tcp rules) {
      this.sizeBytes = sizeBytes;
      sender = new TcpSender(rules, sizeBytes, SEGMENT, 80 * US);
    }

    List<Integer> sends(int windowSegments) {
      var sent = new ArrayList<Integer>();
      while (sender.usedBytes() < (long) windowSegments * SEGMENT) {
        long sequence = sender.next();
        again += sender.sent((int) Math.min(SEGMENT, sizeBytes - sequence));
        sent.add((int) (sequence / SEGMENT));
      }
      return sent;
    }

    /** All below is here, and behind it these, in pairs: the first segment, and the one behind the last. */
    boolean ack(int expected, int... blocks) {
      return ackAt(0, 0, expected, blocks);
    }

    boolean ackAt(long nowPs, long echoPs, int expected, int... blocks) {
      var packet = new Packet(0);
      packet.kind = Packet.Kind.ACK;
      packet.sequence = Math.min((long) expected * SEGMENT, sizeBytes);
      packet.timePs = nowPs;
      packet.sentPs = echoPs;
      packet.sack().clear();
      for (int at = 0; at < blocks.length; at += 2) {
        packet.sack().add((long) blocks[at] * SEGMENT, (long) blocks[at + 1] * SEGMENT);
      }
      boolean further = sender.answered(packet);
      foundLoss = sender.reportsLoss(packet);
      return further;
    }

    long pipe() {
      return sender.inflightBytes() / SEGMENT;
    }
  }

  @Test
  void newDataFillTheWindow() {
    var story = new Story(10);
    assertThat(story.sends(4)).containsExactly(0, 1, 2, 3);
    assertThat(story.ack(2)).isTrue();
    assertThat(story.sends(4)).containsExactly(4, 5);
    assertThat(story.pipe()).isEqualTo(4);
    assertThat(story.again).isZero();
  }

  /** RFC 3042, RFC 6675 §5 (3.3): each of the first two duplicates lets a new segment go, and none is retransmitted. */
  @Test
  void limitedTransmit() {
    var story = new Story(20);
    story.sends(5);
    story.ack(0, 1, 2);
    assertThat(story.sends(5)).containsExactly(5);
    story.ack(0, 1, 3);
    assertThat(story.sends(5)).containsExactly(6);
    assertThat(story.foundLoss).isFalse();
  }

  /** RFC 6675 §5 (1) and (4): the third duplicate starts recovery, and its first segment waits for no window. */
  @Test
  void thirdDuplicateStartsRecovery() {
    var story = new Story(20);
    story.sends(10);
    story.ack(0, 1, 2);
    story.ack(0, 1, 3);
    story.ack(0, 1, 4);
    assertThat(story.foundLoss).isTrue();
    assertThat(story.sends(1)).containsExactly(0);
    assertThat(story.again).isEqualTo(SEGMENT);
    story.ack(0, 1, 5);
    assertThat(story.foundLoss).as("once in a recovery").isFalse();
  }

  /** RFC 6675 §2: an acknowledgement without news is no duplicate. */
  @Test
  void acknowledgementWithoutNewsIsNoDuplicate() {
    var story = new Story(20);
    story.sends(10);
    story.ack(0, 1, 2);
    for (int count = 0; count < 5; count++) {
      story.ack(0, 1, 2);
      story.ack(0);
    }
    assertThat(story.foundLoss).isFalse();
    assertThat(story.sends(1)).isEmpty();
  }

  /** RFC 6675 §4, IsLost(): more than two segments' bytes above, or three blocks; one acknowledgement may suffice. */
  @Test
  void lostByBytesOrByBlocks() {
    var bytes = new Story(20);
    bytes.sends(10);
    bytes.ack(0, 1, 4);
    assertThat(bytes.foundLoss).isTrue();
    var blocks = new Story(20);
    blocks.sends(10);
    blocks.ack(0, 6, 7, 4, 5, 2, 3);
    assertThat(blocks.foundLoss).isTrue();
    var neither = new Story(20);
    neither.sends(10);
    neither.ack(0, 1, 3);
    assertThat(neither.foundLoss).isFalse();
  }

  /** RFC 6675 §4, SetPipe(): lost segments that are not retransmitted are not in flight. */
  @Test
  void thePipe() {
    var story = new Story(20);
    story.sends(10);
    story.ack(0, 4, 8); // 0 to 3 are lost, 8 and 9 in flight
    assertThat(story.pipe()).isEqualTo(2);
    assertThat(story.sends(5)).containsExactly(0, 1, 2);
    assertThat(story.pipe()).isEqualTo(5);
  }

  /** RFC 6675 §4, NextSeg(): lost ones (1), new data (2), possibly lost ones (3), rescue (4). */
  @Test
  void theRulesInTheirOrder() {
    var story = new Story(12);
    story.sends(10);
    story.ack(0, 2, 3, 4, 7); // 0, 1 and 3 are lost
    assertThat(story.sends(4)).as("(4.3), then the pipe is full").containsExactly(0);
    assertThat(story.sends(6)).as("(1)").containsExactly(1, 3);
    assertThat(story.sends(8)).as("(2)").containsExactly(10, 11);
    story.ack(0, 8, 9, 4, 7, 2, 3); // 7 is below the held segments, and not lost
    assertThat(story.sends(100)).as("(3), and no rescue before an acknowledgement gets further").containsExactly(7);
    story.ack(2, 8, 9, 4, 7, 2, 3);
    assertThat(story.sends(100)).as("(4): the last one").containsExactly(11);
    story.ack(2, 8, 9, 4, 7, 2, 3);
    assertThat(story.sends(100)).as("one in a recovery").isEmpty();
  }

  /** RFC 6675 §5 (A): over with all that had been sent. */
  @Test
  void recoveryEnds() {
    var story = new Story(30);
    story.sends(10);
    story.ack(0, 1, 5);
    story.sends(12);
    story.ack(10);
    story.ack(10, 11, 12);
    assertThat(story.foundLoss).isFalse();
    story.ack(10, 11, 15);
    assertThat(story.foundLoss).as("a new one").isTrue();
  }

  /** RFC 2018 §8, RFC 6675 §5.1, RFC 6298 §5.4: the earliest missing segment again; held segments may be gone. */
  @Test
  void timeoutDiscardsSackInformation() {
    var story = new Story(12);
    story.sends(8);
    story.ack(1, 3, 5);
    story.sender.timedOut(0);
    assertThat(story.pipe()).isZero();
    assertThat(story.sends(1)).containsExactly(1);
    assertThat(story.sends(2)).containsExactly(2);
    story.ack(3, 4, 6);
    assertThat(story.foundLoss).as("no recovery before all is acknowledged").isFalse();
    assertThat(story.sends(100)).as("past what is held").containsExactly(3, 6, 7, 8, 9, 10, 11);
  }

  /** RFC 6298 §3 and RFC 7323 §4.1: a retransmitted segment's time is unambiguous; one measurement a round trip. */
  @Test
  void timesAreTakenFromEchoes() {
    var story = new Story(20_000, new Tcp(1, 1, 0, 1));
    assertThat(story.sender.timeoutPs(7)).isEqualTo((80 + 4 * 40) * US);
    story.sends(4);
    story.ackAt(160 * US, 0, 1);
    long after = story.sender.timeoutPs(7);
    assertThat(after).isEqualTo((90 + 4 * 50) * US);
    story.ackAt(900 * US, 0, 2);
    assertThat(story.sender.timeoutPs(7)).as("the same round trip").isEqualTo(after);
    story.sender.timedOut(0);
    story.sends(1);
    story.ackAt(1000 * US, 910 * US, 4);
    assertThat(story.sender.timeoutPs(7)).as("90 us, from when it was sent again").isLessThan(after);
  }

  /** Bounds that no segment of the flow has are rounded to those of segments. */
  @Test
  void theLastSegmentMayBeShort() {
    var story = new Story(2500, new Tcp(1, 1, 0, 1));
    assertThat(story.sends(100)).containsExactly(0, 1, 2);
    assertThat(story.sender.inflightBytes()).isEqualTo(2500);
    story.ack(3);
    assertThat(story.sender.awaitsAnswer()).isFalse();
    assertThat(story.sender.usedBytes()).isEqualTo(RecoverySender.NOTHING);
  }
}
