package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** INT 1.0 after UDP and TCP, marked by a DSCP, as bmv2 and public P4 programs write it. */
class DecodeInt1Test {
  // DSCP 0x17; ports 5000 and 5001; one hop with switch, ports, hop latency, queue; 12 bytes of text.
  private static final String ETHERNET = "020000000102" + "020000000002" + "0800";
  private static final String INT = "01000700" + "10000407" + "f0000000" + "00000007" + "00010002" + "000005dc" + "00000021";
  private static final String TEXT = "68656c6c6f20776f726c6421";
  private static final String UDP = ETHERNET + "455c0044000000004011f649c0000201c0000202" + "1388138900300000" + INT + TEXT;
  private static final String TCP = ETHERNET + "455c0050000000004006f648c0000201c0000202" + "13881389000000010000000250180100"
      + "0000" + "0000" + INT + TEXT;
  private static final String FIELDS = "telemetry{format=int type=1 lengthWords=7 originalDscp=0 version=1 replication=0 hopMlWords=4"
      + " remainingHopCount=7 instructionBitmap=61440 hop{nodeId=7 ingressInterfaceId=1 egressInterfaceId=2 hopLatencyNs=1500"
      + " queueId=0 queueOccupancyBytes=33}}";

  @TempDir
  private Path folder;

  private String decode(String frame, String... options) {
    Path file = WireCaptures.write(folder.resolve("int1.pcap"), List.of(HexFormat.of().parseHex(frame)), 3000);
    String[] all = new String[options.length + 2];
    all[0] = "decode";
    System.arraycopy(options, 0, all, 1, options.length);
    all[all.length - 1] = file.toString();
    Program program = Program.run(all);
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"23", "0x17", "0X17"})
  void readsVersion1BehindUdp(String dscp) {
    assertThat(decode(UDP, "--int-dscp", dscp))
        .isEqualTo("1 0.000000000 192.0.2.1 > 192.0.2.2 82 udp dscp=23 ecn=not-ect hopLimit=64"
            + " sourcePort=5000 destinationPort=5001 payloadBytes=12 " + FIELDS + "\n");
  }

  @Test
  void readsVersion1BehindTcp() {
    assertThat(decode(TCP, "--int-dscp", "0x17")).contains(" tcp dscp=23 ", " payloadBytes=12 " + FIELDS);
  }

  @Test
  void readsVersion1BehindAPort() {
    assertThat(decode(UDP, "--telemetry", "int(udpPort=0x1389)")).contains(" payloadBytes=12 " + FIELDS);
  }

  @Test
  void namesUnsupportedVersions() {
    assertThat(decode(UDP.replace("10000407f0000000", "00000407f0000000"), "--int-dscp", "0x17")).contains(" wrong=unsupported ",
        " unknown=\"INT of version 0; versions 1 and 2 are read\"");
    assertThat(decode(UDP.replace("0100070010000407", "1006000030000407"), "--int-dscp", "0x17")).contains(" wrong=unsupported ",
        " unknown=\"INT of version 3; versions 1 and 2 are read\"");
    assertThat(decode(UDP.replace("0100070010000407", "9006000020000407"), "--int-dscp", "0x17")).contains(" wrong=unsupported ",
        " unknown=\"an INT shim of type 9; versions 1 and 2 are read\"");
  }
}
