package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.WireCaptures;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Output of {@code decode} for the packets of a capture. */
class DecodeCommandTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final String HEADER = "4d3cb2a1" + "02000400" + "0000000000000000" + "00000400" + "01000000";
  private static final String SCENARIO = """
      topology: star(hosts=3)
      flows: incast(senders=2, size=2500B)
      """;
  private static final String ARP = "ffffffffffff0242ac11000208060001" + "00".repeat(26);
  private static final String PFC = "0180c200000102000000030288080101000a0000ffff00000007" + "00".repeat(34);
  private static final String PAUSE = "0180c200000102000000030288080001ffff" + "00".repeat(42);
  private static final String CNP = "020000030003020000020001080045c2003c00004000401125ec0a0000030a000001271012b7002800008100ffff40000007"
      + "00".repeat(20) + "1dc9b094";
  private static final String TAGGED = CNP.substring(0, 24) + "81006005" + CNP.substring(24);
  private static final String MAC = "[0-9a-f]{2}(:[0-9a-f]{2}){5}";

  @TempDir
  private Path folder;
  private String capture = "";

  @BeforeEach
  void run() throws IOException {
    capture = run("");
  }

  private String run(String more, String... options) throws IOException {
    Path scenario = Files.writeString(folder.resolve("s.yaml"), SCENARIO + more);
    Path out = folder.resolve("out");
    String[] arguments = {"run", scenario.toString(), "--out", out.toString(), "--quiet", "--force", "--pcap", "2:1"};
    int fixed = arguments.length;
    String[] all = Arrays.copyOf(arguments, fixed + options.length);
    System.arraycopy(options, 0, all, fixed, options.length);
    assertThat(Program.run(all)).isEqualTo(new Program(0, "", ""));
    return out.resolve("pcap/2-1.pcap").toString();
  }

  private String packets(String... frames) throws IOException {
    var hex = new StringBuilder(HEADER);
    for (String frame : frames) {
      String length = HexFormat.of().toHexDigits(Integer.reverseBytes(frame.length() / 2));
      hex.append("0000000000000000").append(length).append(length).append(frame);
    }
    Path file = folder.resolve("packets.pcap");
    Files.write(file, HexFormat.of().parseHex(hex));
    return file.toString();
  }

  private static String decode(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "decode";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    Program program = Program.run(all);
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  @Test
  void textEqualsTheGoldenFile() throws IOException {
    assertThat(decode(capture)).isEqualTo(Files.readString(GOLDEN.resolve("decode.txt")));
  }

  @Test
  void jsonEqualsTheGoldenFile() throws IOException {
    assertThat(decode(capture, "--json")).isEqualTo(Files.readString(GOLDEN.resolve("decode.json")));
  }

  static Stream<String> formats() {
    return Formats.ALL.stream().filter(format -> format.reflectionCode() != 0).map(TelemetryFormat::name);
  }

  @Test
  void printsPacketsThatArrivedAfterAGap() throws IOException {
    String text = decode(run("recovery: irn\nlossRate: 0.2\nseed: 3\n"));
    assertThat(text).containsPattern(
        "psn=\\d+ aeth\\{answer=nak reason=out-of-order msn=0} arrivedPsn=\\d+ payloadBytes=\\d+ icrc=ok ");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void printsTelemetryOfEachFormat(String format) throws IOException {
    String other = run("", "--telemetry", format);
    assertThat(decode(other).lines()).hasSize(12).allMatch(
        line -> line.contains(" telemetry{format=" + format + " ") || line.contains(" reflection{format=" + format + " "))
        .allMatch(line -> line.contains(" icrc=ok ")).noneMatch(line -> line.contains("wrong"));
  }

  @Test
  void readsTelemetryWithAnotherMarker() throws IOException {
    String capture = run("", "--telemetry", "native(udpPort=50000)");
    assertThat(decode(capture)).contains("telemetry{format=native nHop=1 ");
    String other = Files.copy(Path.of(capture), folder.resolve("other.pcap")).toString();
    assertThat(decode(other)).doesNotContain("telemetry{");
    assertThat(decode(other, "--telemetry", "native(udpPort=50000)")).contains("telemetry{format=native nHop=1 ");
  }

  @Test
  void printsTelemetryOfASingleByte() throws IOException {
    String pint = "pint(bytes=1)";
    assertThat(decode(run("", "--telemetry", pint), "--telemetry", pint).lines()).hasSize(12)
        .allMatch(line -> line.contains(" telemetry{format=pint code=") || line.contains(" reflection{format=pint code="))
        .allMatch(line -> line.contains(" icrc=ok "));
  }

  @Test
  void cutPacketShowsItsCapturedLength() throws IOException {
    String cut = run("", "--snap-length", "58");
    assertThat(decode(cut).lines().toList().getFirst()).isEqualTo("1 0.000002176 10.0.0.1 > 10.0.0.3 1084 roce-v2 dscp=24"
        + " ecn=ect0 hopLimit=63 sourcePort=10000 destinationPort=64791 telemetry{format=native nHop=1 pathId=3 hop{rateCode=4 rateBitsPerSec=100000000000 timeNs=1088"
        + " txBytes=0 queueBytes=0}} capturedOnly=58");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void readsFramesCutBySnapLength(String format) throws IOException {
    var frames = new ArrayList<byte[]>();
    for (String other : List.of(PFC, PAUSE, CNP, ARP, TAGGED)) {
      frames.add(HexFormat.of().parseHex(other));
    }
    frames.addAll(WireCaptures.frames(Path.of(run("", "--telemetry", format))).subList(0, 6));
    List<Map<String, Object>> whole = packets(frames, 2000);
    for (int snapBytes = 1; snapBytes < 220; snapBytes++) {
      List<Map<String, Object>> cut = packets(frames, snapBytes);
      for (int packet = 0; packet < frames.size(); packet++) {
        assertSaid(cut.get(packet), whole.get(packet), format + ", packet " + (packet + 1) + " cut to " + snapBytes);
      }
    }
  }

  private List<Map<String, Object>> packets(List<byte[]> frames, int snapBytes) {
    Path file = WireCaptures.write(folder.resolve("cut.pcap"), frames, snapBytes);
    var yaml = new Load(LoadSettings.builder().build());
    return decode(file.toString(), "--json").lines().map(yaml::loadFromString).map(DecodeCommandTest::map).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object json) {
    return (Map<String, Object>) json;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object json) {
    return (List<Object>) json;
  }

  /** Asserts that the output for a truncated packet agrees with that for the whole one, or only reports the truncation. */
  private static void assertSaid(Map<String, Object> cut, Map<String, Object> whole, String which) {
    if (cut.get("capturedBytes").equals(cut.get("bytes"))) {
      assertThat(cut).as(which).isEqualTo(whole);
      return;
    }
    assertThat(cut).as(which).containsEntry("capturedOnly", cut.get("capturedBytes"));
    cut.forEach((name, value) -> {
      switch (name) {
        case "capturedBytes", "capturedOnly" -> {
          // of this packet only
        }
        case "source", "destination" -> assertThat(value).as(which).satisfiesAnyOf(
            way -> assertThat(way).isIn(whole.get(name), "?"), way -> assertThat(way.toString()).matches(MAC));
        case "kind" -> assertThat(value).as(which).isIn(whole.get(name), "other", "udp", "roce-v2");
        case "etherType" -> assertThat(value).as(which).isIn(whole.get(name), "0x0800", "0x86dd", "0x8808");
        case "icrc" -> assertThat(value).as(which).isEqualTo("not-captured");
        case "telemetry", "reflection" -> {
          if (!value.equals("not-captured")) {
            assertTelemetrySaid(map(value), map(whole.get(name)), which);
          }
        }
        default -> assertThat(value).as(which + ": " + name).isEqualTo(whole.get(name));
      }
    });
  }

  private static void assertTelemetrySaid(Map<String, Object> cut, Map<String, Object> whole, String which) {
    cut.forEach((name, value) -> {
      switch (name) {
        case "wrong" -> assertThat(value).as(which).isEqualTo("truncated");
        case "hops" -> assertThat(list(whole.get(name))).as(which).containsAll(list(value));
        default -> assertThat(value).as(which + ": " + name).isEqualTo(whole.get(name));
      }
    });
  }

  @Test
  void printsPacketsOfOtherKindsAndBrokenOnes() throws IOException {
    String broken = CNP.substring(0, 100) + "01" + CNP.substring(102);
    String tooLong = CNP.replace("45c2003c", "45c2003d");
    String wrongUdp = CNP.replace("12b70028", "12b70029");
    String shortIp = CNP.substring(0, 60);
    assertThat(decode(packets(ARP, PFC, CNP, broken, tooLong, wrongUdp, shortIp, "0102"))).isEqualTo("""
        1 0.000000000 02:42:ac:11:00:02 > ff:ff:ff:ff:ff:ff 42 other etherType=0x0806 unknown="the rest after the Ethernet header"
        2 0.000000000 02:00:00:00:03:02 > 01:80:c2:00:00:01 60 pfc quanta1=65535 quanta3=7
        3 0.000000000 10.0.0.3 > 10.0.0.1 74 cnp dscp=48 ecn=ect0 hopLimit=64 sourcePort=10000 destinationPort=4791 queuePair=7 \
        psn=0 becn payloadBytes=0 icrc=ok
        4 0.000000000 10.0.0.3 > 10.0.0.1 74 cnp dscp=48 ecn=ect0 hopLimit=64 sourcePort=10000 destinationPort=4791 queuePair=7 \
        psn=0 becn payloadBytes=0 icrc=wrong
        5 0.000000000 02:00:00:02:00:01 > 02:00:00:03:00:03 74 other etherType=0x0800 \
        wrong="the frame ends early, in or behind the Ethernet header"
        6 0.000000000 10.0.0.3 > 10.0.0.1 74 other dscp=48 ecn=ect0 hopLimit=64 \
        wrong="a length or version contradicts the rest, in or behind the IP header"
        7 0.000000000 02:00:00:02:00:01 > 02:00:00:03:00:03 30 other etherType=0x0800 \
        wrong="the frame ends early, in or behind the Ethernet header"
        8 0.000000000 ? > ? 2 other wrong="the frame ends early, in or behind the Ethernet header"
        """);
  }

  @Test
  void rejectsOtherFiles() throws IOException {
    Path file = Files.writeString(folder.resolve("x.pcap"), "hello");
    refuses("inflight: x.pcap: this is not a capture in the pcap or pcapng format: it starts with 68656c6c\n", "",
        file.toString());
    refuses("inflight: y.pcap: there is no such file; did you mean x.pcap?\n", "", folder.resolve("y.pcap").toString());
    refuses("inflight: out: this is a folder; a file is needed\n", "", folder.resolve("out").toString());
  }

  @Test
  void reportsCutCaptureAfterItsPackets() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(capture));
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, 24 + 16 + 1084 + 16 + 10));
    String firstLine = decode(capture).lines().findFirst().orElseThrow();
    refuses("inflight: cut.pcap: the file is cut off at byte 1150: it ends after 10 of the 78 bytes of packet 2\n",
        firstLine + "\n", cut.toString());
    String firstObject = decode(capture, "--json").lines().findFirst().orElseThrow();
    refuses("inflight: cut.pcap: the file is cut off at byte 1150: it ends after 10 of the 78 bytes of packet 2\n",
        firstObject + "\n", "--json", cut.toString());
  }

  @Test
  void readsTelemetryThatADscpMarks() throws IOException {
    // P4.org INT-MD 2.1 of two hops: published fields, whose checksums the bytes reproduce.
    String frame = "b61800222200b618001111000800458000bc000100003f11eb8ac6010111c60102121064234400a8286c1017000020000a07"
        + "fe0077778888999900000b220014001500000000000000000000000000000000000000000000000000000005000000060000"
        + "0a11000a000b0000000000000000000000000000000000000000000000000000000100000002" + "61".repeat(64);
    assertThat(decode(packets(frame))).doesNotContain("telemetry{");
    assertThat(decode(packets(frame), "--int-dscp", "32")).contains(" telemetry{format=int ", " hop{nodeId=2577 ",
        " hop{nodeId=2850 ");
  }

  @Test
  void rejectsInvalidOptions() {
    refuses("inflight: --int-dscp: DSCP 64 is outside 0 to 63\n", "", capture, "--int-dscp", "64");
    refuses("inflight: --int-dscp: DSCP 64 is outside 0 to 63\n", "", capture, "--int-dscp", "0x40");
    refuses("inflight: --int-dscp: DSCP '0x' is not a whole number\n", "", capture, "--int-dscp", "0x");
    refuses(
        "inflight: --telemetry: unknown telemetry format 'nativ'; did you mean 'native'? known: "
            + Formats.ALL.stream().map(TelemetryFormat::name).collect(Collectors.joining(", ")) + "\n",
        "", capture, "--telemetry", "nativ");
  }

  private void refuses(String message, String out, String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "decode";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    Program program = Program.run(all);
    assertThat(program.err().replace(folder + "/", "")).isEqualTo(message);
    assertThat(program.out()).isEqualTo(out);
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void stopsWhenTheOutputIsClosed() throws IOException {
    String big = folder.resolve("big").toString();
    Program.run("run", "../scenarios/incast.yaml", "--out", big, "--quiet", "--pcap", "all", "--snap-length", "100");
    var closed = new OutputStream() {
      private int calls;

      @Override
      public void write(int oneByte) throws IOException {
        throw new IOException("Broken pipe");
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        assertThat(++calls).isLessThan(40); // of more than a hundred
        throw new IOException("Broken pipe");
      }
    };
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    assertThat(Main.run(closed, nowhere, RunFolder.Opener.DISK, "decode", big + "/pcap/all.pcap")).isZero();
  }
}
