package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code decode} of packets that carry others. */
class DecodeTunnelsTest {
  // From 10.0.0.3 to 10.0.0.1, for queue pair 7.
  private static final byte[] CNP = TunnelFrames
      .hex("020000030003020000020001080045c2003c00004000401125ec0a0000030a000001271012b7002800008100ffff40000007"
          + "00".repeat(20) + "1dc9b094");
  private static final String INNER = "inner{source=10.0.0.3 destination=10.0.0.1 kind=cnp dscp=48 ecn=ect0 hopLimit=64 sourcePort=10000"
      + " destinationPort=4791 queuePair=7 psn=0 becn payloadBytes=0 icrc=ok}";

  @TempDir
  private static Path folder;

  private static final Load YAML = new Load(LoadSettings.builder().build());

  private static Program decode(List<byte[]> frames, int snapBytes, String... options) {
    var all = new ArrayList<>(List.of("decode"));
    all.addAll(List.of(options));
    all.add(WireCaptures.write(folder.resolve("tunnels.pcap"), frames, snapBytes).toString());
    Program program = Program.run(all.toArray(String[]::new));
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program;
  }

  private static String line(byte[] frame) {
    return decode(List.of(frame), 3000).out();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"ERSPAN I | erspan | gre{protocol=0x88be} erspan{type=1}",
      "ERSPAN II | erspan | gre{protocol=0x88be sequence=9} erspan{type=2 session=5 vlan=77 classOfService=3 truncated index=9}",
      "ERSPAN III | erspan | gre{protocol=0x22eb sequence=10} erspan{type=3 session=6 vlan=78 classOfService=0 timestamp=123456"
          + " granularity=0 securityGroup=4 frameType=0 hardwareId=0 direction=ingress}",
      "ERSPAN III with a platform's | erspan | gre{protocol=0x22eb sequence=10} erspan{type=3 session=6 vlan=78 classOfService=0"
          + " timestamp=123456 granularity=0 securityGroup=4 frameType=0 hardwareId=0 direction=egress platform=0000000000000001}",
      "VXLAN | vxlan | vxlan{network=4242}", "VXLAN of Linux | vxlan | vxlan{network=4242}",
      "VXLAN with a group policy | vxlan | vxlan{network=4242 groupPolicy=7}",
      "VXLAN GPE | vxlan | vxlan{network=4242 nextProtocol=3}", "VXLAN GPE of IP | vxlan | vxlan{network=4242 nextProtocol=1}",
      "Geneve | geneve | geneve{network=99 protocol=0x6558}",
      "Geneve with options | geneve | geneve{network=99 protocol=0x6558 options=0104800112345678}",
      "Geneve of IP | geneve | geneve{network=99 protocol=0x0800}", "GRE | gre | gre{protocol=0x0800}",
      "GRE with a key | gre | gre{protocol=0x0800 key=0x00000007}",
      "GRE with a key and a number | gre | gre{protocol=0x0800 key=0x00000007 sequence=99}",
      "GRE of Ethernet | gre | gre{protocol=0x6558}",
      "NVGRE | gre | gre{protocol=0x6558 key=0x123456ab virtualSubnet=1193046 flow=171}",
      "GRE of MPLS | gre | gre{protocol=0x8847} mpls{label=100 trafficClass=0 ttl=60}", "IP in IP | ip-in-ip | protocol=4",
      "MPLS | mpls | etherType=0x8847 mpls{label=100 trafficClass=0 ttl=60} mpls{label=200 trafficClass=0 ttl=59}",
      "MPLS pseudowire | mpls | mpls{label=100 trafficClass=0 ttl=60}",
      "MPLS over UDP | mpls | mpls{label=100 trafficClass=0 ttl=60}"})
  void readsEachTunnel(String name, String kind, String headers) {
    String line = line(TunnelFrames.around(CNP).get(name));
    assertThat(line).contains(" " + kind + " ").endsWith(" " + headers + " " + INNER + "\n").doesNotContain("unknown");
  }

  @Test
  void readsAllTagsOfAFrame() {
    String expected = " 10.0.0.3 > 10.0.0.1 82 cnp vlan=10 vlanPriority=2 innerVlan=20 innerVlanPriority=1 dscp=48 ";
    assertThat(line(TunnelFrames.around(CNP).get("VLAN in VLAN"))).contains(expected).endsWith(" icrc=ok\n");
    assertThat(line(TunnelFrames.around(CNP).get("VLAN in VLAN, as old bridges write"))).contains(expected)
        .endsWith(" icrc=ok\n");
  }

  @Test
  void readsTunnelsWithinTunnels() {
    assertThat(line(TunnelFrames.around(CNP).get("VXLAN in ERSPAN")))
        .contains(" erspan{type=2 ", " inner{source=192.0.2.1 destination=192.0.2.2 kind=vxlan ")
        .endsWith(" vxlan{network=4242} " + INNER + "}\n");
  }

  static Stream<TelemetryFormat> formats() {
    return Formats.ALL.stream().filter(format -> format.reflectionCode() != 0);
  }

  /** A frame within each tunnel has the same output as alone. */
  @ParameterizedTest
  @MethodSource("formats")
  void readsTelemetryWithinEachTunnel(TelemetryFormat format) {
    var captures = new WireCaptures(folder.resolve(format.name()));
    Path capture = captures.withTelemetry(format.placement().needsIpv6() ? WireCaptures.LEAVES_IPV6 : WireCaptures.LEAVES,
        format.name());
    List<byte[]> plain = WireCaptures.frames(capture);
    plain = plain.subList(0, Math.min(plain.size(), 60));
    List<Map<?, ?>> expected = objects(plain);
    boolean tagged = format.placement() == HeaderPlacement.LINK_LAYER;
    for (String name : List.of("ERSPAN I", "ERSPAN II", "ERSPAN III", "VXLAN", "Geneve", "NVGRE", "MPLS pseudowire", "GRE",
        "IP in IP", "MPLS")) {
      boolean packetsOnly = List.of("GRE", "IP in IP", "MPLS").contains(name);
      if (tagged && packetsOnly) {
        continue; // tunnels of IP do not carry the headers before IP
      }
      List<Map<?, ?>> carried = objects(plain.stream().map(frame -> TunnelFrames.around(frame).get(name)).toList());
      for (int number = 0; number < plain.size(); number++) {
        var inner = new HashMap<Object, Object>((Map<?, ?>) carried.get(number).get("inner"));
        var alone = new HashMap<Object, Object>(expected.get(number));
        List.of("packet", "timeNs", "bytes", "capturedBytes").forEach(alone::remove);
        assertThat(inner).as("%s in %s, packet %d", format.name(), name, number + 1).isEqualTo(alone);
      }
    }
    assertThat(expected).anyMatch(packet -> packet.containsKey("telemetry"));
  }

  private static List<Map<?, ?>> objects(List<byte[]> frames) {
    var objects = new ArrayList<Map<?, ?>>();
    decode(frames, 3000, "--json").out().lines().forEach(line -> objects.add((Map<?, ?>) YAML.loadFromString(line)));
    return objects;
  }

  @Test
  void namesUnsupportedHeaders() {
    assertThat(line(TunnelFrames.ip(47, TunnelFrames.hex("3001 880b 00000001 00000002"))))
        .endsWith(" unknown=\"GRE of version 1; version 0 is read\"\n");
    assertThat(line(TunnelFrames.udp(6081, TunnelFrames.hex("4000 6558 000063 00"), CNP)))
        .endsWith(" unknown=\"Geneve of version 1; version 0 is read\"\n");
  }

  @Test
  void namesFragments() {
    byte[] frame = TunnelFrames.udp(4789, TunnelFrames.hex("0800 0000 001092 00"), CNP);
    frame[20] = 0x20; // more fragments
    assertThat(line(frame)).endsWith(" unknown=\"a fragment of a packet; fragments are not put together\"\n");
  }

  @Test
  void namesUnsupportedHeadersOfCutFrames() {
    byte[] frame = TunnelFrames.udp(6081, TunnelFrames.hex("4000 6558 000063 00"), CNP);
    assertThat(decode(List.of(frame), 60).out())
        .endsWith(" capturedOnly=60 unknown=\"Geneve of version 1; version 0 is read\"\n");
  }

  /** Mirrors truncate frames; the remaining part is described. */
  @Test
  void readsMirroredFramesThatWereCut() {
    byte[] erspan = TunnelFrames.hex("1000 88be 00000009" + "104d 6405 00000009");
    for (int kept = 14; kept < CNP.length; kept++) {
      String line = line(TunnelFrames.ip(47, erspan, Arrays.copyOf(CNP, kept)));
      assertThat(line).as("%d bytes", kept).contains("capturedOnly=" + kept + "}").doesNotContain("wrong=");
      assertThat(line.contains(" queuePair=7 ")).as("%d bytes", kept).isEqualTo(kept >= 54);
    }
  }

  @Test
  void readsFramesCutBySnapLength() {
    byte[] frame = TunnelFrames.around(CNP).get("VXLAN");
    for (int kept = 0; kept < frame.length; kept++) {
      String line = decode(List.of(frame), kept).out();
      assertThat(line).as("%d bytes", kept).contains("capturedOnly=" + kept).doesNotContain("unknown=", "wrong=");
      assertThat(line.contains(" inner{")).as("%d bytes", kept).isEqualTo(kept > 50);
    }
  }

  @Test
  void boundsPacketsWithinEachOther() {
    byte[] frame = CNP;
    for (int depth = 0; depth < 40; depth++) {
      frame = TunnelFrames.udp(4789, TunnelFrames.hex("0800 0000 001092 00"), frame);
    }
    String line = line(frame);
    assertThat(line.split(" inner\\{", -1)).hasSize(9);
    assertThat(line).endsWith(" unknown=\"more than 8 packets within each other\"" + "}".repeat(8) + "\n");
    Map<?, ?> object = objects(List.of(frame)).getFirst();
    assertThat(object.get("kind")).isEqualTo("vxlan");
  }

  @Test
  void describesAnyBytes() {
    var random = new SplittableRandom(42);
    var frames = new ArrayList<byte[]>();
    List<byte[]> whole = List.copyOf(TunnelFrames.around(CNP).values());
    for (int round = 0; round < 4000; round++) {
      byte[] frame = whole.get(random.nextInt(whole.size())).clone();
      for (int change = random.nextInt(8); change >= 0; change--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      frames.add(Arrays.copyOf(frame, 14 + random.nextInt(frame.length - 13)));
    }
    assertThat(decode(frames, 3000).out().lines()).hasSize(frames.size());
    assertThat(objects(frames)).hasSize(frames.size());
  }
}
