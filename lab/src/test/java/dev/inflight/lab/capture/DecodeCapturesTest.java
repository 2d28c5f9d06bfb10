package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code decode} takes captures however they come: compressed, as pcapng, from the standard input, without Ethernet headers. */
class DecodeCapturesTest {
  private static final Path LINUX = Path.of("../telemetry/src/test/resources/vectors/ioam-linux-6.18/at_d.pcap");

  @TempDir
  private Path folder;

  private final InputStream standardInput = System.in;
  private byte[] plain = {};
  private String said = "";

  @BeforeEach
  void decodePlain() throws IOException {
    plain = Files.readAllBytes(LINUX);
    said = decode(LINUX);
    assertThat(said.lines()).hasSize(11);
  }

  @AfterEach
  void restore() {
    System.setIn(standardInput);
  }

  private static String decode(Path file) {
    Program program = Program.run("decode", file.toString());
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  @Test
  void readsCompressedCapturesOfAnyName() throws IOException {
    assertThat(decode(file("trace.pcap", gzip(plain)))).isEqualTo(said);
    assertThat(decode(file("trace.gz", plain))).isEqualTo(said);
  }

  @Test
  void readsStandardInput() throws IOException {
    for (byte[] input : List.of(plain, gzip(plain))) {
      System.setIn(new ByteArrayInputStream(input));
      assertThat(decode(Path.of("-"))).isEqualTo(said);
    }
    System.setIn(new ByteArrayInputStream(new byte[0]));
    assertThat(Program.run("decode", "-")).isEqualTo(new Program(2, "", "inflight: standard input: the file is empty\n"));
  }

  @Test
  void readsTheOtherByteOrderAndUnit() throws IOException {
    byte[] big = plain.clone();
    for (int at = 0; at < 24; at += at == 4 || at == 6 ? 2 : 4) {
      reverse(big, at, at == 4 || at == 6 ? 2 : 4);
    }
    for (int at = 24; at < big.length;) {
      int length = 16 + (big[at + 8] & 0xFF) + (big[at + 9] & 0xFF) * 256;
      for (int field = 0; field < 16; field += 4) {
        reverse(big, at + field, 4);
      }
      at += length;
    }
    assertThat(decode(file("big.pcap", big))).isEqualTo(said);
  }

  private static void reverse(byte[] bytes, int at, int length) {
    for (int index = 0; index < length / 2; index++) {
      byte swapped = bytes[at + index];
      bytes[at + index] = bytes[at + length - 1 - index];
      bytes[at + length - 1 - index] = swapped;
    }
  }

  @Test
  void readsCapturesOfEditcap() {
    OutsideTool.require("editcap", "tshark");
    for (String format : List.of("pcapng", "pcap", "nsecpcap")) {
      Path other = folder.resolve("other." + format);
      OutsideTool.run(folder, List.of("editcap", "-F", format, LINUX.toAbsolutePath().toString(), other.toString()))
          .expectSuccess();
      assertThat(decode(other)).as(format).isEqualTo(said);
    }
  }

  @Test
  void reportsCutCompressedCaptureAfterItsPackets() throws IOException {
    byte[] whole = gzip(plain);
    Path cut = file("cut.pcap.gz", Arrays.copyOf(whole, whole.length - 9));
    Program program = Program.run("decode", cut.toString());
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).isEqualTo("inflight: " + cut + ": the gzip file is cut off at byte " + (whole.length - 9)
        + ": it ends within its compressed data\n");
    assertThat(program.out()).isNotEmpty();
    assertThat(said).startsWith(program.out());
  }

  @Test
  void reportsUnreadableBytesAndEnds() throws IOException {
    Path hole = file("hole.pcap", Arrays.copyOf(plain, plain.length + 1_000_000));
    assertThat(Program.run("decode", hole.toString()))
        .isEqualTo(new Program(2, said, "inflight: " + hole + ": the file is damaged at byte " + plain.length
            + ": from there on are zeros and no packets, as in a file that was never written to its end\n"));
  }

  @Test
  void readsFramesWithoutAnEthernetHeader() throws IOException {
    byte[] frame = WireCaptures.frames(writeFirst()).getFirst();
    String ip = HexFormat.of().formatHex(frame, 14, frame.length);
    String firstLine = said.lines().findFirst().orElseThrow();
    String telemetry = firstLine.substring(firstLine.indexOf(" udp "));
    assertThat(decodeOne(229, ip)).endsWith(telemetry + "\n").contains(" 2001:db8:1::1 > 2001:db8:3::2 162 udp ");
    assertThat(decodeOne(101, ip)).endsWith(telemetry + "\n");
    assertThat(decodeOne(113, "000000010006020000000001ffff86dd" + ip)).endsWith(telemetry + "\n");
    assertThat(decodeOne(276, "86dd000000000003000100060200000000010000" + ip)).endsWith(telemetry + "\n");
    assertThat(decodeOne(101, "")).isEqualTo(
        "1 1.000000000 ? > ? 0 other wrong=\"the frame ends early, in or behind the start of the frame\"\n");
    assertThat(decodeOne(113, "000000010006020000000001ffff0806"))
        .isEqualTo("1 1.000000000 ? > ? 16 other etherType=0x0806 unknown=\"the rest after the Linux cooked header\"\n");
  }

  private Path writeFirst() {
    int length = (plain[32] & 0xFF) + (plain[33] & 0xFF) * 256;
    return WireCaptures.write(folder.resolve("first.pcap"), List.of(Arrays.copyOfRange(plain, 40, 40 + length)), 2000);
  }

  private String decodeOne(int linkType, String frame) throws IOException {
    String length = HexFormat.of().toHexDigits(Integer.reverseBytes(frame.length() / 2));
    return decode(file("one.pcap", HexFormat.of().parseHex("4d3cb2a1" + "02000400" + "0000000000000000" + "00000400"
        + HexFormat.of().toHexDigits(Integer.reverseBytes(linkType)) + "01000000" + "00000000" + length + length + frame)));
  }

  @Test
  void readsPacketsWithoutATime() throws IOException {
    byte[] frame = WireCaptures.frames(writeFirst()).getFirst();
    String block = "00000003" + HexFormat.of().toHexDigits(16 + frame.length) + HexFormat.of().toHexDigits(frame.length)
        + HexFormat.of().formatHex(frame) + HexFormat.of().toHexDigits(16 + frame.length);
    Path file = file("simple", HexFormat.of().parseHex("0a0d0d0a" + "0000001c" + "1a2b3c4d" + "00010000" + "ffffffffffffffff"
        + "0000001c" + "00000001" + "00000014" + "00010000" + "00000000" + "00000014" + block));
    String first = said.lines().findFirst().orElseThrow();
    assertThat(decode(file)).isEqualTo("1 n/a" + first.substring(first.indexOf(' ', 2)) + "\n");
    assertThat(Program.run("decode", "--json", file.toString()).out()).startsWith("{\"packet\":1,\"timeNs\":null,\"bytes\":");
  }
}
