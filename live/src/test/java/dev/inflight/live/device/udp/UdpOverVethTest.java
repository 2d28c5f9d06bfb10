package dev.inflight.live.device.udp;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.TestFrames;
import dev.inflight.live.device.VethContract;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;

/** Devices from a0 to b0, each in its own namespace. */
class UdpOverVethTest extends VethContract {
  private static final int FROM = 0x0A580701;
  private static final int TO = 0x0A580702;

  @Override
  protected Device open(String namespace, String name, FrameMemory memory) {
    String address = name.equals("a0") ? "10.88.7.1/24" : "10.88.7.2/24";
    TestNamespaces.ip("-n", namespace, "addr", "replace", address, "dev", name);
    return UdpDevice.open(namespace, name, memory, UdpDevice.ROCE_V2_PORT);
  }

  @Override
  protected int madeUpBytes() {
    return Ethernet.HEADER_BYTES;
  }

  @Override
  protected byte[] frame(int number, int length) {
    byte[] frame = TestFrames.make(number, length);
    Ipv4.ttl(frame, Ethernet.HEADER_BYTES, 64);
    Ipv4.addresses(frame, Ethernet.HEADER_BYTES, FROM, TO);
    Ipv4.writeChecksum(frame, Ethernet.HEADER_BYTES);
    return frame;
  }
}
