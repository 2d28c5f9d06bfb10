package dev.inflight.live;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.PacketRingDevice;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.live.os.NetworkNamespace;
import dev.inflight.live.os.OsException;
import org.jspecify.annotations.Nullable;

/** Opens interfaces in the best way that the machine allows. */
public final class Devices {
  /**
   * A device, and why it is of no better kind.
   *
   * @param why the machine's reason against AF_XDP; empty where that is what it is, or what was asked for
   */
  public record Choice(Device device, String why) {
  }

  private Devices() {
  }

  /**
   * Opens an interface.
   *
   * @param kind {@link Device.Kind#XDP} or {@link Device.Kind#PACKET_RING}; null: the first that works
   * @param namespace in which it is; null: this process's
   * @throws OsException when the machine does not allow it
   */
  public static Choice open(Device.@Nullable Kind kind, @Nullable String namespace, String name, FrameMemory memory) {
    return NetworkNamespace.within(namespace, () -> {
      if (kind == Device.Kind.PACKET_RING) {
        return new Choice(new PacketRingDevice(name, memory), "");
      }
      try {
        return new Choice(new XdpDevice(name, memory), "");
      } catch (OsException refused) {
        if (kind == Device.Kind.XDP) {
          throw refused;
        }
        return new Choice(new PacketRingDevice(name, memory), String.valueOf(refused.getMessage()));
      }
    });
  }
}
