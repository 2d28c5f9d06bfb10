package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.cli.Main;
import dev.inflight.lab.result.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output of {@code decode} for pcapng files with several interfaces, and with blocks other than packets. */
class DecodeInterfacesTest {
  private static final byte[] CNP = TunnelFrames
      .hex("020000030003020000020001080045c2003c00004000401125ec0a0000030a000001271012b7002800008100ffff40000007"
          + "00".repeat(20) + "1dc9b094");
  private static final String KNOWN = "readable link types are Ethernet (1), raw IP (101, 12, 14), IPv4 (228), IPv6 (229),"
      + " Linux cooked (113, 276), BSD loopback (0, 108)";

  @TempDir
  private Path folder;

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("interfaces.pcapng"), bytes);
  }

  private static Blocks twoInterfaces() {
    var file = new Blocks().section(ByteOrder.LITTLE_ENDIAN).describe(127).describe(1);
    file.packet(0, 5, new byte[40], 40).packet(1, 6, CNP, CNP.length);
    return file.packet(0, 7, new byte[40], 40).packet(1, 8, CNP, CNP.length);
  }

  @Test
  void readsInterfacesAmongUnreadableOnes() throws IOException {
    Path file = file(twoInterfaces().bytes());
    Program program = Program.run("decode", file.toString());
    assertThat(program.exit()).isZero();
    assertThat(program.out().lines().toList()).hasSize(2).allMatch(line -> line.endsWith(" icrc=ok"));
    assertThat(program.out().lines()).extracting(line -> line.substring(0, 13)).containsExactly("2 0.000006000", "4 0.000008000");
    assertThat(program.err())
        .isEqualTo("inflight: " + file + ": skipped 2 packets of link type 127 (IEEE 802.11 with radiotap); " + KNOWN + "\n");
  }

  /** Packets that are described have odd numbers only; the file is cut off, which a reader to its end would report. */
  @Test
  void stopsAmongUnreadablePacketsWhenTheOutputIsClosed() throws IOException {
    var file = new Blocks().section(ByteOrder.LITTLE_ENDIAN).describe(127).describe(1);
    for (int pair = 0; pair < 5000; pair++) {
      file.packet(1, 5, CNP, CNP.length).packet(0, 6, new byte[4], 4);
    }
    byte[] whole = file.bytes();
    Path cut = file(Arrays.copyOf(whole, whole.length - 7));
    var closed = new OutputStream() {
      @Override
      public void write(int oneByte) throws IOException {
        throw new IOException("Broken pipe");
      }
    };
    var err = new ByteArrayOutputStream();
    assertThat(
        Main.run(closed, new PrintStream(err, true, StandardCharsets.UTF_8), RunFolder.Opener.DISK, "decode", cut.toString()))
        .isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("skipped 4095 packets of link type 127 ").doesNotContain("cut off");
  }

  @Test
  void namesUnreadablePacketsInFrontOfACut() throws IOException {
    byte[] whole = twoInterfaces().bytes();
    Path file = file(Arrays.copyOf(whole, whole.length - 7));
    Program program = Program.run("decode", file.toString());
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.out().lines()).hasSize(1);
    assertThat(program.err().lines().toList()).containsExactly(
        "inflight: " + file + ": skipped 2 packets of link type 127 (IEEE 802.11 with radiotap); " + KNOWN, "inflight: " + file
            + ": the file is cut off at byte " + (whole.length - 7) + ": it ends after 73 of the 74 bytes of packet 4");
  }

  @Test
  void rejectsAFileOfUnreadablePacketsOnly() throws IOException {
    var bytes = new Blocks().section(ByteOrder.BIG_ENDIAN).describe(9).packet(0, 5, new byte[40], 40);
    Path file = file(bytes.bytes());
    assertThat(Program.run("decode", file.toString()))
        .isEqualTo(new Program(2, "", "inflight: " + file + ": skipped 1 packet of link type 9 (PPP); " + KNOWN + "\ninflight: "
            + file + ": none of its packets has a readable link type\n"));
  }

  @Test
  void leavesCheckSequencesOutOfFrames() throws IOException {
    byte[] arp = TunnelFrames.ethernet(0x0806, new byte[28]);
    byte[] roce = Arrays.copyOf(CNP, CNP.length + 4);
    byte[] longer = Arrays.copyOf(arp, arp.length + 4);
    var bytes = new Blocks().section(ByteOrder.BIG_ENDIAN);
    bytes.describe(1, bytes.option(13, (byte) 4)).packet(0, 5, longer, longer.length);
    bytes.packet(0, 5, roce, roce.length);
    bytes.packet(0, 5, CNP, roce.length); // the check sequence was not captured
    bytes.packet(0, 5, Arrays.copyOf(CNP, 60), roce.length);
    Program program = Program.run("decode", file(bytes.bytes()).toString());
    List<String> lines = program.out().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).contains(" 46 other ").doesNotContain("capturedOnly");
    assertThat(lines.get(1)).contains(" 78 cnp ").endsWith(" icrc=ok");
    assertThat(lines.get(2)).contains(" 78 cnp ").endsWith(" icrc=ok");
    assertThat(lines.get(3)).contains(" 78 cnp ").endsWith(" icrc=not-captured capturedOnly=60");
  }

  /** Files have names, statistics, secrets, journals and vendors' blocks among packets of several sections, in either byte order. */
  @Test
  void readsPacketsAmongOtherBlocks() throws IOException {
    var bytes = new Blocks();
    var expected = new ArrayList<String>();
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      bytes.section(order).describe(1, bytes.option(9, (byte) 9), bytes.offset(10));
      bytes.describe(1, bytes.option(9, (byte) (0x80 | 10)));
      bytes.block(4, new byte[8]).block(5, new byte[12]).block(9, new byte[5]).block(10, new byte[21]).block(0xBAD, new byte[6]);
      bytes.packet(0, 6, CNP, CNP.length).block(0x40000BAD, new byte[9]).block(0x204, new byte[16]);
      bytes.packet(1, 1536, CNP, CNP.length).simple(CNP);
      for (String time : List.of("10.000000006", "1.500000000", "n/a")) {
        expected.add((expected.size() + 1) + " " + time + " 10.0.0.3 > 10.0.0.1 74 cnp ");
      }
    }
    Program program = Program.run("decode", file(bytes.bytes()).toString());
    assertThat(program.err()).isEmpty();
    assertThat(program.out().lines().map(line -> line.substring(0, line.indexOf("dscp")))).containsExactlyElementsOf(expected);
    assertThat(program.out().lines()).allMatch(line -> line.endsWith(" icrc=ok"));
  }

  /** A pcapng file in the making. */
  private static final class Blocks {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private ByteOrder order = ByteOrder.BIG_ENDIAN;

    byte[] bytes() {
      return out.toByteArray();
    }

    private ByteBuffer room(int bytes) {
      return ByteBuffer.allocate(bytes).order(order);
    }

    Blocks block(int type, byte[]... body) {
      byte[] all = TunnelFrames.join(body);
      int size = 12 + (all.length + 3 & ~3);
      out.writeBytes(room(size).putInt(type).putInt(size).put(all).position(size - 4).putInt(size).array());
      return this;
    }

    Blocks section(ByteOrder byteOrder) {
      order = byteOrder;
      return block(0x0A0D0D0A, room(16).putInt(0x1A2B3C4D).putShort((short) 1).putShort((short) 0).putLong(-1).array());
    }

    Blocks describe(int linkType, byte[]... options) {
      return block(1, room(8).putShort((short) linkType).array(), TunnelFrames.join(options));
    }

    byte[] option(int code, byte value) {
      return room(8).putShort((short) code).putShort((short) 1).put(value).array();
    }

    byte[] offset(long seconds) {
      return room(12).putShort((short) 14).putShort((short) 8).putLong(seconds).array();
    }

    Blocks packet(int from, long time, byte[] kept, int whole) {
      return block(6,
          room(20).putInt(from).putInt((int) (time >>> 32)).putInt((int) time).putInt(kept.length).putInt(whole).array(), kept);
    }

    Blocks simple(byte[] frame) {
      return block(3, room(4).putInt(frame.length).array(), frame);
    }
  }
}
