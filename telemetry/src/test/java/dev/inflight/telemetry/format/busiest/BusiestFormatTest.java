package dev.inflight.telemetry.format.busiest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Record of the busiest link: its bytes, and the choice of the record that stays. */
class BusiestFormatTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long T_PS = 10 * US;
  private static final double BDP = 125_000;

  private final TelemetryCodec format = BusiestFormat.DEFAULT.in(new NetworkFacts(LinkRates.NONE, T_PS, 5));
  private final byte[] bytes = new byte[16];
  private final Hops hops = new Hops(1);

  private void stamp(TelemetryCodec.Stamper by, long nowPs, long sentBytes, long queueBytes) {
    assertThat(by.stamp(bytes, 2, 12, 14, new PortSnapshot().at(nowPs, sentBytes, queueBytes))).as("the size stays").isZero();
  }

  /** By hand: U = 50,000 / 125,000 = 0.4 is 410 of 1024; 195 units of 256 bytes wait; switch 5, port 3. */
  @Test
  void bytes() {
    assertThat(format.begin(bytes, 2, PathQuery.UTILIZATION)).isEqualTo(12);
    stamp(format.stamper(new EgressLink(5, 3, RATE)), 0, 0, 50_000);
    assertThat(HexFormat.of().formatHex(bytes, 2, 14)).isEqualTo("019a" + "01" + "01" + "00005003" + "0064" + "00c3");
    stamp(format.stamper(new EgressLink(6, 1, RATE)), 0, 0, 49_999);
    assertThat(HexFormat.of().formatHex(bytes, 2, 14)).isEqualTo("019a" + "01" + "02" + "00005003" + "0064" + "00c3");
    assertThat(format.read(bytes, 2, 12, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.answered()).isEqualTo(PathQuery.LOAD);
    assertThat(hops.answer()).isCloseTo(0.4, within(0.0005));
    assertThat(hops.pathId()).isEqualTo(5 << 12 | 3);
    stamp(format.stamper(new EgressLink(7, 2, 4 * RATE)), 0, 0, 600_000);
    assertThat(HexFormat.of().formatHex(bytes, 2, 14)).isEqualTo("04cd" + "03" + "03" + "00007002" + "0190" + "0927");
    assertThat(format.describe(bytes, 2, 12).header().toString()).contains("hopCount", "node", "port", "queueBytes");
  }

  /** Computes the measure of every port separately, over several packets. */
  @Test
  void theSurvivorIsTheArgmax() {
    var random = new SplittableRandom(4);
    int[] survivors = new int[16];
    for (int path = 0; path < 100_000; path++) {
      int length = random.nextInt(1, 16);
      var ports = new TelemetryCodec.Stamper[length];
      long[] rates = new long[length];
      long[] sent = new long[length];
      double[] inflight = new double[length];
      long[] queues = new long[length];
      for (int hop = 0; hop < length; hop++) {
        rates[hop] = RATE * (1 + random.nextInt(4));
        ports[hop] = format.stamper(new EgressLink(100 + hop, 1 + hop, rates[hop]));
      }
      int expected = 0;
      for (int packet = 0; packet < 3; packet++) {
        format.begin(bytes, 2, PathQuery.UTILIZATION);
        int best = -1;
        for (int hop = 0; hop < length; hop++) {
          long bytesPerT = rates[hop] / 800_000;
          long nowPs = packet * T_PS / 2;
          long more = packet == 0 ? 0 : random.nextLong(bytesPerT / 2);
          sent[hop] += more;
          long queue = random.nextInt(4) == 0 ? 0 : random.nextLong(bytesPerT);
          queues[hop] = queue;
          double queued = (double) queue / bytesPerT;
          inflight[hop] = packet == 0 ? queued : queued + 2.0 * more / bytesPerT; // T/2 is longer than a span
          int measure = (int) Math.round(inflight[hop] * 1024);
          if (measure > best) {
            best = measure;
            expected = hop;
          }
          stamp(ports[hop], nowPs, sent[hop], queue);
        }
        assertThat(format.read(bytes, 2, 12, hops)).isEqualTo(DecodeStatus.READ);
        assertThat(hops.pathId()).isEqualTo(100 + expected << 12 | 1 + expected);
        assertThat(hops.answer() * 1024).isCloseTo(best, within(1e-6));
        assertThat(HexFormat.of().formatHex(bytes, 2, 14)).as("all of its record")
            .isEqualTo("%04x%02x%02x%08x%04x%04x".formatted(best, expected + 1, length, 100 + expected << 12 | 1 + expected,
                rates[expected] / 1_000_000_000, queues[expected] / 256));
      }
      survivors[expected]++;
    }
    assertThat(Arrays.stream(survivors).filter(each -> each > 500).count()).as("hops that survive often").isGreaterThan(13);
  }

  @Test
  void firstOfEqualRecordsStays() {
    format.begin(bytes, 2, PathQuery.UTILIZATION);
    for (int node = 1; node <= 300; node++) {
      stamp(format.stamper(new EgressLink(node, 9, RATE)), 0, 0, 0);
    }
    format.read(bytes, 2, 12, hops);
    assertThat(hops.pathId()).as("an idle path has a record too").isEqualTo(1 << 12 | 9);
    assertThat(hops.answer()).isZero();
    assertThat(bytes[2 + 3]).as("no more than 255 are counted").isEqualTo((byte) 255);
  }

  @Test
  void saturatingFields() {
    format.begin(bytes, 2, PathQuery.UTILIZATION);
    stamp(format.stamper(new EgressLink(1, 1, RATE)), 0, 0, (long) (100 * BDP));
    format.read(bytes, 2, 12, hops);
    assertThat(hops.answer()).isCloseTo(64, within(0.001));
    format.begin(bytes, 2, PathQuery.UTILIZATION);
    stamp(format.stamper(new EgressLink(1, 1, 500_000_000L)), 0, 0, 1L << 33);
    assertThat(HexFormat.of().formatHex(bytes, 10, 14)).as("half a gigabit, and more than 16 MB").isEqualTo("0000" + "ffff");
  }

  @Test
  void leavesOtherBytesUnchanged() {
    byte[][] bad = {HexFormat.of().parseHex("0100000000000000000000" + "00"),
        HexFormat.of().parseHex("0100000100000000000000" + "00"), HexFormat.of().parseHex("0100030200000000000000" + "00")};
    for (byte[] header : bad) {
      System.arraycopy(header, 0, bytes, 2, 12);
      assertThat(format.read(bytes, 2, 12, hops)).isEqualTo(DecodeStatus.MALFORMED);
      assertThat(hops.answered()).isNull();
      stamp(format.stamper(new EgressLink(1, 1, RATE)), 0, 0, 1_000_000);
      assertThat(Arrays.copyOfRange(bytes, 2, 14)).isEqualTo(header);
    }
    assertThat(format.read(bytes, 2, 11, hops)).isEqualTo(DecodeStatus.TRUNCATED);
    format.begin(bytes, 2, PathQuery.UTILIZATION);
    assertThat(format.read(bytes, 2, 12, hops)).as("nobody has looked").isEqualTo(DecodeStatus.READ);
    assertThat(hops.answered()).isNull();
  }
}
