package dev.inflight.live.device.xdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.VethContract;
import org.junit.jupiter.api.Tag;

/** AF_XDP behind the driver, which has no room for frames of this MTU. */
@Tag("sweep")
class GenericXdpTest extends VethContract {
  @Override
  protected int mtuBytes() {
    return 9000;
  }

  @Override
  protected Device open(String namespace, String name, FrameMemory memory) {
    XdpDevice device = XdpDevice.open(namespace, name, memory, XdpDevice.Taking.ALL);
    assertThat(device.isNative()).isFalse();
    return device;
  }
}
