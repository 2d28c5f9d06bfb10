package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Packets that carry others, and packets without a length, compared with Wireshark's reading of the same frames. */
class TunnelToolsTest {
  private static final byte[] CNP = TunnelFrames
      .hex("020000030003020000020001080045c2003c00004000401125ec0a0000030a000001271012b7002800008100ffff40000007"
          + "00".repeat(20) + "1dc9b094");
  /** Wireshark's fields, and those of {@code decode}. */
  private static final Map<String, String> FIELDS = Map.of("vxlan.vni", "vxlan.network", "geneve.vni", "geneve.network",
      "gre.key", "gre.key", "gre.sequence_number", "gre.sequence", "erspan.spanid", "erspan.session", "erspan.vlan",
      "erspan.vlan", "mpls.label", "mpls.label", "mpls.ttl", "mpls.ttl", "infiniband.bth.destqp", "queuePair",
      "infiniband.bth.psn", "psn");

  @TempDir
  private static Path folder;

  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.plain(folder).with("-d", "udp.port==8472,vxlan", "-d", "udp.port==6635,mpls");
  }

  private static List<Map<?, ?>> decoded(Path capture) {
    Program program = Program.run("decode", "--json", capture.toString());
    assertThat(program.exit()).isZero();
    var yaml = new Load(LoadSettings.builder().build());
    return program.out().lines().<Map<?, ?>>map(line -> (Map<?, ?>) yaml.loadFromString(line)).toList();
  }

  /** Returns all values in an object by name, those of groups after the group's name, from the outermost to the innermost. */
  private static Map<String, List<Long>> values(Map<?, ?> object) {
    var values = new HashMap<String, List<Long>>();
    object.forEach((name, value) -> collect("", name.toString(), value, values));
    return values;
  }

  private static void collect(String group, String name, Object value, Map<String, List<Long>> into) {
    if (value instanceof Map<?, ?> map) {
      String inside = name.equals("inner") ? "" : name + ".";
      map.forEach((key, entry) -> collect(inside, key.toString(), entry, into));
    } else if (value instanceof List<?> list) {
      list.forEach(entry -> ((Map<?, ?>) entry).forEach((key, inner) -> collect(name + ".", key.toString(), inner, into)));
    } else if (value instanceof Number number) {
      into.computeIfAbsent(group + name, unused -> new ArrayList<>()).add(number.longValue());
    } else if (value instanceof String text && text.startsWith("0x")) {
      into.computeIfAbsent(group + name, unused -> new ArrayList<>()).add(Tshark.number(text));
    }
  }

  @Test
  void readsTheSameValuesOfTunnels() {
    Map<String, byte[]> frames = TunnelFrames.around(CNP);
    frames.remove("MPLS pseudowire"); // Wireshark is configured label by label
    Path capture = WireCaptures.write(folder.resolve("tunnels.pcap"), List.copyOf(frames.values()), 3000);
    List<String> names = List.copyOf(FIELDS.keySet());
    List<List<List<String>>> rows = tshark.fields(capture, names);
    List<Map<?, ?>> objects = decoded(capture);
    List<String> tunnels = List.copyOf(frames.keySet());
    int compared = 0;
    for (int number = 0; number < tunnels.size(); number++) {
      Map<String, List<Long>> ours = values(objects.get(number));
      for (int column = 0; column < names.size(); column++) {
        String name = names.get(column);
        List<Long> theirs = rows.get(number).get(column).stream().map(Tshark::number).toList();
        assertThat(ours.getOrDefault(FIELDS.get(name), List.of())).as("%s of %s", name, tunnels.get(number)).isEqualTo(theirs);
        compared += theirs.size();
      }
    }
    assertThat(compared).isGreaterThan(80);
  }

  /** Linux captures large segments before they are cut: with a total length of 0, and since BIG TCP more than 65535 bytes. */
  @Test
  void readsTheSameLengthsOfUncutSegments() {
    var frames = new ArrayList<byte[]>();
    for (int data : new int[] {100, 9000, 65_400, 100_000}) {
      byte[] tcp = new byte[20 + data];
      tcp[12] = 0x50;
      byte[] ipv4 = new byte[Ipv4.HEADER_BYTES];
      Ipv4.write(ipv4, 0, 0, Ipv4.TCP);
      Ipv4.writeChecksum(ipv4, 0);
      frames.add(TunnelFrames.ethernet(Ethernet.IPV4, ipv4, tcp));
      byte[] ipv6 = new byte[Ipv6.HEADER_BYTES];
      Ipv6.write(ipv6, 0, 0, Ipv4.TCP);
      if (data > 65_535) {
        Ipv6.nextHeader(ipv6, 0, Ipv6.HOP_BY_HOP);
        byte[] jumbo = TunnelFrames.hex("0600c204 00000000");
        BigEndian.set32(jumbo, 4, jumbo.length + tcp.length);
        frames.add(TunnelFrames.ethernet(Ethernet.IPV6, ipv6, jumbo, tcp));
      } else {
        frames.add(TunnelFrames.ethernet(Ethernet.IPV6, ipv6, tcp));
      }
    }
    Path capture = WireCaptures.write(folder.resolve("segments.pcap"), frames, 200_000);
    Tshark taking = tshark.with("-o", "ip.tso_support:TRUE", "-o", "ipv6.tso_support:TRUE");
    List<Long> theirs = taking.fields(capture, List.of("tcp.len")).stream().map(row -> Tshark.number(row.getFirst().getFirst()))
        .toList();
    List<Map<?, ?>> objects = decoded(capture);
    List<Long> ours = objects.stream().map(object -> ((Number) object.get("payloadBytes")).longValue()).toList();
    assertThat(ours).isEqualTo(theirs).containsExactly(100L, 100L, 9000L, 9000L, 65_400L, 65_400L, 100_000L, 100_000L);
    assertThat(objects.getFirst().get("lengthUnstated")).isEqualTo(true);
    assertThat(objects.getFirst().get("tcpChecksum")).isNull();
    assertThat(objects.getLast().get("jumbogram")).isEqualTo(true);
  }
}
