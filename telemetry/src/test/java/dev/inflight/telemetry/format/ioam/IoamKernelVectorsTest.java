package dev.inflight.telemetry.format.ioam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.Pcap;
import dev.inflight.telemetry.PortSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Frames with IOAM data of Linux 6.18 routers. Their UDP destination port identifies the case: 40001 trace type D20000; 40002
 * with an undefined bit; 40003 all short and wide fields; 40004 with opaque snapshot; 40005 overflow; 40006 unknown namespace;
 * 40007 O already set; 40008 incremental; 40009 contradictory NodeLen, which Linux drops; 40010 the longest option; 40011
 * reserved bit 23; 40012 queue depth only.
 */
class IoamKernelVectorsTest {
  private static final IoamFormat LINUX = new IoamFormat(0x31, 123, 0xD20000, -1, 0, IoamTimestampFormat.POSIX, 1, 1);
  private static final LinkRates LINKS = (node, port) -> node << 16 | port;
  private static final Router R1 = new Router(0x0a0001, 0x1101, 0x1102, 63);
  private static final Router R2 = new Router(0x0a0002, 0x2201, 0x2202, 62);
  private static final int TRACE = 8;
  private static final int DATA = 16;

  /**
   * Words of a node of trace type FFF000 that cannot be the same: seconds since 1970, transit delay, configured data and wide
   * ids.
   */
  private static final List<Integer> OTHERS_OWN_WORDS = List.of(2, 4, 5, 9, 10, 11, 12, 13);
  private static final int WIDE_NODE_WORD = 8; // the same in its first byte, the hop limit

  private record Router(int node, int ingress, int egress, int hopLimit) {
    /** Writes the router's record into a header, from its own time and queue in the description. */
    byte[] stamp(byte[] before, Map<String, Object> said) {
      byte[] bytes = before.clone();
      PortSnapshot snapshot = new PortSnapshot().at((Long) said.getOrDefault("timestampFractionUs", 0L) * 1_000_000, 0,
          (Long) said.getOrDefault("queueDepthBytes", 0L));
      snapshot.ingressPort = ingress;
      snapshot.hopLimit = hopLimit;
      var stamper = LINUX.stamper(new EgressLink(node, egress, 1_000_000_000));
      assertThat(stamper.stamp(bytes, 0, bytes.length, bytes.length, snapshot)).isZero();
      return bytes;
    }
  }

  private static Map<Integer, byte[]> headers(String file) {
    return Pcap.frames("ioam-linux-6.18/" + file).stream().collect(Collectors.toMap(Pcap::udpDestination, Pcap::hopByHop));
  }

  private static DecodedHeader describe(byte[] header) {
    return LINUX.describe(header, 0, header.length);
  }

  private static Map<String, Object> fields(List<Field> fields) {
    return fields.stream().collect(Collectors.toMap(Field::name, Field::value));
  }

  private static Map<String, Object> lastHop(byte[] header) {
    List<List<Field>> hops = describe(header).hops();
    return hops.isEmpty() ? Map.of() : fields(hops.getLast());
  }

  private static int remaining(byte[] header) {
    return header[TRACE + 3] & 0x7F;
  }

  @ParameterizedTest
  @CsvSource({"40001, 4, 16, 12", "40002, 5, 20, 15", "40003, 15, 30, 15", "40004, 15, 20, 4", "40005, 4, 2, 2",
      "40010, 4, 57, 53", "40011, 4, 4, 0", "40012, 1, 3, 2"})
  void framesAreReadAsTheRoutersWroteThem(int port, long nodeLen, long remainingAtOne, long remainingAtTwo) {
    for (boolean two : new boolean[] {false, true}) {
      byte[] header = headers(two ? "at_d.pcap" : "at_r1out.pcap").get(port);
      DecodedHeader description = describe(header);
      boolean overflow = two && port == 40005;
      assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
      assertThat(fields(description.header())).containsEntry("nodeLen", nodeLen)
          .containsEntry("remainingLen", two ? remainingAtTwo : remainingAtOne).containsEntry("overflow", overflow);
      assertThat(description.hops()).hasSize(two && !overflow ? 2 : 1);
      var hops = new Hops(1);
      assertThat(LINUX.in(new NetworkFacts(LINKS, 1, 1)).read(header, 0, header.length, hops)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.count()).isEqualTo(description.hops().size());
      assertThat(hops.cutOff()).isEqualTo(overflow);
      for (int hop = 0; hop < hops.count() && port != 40012; hop++) {
        Router router = hop == 0 ? R1 : R2;
        assertThat(fields(description.hops().get(hop))).containsEntry("nodeId", (long) router.node)
            .containsEntry("hopLimit", (long) router.hopLimit).containsEntry("ingressIf", (long) router.ingress)
            .containsEntry("egressIf", (long) router.egress).containsEntry("queueDepthBytes", 0L);
        assertThat(hops.link(hop)).isEqualTo(Hops.link(router.node, router.egress));
        assertThat(hops.queueBytes(hop)).isZero();
        assertThat(hops.rateBitsPerSec(hop)).as("Linux has no transmitted bytes").isZero();
      }
    }
  }

  @Test
  void allFieldsAreReadAsTheyWereConfigured() {
    List<List<Field>> hops = describe(headers("at_d.pcap").get(40003)).hops();
    assertThat(hops.get(0).stream().map(field -> field.name() + "=" + field.value())).containsExactly("hopLimit=63",
        "nodeId=655361", "ingressIf=4353", "egressIf=4354", "timestampSeconds=1795297450", "timestampFractionUs=47018",
        "transitDelayNs=unavailable", "namespaceData=0xdeadbee1", "queueDepthBytes=0", "checksumComplement=unavailable",
        "hopLimitWide=63", "nodeIdWide=" + 0xbadc0de0001L, "ingressIfWide=" + 0x110011, "egressIfWide=" + 0x110012,
        "namespaceDataWide=0x0afe00caf00dc0d1", "bufferOccupancy=unavailable");
    assertThat(fields(hops.get(1))).containsEntry("nodeIdWide", 0xbadc0de0002L).containsEntry("namespaceData", "0xdeadbee2");
    assertThat(lastHop(headers("at_d.pcap").get(40002))).containsEntry("undefined12", "unavailable");
    List<List<Field>> opaque = describe(headers("at_d.pcap").get(40004)).hops();
    assertThat(fields(opaque.get(0))).containsEntry("schemaId", 777L).containsEntry("opaqueData",
        "6b65726e656c2d736368656d612d7231"); // "kernel-schema-r1"
    assertThat(fields(opaque.get(1))).containsEntry("schemaId", "unavailable").containsEntry("opaqueData", "");
  }

  @ParameterizedTest
  @CsvSource({"40006, READ", "40007, READ", "40008, UNSUPPORTED", "40009, MALFORMED"})
  void unchangedTracesAreNotReadAsHops(int port, DecodeStatus outcome) {
    byte[] header = headers(port == 40009 ? "at_s.pcap" : "at_d.pcap").get(port);
    assertThat(describe(header).outcome()).isEqualTo(outcome);
    assertThat(describe(header).hops()).isEmpty();
  }

  @Test
  void theFirstRouterWritesWhatLinuxDid() {
    Map<Integer, byte[]> before = headers("at_s.pcap");
    Map<Integer, byte[]> after = headers("at_r1out.pcap");
    assertThat(before.get(40009)).isEqualTo(R1.stamp(before.remove(40009), Map.of()));
    before.remove(40004); // its schema, which makes the node longer, is not Inflight's
    before.forEach((port, header) -> assertWrittenAlike(R1, header, after.get(port)));
  }

  @Test
  void theSecondRouterWritesWhatLinuxDid() {
    Map<Integer, byte[]> after = headers("at_d.pcap");
    headers("at_r1out.pcap").forEach((port, header) -> assertWrittenAlike(R2, header, after.get(port)));
  }

  private static void assertWrittenAlike(Router router, byte[] before, byte[] byLinux) {
    byte[] byUs = router.stamp(before, lastHop(byLinux));
    boolean wroteAllFields = remaining(byUs) < remaining(before) && (byLinux[TRACE + 4] & 0xFF) == 0xFF;
    assertThat(wroteAllFields ? withoutOthersOwn(byUs) : byUs).isEqualTo(wroteAllFields ? withoutOthersOwn(byLinux) : byLinux);
  }

  private static byte[] withoutOthersOwn(byte[] header) {
    byte[] bytes = header.clone();
    int node = DATA + 4 * remaining(header);
    for (int word : OTHERS_OWN_WORDS) {
      Arrays.fill(bytes, node + 4 * word, node + 4 * word + 4, (byte) 0);
    }
    Arrays.fill(bytes, node + 4 * WIDE_NODE_WORD + 1, node + 4 * WIDE_NODE_WORD + 4, (byte) 0);
    return bytes;
  }

  @Test
  void queueDepthsOfABusyLinkAreTheSame() {
    var queues = new HashMap<Integer, Long>();
    headers("qdepth_at_d.pcap").forEach((port, header) -> {
      Map<String, Object> first = fields(describe(header).hops().getFirst());
      byte[] empty = header.clone(); // as the sender created it
      empty[TRACE + 3] += 10;
      Arrays.fill(empty, DATA + 4 * 15, DATA + 4 * 25, (byte) 0);
      assertThat(R2.stamp(R1.stamp(empty, first), lastHop(header))).isEqualTo(header);
      queues.put(port, (Long) first.get("queueDepthBytes"));
    });
    assertThat(queues).containsEntry(40020, 9558L).containsEntry(40021, 12944L);
  }

  @Test
  void aSecondDecoderReadTheSame() {
    List<byte[]> frames = Pcap.frames("ioam6-kernel.pcap");
    Pattern numbers = Pattern.compile("'(\\w+)': '?(0x)?(\\w+)");
    Map<String, String> names = Map.of("hl", "hopLimit", "node", "nodeId", "inif", "ingressIf", "outif", "egressIf", "sec",
        "timestampSeconds", "usec", "timestampFractionUs", "data", "namespaceData", "qdepth", "queueDepthBytes");
    int nodes = 0;
    for (String line : new String(Pcap.resource("ioam6-kernel.decoded.txt"), StandardCharsets.UTF_8).lines().skip(1).toList()) {
      long[] head = Pattern.compile("\\d+").matcher(line).results().limit(4).mapToLong(found -> Long.parseLong(found.group()))
          .toArray();
      DecodedHeader description = describe(Pcap.hopByHop(frames.get((int) head[0])));
      assertThat(fields(description.header())).containsEntry("namespaceId", head[1]).containsEntry("remainingLen", head[2])
          .containsEntry("overflow", head[3] != 0);
      var found = Arrays.stream(line.split("\\{")).skip(1).map(node -> numbers.matcher(node).results().collect(Collectors.toMap(
          number -> names.get(number.group(1)),
          number -> number.group(1).equals("data")
              ? "0x" + number.group(3)
              : (Object) Long.parseLong(number.group(3), number.group(2) == null ? 10 : 16))))
          .toList().reversed();
      for (int hop = 0; hop < found.size(); hop++) {
        assertThat(fields(description.hops().get(hop))).isEqualTo(found.get(hop));
        nodes++;
      }
    }
    assertThat(nodes).isEqualTo(22);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ioam6-kernel.pcap", "ioam6-kernel-overflow-opaque.pcap"})
  void allOtherFramesAreSound(String file) {
    for (byte[] frame : Pcap.frames(file)) {
      byte[] header = Pcap.hopByHop(frame);
      assertThat(describe(header).outcome()).isEqualTo(DecodeStatus.READ);
      assertThat(LINUX.lengthBytes(header, 0, 2)).isEqualTo(header.length);
      for (int length = 0; length < header.length; length++) {
        assertThat(LINUX.describe(Arrays.copyOf(header, length), 0, length).outcome()).isEqualTo(DecodeStatus.TRUNCATED);
      }
    }
  }

  @Test
  void overflowIsSetOnceAndKept() {
    List<byte[]> frames = Pcap.frames("ioam6-kernel-overflow-opaque.pcap");
    Function<Integer, Map<String, Object>> header = n -> fields(describe(Pcap.hopByHop(frames.get(n))).header());
    assertThat(header.apply(0)).containsEntry("overflow", true).containsEntry("remainingLen", 0L).containsEntry("traceType",
        "0xf60000");
    assertThat(header.apply(1)).containsEntry("overflow", true).containsEntry("remainingLen", 2L).containsEntry("traceType",
        "0xf60002");
    Map<String, Object> hop = lastHop(Pcap.hopByHop(frames.get(1)));
    assertThat(hop).containsEntry("schemaId", 77L);
    byte[] data = HexFormat.of().parseHex((String) hop.get("opaqueData"));
    assertThat(new String(data, StandardCharsets.US_ASCII)).isEqualTo("schemaF-data");
    byte[] full = Pcap.hopByHop(frames.get(1));
    assertThat(R2.stamp(full, hop)).isEqualTo(full);
    full[TRACE + 2] &= ~4; // as the second router received it
    byte[] byUs = R2.stamp(full, hop);
    assertThat(byUs).isEqualTo(Pcap.hopByHop(frames.get(1)));
  }
}
