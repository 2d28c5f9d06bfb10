package dev.inflight.wire.header.tcpint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Values that ports write into the option, over several segments and hops. */
class TcpIntPortTest {
  private static final long RATE = 100_000_000_000L;
  private static final long INTERVAL_PS = 10_000_000;
  private static final String EMPTY = "720cf0000000000000000000";
  private static final int ROUNDS = 3000;

  private final PortSnapshot snapshot = new PortSnapshot();
  private final SplittableRandom random = new SplittableRandom(6);

  private static TcpIntSegment segment(String options) {
    return new TcpIntSegment(false, HexFormat.of().parseHex(options), new byte[] {1, 2, 3});
  }

  private static String option(TcpIntSegment segment) {
    return HexFormat.of().formatHex(segment.bytes(), segment.option(), segment.option() + TcpIntOption.BYTES);
  }

  private boolean stamp(TcpIntPort port, TcpIntSegment segment) {
    return port.stamp(segment.bytes(), segment.tcp(), segment.end(), snapshot);
  }

  /** Port with this utilization, at an instant. */
  private TcpIntPort port(long rate, double utilization, long queueBytes, int hopLimit, long residencePs) {
    var port = new TcpIntPort(new EgressLink(1, 1, rate), TcpIntLoad.UTILIZATION, INTERVAL_PS);
    stampAt(port, segment(EMPTY), 0, 0);
    snapshot.at(INTERVAL_PS, Math.round(utilization * rate / 8e12 * INTERVAL_PS), queueBytes);
    snapshot.hopLimit = hopLimit;
    snapshot.arrivedPs = INTERVAL_PS - residencePs;
    return port;
  }

  private void stampAt(TcpIntPort port, TcpIntSegment segment, long nowPs, long sentBytes) {
    snapshot.at(nowPs, sentBytes, 0);
    snapshot.arrivedPs = nowPs;
    stamp(port, segment);
  }

  /**
   * 6 steps of 8 % at 100 Gb/s (code 5); then a full link of 40 Gb/s (3) with 20 KB behind; then a less busy one: only its time
   * counts.
   */
  @Test
  void theBusiestHopStays() {
    TcpIntSegment segment = segment(EMPTY);
    assertThat(stamp(port(RATE, 0.5, 0, 63, 1_024_000), segment)).isTrue();
    assertThat(option(segment)).isEqualTo("720cf5063f00000400000000");
    stamp(port(40_000_000_000L, 1, 20_000, 62, 5_120_000), segment);
    assertThat(option(segment)).isEqualTo("720cf3823e00001800000000");
    stamp(port(400_000_000_000L, 1, 19_000, 61, 255_999), segment);
    assertThat(option(segment)).isEqualTo("720cf3823e00001800000000");
    stamp(port(400_000_000_000L, 1, 24_576, 61, 256_000), segment);
    assertThat(option(segment)).isEqualTo("720cf7833d00001900000000");
    assertThat(segment.checksumMatches()).isTrue();
  }

  /** A rate without a code, here 200 Mb/s, replaces a known one: load and rate belong together. */
  @Test
  void aRateWithoutCode() {
    TcpIntSegment segment = segment(EMPTY);
    stamp(port(RATE, 0.5, 0, 63, 0), segment);
    stamp(port(200_000_000, 1, 8192, 62, 0), segment);
    assertThat(option(segment)).isEqualTo("720cf0813e00000000000000");
  }

  @Test
  void timeDoesNotWrap() {
    TcpIntSegment segment = segment("720cf00000ffff0000000000");
    stamp(port(RATE, 0, 0, 63, 254 * 256_000L), segment);
    assertThat(option(segment)).isEqualTo("720cf00000fffffe00000000");
    stamp(port(RATE, 0, 0, 63, 3 * 256_000L), segment);
    assertThat(option(segment)).isEqualTo("720cf00000ffffff00000000");
    snapshot.arrivedPs = snapshot.nowPs + 1; // a clock that went back
    stamp(port(RATE, 0, 0, 63, -9_000_000), segment);
    assertThat(option(segment)).isEqualTo("720cf00000ffffff00000000");
    assertThat(segment.checksumMatches()).isTrue();
  }

  /** For any bytes around the option, and any position of it, a correct checksum stays correct and a wrong one wrong. */
  @Test
  void nothingButTheOptionAndTheChecksumChanges() {
    int stamped = 0;
    int raised = 0;
    for (int round = 0; round < ROUNDS; round++) {
      TcpIntSegment segment = anySegment();
      boolean right = random.nextInt(4) > 0;
      if (!right) {
        segment.bytes()[segment.end() - 1] ^= (byte) (1 << random.nextInt(8));
      }
      assertThat(segment.checksumMatches()).isEqualTo(right);
      byte[] before = segment.bytes().clone();
      int at = segment.option();
      int load = TcpIntOption.load(before, at);
      double use = random.nextBoolean() ? 1 : random.nextDouble();
      long queue = random.nextInt(2_000_000);
      int hopLimit = random.nextInt(256);
      long residence = random.nextInt((int) INTERVAL_PS);
      TcpIntPort port = port(RATE, use, queue, hopLimit, residence);
      assertThat(stamp(port, segment)).isTrue();
      stamped++;
      byte[] after = segment.bytes();
      assertThat(segment.checksumMatches()).as("round %d", round).isEqualTo(right);
      int own = TcpIntLoad.UTILIZATION.value(use, queue, RATE);
      boolean busier = own > load;
      raised += busier ? 1 : 0;
      assertThat(TcpIntOption.load(after, at)).isEqualTo(busier ? own : load);
      assertThat(TcpIntOption.hop(after, at)).isEqualTo(busier ? hopLimit : TcpIntOption.hop(before, at));
      assertThat(TcpIntOption.rateCode(after, at)).isEqualTo(busier ? 5 : TcpIntOption.rateCode(before, at));
      assertThat(TcpIntOption.latency(after, at))
          .isEqualTo((int) Math.min(0xFFFFFF, TcpIntOption.latency(before, at) + residence / 256_000));
      assertThat(TcpIntOption.tagFrequency(after, at)).isEqualTo(TcpIntOption.tagFrequency(before, at));
      System.arraycopy(before, at + 2, after, at + 2, 6);
      System.arraycopy(before, segment.tcp() + 16, after, segment.tcp() + 16, 2);
      assertThat(after).isEqualTo(before);
    }
    assertThat(stamped).isEqualTo(ROUNDS);
    assertThat(raised).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
  }

  private TcpIntSegment anySegment() {
    var options = new ByteArrayOutputStream();
    for (int nops = random.nextInt(4); nops > 0; nops--) {
      options.write(1);
    }
    if (random.nextBoolean()) {
      options.writeBytes(HexFormat.of().parseHex("080a0102030405060708"));
    }
    byte[] option = new byte[TcpIntOption.BYTES];
    random.nextBytes(option);
    option[0] = TcpIntOption.KIND;
    option[1] = TcpIntOption.BYTES;
    if (random.nextBoolean()) {
      option[3] &= 0xF;
    }
    options.writeBytes(option);
    byte[] data = new byte[1 + random.nextInt(40)];
    random.nextBytes(data);
    return new TcpIntSegment(random.nextBoolean(), options.toByteArray(), data);
  }

  /** Segments without the option, with another one of its kind, and with malformed headers stay unchanged. */
  @Test
  void othersAreNotTouched() {
    for (String options : List.of("", "0101080a0102030405060708", "720bf00000000000000000", EMPTY + EMPTY, EMPTY + "0800",
        "00" + EMPTY)) {
      TcpIntSegment segment = segment(options);
      byte[] before = segment.bytes().clone();
      assertThat(stamp(port(RATE, 1, 100_000, 63, 5_000_000), segment)).isFalse();
      assertThat(segment.bytes()).isEqualTo(before);
    }
    TcpIntSegment segment = segment(EMPTY);
    byte[] before = segment.bytes().clone();
    TcpIntPort port = port(RATE, 1, 100_000, 63, 5_000_000);
    for (int end = segment.tcp(); end < segment.tcp() + 32; end++) {
      assertThat(port.stamp(segment.bytes(), segment.tcp(), end, snapshot)).isFalse();
    }
    assertThat(segment.bytes()).isEqualTo(before);
  }

  /** A port's utilization also includes segments without the option. */
  @Test
  void allSegmentsAreMeasured() {
    var port = new TcpIntPort(new EgressLink(1, 1, RATE), TcpIntLoad.UTILIZATION, INTERVAL_PS);
    long perInterval = RATE / 8 * INTERVAL_PS / 1_000_000_000_000L;
    stampAt(port, segment(""), 0, 0);
    stampAt(port, segment(""), INTERVAL_PS, perInterval); // a full one
    TcpIntSegment segment = segment(EMPTY);
    stampAt(port, segment, 2 * INTERVAL_PS, perInterval + perInterval / 4); // a quarter of one
    assertThat(TcpIntOption.load(segment.bytes(), segment.option())).isEqualTo(3);
    assertThat(Arrays.copyOf(segment.bytes(), 20)).isEqualTo(Arrays.copyOf(segment(EMPTY).bytes(), 20));
  }
}
