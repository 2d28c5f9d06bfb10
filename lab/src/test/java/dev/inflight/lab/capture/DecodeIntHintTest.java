package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.wire.header.Ipv4;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code decode} names the option that reads INT which nothing marks, and takes nothing for INT without it. */
class DecodeIntHintTest {
  private static final byte[] CNP = TunnelFrames
      .hex("020000030003020000020001080045c2003c00004000401125ec0a0000030a000001271012b7002800008100ffff40000007"
          + "00".repeat(20) + "1dc9b094");
  private static final byte[] BTH = Arrays.copyOfRange(CNP, 42, CNP.length);
  private static final String STACK = "00000002 01000014 00000001 02000028";
  private static final String V2 = "20000206 90000000 00000000" + STACK;
  private static final String V1 = "10000206 90000000" + STACK;

  @TempDir
  private static Path folder;

  private static String line(byte[] frame, String... options) {
    var all = new ArrayList<>(List.of("decode"));
    all.addAll(List.of(options));
    all.add(WireCaptures.write(folder.resolve("int.pcap"), List.of(frame), 3000).toString());
    Program program = Program.run(all.toArray(String[]::new));
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  private static byte[] marked(int dscp, byte[] frame) {
    frame[15] = (byte) (dscp << 2);
    Ipv4.writeChecksum(frame, 14);
    return frame;
  }

  private static byte[] udp(int dscp, int port, String telemetry) {
    return marked(dscp, TunnelFrames.udp(port, TunnelFrames.hex(telemetry), BTH));
  }

  private static String hint(String transport, String option) {
    return " hint=\"what follows " + transport + " looks like INT, which " + option + " reads\"\n";
  }

  @Test
  void namesTheDscpOfRdma() {
    for (String telemetry : List.of("10070000" + V2, "0100075c" + V1,
        "100f0000" + "20000606 d5000000 00000000" + "0000000a".repeat(12), "30030000" + "20000000 90000000 00000000")) {
      byte[] frame = udp(23, 4791, telemetry);
      assertThat(line(frame)).endsWith(hint("UDP", "--int-dscp 23")).doesNotContain("telemetry");
      assertThat(line(frame, "--int-dscp", "5")).endsWith(hint("UDP", "--int-dscp 23"));
      assertThat(line(frame, "--int-dscp", "23")).contains(" cnp ", " queuePair=7 ", " telemetry{format=int ")
          .doesNotContain("hint");
    }
  }

  /** The opcode of the reading may be a known one; the only hint in the line without the option is then a wrong ICRC. */
  @Test
  void namesTheDscpForAnyOpcode() {
    assertThat(line(udp(23, 4791, "10100000" + "20000d06 ff810000 00000000" + "00".repeat(52))))
        .contains(" read-response-only ", " icrc=wrong ").endsWith(hint("UDP", "--int-dscp 23"));
  }

  @Test
  void namesTheDscpOfOtherPackets() {
    byte[] tcp = new byte[20];
    tcp[12] = 0x50;
    assertThat(line(udp(9, 80, "10070000" + V2))).contains(" udp ").endsWith(hint("UDP", "--int-dscp 9"));
    assertThat(line(marked(9, TunnelFrames.ip(6, tcp, TunnelFrames.hex("0100075c" + V1))))).endsWith(hint("TCP", "--int-dscp 9"));
  }

  @Test
  void namesThePort() {
    byte[] frame = udp(0, 5000, "140712b7" + V2);
    assertThat(line(frame)).endsWith(hint("UDP", "--telemetry int(udpPort=5000)"));
    assertThat(line(frame, "--telemetry", "int(udpPort=5000)")).contains(" cnp ", " queuePair=7 ", " telemetry{format=int ")
        .doesNotContain("hint");
  }

  @Test
  void isSilentWithoutDoubt() {
    for (String other : List.of("10070000" + V2.replace("90000000", "90000001"), "10060000" + V2,
        "10070000" + V2.replace("206 ", "306 "), "11070000" + V2, "10070000" + V2.replace("20000206", "20002206"),
        "0100065c" + V1, "0101075c" + V1, "0100075c" + V1.replace("10000206", "00000206"), "10070000")) {
      assertThat(line(udp(23, 4791, other))).as(other).doesNotContain("hint");
    }
    assertThat(line(udp(0, 4791, "10070000" + V2))).doesNotContain("hint");
    assertThat(line(CNP)).endsWith(" icrc=ok\n");
  }
}
