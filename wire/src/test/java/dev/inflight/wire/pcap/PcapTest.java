package dev.inflight.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures contain the written frames, and files that are not captures give an error message. */
class PcapTest {
  private static final String HEADER = "4d3cb2a1" + "02000400" + "00000000" + "00000000" + "00000400" + "01000000";

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static CaptureReader reader(byte[] file) throws IOException {
    return new CaptureReader(new ByteArrayInputStream(file)::read);
  }

  private static void refuses(String message, byte[] file) {
    assertThatExceptionOfType(BadCapture.class).isThrownBy(() -> {
      CaptureReader reader = reader(file);
      while (reader.next()) {
        // reads up to the error
      }
    }).withMessage(message);
  }

  @Test
  void golden() throws IOException {
    var file = new ByteArrayOutputStream();
    var writer = new PcapWriter(file::write, PcapWriter.WHOLE_FRAMES);
    writer.write(1_000_000_123_456_789L, new byte[] {9, 1, 2, 3, 4}, 1, 4);
    writer.flush();
    assertThat(HexFormat.of().formatHex(file.toByteArray()))
        .isEqualTo(HEADER + "e8030000" + "40e20100" + "04000000" + "04000000" + "01020304");
  }

  @Test
  void framesOfAllSizesComeBack() throws IOException {
    var file = new ByteArrayOutputStream();
    var writer = new PcapWriter(file::write, 70_000);
    byte[] frame = new byte[100_000];
    new SplittableRandom(1).nextBytes(frame);
    int[] sizes = {0, 1, 60, 65_495, 65_496, 65_512, 65_536, 69_999, 70_000, 100_000, 1};
    for (int size : sizes) {
      writer.write(size * 1_000L, frame, 0, size);
    }
    writer.flush();
    CaptureReader reader = reader(file.toByteArray());
    for (int size : sizes) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.timeNs()).isEqualTo(size);
      assertThat(reader.frameBytes()).isEqualTo(size);
      int kept = Math.min(size, 70_000);
      assertThat(reader.capturedBytes()).isEqualTo(kept);
      assertThat(Arrays.equals(reader.bytes(), 0, kept, frame, 0, kept)).isTrue();
      assertThat(Arrays.mismatch(reader.bytes(), kept, size, new byte[100_000], 0, size - kept)).isEqualTo(-1);
    }
    assertThat(reader.next()).isFalse();
    assertThat(reader.number()).isEqualTo(sizes.length);
  }

  @ParameterizedTest
  @CsvSource({"a1b23c4d, 3, 2000000003", "a1b2c3d4, 3, 2000003000"})
  void eitherByteOrderAndUnit(String magic, int fraction, long timeNs) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      ByteBuffer file = ByteBuffer.allocate(44).order(order).putInt((int) Long.parseLong(magic, 16)).putShort((short) 2)
          .putShort((short) 4).putInt(0).putInt(0).putInt(65_535).putInt(1).putInt(2).putInt(fraction).putInt(4).putInt(60)
          .putInt(7);
      CaptureReader reader = reader(file.array());
      assertThat(reader.next()).isTrue();
      assertThat(reader.timeNs()).isEqualTo(timeNs);
      assertThat(reader.capturedBytes()).isEqualTo(4);
      assertThat(reader.frameBytes()).isEqualTo(60);
    }
  }

  /** The variants of Kuznetzov and of Ixia: bytes without frame data follow a header. */
  @ParameterizedTest
  @CsvSource({"a1b2cd34, 0, 8", "1c0001ac, 4, 0", "1c0001ab, 4, 0"})
  void readsVariantsOfTheFormat(String magic, int once, int perFrame) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      ByteBuffer file = ByteBuffer.allocate(200).order(order).putInt((int) Long.parseLong(magic, 16)).putShort((short) 2)
          .putShort((short) 4).putLong(0).putInt(65_535).putInt(1).put(new byte[once]);
      for (int packet = 0; packet < 3; packet++) {
        file.putInt(2).putInt(packet).putInt(5).putInt(60).put(new byte[perFrame]).put(new byte[] {1, 2, 3, 4, (byte) packet});
      }
      byte[] bytes = Arrays.copyOf(file.array(), file.position());
      CaptureReader reader = reader(bytes);
      for (int packet = 0; packet < 3; packet++) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.timeNs()).isEqualTo(2_000_000_000L + 1000 * packet);
        assertThat(reader.frameBytes()).isEqualTo(60);
        assertThat(Arrays.copyOf(reader.bytes(), 6)).containsExactly(1, 2, 3, 4, packet, 0);
      }
      assertThat(reader.next()).isFalse();
      int first = 24 + once;
      refuses("the file is cut off at byte " + (first - 1) + ": it ends within its header of " + first + " bytes",
          Arrays.copyOf(bytes, first - 1));
      refuses("the file is cut off at byte " + (first + 15 + perFrame) + ": it ends within the header of packet 1",
          Arrays.copyOf(bytes, first + 15 + perFrame));
    }
  }

  @Test
  void readsLengthsInTheOrderOfEachVersion() throws IOException {
    for (int minor = 0; minor <= 4; minor++) {
      CaptureReader reader = reader(bytes("a1b2c3d4" + "0002000" + minor + "0000000000000000" + "0000ffff" + "00000001"
          + "0000000000000000" + (minor < 3 ? "0000003c" + "00000001" : "00000001" + "0000003c") + "07"));
      assertThat(reader.next()).isTrue();
      assertThat(reader.frameBytes()).isEqualTo(60);
      assertThat(reader.capturedBytes()).isEqualTo(1);
    }
  }

  @Test
  void readsTheLengthOfCheckSequences() throws IOException {
    for (String[] each : new String[][] {{"24000001", "4"}, {"20000001", "0"}, {"00000001", "0"}, {"14000065", "0"}}) {
      CaptureReader reader = reader(
          bytes("a1b2c3d4" + "00020004" + "0000000000000000" + "0000ffff" + each[0] + "0000000000000000" + "0000000500000005"
              + "0102030405"));
      assertThat(reader.next()).isTrue();
      assertThat(reader.checkSequenceBytes()).as(each[0]).hasToString(each[1]);
    }
  }

  @Test
  void timesAfter2038() throws IOException {
    byte[] file = bytes(HEADER + "ffffffff" + "01000000" + "00000000" + "00000000");
    CaptureReader reader = reader(file);
    reader.next();
    assertThat(reader.timeNs()).isEqualTo(4_294_967_295_000_000_001L);
  }

  @Test
  void rejectsOtherFiles() {
    refuses("the file is empty", new byte[0]);
    refuses("this is no capture: it has 3 bytes only", new byte[3]);
    refuses("this is not a capture in the pcap or pcapng format: it starts with 89504e47", bytes("89504e470d0a1a0a"));
    refuses("this is not a capture in the pcap or pcapng format: it starts with 28b52ffd, so zstd has compressed it; decode what"
        + " 'zstd -dc FILE' writes", bytes("28b52ffd00"));
    refuses("the file is cut off at byte 23: it ends within its header of 24 bytes", bytes(HEADER.substring(0, 46)));
    refuses(
        "its frames are of link type 127 (IEEE 802.11 with radiotap); those that can be read are Ethernet (1), raw IP (101, 12, 14), IPv4 (228),"
            + " IPv6 (229), Linux cooked (113, 276), BSD loopback (0, 108)",
        bytes(HEADER.substring(0, 40) + "7f000000"));
  }

  @Test
  void reportsTruncationAndDamage() {
    String packet = "00000000" + "00000000" + "02000000" + "02000000" + "0102";
    refuses("the file is cut off at byte 44: it ends within the header of packet 2", bytes(HEADER + packet + "0000"));
    refuses("the file is cut off at byte 59: it ends after 1 of the 2 bytes of packet 2",
        bytes(HEADER + packet + packet.substring(0, 34)));
    refuses("the file is damaged at byte 40: packet 1 would have 4294967295 bytes",
        bytes(HEADER + "0000000000000000" + "ffffffff02000000"));
    refuses("the file is damaged at byte 40: packet 1 would have 262145 bytes",
        bytes(HEADER + "0000000000000000" + "0100040001000400"));
  }

  @Test
  void zerosAreNoPackets() {
    String packet = "01000000" + "00000000" + "00000000" + "00000000";
    refuses(
        "the file is damaged at byte 40: from there on are zeros and no packets, as in a file that was never written to its end",
        Arrays.copyOf(bytes(HEADER + packet), 5000));
  }

  @Test
  void snapLengthsThatMakeNoSense() {
    assertThatIllegalArgumentException().isThrownBy(() -> new PcapWriter((bytes, offset, length) -> {
    }, 0)).withMessage("snap length 0 is outside 1 to 262144");
  }

  @Test
  void aCapturePutsFramesInOrder() throws IOException {
    var file = new ByteArrayOutputStream();
    var capture = new Capture(new PcapWriter(file::write, 8));
    var random = new SplittableRandom(5);
    byte[] frame = new byte[100];
    long nowPs = 0;
    for (int count = 0; count < 1000; count++) {
      nowPs += random.nextInt(2000);
      capture.advance(nowPs);
      frame[0] = (byte) count;
      capture.add(nowPs + 1 + random.nextInt(50_000), frame, 60 + count % 40);
    }
    capture.finish(Long.MAX_VALUE);
    CaptureReader reader = reader(file.toByteArray());
    long lastNs = 0;
    while (reader.next()) {
      assertThat(reader.timeNs()).isGreaterThanOrEqualTo(lastNs);
      assertThat(reader.capturedBytes()).isEqualTo(8);
      lastNs = reader.timeNs();
    }
    assertThat(reader.number()).isEqualTo(1000);
  }

  @Test
  void framesAfterTheEndAreDropped() throws IOException {
    var file = new ByteArrayOutputStream();
    var capture = new Capture(new PcapWriter(file::write, 8));
    for (long timePs : new long[] {3_000, 2_000, 2_001}) {
      capture.add(timePs, new byte[8], 8);
    }
    capture.finish(2_000);
    CaptureReader reader = reader(file.toByteArray());
    assertThat(reader.next()).isTrue();
    assertThat(reader.timeNs()).isEqualTo(2);
    assertThat(reader.next()).isFalse();
  }

  @Test
  void framesOfOneInstantStayInTheOrderInWhichTheyCame() throws IOException {
    var file = new ByteArrayOutputStream();
    var capture = new Capture(new PcapWriter(file::write, 8));
    for (int count = 0; count < 50; count++) {
      capture.add(1000, new byte[] {(byte) count}, 1);
    }
    capture.finish(1000);
    CaptureReader reader = reader(file.toByteArray());
    for (int count = 0; count < 50; count++) {
      reader.next();
      assertThat(reader.bytes()[0]).isEqualTo((byte) count);
    }
  }

  @Test
  void thousandsOfSmallFramesComeBack() throws IOException {
    var file = new ByteArrayOutputStream();
    var writer = new PcapWriter(file::write, 3);
    for (int count = 0; count < 10_000; count++) { // the buffer is full between two frames, and within the header of one
      writer.write(count * 1_000_000L, new byte[] {(byte) count, (byte) (count >>> 8), 7, 8}, 0, 4);
    }
    writer.flush();
    CaptureReader reader = reader(file.toByteArray());
    for (int count = 0; count < 10_000; count++) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.timeNs()).isEqualTo(count * 1000L);
      assertThat(reader.capturedBytes()).isEqualTo(3);
      assertThat(Arrays.copyOf(reader.bytes(), 4)).containsExactly(count & 0xFF, count >>> 8, 7, 0);
    }
    assertThat(reader.next()).isFalse();
  }

  @Test
  void aFrameMayBeAsLongAsItCan() throws IOException {
    byte[] whole = new byte[PcapWriter.WHOLE_FRAMES];
    new SplittableRandom(2).nextBytes(whole);
    var file = new ByteArrayOutputStream();
    file.writeBytes(bytes(HEADER + "0000000000000000" + "00000400" + "ffffff7f"));
    file.writeBytes(whole);
    CaptureReader reader = reader(file.toByteArray());
    assertThat(reader.next()).isTrue();
    assertThat(reader.capturedBytes()).isEqualTo(262_144);
    assertThat(reader.frameBytes()).isEqualTo(Integer.MAX_VALUE);
    assertThat(reader.bytes()).isEqualTo(whole);
    assertThat(reader.next()).isFalse();
  }

  /** A packet of zeros makes the reader read ahead, of which a pipe may have a part only. */
  @Test
  void placesInAFileFromASlowPipeAreRight() {
    String empty = "00000000" + "00000000" + "00000000" + "00000000";
    byte[] file = bytes(HEADER + empty + "01000000" + "00000000" + "02000000" + "02000000" + "01");
    for (int atOnce : new int[] {1, 7, 24, 100}) {
      ReadCapture read = ReadCapture.file(file, atOnce);
      assertThat(read.packets()).hasSize(1);
      assertThat(read.refusal()).isEqualTo("the file is cut off at byte 57: it ends after 1 of the 2 bytes of packet 2");
    }
  }

  /** The reader has one array for all frames. */
  @Test
  void uncapturedBytesAreZero() throws IOException {
    var file = new ByteArrayOutputStream();
    var writer = new PcapWriter(file::write, 200);
    byte[] frame = new byte[200];
    Arrays.fill(frame, (byte) 0xFF);
    writer.write(0, frame, 0, 200);
    writer.flush();
    file.writeBytes(bytes("01000000" + "00000000" + "0a000000" + "64000000" + "ab".repeat(10)));
    CaptureReader reader = reader(file.toByteArray());
    assertThat(reader.next()).isTrue();
    assertThat(reader.next()).isTrue();
    assertThat(reader.capturedBytes()).isEqualTo(10);
    assertThat(HexFormat.of().formatHex(reader.bytes(), 0, 101)).isEqualTo("ab".repeat(10) + "00".repeat(90) + "ff");
  }

  @Test
  void theLargestSnapLengthIsThatOfWholeFrames() throws IOException {
    var file = new ByteArrayOutputStream();
    var writer = new PcapWriter(file::write, 262_144);
    writer.write(0, new byte[262_145], 0, 262_145);
    writer.flush();
    CaptureReader reader = reader(file.toByteArray());
    assertThat(reader.next()).isTrue();
    assertThat(reader.capturedBytes()).isEqualTo(262_144);
    assertThat(reader.frameBytes()).isEqualTo(262_145);
    assertThat(new PcapWriter(file::write, 1).snapBytes()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new PcapWriter(file::write, 262_145))
        .withMessage("snap length 262145 is outside 1 to 262144");
  }

  @Test
  void rejectsTinyFiles() {
    refuses("this is no capture: it has 1 byte only", new byte[1]);
    refuses("this is no capture: it has 1 byte only", bytes("1f"));
    refuses("the file is cut off at byte 4: it ends within its header of 24 bytes", bytes(HEADER.substring(0, 8)));
    refuses("the gzip file is cut off at byte 2: it ends within its compressed data", bytes("1f8b"));
    refuses("this is not a capture in the pcap or pcapng format: it starts with 0a0d0d0b", bytes("0a0d0d0b"));
  }

  @ParameterizedTest
  @CsvSource({"xz, fd377a58", "lz4, 04224d18", "bzip2, 425a6839", "bzip2, 425a6831"})
  void advisesOnOtherCompression(String tool, String begin) {
    refuses("this is not a capture in the pcap or pcapng format: it starts with " + begin + ", so " + tool
        + " has compressed it; decode what '" + tool + " -dc FILE' writes", bytes(begin + "00"));
  }

  @Test
  void framesThatAreTooLongAreNotRead() {
    refuses("the file is damaged at byte 40: packet 1 would have 2147483648 bytes",
        bytes(HEADER + "0000000000000000" + "0200000000000080" + "0000"));
  }
}
