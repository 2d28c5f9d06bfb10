package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TCP in captures, read by Wireshark's dissector and the project's, by {@code decode}, and by a second reading at fixed offsets. */
@Tag("sweep")
class TcpCapturesTest {
  private static final String SCENARIO = "../scenarios/hpccpp/tcp.yaml";
  private static final int WHOLE = 65_535;
  private static final int LOW_DSCP = 7;
  private static final int PROBES_DSCP = 3;
  private static final List<String> FIELDS = List.of("tcp.srcport", "tcp.dstport", "tcp.seq_raw", "tcp.ack_raw", "tcp.flags",
      "tcp.window_size_value", "tcp.len", "tcp.options.timestamp.tsval", "tcp.options.timestamp.tsecr", "tcp.options.sack_le",
      "tcp.options.sack_re", "inflight.tcp.type", "inflight.tcp.number");

  @TempDir
  private static Path folder;

  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.withOurs(folder).with("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-o",
        "tcp.relative_sequence_numbers:FALSE", "-o", "tcp.analyze_sequence_numbers:FALSE", "-o",
        "tcp.desegment_tcp_streams:FALSE", "--disable-protocol", "tcpencap"); // which port 10000 has by default
  }

  private static Path capture(String telemetry, boolean ipv6, boolean sealed) {
    Path to = folder.resolve(telemetry + ipv6 + sealed);
    Program.run("run", SCENARIO, "--pcap", "all", "--until", "250us", "--telemetry", telemetry, "--set",
        "authenticateFeedback=" + sealed, "--set", "framing=" + (ipv6 ? "tcp-ipv6" : "tcp"), "--set", "lossRate=0.01", "--out",
        to.toString(), "--force", "--quiet");
    return to.resolve("pcap").resolve("all.pcap");
  }

  /** One segment, by the layouts of RFC 791, 8200 and 9293, and of docs/telemetry.md. */
  private record Segment(ByteBuffer bytes, int ip, int tcp) {
    static Segment of(byte[] frame) {
      ByteBuffer bytes = ByteBuffer.wrap(frame);
      int ip = bytes.getShort(12) == (short) 0x9900 ? 18 : 14; // a CSIG tag has 4 bytes
      boolean ipv6 = bytes.get(ip) >> 4 == 6;
      int tcp = !ipv6 ? ip + 20 : bytes.get(ip + 6) == 0 ? ip + 48 + 8 * bytes.get(ip + 41) : ip + 40;
      return new Segment(bytes, ip, tcp);
    }

    boolean ipv6() {
      return bytes.get(ip) >> 4 == 6;
    }

    int dscp() {
      return ipv6() ? bytes.getShort(ip) >> 6 & 0x3F : (bytes.get(ip + 1) & 0xFF) >> 2;
    }

    int payload() {
      return tcp + (bytes.get(tcp + 12) >> 4 & 0xF) * 4;
    }

    int payloadBytes() {
      int end = ipv6() ? ip + 40 + bytes.getShort(ip + 4) : ip + bytes.getShort(ip + 2);
      return end - payload();
    }

    boolean isApart() {
      return (dscp() & LOW_DSCP) == PROBES_DSCP;
    }

    long word(int at) {
      return bytes.getInt(at) & 0xFFFF_FFFFL;
    }

    /** Returns the left or the right edges of the blocks of received bytes. */
    List<Long> edges(int first) {
      var edges = new ArrayList<Long>();
      for (int at = tcp + 36 + first; at < payload(); at += 8) {
        edges.add(word(at));
      }
      return edges;
    }

    List<List<Long>> values() {
      List<Long> none = List.of();
      return List.of(List.of((long) bytes.getShort(tcp)), List.of((long) bytes.getShort(tcp + 2)), List.of(word(tcp + 4)),
          List.of(word(tcp + 8)), List.of(bytes.getShort(tcp + 12) & 0xFFFL), List.of(0xFFFFL), List.of((long) payloadBytes()),
          List.of(word(tcp + 24)), List.of(word(tcp + 28)), edges(0), edges(4),
          isApart() ? List.of((long) bytes.get(payload() + 2)) : none, isApart() ? List.of(word(payload() + 4)) : none);
    }

    String kind() {
      return !isApart() ? "tcp" : bytes.get(payload() + 2) == 1 ? "probe" : "notification";
    }
  }

  private static List<Segment> segments(Path capture) {
    return WireCaptures.frames(capture).stream().map(Segment::of).toList();
  }

  @ParameterizedTest
  @CsvSource({"native, true, true", "int, true, false", "csig, false, true"})
  void threeReadingsOfTheOtherIpVersionAgree(String telemetry, boolean ipv6, boolean sealed) {
    threeReadingsAgree(telemetry, ipv6, sealed);
  }

  @ParameterizedTest
  @CsvSource({"native, false, false", "int, false, true", "csig, true, false", "ioam, true, true", "busiest, false, false",
      "draft, true, false"})
  void threeReadingsAgree(String telemetry, boolean ipv6, boolean sealed) {
    Path capture = capture(telemetry, ipv6, sealed);
    List<Segment> segments = segments(capture);
    assertThat(segments).hasSizeGreaterThan(1000);
    String header = "inflight." + (telemetry.equals("ioam") ? "reflection" : telemetry);
    var fields = new ArrayList<>(FIELDS); // one run of tshark reads all
    fields.addAll(List.of("tcp.checksum.status", "ip.checksum.status", Tshark.COMPLAINT, header));
    List<List<List<String>>> rows = tshark.fields(capture, fields);
    assertThat(rows).hasSameSizeAs(segments);
    int notifications = 0;
    for (int frame = 0; frame < segments.size(); frame++) {
      List<List<String>> row = rows.get(frame);
      List<List<String>> more = row.subList(FIELDS.size(), row.size());
      assertThat(row.subList(0, FIELDS.size()).stream().map(cell -> cell.stream().map(Tshark::number).toList()).toList())
          .as("frame %d", frame + 1).isEqualTo(segments.get(frame).values());
      assertThat(more.subList(0, 3)).as("frame %d", frame + 1)
          .isEqualTo(List.of(List.of("1"), ipv6 ? List.of() : List.of("1"), List.of()));
      boolean isNotification = row.get(FIELDS.indexOf("inflight.tcp.type")).equals(List.of("2"));
      notifications += isNotification && !more.get(3).isEmpty() ? 1 : 0;
    }
    assertThat(segments).anyMatch(segment -> segment.edges(0).size() == 3);
    assertThat((long) notifications)
        .isEqualTo(segments.stream().filter(segment -> segment.kind().equals("notification")).count());
  }

  @ParameterizedTest
  @CsvSource({"native, false, true", "int, true, false", "ioam, true, true", "csig, false, false"})
  void decodePrintsSegments(String telemetry, boolean ipv6, boolean sealed) {
    Path capture = capture(telemetry, ipv6, sealed);
    List<Segment> segments = segments(capture);
    List<String> lines = Program.run("decode", capture.toString()).out().lines().toList();
    assertThat(lines).hasSameSizeAs(segments);
    for (int frame = 0; frame < lines.size(); frame++) {
      Segment segment = segments.get(frame);
      String line = lines.get(frame);
      List<List<Long>> values = segment.values();
      assertThat(line).contains(" " + segment.kind() + " ")
          .contains(" sourcePort=" + values.get(0).getFirst() + " destinationPort=" + values.get(1).getFirst() + " sequence="
              + values.get(2).getFirst() + " acknowledgement=" + values.get(3).getFirst() + " flags=")
          .contains(" timestamp=" + values.get(7).getFirst() + " timestampEcho=" + values.get(8).getFirst())
          .contains(" tcpChecksum=ok ").doesNotContain("wrong").doesNotContain("unknown");
      for (int block = 0; block < segment.edges(0).size(); block++) {
        assertThat(line).contains("left=" + segment.edges(0).get(block) + " right=" + segment.edges(4).get(block));
      }
      if (segment.isApart()) {
        assertThat(line).contains(" probe=" + values.get(12).getFirst() + " ");
      }
      assertThat(line.contains("telemetry{")).as(line).isEqualTo(segment.kind().equals("probe"));
      assertThat(line.contains("reflection{format=" + telemetry)).as(line).isEqualTo(segment.kind().equals("notification"));
      assertThat(line.contains(" sealed ")).isEqualTo(sealed && segment.kind().equals("notification"));
    }
  }

  /** Without offload, segments of the stream carry telemetry, and acknowledgements return it. */
  @ParameterizedTest
  @CsvSource({"native, false", "int, true", "csig, false", "ioam, true"})
  void streamCarriesTelemetryWithoutOffload(String telemetry, boolean ipv6) {
    Path to = folder.resolve("stream-" + telemetry);
    Program.run("run", SCENARIO, "--pcap", "all", "--until", "150us", "--telemetry", telemetry, "--set", "recovery=tcp(burst=1B)",
        "--set", "telemetryPackets=every", "--set", "framing=" + (ipv6 ? "tcp-ipv6" : "tcp"), "--out", to.toString(), "--force",
        "--quiet");
    Path capture = to.resolve("pcap").resolve("all.pcap");
    List<Segment> segments = segments(capture);
    assertThat(segments).hasSizeGreaterThan(1000).allMatch(Segment::isApart);
    List<List<List<String>>> rows = tshark.fields(capture,
        List.of("inflight.tcp.type", "tcp.checksum.status", Tshark.COMPLAINT, "inflight.reflection"));
    List<String> lines = Program.run("decode", capture.toString()).out().lines().toList();
    for (int frame = 0; frame < lines.size(); frame++) {
      boolean forward = segments.get(frame).bytes.getShort(segments.get(frame).tcp + 2) == 5001;
      List<List<String>> row = rows.get(frame);
      assertThat(row.subList(0, 3)).as("frame %d", frame + 1)
          .isEqualTo(List.of(List.of(forward ? "3" : "4"), List.of("1"), List.of()));
      assertThat(row.get(3).isEmpty()).as("frame %d", frame + 1).isEqualTo(forward);
      assertThat(lines.get(frame)).contains(" tcp ").contains(" tcpChecksum=ok ").doesNotContain("wrong")
          .doesNotContain(" probe=").contains(forward ? "telemetry{" : "reflection{format=" + telemetry);
    }
  }

  /** The low bits of DSCP exempt a packet from a NIC's offloads; no data and no acknowledgement has them. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void probesAloneHaveTheirDscp(boolean ipv6) {
    List<Segment> segments = segments(capture("native", ipv6, true));
    for (Segment segment : segments) {
      boolean forward = segment.bytes.getShort(segment.tcp + 2) == 5001;
      boolean stream = forward ? segment.payloadBytes() >= 1000 : segment.payloadBytes() == 0;
      assertThat(segment.dscp() & LOW_DSCP).isEqualTo(stream ? 0 : PROBES_DSCP);
      assertThat(segment.bytes.getShort(segment.payload() + (stream ? -2 : 0)) == 0x4850).isEqualTo(!stream);
    }
    assertThat(segments.stream().map(Segment::kind).collect(Collectors.toSet())).containsExactlyInAnyOrder("tcp", "probe",
        "notification");
  }

  /**
   * Packets truncated at each byte, by the sender and by the capture, and with changed bytes, are reported, and reading continues with the
   * next packet.
   */
  @Test
  void brokenFramesBreakNothing() {
    var cut = new ArrayList<byte[]>();
    var changed = new ArrayList<byte[]>();
    var random = new Random(3);
    for (boolean ipv6 : new boolean[] {false, true}) {
      List<byte[]> sound = WireCaptures.frames(capture("int", ipv6, true)).stream().filter(frame -> frame.length < 300).toList();
      byte[] answer = sound.stream().filter(frame -> Segment.of(frame).kind().equals("notification")).findFirst().orElseThrow();
      for (int length = 14; length < answer.length; length++) {
        cut.add(Arrays.copyOf(answer, length));
      }
      for (int number = 0; number < 300; number++) {
        byte[] frame = sound.get(random.nextInt(sound.size())).clone();
        int from = Segment.of(frame).tcp();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
          frame[from + random.nextInt(frame.length - from)] ^= (byte) (1 + random.nextInt(255));
        }
        changed.add(frame);
      }
    }
    assertThat(decoded(cut, WHOLE)).allSatisfy(line -> assertThat(line).contains("wrong="));
    assertThat(decoded(changed, WHOLE)).allSatisfy(line -> assertThat(line).containsPattern("wrong=|=wrong"))
        .anySatisfy(line -> assertThat(line).contains("tcpChecksum=wrong"))
        .anySatisfy(line -> assertThat(line).contains("tcpOptions=wrong"));
    for (int snapBytes = 60; snapBytes < 140; snapBytes += 13) {
      decoded(changed, snapBytes);
    }
  }

  /** Returns the output of {@code decode} for frames, one line each; Wireshark's dissector reads them to their end too. */
  private static List<String> decoded(List<byte[]> frames, int snapBytes) {
    Path capture = WireCaptures.write(folder.resolve("broken.pcap"), frames, snapBytes);
    assertThat(tshark.text(capture, "-V").lines().filter(line -> line.contains("Lua Error"))).isEmpty();
    List<String> lines = Program.run("decode", capture.toString()).out().lines().toList();
    assertThat(lines).hasSize(frames.size()).noneMatch(line -> line.contains("Bytes=-"));
    return lines;
  }
}
