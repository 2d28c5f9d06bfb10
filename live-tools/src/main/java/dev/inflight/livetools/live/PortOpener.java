package dev.inflight.livetools.live;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.choice.Devices;
import dev.inflight.live.os.OsException;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opener of interfaces by AF_XDP, or by AF_PACKET if AF_XDP is rejected and not required; reports the reason once.
 *
 * @param wanted kind of device; null: the best that this machine allows
 * @param whyNotXdp output: reasons why the device is not AF_XDP; empty at first
 */
record PortOpener(Device.@Nullable Kind wanted, List<String> whyNotXdp, PrintStream err) {
  Device open(String namespace, String name, FrameMemory memory) {
    if (wanted != null || !whyNotXdp.isEmpty()) {
      return Devices.open(wanted != null ? wanted : Device.Kind.PACKET_RING, namespace, name, memory).device();
    }
    try {
      return Devices.open(Device.Kind.XDP, namespace, name, memory).device();
    } catch (OsException refused) {
      whyNotXdp.add(String.valueOf(refused.getMessage()));
      err.println("inflight: frames go through AF_PACKET and not AF_XDP: " + refused.getMessage());
      return Devices.open(Device.Kind.PACKET_RING, namespace, name, memory).device();
    }
  }
}
