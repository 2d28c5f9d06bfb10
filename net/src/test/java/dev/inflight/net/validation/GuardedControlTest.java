package dev.inflight.net.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByWindows;
import org.junit.jupiter.api.Test;

/** One flow's guard, acknowledgement by acknowledgement: 100 Gb/s, T of 8 us, a window of 100 KB. */
class GuardedControlTest {
  private static final long T = 8_000_000;
  private static final long WINDOW = 100_000;
  private static final PathFacts PATH = PathFacts.of(100_000_000_000L, T, 1000);

  private long fallbacks;
  private long liars;
  private long restrictedTo;
  private double room = Double.NaN;
  private int flows = -1;
  private long ackedBytes;
  private long nowPs;

  private final CongestionControl inner = new CongestionControl() {
    @Override
    public boolean onAck(Feedback ack) {
      flows = ack.flowsOnLastLink;
      return ack.reported;
    }

    @Override
    public void restrict(long windowBytes) {
      restrictedTo = windowBytes;
    }

    @Override
    public void onPathChange(double ofNewPath, long atPs) {
      room = ofNewPath;
    }

    @Override
    public long windowBytes() {
      return WINDOW;
    }

    @Override
    public long paceBitsPerSec() {
      return 100_000_000_000L;
    }
  };
  private final CongestionControl guard = CheckedFeedback.DEFAULT.guard(inner, PATH,
      ReportRhythm.of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT, T, 1, 0, 1000), new ValidationListener() {
        @Override
        public void fellBack() {
          fallbacks++;
        }

        @Override
        public void foundOut() {
          liars++;
        }
      });

  /** An acknowledgement of some bytes, some time after the last one, of a packet with this round-trip time. */
  private boolean ack(long bytes, long afterPs, long rttPs, boolean reported) {
    return ack(bytes, afterPs, rttPs, reported, 0);
  }

  /** An acknowledgement with a report of the sent bytes of the path's only port, unless that is 0. */
  private boolean ack(long bytes, long afterPs, long rttPs, boolean reported, long sentByPort) {
    var facts = new Feedback();
    nowPs += afterPs;
    ackedBytes += bytes;
    facts.nowPs = nowPs;
    facts.rttPs = rttPs;
    facts.ackedBytes = ackedBytes;
    facts.sentBytes = ackedBytes + 50_000;
    facts.highestSentBytes = facts.sentBytes;
    facts.orderByBytes();
    facts.reported = reported;
    facts.flowsOnLastLink = 1;
    if (sentByPort > 0) {
      facts.hops.clear(1L << 60, 1L << 60);
      facts.hops.add(nowPs, sentByPort, 0, 100_000_000_000L);
    }
    return guard.onAck(facts);
  }

  @Test
  void theReceiversNumberOfFlowsIsNotTrusted() {
    assertThat(ack(8000, 1_000_000, T, true)).isTrue();
    assertThat(flows).as("a receiver that misleads would report few").isZero();
    ack(8000, 1_000_000, T, false);
    assertThat(flows).isZero();
  }

  /** 8000 bytes every microsecond without a report, for this many microseconds. */
  private void silence(int microseconds) {
    for (int at = 0; at < microseconds; at++) {
      ack(8000, 1_000_000, T, false);
    }
  }

  @Test
  void twoRoundTripsOfSilenceAreNotBelieved() {
    ack(1000, T, T, true);
    silence(15);
    assertThat(fallbacks).isZero();
    assertThat(guard.windowBytes()).isEqualTo(WINDOW);
    assertThat(ack(8000, 1_000_000, T, false)).isTrue();
    assertThat(fallbacks).isEqualTo(1);
    assertThat(guard.windowBytes()).as("three quarters of 64 Gb/s, at most half of a window").isEqualTo(48_000);
    assertThat(guard.paceBitsPerSec()).isEqualTo(48_000_000_000L);
    assertThat(liars).isZero();
  }

  @Test
  void timeWithNothingInFlightIsNoSilence() {
    ack(1000, T, T, true);
    var last = new Feedback();
    last.nowPs = nowPs;
    last.rttPs = T;
    last.ackedBytes = ackedBytes;
    last.sentBytes = ackedBytes;
    last.highestSentBytes = ackedBytes;
    last.reported = true;
    guard.onAck(last);
    ack(1000, 100 * T, T, false);
    assertThat(fallbacks).as("the packet alone was underway for T").isZero();
    ack(1000, T, T, false);
    assertThat(fallbacks).isEqualTo(1);
  }

  @Test
  void timeoutRestartsSilence() {
    ack(1000, T, T, true);
    nowPs += 500 * T;
    guard.onTimeout(nowPs);
    ack(1000, T, T, false);
    silence(15);
    assertThat(fallbacks).isZero();
  }

  @Test
  void controlReceivesPathChange() {
    ack(1000, T, T, true);
    guard.onPathChange(0.25, nowPs + T);
    assertThat(room).isEqualTo(0.25);
  }

  @Test
  void timeOnTheOldPathIsNoSilenceOfTheNewOne() {
    ack(1000, T, T, true);
    silence(15);
    nowPs += 100 * T; // until an answer about other paths
    guard.onPathChange(1, nowPs);
    ack(1000, T, T, false);
    silence(15);
    assertThat(fallbacks).isZero();
    silence(1);
    assertThat(fallbacks).isEqualTo(1);
  }

  @Test
  void portsOfAnotherPathAreCountedAnew() {
    ack(80_000, T, T, true, 5_000_000);
    ack(80_000, T, T, true, 5_080_000);
    guard.onPathChange(1, nowPs);
    for (int at = 0; at < 30; at++) {
      ack(80_000, T, T, true, 5_000_500 + at * 80_000L);
    }
    assertThat(liars).isZero();
    for (int at = 0; at < 20; at++) {
      ack(80_000, T, T, true, 9_000_000 + at * 1000L);
    }
    assertThat(liars).as("which says too little by itself").isEqualTo(1);
  }

  /** A lying receiver may cause any number of timeouts, and gains nothing by that. */
  @Test
  void aTimeoutIsNoOtherPath() {
    for (int at = 0; at < 20; at++) {
      if (at % 7 == 6) {
        guard.onTimeout(nowPs);
      }
      ack(80_000, T, T, true, 9_000_000 + at * 1000L);
    }
    assertThat(liars).isEqualTo(1);
  }

  @Test
  void paceIgnoresRoundTripsOfTheOldPath() {
    ack(1000, T, T, true);
    silence(16);
    long fallen = guard.windowBytes();
    guard.onPathChange(1, nowPs);
    for (int round = 0; round < 4; round++) {
      ack(50_000, 2 * T, 2 * T, false);
    }
    assertThat(fallbacks).isEqualTo(1);
    assertThat((double) guard.windowBytes()).as("longer, and without a queue").isCloseTo(fallen, within(100.0));
  }

  @Test
  void controlContinuesFromThePresentWindow() {
    ack(1000, T, T, true);
    silence(16);
    long fallen = guard.windowBytes();
    assertThat(restrictedTo).isZero();
    assertThat(ack(8000, 1_000_000, T, true)).isTrue();
    assertThat(restrictedTo).isEqualTo(fallen);
    assertThat(guard.windowBytes()).as("decided by the control").isEqualTo(WINDOW);
  }

  /** The first acknowledged data left before the flow fell back, and waited in a queue that may be gone. */
  @Test
  void queueCountsOnceItsPacketsAreAcknowledged() {
    ack(1000, T, T, true);
    silence(16);
    long fallen = guard.windowBytes();
    ack(50_000, T, 2 * T, false); // the round trip that was underway
    assertThat((double) guard.windowBytes()).isCloseTo(fallen, within(20.0));
    ack(50_000, T, 2 * T, false);
    assertThat((double) guard.windowBytes()).as("half, as packets take twice as long").isCloseTo(fallen / 2.0, within(20.0));
    ack(50_000, T, 2 * T, false);
    assertThat((double) guard.windowBytes()).isCloseTo(fallen / 2.0, within(20.0));
    for (int round = 0; round < 100; round++) {
      ack(50_000, T, T, false);
    }
    assertThat((double) guard.windowBytes()).as("three quarters of the way back, and a little growth").isBetween(0.87 * fallen,
        0.91 * fallen);
  }

  @Test
  void honestPathsThatReportSeldomMayBeSilentForLonger() {
    assertThat(ReportRhythm.of(EveryDataPacket.DEFAULT, ByAcks.DEFAULT, T, 4, 5, 1000))
        .isEqualTo(new ReportRhythm(0, 0, 5, 4000));
    assertThat(ReportRhythm.of(new OneIn(8), ByAcks.DEFAULT, T, 1, 5, 1000)).isEqualTo(new ReportRhythm(0, 24_000, 0, 8000));
    assertThat(ReportRhythm.of(Probes.DEFAULT, ByAcks.DEFAULT, T, 1, 5, 1000)).isEqualTo(new ReportRhythm(3 * T, 3000, 0, 1000));
    var measured = new Probes(0, Probes.First.AFTER_PERIOD, Probes.Rtt.MEASURED);
    assertThat(ReportRhythm.of(measured, ByAcks.DEFAULT, T, 1, 5, 1000).quietPs()).as("round trips of up to 8 T")
        .isEqualTo(24 * T);
    assertThat(ReportRhythm.of(EveryDataPacket.DEFAULT, ByWindows.DEFAULT, T, 1, 5, 1000))
        .isEqualTo(new ReportRhythm(8 * T, 3000, 0, 1000));
  }
}
