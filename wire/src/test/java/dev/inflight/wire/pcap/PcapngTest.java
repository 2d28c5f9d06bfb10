package dev.inflight.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.pcap.ReadCapture.Packet;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures in the pcapng format: all blocks, both byte orders, units of time, and errors. */
class PcapngTest {
  private static final ByteOrder[] ORDERS = {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN};
  private static final int NAME_RESOLUTION = 4;
  private static final int STATISTICS = 5;
  private static final int CUSTOM = 0xBAD;

  private static byte[] frame(int length) {
    byte[] frame = new byte[length];
    new SplittableRandom(length).nextBytes(frame);
    return frame;
  }

  @Test
  void everyBlockInEitherByteOrder() {
    for (ByteOrder order : ORDERS) {
      var file = new PcapngBytes();
      file.section(order, -1, file.comment("who wrote it"), file.end());
      file.describe(1, 0, file.option(2, (byte) 'e', (byte) '0'), file.resolution(9), file.end(), file.resolution(3));
      file.block(NAME_RESOLUTION, new byte[40]).describe(101, 60, file.resolution(0x80 | 20), file.offset(100));
      file.block(CUSTOM, new byte[7]).describe(113, 4);
      file.packet(PcapngBytes.ENHANCED, 0, 1_500_000_001L, frame(61), 61, file.comment("odd"), file.end());
      file.block(STATISTICS, new byte[16]).packet(PcapngBytes.ENHANCED, 1, 3 << 19, frame(60), 1500);
      file.packet(PcapngBytes.PACKET, 2, 7_000_001, frame(4), 90).simple(frame(33), 33);
      assertThat(ReadCapture.file(file.bytes())).isEqualTo(new ReadCapture(List.of(
          Packet.of(1_500_000_001L, LinkType.ETHERNET, 61, frame(61)),
          Packet.of(101_500_000_000L, LinkType.RAW_IP, 1500, frame(60)),
          Packet.of(7_000_001_000L, LinkType.LINUX_COOKED, 90, frame(4)),
          Packet.of(CaptureReader.NO_TIME, LinkType.ETHERNET, 33, frame(33))), ""));
    }
  }

  @Test
  void aSimplePacketIsCutToTheSnapLengthOfTheFirstInterface() {
    var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1).describe(1, 20).describe(1, 0).simple(frame(20), 1000);
    assertThat(ReadCapture.file(file.bytes()))
        .isEqualTo(new ReadCapture(List.of(Packet.of(CaptureReader.NO_TIME, LinkType.ETHERNET, 1000, frame(20))), ""));
  }

  @Test
  void eachSectionHasItsOwnByteOrderAndInterfaces() {
    var file = new PcapngBytes();
    for (int section = 0; section < 4; section++) {
      file.section(ORDERS[section % 2], -1).describe(section % 2 == 0 ? 228 : 229, 0).packet(PcapngBytes.ENHANCED, 0, section,
          frame(20), 20);
    }
    ReadCapture read = ReadCapture.file(file.bytes());
    assertThat(read.refusal()).isEmpty();
    assertThat(read.packets()).extracting(Packet::linkType).containsExactly(LinkType.IPV4, LinkType.IPV6, LinkType.IPV4,
        LinkType.IPV6);
    file.section(ByteOrder.BIG_ENDIAN, -1);
    int at = file.size();
    file.packet(PcapngBytes.ENHANCED, 0, 0, frame(20), 20);
    assertThat(ReadCapture.file(file.bytes()).refusal())
        .isEqualTo("the file is damaged at byte " + at + ": packet 5 is of interface 0, and none was described");
  }

  @ParameterizedTest
  @CsvSource({"6, 0, 1500000, 1500000000", "9, 0, 1500000, 1500000", "0, 0, 3, 3000000000", "3, -1, 1, -999000000",
      "12, 0, 1999, 1", "28, 0, -1, 1", "29, 0, -1, 0", "127, 0, -1, 0", "128, 0, 3, 3000000000",
      "160, 0, 6442450944, 1500000000", "191, 0, -1, 1999999999", "192, 0, -1, 999999999", "193, 0, -1, 499999999",
      "255, 0, -1, 0", "6, 1700000000, 1, 1700000000000001000", "0, -2, 1, -1000000000", "0, 0, 9223372035, 9223372035000000000",
      "0, 1, 9223372034, 9223372035000000000", "0, -9223372035, 0, -9223372035000000000"})
  void timesInAnyUnit(int resolution, long offset, long units, long timeNs) {
    assertThat(new PcapngInterface(1, 0, resolution, offset, 0).timeNs(units)).isEqualTo(timeNs);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, -1", "0, 0, 9223372036", "0, 1, 9223372035", "0, -9223372036, 0", "0, 0, 9300000000",
      "6, 9223372036, 9999999999", "6, -9223372037, 0", "9, 9223372036, 0"})
  void timesThatDoNotFit(int resolution, long offset, long units) {
    assertThat(new PcapngInterface(1, 0, resolution, offset, 0).timeNs(units)).isEqualTo(CaptureReader.NO_TIME);
    var file = new PcapngBytes();
    file.section(ByteOrder.LITTLE_ENDIAN, -1).describe(1, 0, file.resolution(resolution), file.offset(offset));
    file.packet(PcapngBytes.ENHANCED, 0, units, frame(20), 20);
    assertThat(ReadCapture.file(file.bytes()))
        .isEqualTo(new ReadCapture(List.of(Packet.of(CaptureReader.NO_TIME, LinkType.ETHERNET, 20, frame(20))), ""));
  }

  @Test
  void randomFilesComeBack() {
    var random = new SplittableRandom(7);
    for (int round = 0; round < 200; round++) {
      var expected = new ArrayList<Packet>();
      byte[] file = random(random, expected);
      assertThat(ReadCapture.file(file)).isEqualTo(new ReadCapture(expected, ""));
      assertThat(ReadCapture.file(file, 1 + random.nextInt(9))).isEqualTo(new ReadCapture(expected, ""));
    }
  }

  private static byte[] random(SplittableRandom random, List<Packet> expected) {
    var file = new PcapngBytes();
    LinkType[] types = {LinkType.ETHERNET, LinkType.RAW_IP, LinkType.LINUX_COOKED, LinkType.LINUX_COOKED_V2};
    int[] numbers = {1, 101, 113, 276};
    for (int section = random.nextInt(1, 4); section > 0; section--) {
      file.section(ORDERS[random.nextInt(2)], random.nextInt(2) - 1L, file.comment("x".repeat(random.nextInt(9))));
      var interfaces = new ArrayList<Integer>();
      for (int block = random.nextInt(20); block > 0; block--) {
        switch (interfaces.isEmpty() ? 0 : random.nextInt(6)) {
          case 0 -> {
            interfaces.add(random.nextInt(types.length));
            file.describe(numbers[interfaces.getLast()], 0, file.comment("y".repeat(random.nextInt(9))), file.resolution(9));
          }
          case 1 -> file.block(random.nextInt(100, 1 << 30), new byte[random.nextInt(50)]);
          case 2 -> {
            byte[] frame = frame(random.nextInt(99));
            file.simple(frame, frame.length);
            expected.add(Packet.of(CaptureReader.NO_TIME, types[interfaces.getFirst()], frame.length, frame));
          }
          default -> {
            byte[] frame = frame(random.nextInt(99));
            int from = random.nextInt(interfaces.size());
            long time = random.nextLong(Long.MAX_VALUE / 2);
            file.packet(random.nextBoolean() ? PcapngBytes.ENHANCED : PcapngBytes.PACKET, from, time, frame, 200,
                file.comment("z".repeat(random.nextInt(9))));
            expected.add(Packet.of(time, types[interfaces.get(from)], 200, frame));
          }
        }
      }
    }
    return file.bytes();
  }

  @Test
  void reportsThePositionOfTruncationAndKeepsPackets() {
    var file = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN, -1).describe(1, 0);
    var ends = new ArrayList<>(List.of(28, file.size()));
    for (int packet = 0; packet < 3; packet++) {
      file.packet(PcapngBytes.ENHANCED, 0, packet, frame(21), 21);
      ends.add(file.size());
    }
    List<Packet> whole = ReadCapture.file(file.bytes()).packets();
    for (int length = 4; length < file.size(); length++) {
      ReadCapture cut = ReadCapture.file(Arrays.copyOf(file.bytes(), length));
      int end = length;
      long before = ends.stream().skip(2).filter(each -> each <= end).count();
      assertThat(cut.packets()).isEqualTo(whole.subList(0, (int) before));
      if (ends.contains(length)) {
        assertThat(cut.refusal()).isEmpty();
      } else {
        int start = ends.stream().filter(each -> each <= end).mapToInt(each -> each).max().orElse(0);
        assertThat(cut.refusal()).startsWith("the file is cut off at byte " + length + ": it ends ")
            .containsAnyOf("within the block that starts at byte " + start, " of the 21 bytes of packet " + (before + 1));
      }
    }
  }

  @Test
  void reportsDamageWithItsPosition() {
    byte[] good = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN, -1).describe(1, 0)
        .packet(PcapngBytes.ENHANCED, 0, 0, frame(20), 20).bytes();
    refuses("the file is damaged at byte 0: a section has 00000000 where its byte order should be", good, 8, "00000000");
    refuses("the file is damaged at byte 0: its section is of version 2.0 of pcapng, and only version 1 is supported", good, 12,
        "0200");
    refuses("the file is damaged at byte 0: a block of 16 bytes is too short for its type", good, 4, "10000000");
    refuses("the file is damaged at byte 28: a block cannot have 21 bytes", good, 32, "15000000");
    refuses("the file is damaged at byte 28: a block cannot have 8 bytes", good, 32, "08000000");
    refuses("the file is damaged at byte 28: a block has 20 bytes by its start and 24 by its end", good, 44, "18000000");
    refuses("the file is damaged at byte 48: packet 1 is of interface 3, and 1 were described", good, 56, "03000000");
    refuses("the file is damaged at byte 48: packet 1 with 21 bytes does not fit into its block of 52", good, 68, "15000000");
    refuses(
        "the file is damaged at byte 28: from there on are zeros and no packets, as in a file that was never written to its end",
        Arrays.copyOf(Arrays.copyOf(good, 28), 5000), 4999, "00");
    var option = new PcapngBytes();
    option.section(ByteOrder.BIG_ENDIAN, -1).describe(1, 0, new byte[] {0, 9, 0, 5, 6, 0, 0, 0});
    refuses("the file is damaged at byte 28: an option of 5 bytes does not fit into its block", option.bytes(), 0, "0a0d0d0a");
  }

  private static void refuses(String sentence, byte[] file, int at, String hex) {
    byte[] changed = file.clone();
    byte[] bytes = java.util.HexFormat.of().parseHex(hex);
    System.arraycopy(bytes, 0, changed, at, bytes.length);
    assertThat(ReadCapture.file(changed).refusal()).isEqualTo(sentence);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyBytesAreAnOutcome(long seed) {
    var random = new SplittableRandom(seed);
    byte[] good = random(random, new ArrayList<>());
    for (int round = 0; round < 2000; round++) {
      byte[] bad = good.clone();
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      new PcapFuzz().accept(bad);
    }
  }

  /** Options are identified by number and length: an option of times with another length is ignored, and so is another number. */
  @Test
  void ignoresOptionsWithoutTimes() {
    var file = new PcapngBytes();
    file.section(ByteOrder.LITTLE_ENDIAN, -1);
    file.describe(1, 0, file.option(9, (byte) 9, (byte) 0), file.option(14, (byte) 1), file.option(13, (byte) 4),
        file.option(8, new byte[] {1, 1, 1, 1, 1, 1, 1, 1}), file.option(14, (byte) 1, (byte) 0, (byte) 0, (byte) 0));
    file.packet(PcapngBytes.ENHANCED, 0, 5, frame(20), 20);
    assertThat(ReadCapture.file(file.bytes()))
        .isEqualTo(new ReadCapture(List.of(Packet.of(5000, LinkType.ETHERNET, 20, frame(20))), ""));
  }

  @Test
  void rejectsBlocksThatEndWithinTheirContent() {
    var whole = new PcapngBytes();
    whole.section(ByteOrder.BIG_ENDIAN, -1, whole.comment("a long comment about the section"));
    int described = whole.size();
    whole.describe(1, 0, whole.comment("a long comment about the interface"), whole.resolution(9));
    int packet = whole.size();
    whole.packet(PcapngBytes.ENHANCED, 0, 5, frame(20), 20);
    byte[] file = whole.bytes();
    for (int length = 4; length < file.length; length++) {
      int block = length < described ? 0 : length < packet ? described : packet;
      ReadCapture cut = ReadCapture.file(Arrays.copyOf(file, length));
      assertThat(cut.packets()).hasSizeLessThanOrEqualTo(1);
      int kept = length - packet - 28;
      assertThat(cut.refusal()).isEqualTo(length == described || length == packet
          ? ""
          : kept >= 0 && kept < 20
              ? "the file is cut off at byte " + length + ": it ends after " + kept + " of the 20 bytes of packet 1"
              : "the file is cut off at byte " + length + ": it ends within the block that starts at byte " + block);
    }
  }

  @Test
  void blocksThatAreTooShortForTheirType() {
    var section = new PcapngBytes().block(0x0A0D0D0A, new byte[] {0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, 0, 0, 0, 0});
    assertThat(ReadCapture.file(section.bytes()).refusal())
        .isEqualTo("the file is damaged at byte 0: a block of 24 bytes is too short for its type");
    for (int type : new int[] {1, 2, 3, 6}) {
      var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1);
      int at = file.size();
      int body = type == 3 ? 0 : type == 1 ? 4 : 16;
      assertThat(ReadCapture.file(file.block(type, new byte[body]).bytes()).refusal()).isEqualTo(
          "the file is damaged at byte " + at + ": a block of " + (12 + body) + " bytes is too short for its type");
    }
  }

  @Test
  void aSectionDescribesAtMostSixtyFiveThousandInterfaces() {
    var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1);
    for (int number = 0; number < 1 << 16; number++) {
      file.describe(1, 0);
    }
    file.packet(PcapngBytes.ENHANCED, (1 << 16) - 1, 5, frame(20), 20);
    assertThat(ReadCapture.file(file.bytes())).isEqualTo(
        new ReadCapture(List.of(Packet.of(5000, LinkType.ETHERNET, 20, frame(20))), ""));
    int at = file.size();
    file.describe(1, 0);
    assertThat(ReadCapture.file(file.bytes()).refusal())
        .isEqualTo("the file is damaged at byte " + at + ": it describes more than 65536 interfaces");
  }
}
