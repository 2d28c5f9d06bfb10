package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wireshark's reading of the program's captures, by its own dissectors: RoCEv2, PFC, IP, IOAM. */
class TsharkTest {
  /** RoCEv2 has no UDP checksum, which IPv6 allows to tunnels only. */
  static final String NO_CHECKSUM = "Illegal checksum value (0)";

  private static final Predicate<String> WIRESHARKS_OWN = name -> !name.startsWith("inflight.");
  private static final int ECN_CE = 3;
  private static final int WRITE_FIRST = 6;
  private static final int WRITE_MIDDLE = 7;
  private static final int WRITE_LAST = 8;
  private static final int WRITE_ONLY = 10;
  private static final int ACKNOWLEDGE = 17;
  private static final String GOOD = "1";
  private static final String ABSENT = "3";

  @TempDir
  private static Path folder;

  private static WireCaptures captures;
  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.plain(folder);
    captures = new WireCaptures(folder);
  }

  private static void assertSame(Path capture, String... complaints) {
    Tshark.Comparison comparison = tshark.compare(capture, WIRESHARKS_OWN);
    assertThat(comparison.values()).isGreaterThan(10_000);
    assertThat(comparison.complaints()).containsExactlyInAnyOrder(complaints);
  }

  @Test
  void readsRoceHeaders() {
    Path capture = captures.of(WireCaptures.LEAVES, "--scheme", "none");
    assertSame(capture);
    List<SecondReading> frames = WireCaptures.readings(capture);
    assertThat(frames).as("marks").anyMatch(frame -> frame.last("ip.dsfield.ecn") == ECN_CE);
    assertThat(frames).as("refusals").anyMatch(frame -> frame.all("infiniband.aeth.syndrome.error_code").contains(0L));
    assertThat(frames).as("padded payloads").anyMatch(frame -> frame.last("infiniband.bth.padcnt") == 3);
  }

  /** Wireshark reads the frames of both kinds of flows in one capture, with right checksums. */
  @Test
  void readsTcpNextToRoce() {
    Path capture = captures.ofPort("0:1", """
        topology: star(hosts=2)
        scheme: none
        flows: flow(from=0, to=1, size=100KB)
        classes: [{name: storage, scheme: dctcp, recovery: tcp, priority: 4, flows: "flow(from=0, to=1, size=100KB)"}]
        """);
    Tshark checking = tshark.with("-o", "tcp.check_checksum:TRUE", "-o", "tcp.analyze_sequence_numbers:FALSE",
        "--disable-protocol", "tcpencap");
    List<List<List<String>>> rows = checking.fields(capture,
        List.of("ip.proto", "infiniband.bth.opcode", "tcp.checksum.status", "tcp.len"));
    List<String> udp = List.of("17");
    assertThat(rows.stream().filter(row -> row.getFirst().equals(udp))).hasSize(200).allMatch(row -> row.get(1).size() == 1);
    List<List<List<String>>> segments = rows.stream().filter(row -> row.getFirst().equals(List.of("6"))).toList();
    assertThat(segments).allMatch(row -> row.get(2).equals(List.of(GOOD)));
    assertThat(segments.stream().mapToLong(row -> Tshark.number(row.get(3).getFirst())).sum()).isEqualTo(100_000);
  }

  @Test
  void readsRoceHeadersOverIpv6() {
    assertSame(captures.of(WireCaptures.LEAVES_IPV6, "--scheme", "none"), NO_CHECKSUM);
  }

  @Test
  void checksumsAreRight() {
    Path capture = captures.of(WireCaptures.LEAVES, "--scheme", "none");
    Tshark checking = tshark.with("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE");
    assertThat(checking.fields(capture, List.of("ip.checksum.status", "udp.checksum.status")))
        .allMatch(row -> row.equals(List.of(List.of(GOOD), List.of(ABSENT))));
    assertThat(checking.complaints(capture)).isEmpty();
  }

  /** First transmission of the flow: one message, whose packets have consecutive numbers and as many bytes as the flow. */
  @Test
  void flowIsOneWriteMessage() {
    Path capture = captures.ofPort("0:1", """
        topology: star(hosts=2)
        flows: flow(from=0, to=1, size=30001B)
        scheme: none
        """);
    List<String> names = List.of("infiniband.bth.opcode", "infiniband.bth.psn", "infiniband.reth.va", "infiniband.reth.dmalen",
        "udp.length", "infiniband.bth.padcnt", "infiniband.aeth.msn", "infiniband.aeth.syndrome");
    var opcodes = new ArrayList<Long>();
    var numbers = new ArrayList<Long>();
    var acknowledged = new ArrayList<Long>();
    long payload = 0;
    for (List<List<String>> row : tshark.fields(capture, names)) {
      long opcode = value(row, 0);
      if (opcode == ACKNOWLEDGE) {
        acknowledged.add(value(row, 1));
        assertThat(value(row, 7)).isEqualTo(0x1F);
        assertThat(value(row, 6)).as("messages completed").isEqualTo(value(row, 1) == 30 ? 1 : 0);
        continue;
      }
      opcodes.add(opcode);
      numbers.add(value(row, 1));
      payload += value(row, 4) - 8 - 12 - 4 - value(row, 5) - (opcode == WRITE_FIRST ? 16 : 0);
      if (opcode == WRITE_FIRST) {
        assertThat(value(row, 2)).isZero();
        assertThat(value(row, 3)).isEqualTo(30_001);
      }
    }
    assertThat(opcodes).hasSize(31).startsWith((long) WRITE_FIRST).endsWith((long) WRITE_LAST);
    assertThat(opcodes.subList(1, 30)).containsOnly((long) WRITE_MIDDLE);
    assertThat(numbers).isEqualTo(LongStream.range(0, 31).boxed().toList());
    assertThat(acknowledged).isEqualTo(numbers);
    assertThat(payload).isEqualTo(30_001);
  }

  @Test
  void flowOfOnePacketIsAWriteOnly() {
    Path capture = captures.ofPort("1:1", """
        topology: star(hosts=2)
        flows: flow(from=0, to=1, size=1B)
        scheme: none
        """);
    assertThat(tshark.fields(capture, List.of("infiniband.bth.opcode"))).extracting(row -> value(row, 0))
        .containsExactly((long) WRITE_ONLY, (long) ACKNOWLEDGE);
  }

  private static long value(List<List<String>> row, int column) {
    return Tshark.number(row.get(column).getFirst());
  }

  @Test
  void readsPauses() throws IOException {
    Path capture = captures.of(WireCaptures.PAUSES);
    Tshark.Comparison comparison = tshark.compare(capture, name -> name.startsWith("macc."));
    assertThat(comparison.values()).isGreaterThan(100);
    assertThat(comparison.complaints()).isEmpty();
    List<List<List<String>>> frames = tshark.fields(capture,
        List.of("macc.opcode", "macc.cbfc.enbv", "macc.cbfc.pause_time.c3", "eth.dst", "frame.len"));
    frames = frames.stream().filter(row -> !row.getFirst().isEmpty()).toList();
    Path table = capture.getParent().resolveSibling("pauses.csv");
    assertThat(frames).as("pauses and resumes in %s", table).hasSize(Files.readAllLines(table).size() - 1);
    assertThat(frames).allMatch(
        row -> value(row, 0) == 0x0101 && value(row, 1) == 1 << 3 && value(row, 3) == 0x0180C2000001L && value(row, 4) == 60);
    assertThat(frames).extracting(row -> value(row, 2)).contains(0L, 0xFFFFL).containsOnly(0L, 0xFFFFL);
  }

  @Test
  void readsIoamTraces() {
    assertSame(captures.withTelemetry(WireCaptures.LEAVES_IPV6, "ioam"), NO_CHECKSUM);
  }

  /** Leaf, spine, leaf; the newest node first. Node 6 and 7 are the leaves. */
  @Test
  void readsThePathOfIoamTraces() {
    Path capture = captures.withTelemetry(WireCaptures.LEAVES_IPV6, "ioam");
    String trace = "ipv6.opt.ioam.trace.";
    List<List<List<String>>> whole = tshark
        .fields(capture,
            List.of(trace + "node.id", trace + "node.hlim", trace + "node.tsf", trace + "node.eif", trace + "remlen", "ipv6.src"))
        .stream().filter(row -> row.getFirst().size() == 3).toList();
    assertThat(whole).hasSizeGreaterThan(30);
    for (List<List<String>> row : whole) {
      List<Long> nodes = row.getFirst().stream().map(Tshark::number).toList();
      boolean toTheSecondLeaf = Tshark.number(row.get(5).getFirst()) < 4;
      assertThat(nodes.getFirst()).isEqualTo(toTheSecondLeaf ? 7 : 6);
      assertThat(nodes.get(1)).isIn(8L, 9L);
      assertThat(nodes.getLast()).isEqualTo(toTheSecondLeaf ? 6 : 7);
      assertThat(row.get(1)).containsExactly("61", "62", "63");
      assertThat(row.get(2).stream().map(Tshark::number).toList()).as("time runs")
          .isSortedAccordingTo((a, b) -> Long.compare(b, a));
      assertThat(row.get(3).getFirst()).as("the host's port").isEqualTo("0x0001");
      assertThat(row.get(4)).as("room left").hasSize(1);
    }
  }
}
