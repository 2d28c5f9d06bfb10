package dev.inflight.net.switching.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The moving average of a queue, compared with the closed form of its definition. */
class AverageMarkerTest {
  private static final long RATE = 100_000_000_000L;
  private static final int PACKET_BYTES = 1250; // 100 ns
  private static final long PACKET_PS = 100_000;
  private static final int QUEUE_BYTES = 100_000;
  private static final int THRESHOLD_BYTES = 60_000;

  private long nowPs;

  private static EcnMarker marker(int weight) {
    return new EcnThresholds(THRESHOLD_BYTES, THRESHOLD_BYTES, 1, weight).marker(() -> 0.5, RATE);
  }

  private boolean leaves(EcnMarker marker, int queue, int behindBytes) {
    var packet = new Packet(0);
    packet.sizeBytes = PACKET_BYTES;
    boolean marked = marker.marks(packet, queue, behindBytes, nowPs);
    nowPs += PACKET_PS;
    return marked;
  }

  private int packetsUntilAMark(EcnMarker marker) {
    int packets = 1;
    while (!leaves(marker, 3, QUEUE_BYTES)) {
      packets++;
    }
    return packets;
  }

  /** After n samples of q the average is q (1 - (1 - 2^-w)^n). */
  private static int stepResponse(int weight, double from) {
    double share = StrictMath.pow(2, -weight);
    return (int) StrictMath
        .ceil(StrictMath.log((QUEUE_BYTES - THRESHOLD_BYTES) / (QUEUE_BYTES - from)) / StrictMath.log(1 - share));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 9, 12})
  void stepResponseFollowsTheClosedForm(int weight) {
    assertThat(packetsUntilAMark(marker(weight))).isEqualTo(stepResponse(weight, 0));
  }

  @Test
  void withoutWeightTheQueueAsItIsDecides() {
    assertThat(packetsUntilAMark(marker(0))).isEqualTo(1);
    assertThat(new EcnThresholds(THRESHOLD_BYTES, THRESHOLD_BYTES, 1, 0).marker(() -> 0.5, RATE)).isInstanceOf(RedMarker.class);
  }

  @Test
  void whileTheQueueIsEmptyItSinksAsIfPacketsHadLeft() {
    int weight = 5;
    EcnMarker marker = marker(weight);
    packetsUntilAMark(marker);
    for (int sample = 0; sample < 1000; sample++) {
      leaves(marker, 3, QUEUE_BYTES);
    }
    leaves(marker, 3, 0);
    nowPs += 20 * PACKET_PS; // as if 20 packets had left it empty
    double left = QUEUE_BYTES * StrictMath.pow(1 - 1.0 / 32, 21);
    assertThat(packetsUntilAMark(marker)).isEqualTo(stepResponse(weight, left));
  }

  @Test
  void queuesHaveAveragesOfTheirOwn() {
    EcnMarker marker = marker(3);
    packetsUntilAMark(marker);
    assertThat(leaves(marker, 4, QUEUE_BYTES)).isFalse();
    assertThat(leaves(marker, 3, QUEUE_BYTES)).isTrue();
  }
}
