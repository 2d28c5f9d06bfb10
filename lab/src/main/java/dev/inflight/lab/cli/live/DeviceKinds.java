package dev.inflight.lab.cli.live;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.live.device.Device;
import org.jspecify.annotations.Nullable;

/** How options name the kinds of devices. */
final class DeviceKinds {
  private DeviceKinds() {
  }

  /**
   * The kind that {@code --device} asks for; null for none.
   *
   * @throws InputError when there is no such kind
   */
  static Device.@Nullable Kind of(@Nullable String written) {
    if (written == null) {
      return null;
    }
    return switch (written) {
      case "xdp" -> Device.Kind.XDP;
      case "packet-ring" -> Device.Kind.PACKET_RING;
      default -> throw SourceLocation.of("--device")
          .error(Quoted.of(written) + " is no kind of device for a live run; there are xdp and packet-ring");
    };
  }
}
