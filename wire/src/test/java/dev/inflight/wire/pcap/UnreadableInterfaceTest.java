package dev.inflight.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.pcap.CaptureReader.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Interfaces of pcapng with unsupported link types among others; and check sequences behind frames. */
class UnreadableInterfaceTest {
  private static final ByteOrder[] ORDERS = {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN};
  private static final int RADIOTAP = 127;
  private static final int PPP = 9;

  private static CaptureReader reader(byte[] file) throws IOException {
    return new CaptureReader(new ByteArrayInputStream(file)::read);
  }

  @Test
  void readsTheOtherInterfacesAndCountsPackets() throws IOException {
    for (ByteOrder order : ORDERS) {
      var file = new PcapngBytes().section(order, -1).describe(RADIOTAP, 0).describe(1, 0).describe(PPP, 0);
      file.packet(PcapngBytes.ENHANCED, 0, 1, new byte[31], 31).packet(PcapngBytes.ENHANCED, 1, 2, new byte[20], 20);
      file.packet(PcapngBytes.PACKET, 2, 3, new byte[9], 90).simple(new byte[5], 5);
      file.packet(PcapngBytes.PACKET, 1, 4, new byte[21], 21);
      file.section(ORDERS[0], -1).describe(228, 0).describe(RADIOTAP, 0).simple(new byte[22], 22);
      file.packet(PcapngBytes.ENHANCED, 1, 5, new byte[300_000], 300_000);
      CaptureReader reader = reader(file.bytes());
      var numbers = new ArrayList<Long>();
      var sizes = new ArrayList<Integer>();
      while (reader.next()) {
        numbers.add(reader.number());
        sizes.add(reader.capturedBytes());
      }
      assertThat(numbers).containsExactly(2L, 5L, 6L);
      assertThat(sizes).containsExactly(20, 21, 22);
      assertThat(reader.unreadable()).containsExactly(new Unreadable("9 (PPP)", 1),
          new Unreadable("127 (IEEE 802.11 with radiotap)", 3));
    }
  }

  @Test
  void checksBlocksOfUnreadablePackets() {
    var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1).describe(RADIOTAP, 0).describe(1, 0);
    file.packet(PcapngBytes.ENHANCED, 0, 1, new byte[40], 40);
    byte[] cut = java.util.Arrays.copyOf(file.bytes(), file.size() - 5);
    assertThat(ReadCapture.file(cut).refusal())
        .isEqualTo("the file is cut off at byte " + cut.length + ": it ends within the block that starts at byte 68");
    byte[] damaged = file.bytes();
    damaged[68 + 8 + 12 + 3] = 99; // bytes captured
    assertThat(ReadCapture.file(damaged).refusal())
        .isEqualTo("the file is damaged at byte 68: packet 1 with 99 bytes does not fit into its block of 72");
  }

  @Test
  void hasNoneInAClassicCapture() throws IOException {
    var file = new java.io.ByteArrayOutputStream();
    new PcapWriter(file::write, 100).flush();
    assertThat(reader(file.toByteArray()).unreadable()).isEmpty();
  }

  private static int checkSequence(PcapngBytes file) throws IOException {
    CaptureReader reader = reader(file.bytes());
    assertThat(reader.next()).isTrue();
    return reader.checkSequenceBytes();
  }

  /** Bytes as in the draft's example, bits as in its text. */
  @ParameterizedTest
  @CsvSource({"0, 0", "4, 4", "32, 4", "2, 2", "16, 2"})
  void readsTheLengthOfCheckSequencesOfAnInterface(int option, int bytes) throws IOException {
    for (ByteOrder order : ORDERS) {
      var file = new PcapngBytes().section(order, -1);
      file.describe(1, 0, file.option(13, (byte) option), file.end()).packet(PcapngBytes.ENHANCED, 0, 1, new byte[30], 30);
      assertThat(checkSequence(file)).isEqualTo(bytes);
    }
  }

  @Test
  void readsTheLengthOfACheckSequenceInThePacketsFlags() throws IOException {
    for (int type : List.of(PcapngBytes.ENHANCED, PcapngBytes.PACKET)) {
      for (int kept = 20; kept < 24; kept++) {
        var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1);
        file.describe(1, 0, file.option(13, (byte) 2));
        file.packet(type, 0, 1, new byte[kept], 30, file.comment("odd"),
            file.option(2, (byte) 0, (byte) 0, (byte) 0, (byte) 0x80), file.end());
        assertThat(checkSequence(file)).as("%d bytes", kept).isEqualTo(4);
      }
    }
  }

  @Test
  void ignoresOptionsOfPacketsThatDoNotFit() throws IOException {
    var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1).describe(1, 0);
    file.packet(PcapngBytes.ENHANCED, 0, 1, new byte[20], 20, new byte[] {0, 1, 0, 50, 1, 2, 3, 4});
    file.packet(PcapngBytes.ENHANCED, 0, 1, new byte[20], 20, new byte[] {0, 2, 0, 4});
    assertThat(ReadCapture.file(file.bytes()).packets()).hasSize(2);
    assertThat(ReadCapture.file(file.bytes()).refusal()).isEmpty();
    assertThat(checkSequence(file)).isZero();
  }

  @Test
  void onlyEthernetHasOne() throws IOException {
    var file = new PcapngBytes().section(ByteOrder.BIG_ENDIAN, -1);
    file.describe(228, 0, file.option(13, (byte) 4)).packet(PcapngBytes.ENHANCED, 0, 1, new byte[30], 30);
    assertThat(checkSequence(file)).isZero();
  }
}
