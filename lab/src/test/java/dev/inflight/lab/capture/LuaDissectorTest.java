package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.format.Formats;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wireshark with our dissector against a second reading, and with frames that are broken. */
@Tag("sweep")
class LuaDissectorTest {
  private static final List<String> IPV4_FORMATS = List.of("native", "draft", "int", "ifa", "ioam-incremental", "csig",
      "csig-wide", "busiest");
  private static final int WHOLE = 65_535;

  @TempDir
  private static Path folder;

  private static WireCaptures captures;
  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.withOurs(folder);
    captures = new WireCaptures(folder);
  }

  private static Path capture(String telemetry, boolean ipv6) {
    return captures.withTelemetry(ipv6 ? WireCaptures.LEAVES_IPV6 : WireCaptures.LEAVES, telemetry);
  }

  @ParameterizedTest
  @CsvSource({"native, false", "draft, false", "int, false", "ifa, false", "ioam-incremental, false", "csig, false",
      "csig-wide, false", "busiest, false", "native, true", "busiest, true", "ifa, true", "ioam, true"})
  void fieldsEqualThoseOfTheProgram(String telemetry, boolean ipv6) {
    Tshark.Comparison comparison = tshark.compare(capture(telemetry, ipv6), name -> true);
    assertThat(comparison.values()).isGreaterThan(10_000);
    assertThat(comparison.complaints()).isSubsetOf(ipv6 ? List.of(TsharkTest.NO_CHECKSUM) : List.of());
  }

  @Test
  void dissectsSealedReports() {
    Path capture = captures.withTelemetry(WireCaptures.LEAVES + "authenticateFeedback: true\n", "native");
    Tshark.Comparison comparison = tshark.compare(capture, name -> name.startsWith("inflight."));
    assertThat(comparison.values()).isGreaterThan(5000);
    assertThat(comparison.complaints()).isEmpty();
  }

  @Test
  void dissectsNumbersOfFlows() {
    Path capture = captures.withTelemetry(WireCaptures.LEAVES + "authenticateFeedback: true\nfeedback: acks-with-flows\n",
        "native");
    Tshark.Comparison comparison = tshark.compare(capture, name -> name.startsWith("inflight."));
    assertThat(comparison.values()).isGreaterThan(5000);
    assertThat(comparison.complaints()).isEmpty();
    assertThat(count(capture, "inflight.reflection.flows > 0")).isEqualTo(
        WireCaptures.readings(capture).stream().filter(frame -> !frame.all("inflight.reflection.flows").isEmpty()).count())
        .isPositive();
  }

  @ParameterizedTest
  @CsvSource({"hpcc, false", "hpcc, true", "none, false"})
  void dissectsPacketsThatArrivedAfterAGap(String scheme, boolean ipv6) {
    String scenario = (ipv6 ? WireCaptures.LEAVES_IPV6 : WireCaptures.LEAVES).replace("retransmitTimeout: 1ms", "recovery: irn")
        .replace("lossRate: 0.01", "lossRate: 0.03");
    Path capture = captures.of(scenario, "--scheme", scheme);
    Tshark.Comparison comparison = tshark.compare(capture,
        name -> name.startsWith("inflight.") || name.startsWith("infiniband.aeth") || name.startsWith("infiniband.bth"));
    assertThat(comparison.values()).isGreaterThan(3000);
    assertThat(comparison.complaints()).isSubsetOf(ipv6 ? List.of(TsharkTest.NO_CHECKSUM) : List.of());
    assertThat(count(capture, "inflight.arrival.psn > infiniband.bth.psn"))
        .isEqualTo(WireCaptures.readings(capture).stream().filter(frame -> !frame.all("inflight.arrival.psn").isEmpty()).count())
        .isPositive();
  }

  /** Frames from port 4791: Wireshark selects a dissector by it before the higher destination port. */
  @ParameterizedTest
  @ValueSource(strings = {"native", "draft", "int", "ioam-incremental", "busiest"})
  void dissectsDataPacketsOfAnEndpoint(String telemetry) {
    List<byte[]> frames = EndpointFrames
        .ofAWrite(Formats.ALL.stream().filter(one -> one.name().equals(telemetry)).findFirst().orElseThrow());
    Path capture = WireCaptures.write(folder.resolve("endpoint-" + telemetry + ".pcap"), frames, WHOLE);
    String protocol = "inflight." + telemetry.replace("-incremental", "");
    assertThat(count(capture,
        "udp.srcport == 4791 && udp.dstport != 4791 && " + protocol + " && infiniband.bth.opcode in {6, 7, 8, 10}"))
        .as("packets of WRITEs, first, middle, last and only").isEqualTo(count(capture, "udp.dstport != 4791"))
        .isGreaterThanOrEqualTo(5);
    assertThat(count(capture, "udp.dstport == 4791 && infiniband.bth.opcode == 17 && inflight.reflection")).as("acknowledgements")
        .isGreaterThanOrEqualTo(5);
  }

  @Test
  void fieldsCanBeFilteredBy() {
    Path capture = capture("native", false);
    List<SecondReading> frames = WireCaptures.readings(capture);
    assertThat(count(capture, "inflight.native.hop.qlen > 1000")).isEqualTo(
        frames.stream().filter(frame -> frame.all("inflight.native.hop.qlen").stream().anyMatch(bytes -> bytes > 1000)).count())
        .isPositive();
    assertThat(count(capture, "inflight.reflection && inflight.native.nhop == 3"))
        .isEqualTo(frames.stream().filter(frame -> !frame.all("inflight.reflection.length").isEmpty()).count()).isPositive();
    assertThat(count(capture, "inflight"))
        .isEqualTo(frames.stream().filter(frame -> !frame.all("inflight.native.nhop").isEmpty()).count()).isPositive();
  }

  private static long count(Path capture, String filter) {
    return tshark.text(capture, "-Y", filter).lines().count();
  }

  /** Sets bits of a byte in every packet that carries telemetry, as a switch that finds no room does. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"native | 42 | 0xF0 | nHop is 15: further hops could not add their records",
      "int | 46 | 0x04 | A hop found no hops remaining", "int | 46 | 0x02 | A hop found no room in the packet",
      "ioam-incremental | 48 | 0x04 | A node found no room in the trace",
      "busiest | 44 | 0xFF | The record is of a hop that has not looked"})
  void flagsFullHeaders(String telemetry, int at, String bits, String complaint) {
    List<byte[]> frames = WireCaptures.frames(capture(telemetry, false)).stream().filter(LuaDissectorTest::carriesTelemetry)
        .toList();
    frames.forEach(frame -> frame[at] |= Integer.decode(bits).byteValue());
    assertThat(tshark.complaints(WireCaptures.write(folder.resolve("full.pcap"), frames, WHOLE))).contains(complaint);
  }

  private static boolean carriesTelemetry(byte[] frame) {
    return frame.length > 500;
  }

  @Test
  void preferencesSetOtherMarkers() {
    Path capture = capture("native(udpPort=50000)", false);
    assertThat(count(capture, "inflight.native")).as("acknowledgements only")
        .isLessThan(count(capture, "infiniband.bth.opcode == 17") + 1);
    Tshark other = tshark.with("-o", "inflight.native_port:50000");
    assertThat(other.text(capture, "-Y", "infiniband.bth.opcode != 17 && !inflight.native")).isEmpty();
    assertThat(other.complaints(capture)).isEmpty();
  }

  @Test
  void brokenFramesBreakNothing() {
    var random = new Random(1);
    var broken = new ArrayList<byte[]>();
    for (String telemetry : IPV4_FORMATS) {
      List<byte[]> sound = WireCaptures.frames(capture(telemetry, false));
      for (int number = 0; number < 1000; number++) {
        byte[] frame = sound.get(random.nextInt(sound.size())).clone();
        for (int changes = random.nextInt(4); changes > 0; changes--) {
          frame[14 + random.nextInt(Math.min(frame.length, 120) - 14)] = (byte) random.nextInt();
        }
        broken.add(random.nextBoolean() ? frame : shortened(frame, 14 + random.nextInt(Math.min(frame.length, 150) - 14)));
      }
    }
    broken.add(manyTags(WireCaptures.frames(capture("csig", false)).getFirst()));
    String said = tshark.text(WireCaptures.write(folder.resolve("broken.pcap"), broken, WHOLE), "-V");
    assertThat(said.lines().filter(line -> line.contains("Lua Error"))).isEmpty();
    assertThat(said).contains("The packet ends too early");
  }

  /** A frame with 301 tags where it had one. */
  private static byte[] manyTags(byte[] frame) {
    var tagged = ByteBuffer.allocate(frame.length + 300 * 4).put(frame, 0, 12);
    for (int tags = 0; tags < 300; tags++) {
      tagged.put(frame, 12, 4);
    }
    return tagged.put(frame, 12, frame.length - 12).array();
  }

  /** Truncates a frame, with valid lengths of IP and UDP where they are in their usual places. */
  private static byte[] shortened(byte[] frame, int length) {
    byte[] cut = Arrays.copyOf(frame, length);
    if (length >= 42 && cut[12] == 8 && cut[23] == 17) {
      cut[16] = (byte) (length - 14 >> 8);
      cut[17] = (byte) (length - 14);
      cut[38] = (byte) (length - 34 >> 8);
      cut[39] = (byte) (length - 34);
    }
    return cut;
  }

  @ParameterizedTest
  @ValueSource(ints = {45, 75})
  void cutFramesBreakNothing(int bytes) {
    var frames = new ArrayList<byte[]>();
    for (String telemetry : IPV4_FORMATS) {
      frames.addAll(WireCaptures.frames(capture(telemetry, false)));
    }
    String said = tshark.text(WireCaptures.write(folder.resolve("cut.pcap"), frames, bytes), "-V");
    assertThat(said.lines().filter(line -> line.contains("Lua Error"))).isEmpty();
    assertThat(said).contains("The capture lacks the rest");
  }
}
