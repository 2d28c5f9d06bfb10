package dev.inflight.telemetry.format.ioam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.Pcap;
import dev.inflight.telemetry.PortSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** HPCC's view of Linux routers, from frames that passed two of them (123: their data is 0xdeadbee1 and 0xdeadbee2). */
class IoamLinuxTest {
  private static final int NAMESPACE = 123;
  private static final long DATA_ONE = 0xDEADBEE1L;
  private static final long DATA_TWO = 0xDEADBEE2L;
  private static final IoamLinux LINUX = new IoamLinux(NAMESPACE, 4);
  private static final int QUEUE_WORD = 5;
  private static final int DATA_WORD = 4;

  private final Hops hops = new Hops(4);

  private DecodeStatus read(IoamLinux codec, byte[] header) {
    return codec.read(header, 0, header.length, hops);
  }

  private static List<byte[]> headers() {
    return Pcap.frames("ioam6-kernel.pcap").stream().map(Pcap::hopByHop).toList();
  }

  private static long field(List<Field> fields, String name) {
    return (Long) fields.stream().filter(field -> field.name().equals(name)).findFirst().orElseThrow().value();
  }

  /** Compares with the describer, which is a second reading of the same bytes, in all 64 frames of both trace types. */
  @Test
  void hopsHaveTheRoutersValues() {
    var queues = new ArrayList<Long>();
    for (byte[] header : headers()) {
      assertThat(read(LINUX, header)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.count()).isEqualTo(2);
      assertThat(hops.cutOff()).isFalse();
      List<List<Field>> described = LINUX.describe(header, 0, header.length).hops();
      for (int hop = 0; hop < 2; hop++) {
        List<Field> fields = described.get(hop);
        long queue = field(fields, "queueDepthBytes");
        assertThat(hops.queueBytes(hop)).isEqualTo(queue);
        assertThat(hops.utilization(hop)).isEqualTo(queue > 0 ? 1 : 0.8);
        assertThat(hops.rateBitsPerSec(hop)).isEqualTo(1000 * (hop == 0 ? DATA_ONE : DATA_TWO));
        assertThat(hops.link(hop)).isEqualTo(Hops.link(field(fields, "nodeId"), (int) field(fields, "egressIf")));
        assertThat(hops.timePs(hop)).isEqualTo(
            field(fields, "timestampSeconds") % (1 << 20) * 1_000_000_000_000L
                + field(fields, "timestampFractionUs") * 1_000_000);
      }
      queues.add(hops.queueBytes(1));
    }
    assertThat(queues).hasSize(64).contains(0L, 13_962L, 15_036L, 59_070L);
    assertThat(hops.hasClock()).isTrue();
  }

  /** The burst of the capture fills a queue of 1074 bytes a packet: U of the second hop is 1 and its queue. */
  @Test
  void oneReportFollowsAnother() {
    List<byte[]> headers = headers();
    var before = new Hops(2);
    LINUX.read(headers.get(20), 0, headers.get(20).length, before);
    read(LINUX, headers.get(23));
    assertThat(hops.follows(before, 35_000_000)).isTrue();
    assertThat(hops.elapsedPs(1, before)).isEqualTo(35_000_000);
    assertThat(hops.queueBytes(1) - before.queueBytes(1)).isEqualTo(3 * 1074);
  }

  @Test
  void tableOfLinksTakesPrecedence() {
    LinkRates table = (node, port) -> node == 0xA0002 && port == 202 ? 20_000_000 : 0;
    assertThat(read(new IoamLinux(NAMESPACE, 4, table, 1, 0), headers().getFirst())).isEqualTo(DecodeStatus.READ);
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(DATA_ONE);
    assertThat(hops.rateBitsPerSec(1)).isEqualTo(20_000_000);
    assertThat(hops.utilization(1)).isZero();
  }

  /** All ones mean an unavailable field. */
  @Test
  void incompleteHopsCannotBeMeasured() {
    for (int word : new int[] {0, 2, 3, DATA_WORD, QUEUE_WORD}) {
      byte[] header = headers().getFirst();
      int node = 16 + 4 * (header[11] & 0x7F) + 4 * word; // of the second router
      Arrays.fill(header, node, node + 4, (byte) 0xFF);
      assertThat(read(LINUX, header)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.isKnown(1)).as("word %d", word).isFalse();
      assertThat(hops.isKnown(0)).isTrue();
      assertThat(hops.queueBytes(1)).isZero();
    }
  }

  @Test
  void aTraceWithoutRoomIsCutOff() {
    for (byte[] frame : Pcap.frames("ioam6-kernel-overflow-opaque.pcap")) {
      assertThat(read(LINUX, Pcap.hopByHop(frame))).isEqualTo(DecodeStatus.READ);
      assertThat(hops.cutOff()).isTrue();
      assertThat(hops.count()).isEqualTo(1);
      assertThat(hops.rateBitsPerSec(0)).isEqualTo(1000 * DATA_ONE);
    }
  }

  /** As the sender of the capture built it manually: 8 bytes, 4 rooms of 6 words. */
  @Test
  void senderStartsAnEmptyTrace() {
    byte[] header = new byte[LINUX.bufferBytes(4)];
    assertThat(LINUX.begin(header, 0, PathQuery.UTILIZATION)).isEqualTo(112).isEqualTo(LINUX.sizeBytes(0));
    byte[] sent = headers().getFirst();
    System.arraycopy(header, 0, sent, 0, 2); // the next header and padding belong to others
    assertThat(Arrays.copyOf(header, 11)).isEqualTo(Arrays.copyOf(sent, 11));
    assertThat(header[11]).isEqualTo((byte) 24);
    assertThat(read(LINUX, header)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isZero();
  }

  /** Inflight's routers have no data for the namespace, but may be in the table. */
  @Test
  void routersOfInflightAreHopsToo() {
    byte[] header = new byte[LINUX.bufferBytes(4)];
    LINUX.begin(header, 0, PathQuery.UTILIZATION);
    var snapshot = new PortSnapshot().at(5_000_000, 0, 4096);
    LINUX.stamper(new EgressLink(7, 3, 1_000_000)).stamp(header, 0, header.length, header.length, snapshot);
    assertThat(read(new IoamLinux(NAMESPACE, 4, (node, port) -> node * 10 + port, 1, 0.5), header)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isEqualTo(1);
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(73);
    assertThat(hops.queueBytes(0)).isEqualTo(4096);
    assertThat(read(LINUX, header)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.isKnown(0)).isFalse();
  }

  @Test
  void hostileHeaders() {
    byte[] header = headers().getFirst();
    for (int length = 0; length < header.length; length++) {
      assertThat(LINUX.read(header, 0, length, hops)).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(hops.count()).isZero();
    }
    var random = new java.util.SplittableRandom(31);
    int read = 0;
    for (int round = 0; round < 50_000; round++) {
      byte[] any = headers().get(round % 2).clone();
      for (int change = 1 + random.nextInt(3); change > 0; change--) {
        any[random.nextInt(random.nextBoolean() ? 16 : any.length)] = (byte) random.nextInt(256);
      }
      DecodeStatus outcome = read(LINUX, any);
      read += outcome == DecodeStatus.READ ? 1 : 0;
      assertThat(outcome == DecodeStatus.READ || hops.count() == 0).isTrue();
      for (int hop = 0; hop < hops.count(); hop++) {
        assertThat(hops.queueBytes(hop)).isNotNegative();
        assertThat(hops.rateBitsPerSec(hop)).isNotNegative();
      }
    }
    assertThat(read).isGreaterThan(1000);
  }

  @Test
  void ranges() {
    assertThatThrownBy(() -> new IoamLinux(1, 0)).hasMessage("hops 0 is below 1");
    assertThatThrownBy(() -> new IoamLinux(1, 11)).hasMessage("hops 11 is outside 0 to 10");
    assertThatThrownBy(() -> new IoamLinux(1, 1, LinkRates.NONE, 0, 0.9))
        .hasMessage("unit of a namespace's data 0 b/s is below 1");
    assertThatThrownBy(() -> new IoamLinux(1, 1, LinkRates.NONE, 1, 1.1))
        .hasMessage("use of a link without a queue 1.1 is outside 0 to 1");
  }
}
