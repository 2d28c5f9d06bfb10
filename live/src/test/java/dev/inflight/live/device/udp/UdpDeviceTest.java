package dev.inflight.live.device.udp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.live.device.DeviceContract;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.TestFrames;
import dev.inflight.wire.header.Ethernet;

/** Between two addresses of the loopback interface, which needs no privilege. */
class UdpDeviceTest extends DeviceContract {
  @Override
  protected Ends open() {
    FrameMemory one = Ends.memory();
    FrameMemory other = Ends.memory();
    assumeTrue(System.getProperty("os.name").equals("Linux"), "UDP devices need Linux");
    return new Ends(UdpDevice.openAt(null, "lo", TestFrames.FROM, one, UdpDevice.ROCE_V2_PORT),
        UdpDevice.openAt(null, "lo", TestFrames.TO, other, UdpDevice.ROCE_V2_PORT), () -> {
        });
  }

  @Override
  protected int madeUpBytes() {
    return Ethernet.HEADER_BYTES;
  }
}
