package dev.inflight.telemetry.format.p4int;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.format.p4int.IntFormat.Border;
import dev.inflight.telemetry.format.p4int.IntFormat.TimestampUnit;
import dev.inflight.telemetry.util.BigEndian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Records that leave a network contain the load of its links in ratios, and nothing else about it. */
class IntBorderTest {
  private static final long BASE_RTT_PS = 8_000_000;
  private static final long SLOWEST = 25_000_000_000L; // 25,000 bytes in T
  private static final IntFormat RELATIVE = new IntFormat(17768, 0xD100, 255, TimestampUnit.NANOSECONDS, 1, 10_000, 0,
      Border.RELATIVE);

  /** Path of a network: its ports in their numbering, and the rate of each in units of the slowest one. */
  private static final class Path {
    final List<TelemetryCodec.Stamper> ports = new ArrayList<>();
    final int[] speeds;
    final TelemetryCodec codec;

    Path(int[] speeds, int[] nodes, int[] numbers, IntFormat format) {
      this.speeds = speeds;
      Map<Long, Long> rates = new HashMap<>();
      for (int hop = 0; hop < speeds.length; hop++) {
        rates.put((long) nodes[hop] << 16 | numbers[hop], speeds[hop] * SLOWEST);
      }
      LinkRates links = (node, port) -> rates.getOrDefault(node << 16 | port, 0L);
      codec = format.in(new NetworkFacts(links, BASE_RTT_PS, 5));
      for (int hop = 0; hop < speeds.length; hop++) {
        ports.add(codec.stamper(new EgressLink(nodes[hop], numbers[hop], speeds[hop] * SLOWEST, hop == speeds.length - 1)));
      }
    }

    /**
     * Sends a packet over the path when each port has this queue, in thousandths of B * T, and has sent this number of bytes in
     * the last T.
     */
    byte[] cross(long nowPs, int[] queues, int[] sent) {
      return cross(codec, nowPs, queues, sent);
    }

    byte[] cross(TelemetryCodec sender, long nowPs, int[] queues, int[] sent) {
      byte[] header = new byte[512];
      int length = sender.begin(header, 0, PathQuery.UTILIZATION);
      return Arrays.copyOf(header, cross(header, length, nowPs, queues, sent));
    }

    int cross(byte[] header, int begun, long nowPs, int[] queues, int[] sent) {
      int length = begun;
      for (int hop = 0; hop < ports.size(); hop++) {
        var snapshot = new PortSnapshot().at(nowPs, sent[hop] * 25L * speeds[hop], queues[hop] * 25L * speeds[hop]);
        snapshot.ingressPort = 7 + hop;
        snapshot.queue = 3;
        length += ports.get(hop).stamp(header, 0, length, header.length, snapshot);
      }
      return length;
    }
  }

  private static int[] some(SplittableRandom random, int count, int bound) {
    return random.ints(count, 1, bound).toArray();
  }

  private static Path path(SplittableRandom random, int hops) {
    int[] speeds = random.ints(hops, 0, 5).map(power -> 1 << power).toArray();
    return new Path(speeds, some(random, hops, 60_000), some(random, hops, 1000), RELATIVE);
  }

  @Test
  void networksOfEqualUGiveTheSameBytes() {
    var random = new SplittableRandom(1);
    for (int round = 0; round < 2000; round++) {
      int hops = random.nextInt(1, 6);
      Path one = path(random, hops);
      Path other = path(random, hops);
      int[] sent = new int[hops];
      for (int packet = 0; packet < 5; packet++) {
        int[] queues = random.ints(hops, 0, 3000).toArray();
        long nowPs = packet * BASE_RTT_PS;
        assertThat(one.cross(nowPs, queues, sent)).isEqualTo(other.cross(nowPs, queues, sent));
        for (int hop = 0; hop < hops; hop++) {
          sent[hop] += random.nextInt(1001);
        }
      }
    }
  }

  @Test
  void otherRatiosGiveOtherBytes() {
    Path path = path(new SplittableRandom(2), 3);
    byte[] before = path.cross(0, new int[] {1, 0, 0}, new int[3]);
    assertThat(path.cross(0, new int[] {2, 0, 0}, new int[3])).isNotEqualTo(before);
  }

  /** HPCC's measure, q / (B * T) + txRate / B, is the same as for the original records. */
  @Test
  void endpointReadsTheSameRatios() {
    var random = new SplittableRandom(3);
    for (int round = 0; round < 200; round++) {
      Path path = path(random, 4);
      path.cross(0, new int[4], new int[4]);
      int[] queues = random.ints(4, 0, 3000).toArray();
      int[] sent = random.ints(4, 0, 1001).toArray();
      byte[] header = path.cross(BASE_RTT_PS, queues, sent);
      var hops = new Hops(8);
      assertThat(path.codec.read(header, 0, header.length, hops)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.count()).isEqualTo(4);
      for (int hop = 0; hop < 4; hop++) {
        double bdpBytes = hops.rateBitsPerSec(hop) / 8e12 * BASE_RTT_PS;
        assertThat(hops.queueBytes(hop) / bdpBytes).isCloseTo(queues[hop] / 1000.0, within(3e-5));
        assertThat(hops.utilization(hop)).isCloseTo(sent[hop] / 1000.0, within(1e-4));
      }
    }
  }

  /** Each of two networks on a path adds its own records behind the ratios of the earlier one. */
  @Test
  void nextNetworkAppendsItsRecords() {
    var random = new SplittableRandom(4);
    Path first = path(random, 2);
    Path second = path(random, 3);
    byte[] header = new byte[512];
    int length = first.codec.begin(header, 0, PathQuery.UTILIZATION);
    length = first.cross(header, length, 0, new int[] {500, 1500}, new int[2]);
    byte[] before = Arrays.copyOfRange(header, IntHeader.BYTES, length);
    length = second.cross(header, length, 0, new int[] {250, 0, 750}, new int[3]);
    assertThat(Arrays.copyOfRange(header, length - before.length, length)).as("what the first one let out").isEqualTo(before);
    var hops = new Hops(8);
    second.codec.read(header, 0, length, hops);
    assertThat(hops.count()).isEqualTo(5);
    double bdpBytes = IntBorder.UNIT_RATE / 8e12 * BASE_RTT_PS;
    double[] shares = {0.5, 1.5, 0.25, 0, 0.75};
    for (int hop = 0; hop < 5; hop++) {
      assertThat(hops.queueBytes(hop) / bdpBytes).isCloseTo(shares[hop], within(3e-5));
    }
  }

  @Test
  void recordsWithinTheNetworkAreUnchanged() {
    var codec = RELATIVE.in(new NetworkFacts((_, _) -> SLOWEST, BASE_RTT_PS, 5));
    byte[] header = new byte[64];
    int length = codec.begin(header, 0, PathQuery.UTILIZATION);
    length += codec.stamper(new EgressLink(41, 5, SLOWEST)).stamp(header, 0, length, 64, new PortSnapshot().at(0, 0, 1234));
    assertThat(BigEndian.get32(header, IntHeader.BYTES)).isEqualTo(41);
    assertThat(BigEndian.get32(header, IntHeader.BYTES + 8)).isEqualTo(1234);
    assertThat(IntHeader.relativeHops(header, 0)).isZero();
  }

  /** Other senders may request times: values that cannot be made relative are unavailable. */
  @Test
  void timestampsAreRemovedAtTheBorder() {
    Path path = path(new SplittableRandom(5), 2);
    byte[] header = path.cross(IntFormat.DEFAULT, 123_456_789, new int[2], new int[2]);
    int block = IntHeader.BYTES;
    assertThat(header).hasSize(block + 2 * 24);
    for (int hop = 0; hop < 2; hop++) {
      assertThat(BigEndian.get64(header, block + 24 * hop + 12)).isEqualTo(-1);
      assertThat(BigEndian.get32(header, block + 24 * hop)).as("number of the hop").isEqualTo(2 - hop);
    }
  }

  /** A port that the table lacks has no ratio. */
  @Test
  void unknownValuesStayUnknown() {
    var codec = RELATIVE.in(new NetworkFacts((_, _) -> 0, BASE_RTT_PS, 5));
    byte[] header = new byte[64];
    int length = codec.begin(header, 0, PathQuery.UTILIZATION);
    length += codec.stamper(new EgressLink(41, 5, SLOWEST, true)).stamp(header, 0, length, 64, new PortSnapshot().at(0, 0, 1234));
    var hops = new Hops(8);
    assertThat(codec.read(header, 0, length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.isKnown(0)).isFalse();
  }

  @Test
  void rejectsFieldsThatCannotBeRelative() {
    assertThatThrownBy(() -> new IntFormat(17768, 0xD500, 255, TimestampUnit.NANOSECONDS, 1, 10_000, 0, Border.RELATIVE))
        .hasMessage("instruction bitmap 0xd500 has fields that a border cannot make relative; use instructions=0xd100");
  }
}
