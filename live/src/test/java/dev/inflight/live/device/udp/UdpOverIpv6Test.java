package dev.inflight.live.device.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceContract;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.os.OsException;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Devices between two ports of the loopback address. */
class UdpOverIpv6Test extends DeviceContract {
  private static final int HEADER_BYTES = 62;

  @Override
  protected Ends open(FrameMemory one, FrameMemory other) {
    try {
      return new Ends(UdpDevice.openAt(null, "lo", 0, 1, one, UdpDevice.ROCE_V2_PORT + 1),
          UdpDevice.openAt(null, "lo", 0, 1, other, UdpDevice.ROCE_V2_PORT), () -> {
          });
    } catch (OsException | UnsupportedOperationException refused) {
      return abort("needs Linux with IPv6, but: " + refused.getMessage());
    }
  }

  @Override
  protected int madeUpBytes() {
    return Ethernet.HEADER_BYTES;
  }

  @Override
  protected int smallestBytes() {
    return HEADER_BYTES;
  }

  @Override
  protected byte[] frame(int number, int length) {
    byte[] frame = new byte[length];
    int ip = Ethernet.write(frame, 0, 2, 1, Ethernet.IPV6);
    int udp = ip + Ipv6.write(frame, ip, length - ip - Ipv6.HEADER_BYTES, Ipv4.UDP);
    Ipv6.trafficClass(frame, ip, number % 64, number % 4);
    Ipv6.hopLimit(frame, ip, 1 + number % 200);
    Ipv6.source(frame, ip, 0, 1);
    Ipv6.destination(frame, ip, 0, 1);
    int at = udp + Udp.write(frame, udp, 0xE124, Udp.ROCE_V2, length - udp);
    for (int octet = at; octet < length; octet++) {
      frame[octet] = (byte) (number * 31 + octet * (octet + 7));
    }
    return frame;
  }

  @Test
  @Tag("live")
  void anInterfaceWithoutAnIpv4AddressHasItsIpv6Address() {
    try (var all = new TestNamespaces(); FrameMemory memory = Ends.memory()) {
      String one = all.namespace("a");
      String two = all.namespace("b");
      all.cable(one, "a0", two, "b0", 1500);
      TestNamespaces.ip("-n", one, "addr", "add", "2001:db8::7/64", "dev", "a0", "nodad");
      try (Device device = UdpDevice.open(one, "a0", memory, UdpDevice.ROCE_V2_PORT)) {
        byte[] frame = frame(1, 100);
        Ipv6.source(frame, 14, 0x2001_0DB8_0000_0000L, 7);
        Ipv6.destination(frame, 14, 0x2001_0DB8_0000_0000L, 7); // to itself
        long at = memory.take();
        java.lang.foreign.MemorySegment.copy(frame, 0, memory.bytes(), java.lang.foreign.ValueLayout.JAVA_BYTE, at, 100);
        assertThat(device.send(at, 100)).isTrue();
        device.endRound();
        device.poll(0, 64);
        assertThat(device.counters().framesIn).isEqualTo(1);
      }
    }
  }
}
