package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Packets of HPCC++ in captures, read by the project's dissector in tshark, by {@code decode}, and by a second reading at fixed offsets.
 */
@Tag("sweep")
class HpccppPacketsTest {
  private static final int BTH = 14 + 20 + 8;
  private static final int WHOLE = 65_535;
  private static final Map<Integer, String> KINDS = new TreeMap<>(
      Map.of(0xC0, "probe", 0xC1, "notification", 0xC2, "window", 0xC3, "switch-answer", 0xC4, "switch-answer-ahead", 0xC5,
          "tally", 0xC7, "path-report"));

  @TempDir
  private static Path folder;

  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.withOurs(folder);
  }

  private static Path capture(String scenario, boolean sealed) {
    Path to = folder.resolve(scenario + sealed);
    Program.run("run", "../scenarios/hpccpp/" + scenario + ".yaml", "--pcap", "all", "--until",
        scenario.equals("paths") ? "16us" : "140us", "--set", "authenticateFeedback=" + sealed, "--out", to.toString(), "--force",
        "--quiet");
    return to.resolve("pcap").resolve("all.pcap");
  }

  /** The opcode of a frame of RoCEv2 over IPv4; those with telemetry after UDP have another port, and their BTH elsewhere. */
  private static int opcode(byte[] frame) {
    boolean roce = frame.length > BTH + 16 && frame[23] == 17 && (frame[36] & 0xFF) << 8 == (4791 & 0xFF00)
        && (frame[37] & 0xFF) == (4791 & 0xFF);
    return roce ? frame[BTH] & 0xFF : -1;
  }

  private static long number(byte[] frame, int at, int bytes) {
    long value = 0;
    for (int each = 0; each < bytes; each++) {
      value = value << 8 | frame[at + each] & 0xFF;
    }
    return value;
  }

  /** One line a frame: kind, whether a probe is named, which packet, bytes arrived, window. */
  private static List<String> secondReading(Path capture) {
    var lines = new ArrayList<String>();
    int count = 0;
    for (byte[] frame : WireCaptures.frames(capture)) {
      count++;
      int opcode = opcode(frame);
      if (!KINDS.containsKey(opcode) || opcode == 0xC0) {
        continue;
      }
      int named = BTH + (opcode == 0xC1 ? 16 : 12);
      boolean names = opcode != 0xC2;
      lines.add(String.join("\t", Integer.toString(count), "0x" + Integer.toHexString(opcode),
          names ? (frame[named] & 1) == 1 ? "1" : "0" : "", names ? Long.toString(number(frame, named + 1, 3)) : "",
          opcode == 0xC5 ? Long.toString(number(frame, BTH + 16, 8)) : "",
          opcode == 0xC2 ? Long.toString(number(frame, BTH + 12, 8)) : ""));
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({"probes, false, notification", "busiest-link, true, notification", "windows, true, window",
      "switch-answers, false, switch-answer", "unreliable, false, tally", "paths, true, path-report"})
  void threeReadingsAgreeWithAndWithoutSeals(String scenario, boolean sealed, String kind) {
    threeReadingsAgree(scenario, sealed, kind);
  }

  @ParameterizedTest
  @CsvSource({"probes, true, notification", "notifications, true, notification", "busiest-link, false, notification",
      "windows, false, window", "windows-by-probes, true, window", "switch-answers, true, switch-answer",
      "subscribed-by-dscp, false, switch-answer", "unreliable, true, tally", "paths, false, path-report"})
  void threeReadingsAgree(String scenario, boolean sealed, String kind) {
    Path capture = capture(scenario, sealed);
    List<String> expected = secondReading(capture);
    assertThat(expected).hasSizeGreaterThan(15);
    List<List<String>> rows = tshark
        .fields(capture,
            List.of("frame.number", "inflight.hpccpp.kind", "inflight.hpccpp.probe", "inflight.hpccpp.psn",
                "inflight.hpccpp.arrived_bytes", "inflight.hpccpp.window_bytes", Tshark.COMPLAINT))
        .stream().map(row -> row.stream().map(values -> String.join(",", values)).toList()).toList();
    assertThat(rows).allSatisfy(row -> assertThat(row.getLast()).isEmpty());
    assertThat(rows.stream().filter(row -> !row.get(1).isEmpty() && !Set.of("0xc0", "0xc6").contains(row.get(1)))
        .map(row -> String.join("\t", row.subList(0, 6)).replace("True", "1").replace("False", "0")))
        .containsExactlyElementsOf(expected);
    List<String> decoded = Program.run("decode", capture.toString()).out().lines().toList();
    assertThat(decoded.stream().filter(line -> line.contains(" " + kind + " ")).count()).isEqualTo(expected.size());
    for (String line : expected) {
      String[] of = line.split("\t", -1);
      String said = decoded.get(Integer.parseInt(of[0]) - 1);
      assertThat(said).contains(" " + KINDS.get(Integer.decode(of[1])) + " ");
      if (!of[3].isEmpty()) {
        assertThat(said).contains(" arrivedPsn=" + of[3] + " arrivedIs=" + (of[2].equals("1") ? "probe" : "data"));
      }
      assertThat(said.contains("arrivedBytes=" + of[4] + " ")).isEqualTo(!of[4].isEmpty());
      assertThat(said.contains("windowBytes=" + of[5] + " ")).isEqualTo(!of[5].isEmpty());
      assertThat(said.contains(" sealed ")).isEqualTo(sealed);
      String reflected = scenario.equals("busiest-link") ? "link-report" : "native";
      assertThat(said.contains("reflection{format=" + reflected)).as(said).isEqualTo(Integer.decode(of[1]) != 0xC2);
    }
  }

  @Test
  void probesAreFound() {
    Path capture = capture("probes", false);
    long probes = tshark.text(capture, "-Y", "inflight.hpccpp.kind == 0xc0").lines().count();
    assertThat(Program.run("decode", capture.toString()).out().lines().filter(line -> line.contains(" probe ")).count())
        .isEqualTo(probes).isGreaterThan(15);
  }

  /** A probe of a path has a source port of its flow, and its report the same one. */
  @Test
  void probesOfPathsAreFoundWithTheirPorts() {
    Path capture = capture("paths", true);
    Set<String> asked = ports(capture, 0xC6);
    Set<String> told = ports(capture, 0xC7);
    assertThat(asked).hasSize(32).isEqualTo(told);
    assertThat(Program.run("decode", capture.toString()).out().lines().filter(line -> line.contains(" path-probe ")))
        .hasSizeGreaterThan(100);
  }

  private static Set<String> ports(Path capture, int kind) {
    return tshark.text(capture, "-Y", "inflight.hpccpp.kind == " + kind, "-T", "fields", "-e", "udp.srcport").lines()
        .collect(Collectors.toSet());
  }

  @Test
  void printsTheRequestsOfPackets() {
    assertThat(Program.run("decode", capture("subscribed-by-dscp", false).toString()).out()).contains("asks=answers");
    assertThat(Program.run("decode", capture("on-queue", false).toString()).out()).contains("asks=queues");
    assertThat(Program.run("decode", capture("every", false).toString()).out()).doesNotContain("asks=");
  }

  @Test
  void dissectorAndDecodeReadTheBusiestLink() {
    Path capture = capture("compare-and-replace", true);
    assertThat(tshark.complaints(capture)).isEmpty();
    assertThat(tshark.text(capture, "-Y", "inflight.busiest.hops == 1 && inflight.busiest.node == 17").lines().count())
        .isGreaterThan(100);
    assertThat(Program.run("decode", capture.toString()).out()).contains("telemetry{format=busiest hopCount=1 ")
        .contains("reflection{format=busiest hopCount=1 ");
  }

  /** Fields at fixed offsets of the report, after the reflection's own four bytes. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void readingsOfAReportOfOneLinkAgree(boolean sealed) {
    Path capture = capture("busiest-link", sealed);
    int at = BTH + 12 + 4 + 4 + 4;
    var expected = new ArrayList<String>();
    List<byte[]> frames = WireCaptures.frames(capture);
    List<String> decoded = Program.run("decode", capture.toString()).out().lines().toList();
    int compared = 0;
    for (int number = 0; number < frames.size(); number++) {
      byte[] frame = frames.get(number);
      if (opcode(frame) != 0xC1) {
        continue;
      }
      boolean isCompared = (frame[at + 1] & 0x20) != 0;
      compared += isCompared ? 1 : 0;
      long queue = (number(frame, at + 12, 2) & 0xFFF) << (frame[at + 12] >> 4 & 0xF);
      expected.add(String.join("\t", Integer.toString(number + 1), "" + frame[at], isCompared ? "1" : "0",
          "" + (number(frame, at + 4, 4) >> 12), "" + (number(frame, at + 4, 4) & 0xFFF), "" + queue,
          "" + number(frame, at + 10, 2), "" + number(frame, at + 16, 4), "" + number(frame, at + 20, 4)));
      assertThat(decoded.get(number)).contains("reflection{format=link-report hop=1 ", " rateBitsPerSec=100000000000 ",
          " queueBytes=" + queue + " ", " timeNs=" + number(frame, at + 16, 4) + " ",
          " txBytes=" + number(frame, at + 20, 4) + " ", isCompared ? " utilizationPpm=" : " elapsedNs=n/a ");
    }
    assertThat(compared).isGreaterThan(15).isLessThan(expected.size());
    String fields = tshark.text(capture, "-Y", "inflight.link", "-T", "fields", "-e", "frame.number", "-e", "inflight.link.hop",
        "-e", "inflight.link.compared", "-e", "inflight.link.node", "-e", "inflight.link.port", "-e", "inflight.link.queue_bytes",
        "-e", "inflight.link.use", "-e", "inflight.link.ts", "-e", "inflight.link.txbytes");
    assertThat(fields.lines().map(line -> line.replace("True", "1").replace("False", "0"))).containsExactlyElementsOf(expected);
  }

  /** Packets truncated at each byte, and with changed bytes, are reported, and reading continues with the next packet. */
  @Test
  void brokenFramesBreakNothing() {
    var broken = new ArrayList<byte[]>();
    var random = new Random(2);
    for (String scenario : List.of("probes", "windows", "switch-answers", "unreliable", "paths", "compare-and-replace",
        "busiest-link")) {
      List<byte[]> sound = WireCaptures.frames(capture(scenario, true)).stream()
          .filter(frame -> opcode(frame) >= 0xC0 || opcode(frame) < 0).toList();
      byte[] first = sound.stream().filter(frame -> opcode(frame) >= 0xC0).findFirst().orElse(sound.getFirst());
      for (int length = 14; length < first.length; length++) {
        broken.add(Arrays.copyOf(first, length));
      }
      for (int number = 0; number < 400; number++) {
        byte[] frame = sound.get(random.nextInt(sound.size())).clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
          frame[14 + random.nextInt(Math.min(frame.length, 110) - 14)] = (byte) random.nextInt();
        }
        broken.add(frame);
      }
    }
    Path capture = WireCaptures.write(folder.resolve("broken.pcap"), broken, WHOLE);
    assertThat(tshark.text(capture, "-V").lines().filter(line -> line.contains("Lua Error"))).isEmpty();
    Program decoded = Program.run("decode", capture.toString());
    assertThat(decoded.out().lines()).hasSize(broken.size());
    assertThat(decoded.out()).contains("wrong=").contains("icrc=wrong");
  }

  @Test
  void reportsWindowOfAnotherSizeAsMalformed() {
    byte[] sealed = WireCaptures.frames(capture("windows", true)).stream().filter(frame -> opcode(frame) == 0xC2).findFirst()
        .orElseThrow();
    byte[] longer = Arrays.copyOf(sealed, sealed.length + 4);
    ByteBuffer of = ByteBuffer.wrap(longer);
    of.putShort(16, (short) (of.getShort(16) + 4)).putShort(38, (short) (of.getShort(38) + 4));
    Path capture = WireCaptures.write(folder.resolve("longer.pcap"), List.of(longer), WHOLE);
    assertThat(Program.run("decode", capture.toString()).out()).contains("a window has 8 bytes, or 24 with a seal, and not 28");
    assertThat(tshark.complaints(capture)).contains("A window has 8 bytes");
  }
}
