package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.ListeningDevice;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.device.udp.UdpDevice;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Only requested ports listen: the kernel's lists before an endpoint exists, while it works, and afterwards. */
@EnabledOnOs(OS.LINUX)
class OpenSocketsTest {
  private static final int ONE = 10 << 24 | 87 << 16 | 1;
  private static final int OTHER = ONE + 1;
  private static final long PREFIX = 0xFD87L << 48;
  private static final String ANY4 = "00000000:0000";
  private static final String ANY6 = "00000000000000000000000000000000:0000";
  /** Timeout for a JVM that has just started, on a busy machine. */
  private static final long PATIENCE_PS = 100_000_000_000L;
  private static final int CHUNKS = 1024;
  private static final int CHUNK_BYTES = 2048;
  private static final String PORT = ":12B7"; // 4791

  /** Ways to open an interface, and the sockets that each opens there, by number. */
  enum Way {
    UDP(List.of("udp %s" + PORT + " " + ANY4), Map.of("UDP", 1)), UDP_WITH_TELEMETRY(
        List.of("udp %s" + PORT + " " + ANY4, "udp %s:" + "%04X".formatted(NativeFormat.DEFAULT.udpPort()) + " " + ANY4),
        Map.of("UDP", 2)),
    UDP_OVER_IPV6(List.of("udp6 %s" + PORT + " " + ANY6), Map.of("UDPv6", 1)),
    PACKET_RING(List.of("packet 3 0003 %s"), Map.of("PACKET", 1)), XDP(List.of(), Map.of("XDP", 1));

    private final List<String> bound;
    private final Map<String, Integer> counts;

    Way(List<String> bound, Map<String, Integer> counts) {
      this.bound = bound;
      this.counts = counts;
    }

    Device open(String namespace, int address, FrameMemory memory) {
      return switch (this) {
        case UDP -> UdpDevice.openAt(namespace, "v0", address, memory, UdpDevice.ROCE_V2_PORT);
        case UDP_WITH_TELEMETRY -> UdpDevice.openAt(namespace, "v0", address, memory, UdpDevice.ports(NativeFormat.DEFAULT));
        case UDP_OVER_IPV6 -> UdpDevice.openAt(namespace, "v0", PREFIX, address, memory, UdpDevice.ROCE_V2_PORT);
        case PACKET_RING -> RingDevice.open(namespace, "v0", memory);
        case XDP -> XdpDevice.open(namespace, "v0", memory, XdpDevice.Taking.ALL);
      };
    }

    EndpointConfig config(int address) {
      EndpointConfig config = EndpointConfig.of(address).recovery(new Selective(0, PATIENCE_PS, 8), PATIENCE_PS);
      return this == UDP_OVER_IPV6 ? config.ipv6(PREFIX) : config;
    }

    /** Form of the kernel's tables: words of four bytes, each reversed. */
    private String listed(int address, int index) {
      return switch (this) {
        case UDP, UDP_WITH_TELEMETRY -> "%08X".formatted(Integer.reverseBytes(address));
        case UDP_OVER_IPV6 ->
          "%08X%08X%08X%08X".formatted(Integer.reverseBytes((int) (PREFIX >>> 32)), 0, 0, Integer.reverseBytes(address));
        case PACKET_RING, XDP -> Integer.toString(index);
      };
    }

    List<String> expected(int address, int index) {
      return bound.stream().map(socket -> socket.formatted(listed(address, index))).toList();
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  @Tag("live")
  void onlyRequestedPortsListen(Way way) throws Exception {
    try (var all = new TestNamespaces()) {
      String[] names = {all.namespace("a"), all.namespace("b")};
      all.cable(names[0], "v0", names[1], "v0", 1500);
      if (way.name().startsWith("UDP")) {
        address(names[0], 1);
        address(names[1], 2);
      }
      OpenSockets[] before = {OpenSockets.in(names[0]), OpenSockets.in(names[1])};
      List<String> ownBefore = OpenSockets.ofThisProgram();
      try (var oneMemory = new FrameMemory(CHUNKS, CHUNK_BYTES);
          var otherMemory = new FrameMemory(CHUNKS, CHUNK_BYTES);
          Device oneDevice = way.open(names[0], ONE, oneMemory);
          Device otherDevice = way.open(names[1], OTHER, otherMemory);
          Endpoint one = Endpoint.open(oneDevice, way.config(ONE));
          Endpoint other = Endpoint.open(otherDevice, way.config(OTHER))) {
        talk(one, other);
        int[] addresses = {ONE, OTHER};
        for (int end = 0; end < 2; end++) {
          OpenSockets now = OpenSockets.in(names[end]);
          assertThat(now.newSince(before[end])).containsExactlyInAnyOrderElementsOf(
              way.expected(addresses[end], index(names[end])));
          assertThat(now.changesSince(before[end])).isEqualTo(way.counts);
        }
        assertThat(OpenSockets.ofThisProgram()).isEqualTo(ownBefore);
      }
      for (int end = 0; end < 2; end++) {
        assertThat(OpenSockets.in(names[end])).isEqualTo(before[end]);
      }
    }
  }

  private static void address(String namespace, int last) {
    TestNamespaces.ip("-n", namespace, "addr", "add", "10.87.0." + last + "/24", "dev", "v0");
    TestNamespaces.ip("-n", namespace, "addr", "add", "fd87::a57:" + last + "/64", "dev", "v0", "nodad");
  }

  private static int index(String namespace) {
    return Integer.parseInt(TestNamespaces.ip("-n", namespace, "-o", "link", "show", "v0").split(":")[0]);
  }

  /** Sends a message each way, so that all parts for sending and receiving were used. */
  private static void talk(Endpoint one, Endpoint other) throws Exception {
    var answered = new CompletableFuture<byte[]>();
    other.listen(new ConnectionHandler() {
      @Override
      public void message(Connection connection, byte[] message) {
        connection.send(message);
      }
    });
    Connection connection = one.connect(OTHER, new ConnectionHandler() {
      @Override
      public void message(Connection on, byte[] message) {
        answered.complete(message);
      }
    });
    connection.ready().get(20, TimeUnit.SECONDS);
    connection.send(new byte[3000]);
    assertThat(answered.get(20, TimeUnit.SECONDS)).hasSize(3000);
  }

  @Test
  @Tag("live")
  void listeningDeviceHasOneSocket() {
    try (var all = new TestNamespaces()) {
      String name = all.namespace("a");
      all.cable(name, "v0", all.namespace("b"), "v0", 1500);
      OpenSockets before = OpenSockets.in(name);
      ListeningDevice device = ListeningDevice.open(name, "v0", (frame, copied, length, timeNs) -> {
      });
      OpenSockets now = OpenSockets.in(name);
      device.close();
      assertThat(now.newSince(before)).containsExactly("packet 3 0003 " + index(name));
      assertThat(now.changesSince(before)).isEqualTo(Map.of("PACKET", 1));
      assertThat(OpenSockets.in(name)).isEqualTo(before);
    }
  }

  /** The same check without namespaces, on this program's own sockets. */
  @Test
  void anEndpointOverUdpIsOneSocket() {
    List<String> before = OpenSockets.ofThisProgram();
    int address = 127 << 24 | 87;
    try (var memory = new FrameMemory(CHUNKS, CHUNK_BYTES);
        Device device = UdpDevice.openAt(null, "lo", address, memory, UdpDevice.ROCE_V2_PORT);
        Endpoint endpoint = Endpoint.open(device, EndpointConfig.of(address))) {
      endpoint.listen(ConnectionHandler.NONE);
      assertThat(endpoint.connections()).isZero();
      List<String> now = OpenSockets.ofThisProgram();
      now.removeAll(before);
      assertThat(now).containsExactly("udp 5700007F" + PORT + " " + ANY4);
    }
    assertThat(OpenSockets.ofThisProgram()).isEqualTo(before);
  }
}
