package dev.inflight.live.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import org.junit.jupiter.api.Test;

/** Growth of a window on late hosts: by the flow's own rate, for any pace. */
class LateHostsTest {
  private static final long LINE = 10_000_000_000L;
  private static final long BASE_RTT_PS = 1_000_000_000;
  private static final long LATE_PS = 100_000_000;
  private static final PathFacts PATH = PathFacts.of(LINE, BASE_RTT_PS, 1000);

  private static CongestionControl of(long windowBytes, long paceBitsPerSec, long latePs) {
    return new LateHosts(new CongestionControl() {
      @Override
      public boolean onAck(Feedback ack) {
        return false;
      }

      @Override
      public long windowBytes() {
        return windowBytes;
      }

      @Override
      public long paceBitsPerSec() {
        return paceBitsPerSec;
      }
    }, PATH, () -> latePs);
  }

  @Test
  void addsTheWindowsRateDuringLatenessAtLineRatePace() {
    assertThat(of(1000, LINE, LATE_PS).windowBytes()).as("three times a tenth of a round trip").isEqualTo(1300);
    assertThat(of(125_000, LINE, LATE_PS).windowBytes()).isEqualTo(162_500);
    assertThat(of(125_000, LINE, 0).windowBytes()).as("on time").isEqualTo(125_000);
  }

  @Test
  void addsThePaceDuringLatenessIfItIsLower() {
    assertThat(of(125_000, LINE / 100, LATE_PS).windowBytes()).isEqualTo(125_000 + 3750);
    assertThat(of(CongestionControl.NO_WINDOW, LINE, LATE_PS).windowBytes()).isEqualTo(CongestionControl.NO_WINDOW);
  }

  @Test
  void addsNothingWithoutCredit() {
    assertThat(of(0, LINE, LATE_PS).windowBytes()).isZero();
    assertThat(of(1, LINE, LATE_PS).windowBytes()).as("one packet after a timeout").isEqualTo(1);
  }
}
