package dev.inflight.live.device.choice;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.device.udp.UdpDevice;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.live.os.OsException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opener of interfaces by the best available kernel interface: AF_XDP, else a ring of AF_PACKET, else UDP. */
public final class Devices {
  private Devices() {
  }

  /**
   * An open device and the reasons for its kind.
   *
   * @param device the device; the caller closes it
   * @param reasons a sentence about the kind, preceded by one about each better kind that is not available
   */
  public record Choice(Device device, List<String> reasons) {
  }

  /**
   * Opens an interface.
   *
   * @param kind kernel interface; null for the best that is available
   * @param namespace network namespace of the interface; null for the thread's
   * @param taking frames that AF_XDP takes from the kernel
   * @param udpPorts UDP ports to receive at, besides RoCEv2's port
   * @throws OsException if the kernel rejects it; with the last reason if all kinds were tried
   */
  public static Choice open(Device.@Nullable Kind kind, @Nullable String namespace, String name, FrameMemory memory,
      XdpDevice.Taking taking, int... udpPorts) {
    if (kind != null) {
      return new Choice(openAs(kind, namespace, name, memory, taking, udpPorts),
          List.of(name + ": " + text(kind) + ", as asked for."));
    }
    var reasons = new ArrayList<String>();
    for (Device.Kind tried : List.of(Device.Kind.XDP, Device.Kind.PACKET_RING)) {
      try {
        Device device = openAs(tried, namespace, name, memory, taking, udpPorts);
        reasons.add(name + ": " + text(tried)
            + (device instanceof XdpDevice xdp && !xdp.isNative()
                ? ", behind the driver, which cannot do it itself with this MTU or at all."
                : "."));
        return new Choice(device, List.copyOf(reasons));
      } catch (OsException refused) {
        reasons.add(name + ": not " + text(tried) + ": " + refused.getMessage() + ".");
      }
    }
    Device device = openAs(Device.Kind.UDP, namespace, name, memory, taking, udpPorts);
    reasons.add(name + ": " + text(Device.Kind.UDP) + ".");
    return new Choice(device, List.copyOf(reasons));
  }

  /** Opens an interface to take all of its frames. */
  public static Choice open(Device.@Nullable Kind kind, @Nullable String namespace, String name, FrameMemory memory) {
    return open(kind, namespace, name, memory, XdpDevice.Taking.ALL);
  }

  private static Device openAs(Device.Kind kind, @Nullable String namespace, String name, FrameMemory memory,
      XdpDevice.Taking taking, int... udpPorts) {
    return switch (kind) {
      case XDP -> XdpDevice.open(namespace, name, memory, taking);
      case PACKET_RING -> RingDevice.open(namespace, name, memory);
      case UDP -> UdpDevice.open(namespace, name, memory, withRoce(udpPorts));
      case MEMORY -> throw new IllegalArgumentException("a memory device has no interface: MemoryDevice.pair makes two of them");
    };
  }

  private static int[] withRoce(int... ports) {
    int[] all = new int[ports.length + 1];
    all[0] = UdpDevice.ROCE_V2_PORT;
    System.arraycopy(ports, 0, all, 1, ports.length);
    return all;
  }

  private static String text(Device.Kind kind) {
    return switch (kind) {
      case XDP -> "AF_XDP";
      case PACKET_RING -> "AF_PACKET with a ring";
      case UDP -> "UDP sockets";
      case MEMORY -> "memory";
    };
  }
}
