package dev.inflight.live.device.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceContract;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.TestFrames;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Devices between two addresses of the loopback interface, which need no privilege. */
class UdpDeviceTest extends DeviceContract {
  @Override
  protected Ends open(FrameMemory one, FrameMemory other) {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "UDP devices need Linux");
    return new Ends(UdpDevice.openAt(null, "lo", TestFrames.FROM, one, UdpDevice.ROCE_V2_PORT),
        UdpDevice.openAt(null, "lo", TestFrames.TO, other, UdpDevice.ROCE_V2_PORT), () -> {
        });
  }

  @Override
  protected int madeUpBytes() {
    return Ethernet.HEADER_BYTES;
  }

  @Test
  void rejectsInvalidPorts() {
    try (var memory = new FrameMemory(64, 2048)) {
      for (int port : new int[] {70_000, 0, -1}) {
        String message = "UDP port " + port + " is outside 1 to 65535";
        assertThatThrownBy(() -> UdpDevice.openAt(null, "lo", TestFrames.FROM, memory, port)).hasMessage(message)
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UdpDevice.open(null, "lo", memory, 4791, port)).hasMessage(message);
      }
      assertThatThrownBy(() -> UdpDevice.open(null, "lo", memory)).hasMessage("a UDP device receives at one port at least");
    }
  }

  /** Each flow has a source port; one that another socket has is not available, and neither is another's address. */
  @Test
  void aFrameLeavesFromItsOwnPortAndAddressOrNotAtAll() throws Exception {
    try (Ends ends = open(); var other = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0))) {
      List<Integer> ports = new ArrayList<>();
      FrameMemory memory = ends.other().memory();
      ends.other().deliverTo((at, length, arrivalPs) -> {
        ports.add(Udp.source(memory.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE), 34));
        memory.give(at);
      });
      assertThat(send(ends.one(), 50001, TestFrames.FROM)).isTrue();
      assertThat(send(ends.one(), 50002, TestFrames.FROM)).isTrue();
      assertThat(send(ends.one(), UdpDevice.ROCE_V2_PORT, TestFrames.FROM)).isTrue();
      assertThat(send(ends.one(), other.getLocalPort(), TestFrames.FROM)).isFalse();
      assertThat(send(ends.one(), other.getLocalPort(), TestFrames.FROM)).isFalse();
      assertThat(send(ends.one(), 50001, TestFrames.TO)).isFalse();
      assertThat(send(ends.one(), 50001, TestFrames.FROM)).isTrue();
      ends.one().endRound();
      ends.other().poll(0, 64);
      assertThat(ports).containsExactly(50001, 50002, UdpDevice.ROCE_V2_PORT, 50001);
      assertThat(ends.one().counters().dropsOut).isEqualTo(3);
      assertThat(ends.one().counters().framesOut).isEqualTo(4);
    }
  }

  private static boolean send(Device device, int port, int address) {
    byte[] frame = TestFrames.make(1, 90);
    Ipv4.addresses(frame, 14, address, TestFrames.TO);
    Udp.write(frame, 34, port, UdpDevice.ROCE_V2_PORT, 56);
    long at = device.memory().take() + FrameMemory.HEADROOM_BYTES;
    MemorySegment.copy(frame, 0, device.memory().bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
    return device.send(at, frame.length);
  }

  @Test
  void framesWithTelemetryComeToTheirOwnPort() throws Exception {
    int[] ports = UdpDevice.ports(NativeFormat.DEFAULT);
    assertThat(ports).hasSize(2).contains(UdpDevice.ROCE_V2_PORT, NativeFormat.DEFAULT.udpPort());
    assertThat(UdpDevice.ports(null)).containsExactly(UdpDevice.ROCE_V2_PORT);
    try (FrameMemory one = Ends.memory();
        FrameMemory other = Ends.memory();
        Device from = UdpDevice.openAt(null, "lo", TestFrames.FROM, one, ports);
        Device to = UdpDevice.openAt(null, "lo", TestFrames.TO, other, ports)) {
      List<Integer> arrived = new ArrayList<>();
      to.deliverTo((at, length, arrivalPs) -> {
        arrived.add(Udp.destination(other.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE), 34));
        other.give(at);
      });
      assertThat(to.poll(0, 64)).isZero();
      for (int port : ports) {
        byte[] frame = TestFrames.make(1, 90);
        Udp.destination(frame, 34, port);
        long at = one.take();
        MemorySegment.copy(frame, 0, one.bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
        assertThat(from.send(at, frame.length)).isTrue();
      }
      from.endRound();
      to.poll(0, 64);
      assertThat(arrived).containsExactlyInAnyOrder(ports[0], ports[1]);
    }
  }
}
