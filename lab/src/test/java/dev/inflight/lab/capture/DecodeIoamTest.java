package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Output of {@code decode} for IOAM of other programs: any namespace, any trace type, and bytes that are no trace. */
class DecodeIoamTest {
  private static final Path LINUX = Path.of("../telemetry/src/test/resources/vectors");
  private static final Path GOLDEN = Path.of("src/test/resources/golden/decode-ioam.txt");
  private static final Map<String, String> WIRESHARK = Map.ofEntries(Map.entry("hopLimit", "hlim"), Map.entry("nodeId", "id"),
      Map.entry("ingressIf", "iif"), Map.entry("egressIf", "eif"), Map.entry("timestampSeconds", "tss"),
      Map.entry("timestampFraction", "tsf"), Map.entry("transitDelayNs", "trdelay"), Map.entry("namespaceData", "nsdata"),
      Map.entry("queueDepth", "qdepth"), Map.entry("checksumComplement", "csum"), Map.entry("nodeIdWide", "id_wide"),
      Map.entry("ingressIfWide", "iif_wide"), Map.entry("egressIfWide", "eif_wide"),
      Map.entry("namespaceDataWide", "nsdata_wide"), Map.entry("bufferOccupancy", "bufoccup"),
      Map.entry("undefined", "undefined"));

  @TempDir
  private static Path folder;

  private static String decode(String... arguments) {
    var all = new ArrayList<>(List.of("decode"));
    all.addAll(List.of(arguments));
    Program program = Program.run(all.toArray(String[]::new));
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> json(List<byte[]> frames) {
    Path file = WireCaptures.write(folder.resolve("frames.pcap"), frames, 2000);
    var yaml = new Load(LoadSettings.builder().build());
    return decode("--json", file.toString()).lines().map(line -> (Map<String, Object>) yaml.loadFromString(line)).toList();
  }

  @Test
  void readsTracesOfLinuxRouters() throws IOException {
    String all = decode(LINUX.resolve("ioam-linux-6.18/at_d.pcap").toString())
        + decode(LINUX.resolve("ioam-linux-6.18/qdepth_at_d.pcap").toString())
        + decode(LINUX.resolve("ioam6-kernel-overflow-opaque.pcap").toString());
    assertThat(all).isEqualTo(Files.readString(GOLDEN));
    assertThat(all).doesNotContain("wrong=");
    String injected = decode(LINUX.resolve("ioam-linux-6.18/at_s.pcap").toString());
    assertThat(injected.lines().filter(line -> line.contains("wrong="))).as("the one that Linux drops").singleElement().asString()
        .contains("destinationPort=40009", "wrong=malformed", "nodeLen=5", "traceType=0xd20000");
  }

  @Test
  void usesUnitsOfTheConfiguredNamespace() {
    String capture = LINUX.resolve("ioam-linux-6.18/qdepth_at_d.pcap").toString();
    assertThat(decode(capture)).contains(" timestampFraction=", " queueDepth=9558 ").doesNotContain("queueDepthBytes");
    assertThat(decode(capture, "--telemetry", "ioam(namespaceId=123, timestamps=posix)"))
        .contains(" timestampFractionUs=", " queueDepthBytes=9558 txBytes=n/a").doesNotContain("undefined12");
    assertThat(decode(capture, "--telemetry", "ioam(namespaceId=124, timestamps=posix)")).isEqualTo(decode(capture));
  }

  @Test
  void printsRandomTracesFieldByField() {
    var traces = new RandomTraces(1);
    List<RandomTraces.Frame> frames = traces(traces, 400);
    List<Map<String, Object>> said = json(frames.stream().map(RandomTraces.Frame::bytes).toList());
    for (int frame = 0; frame < frames.size(); frame++) {
      assertThat(said.get(frame).get("telemetry")).as("packet %d", frame + 1).isEqualTo(frames.get(frame).said());
      assertThat(said.get(frame)).containsEntry("destinationPort", 4001).doesNotContainKeys("wrong", "unknown", "telemetry2");
    }
  }

  private static List<RandomTraces.Frame> traces(RandomTraces traces, int count) {
    var frames = new ArrayList<RandomTraces.Frame>();
    while (frames.size() < count) {
      frames.add(traces.next());
    }
    return frames;
  }

  @Test
  void wiresharkReadsTheSameInRandomTraces() {
    Tshark tshark = Tshark.plain(folder);
    // Wireshark reads no IOAM in other places, and expects the free space of an incremental trace in the option.
    Map<String, Object> its = Map.of("header", "hop-by-hop", "optionType", "0x31", "ioamType", "pre-allocated-trace");
    List<RandomTraces.Frame> frames = traces(new RandomTraces(2), 800).stream()
        .filter(frame -> frame.said().entrySet().containsAll(its.entrySet())).toList();
    Path capture = WireCaptures.write(folder.resolve("random.pcap"), frames.stream().map(RandomTraces.Frame::bytes).toList(),
        2000);
    List<String> ours = WIRESHARK.keySet().stream().sorted().toList();
    List<String> names = ours.stream().map(name -> "ipv6.opt.ioam.trace.node." + WIRESHARK.get(name)).toList();
    List<List<List<String>>> rows = tshark.fields(capture, names);
    int compared = 0;
    for (int frame = 0; frame < frames.size(); frame++) {
      if ((Integer.decode((String) frames.get(frame).said().get("traceType")) & 1) != 0) {
        continue; // Wireshark stops at the reserved bit
      }
      for (int field = 0; field < ours.size(); field++) {
        var expected = new ArrayList<>(frames.get(frame).raw().getOrDefault(ours.get(field), List.of()));
        if (ours.get(field).equals("hopLimit")) {
          continue; // it has one name for the short and the wide one
        }
        assertThat(rows.get(frame).get(field).stream().map(Tshark::number)).as("%s of packet %d", ours.get(field), frame + 1)
            .isEqualTo(expected);
        compared += expected.size();
      }
    }
    assertThat(compared).isGreaterThan(500);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "31160002 007b 00 a0 0102030405060708 1112131415161718 | ioamType=proof-of-transit namespaceId=123 potType=0 potFlags=0xa0 packetId=0x0102030405060708 cumulative=0x1112131415161718}",
      "310a0002 007b 05 00 01020304 | wrong=unsupported header=hop-by-hop optionType=0x31 ioamType=proof-of-transit namespaceId=123 potType=5 potFlags=0x00 data=01020304}",
      "111a0003 007b f000 fffffffffffffffe 00000007 6b021a40 ffffffff | ioamType=edge-to-edge namespaceId=123 e2eType=0xf000 sequenceNumber64=18446744073709551614 sequenceNumber32=7 timestampSeconds=1795299904 timestampFraction=n/a}",
      "11060003 007b 4000 | wrong=malformed header=hop-by-hop optionType=0x11 ioamType=edge-to-edge namespaceId=123 e2eType=0x4000}",
      "11160004 007b 00 e0 d20000 00 00000009 0000000a 0000000b | ioamType=direct-export namespaceId=123 flags=0x00 extensionFlags=0xe0 traceType=0xd20000 flowId=9 sequenceNumber=10 extension2=0x0000000b}",
      "110a0004 007b 00 80 d20000 00 | wrong=malformed header=hop-by-hop optionType=0x11 ioamType=direct-export namespaceId=123 flags=0x00 extensionFlags=0x80 traceType=0xd20000}",
      "31040040 abcd | wrong=unsupported header=hop-by-hop optionType=0x31 ioamType=64 data=abcd}",
      "31060000 007b 2000 | wrong=malformed header=hop-by-hop optionType=0x31 ioamType=pre-allocated-trace data=007b2000}",
      "3100 | wrong=malformed header=hop-by-hop optionType=0x31}"})
  void rejectsInvalidTraces(String option, String said) {
    byte[] frame = RandomTraces.frame(HexFormat.of().parseHex(option.replace(" ", "")), false);
    Path file = WireCaptures.write(folder.resolve("one.pcap"), List.of(frame), 2000);
    assertThat(decode(file.toString())).contains("telemetry{format=ioam ", said + (said.contains("wrong=") ? "" : "\n"))
        .contains(" payloadBytes=18 ");
  }

  @Test
  void everyHeaderOfAFrameHasAUniqueName() {
    byte[] two = HexFormat.of().parseHex("310a0000007b000000000000" + "110a0003007b8000" + "0000000000000001");
    byte[] frame = RandomTraces.frame(two, false);
    byte[] tagged = new byte[frame.length + 4];
    System.arraycopy(frame, 0, tagged, 0, 12);
    System.arraycopy(HexFormat.of().parseHex("99002b85"), 0, tagged, 12, 4);
    System.arraycopy(frame, 12, tagged, 16, frame.length - 12);
    Map<String, Object> said = json(List.of(tagged)).getFirst();
    assertThat(said.get("telemetry")).asString().contains("csig");
    assertThat(said.get("telemetry2")).asString().contains("pre-allocated-trace");
    assertThat(said.get("telemetry3")).asString().contains("edge-to-edge");
  }

  @Test
  void readsFramesCutBySnapLengthCorrectly() {
    List<byte[]> frames = traces(new RandomTraces(3), 30).stream().map(RandomTraces.Frame::bytes).toList();
    List<Map<String, Object>> whole = json(frames);
    for (int snapBytes = 50; snapBytes < 320; snapBytes += 3) {
      Path file = WireCaptures.write(folder.resolve("cut.pcap"), frames, snapBytes);
      List<String> cut = decode(file.toString()).lines().toList();
      for (int frame = 0; frame < frames.size(); frame++) {
        if (snapBytes < frames.get(frame).length) {
          assertThat(cut.get(frame)).contains(" capturedOnly=" + snapBytes).doesNotContain("wrong=malformed");
        }
      }
    }
    assertThat(whole).hasSize(30);
  }

  @Test
  void randomBytesHaveAnOutcome() {
    var random = new SplittableRandom(5);
    List<byte[]> frames = traces(new RandomTraces(4), 300).stream().map(RandomTraces.Frame::bytes).collect(Collectors.toList());
    for (int frame = 0; frame < frames.size(); frame++) {
      byte[] bad = Arrays.copyOf(frames.get(frame), 14 + random.nextInt(frames.get(frame).length));
      for (int change = random.nextInt(8); change > 0; change--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      frames.set(frame, bad);
    }
    assertThat(json(frames)).hasSize(300);
  }
}
