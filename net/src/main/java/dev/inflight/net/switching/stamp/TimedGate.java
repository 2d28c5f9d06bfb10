package dev.inflight.net.switching.stamp;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * A gate that opens once per period for each flow at the first switch of its path, and at later switches for headers with a
 * record of the first. It is always open for packets made for telemetry.
 */
public final class TimedGate implements StampGate {
  /** Number of the first switch's port on a path; the NIC has number 0. */
  private static final int FIRST_SWITCH = 1;

  private final StampTimes times;
  private final @Nullable TelemetryCodec[] formats;

  /**
   * A gate for one port.
   *
   * @param times times of the switch, common to its ports, because a flow may leave through several
   * @param formats formats by the class of a packet's flow; null for packets without telemetry
   */
  public TimedGate(StampTimes times, @Nullable TelemetryCodec[] formats) {
    this.times = times;
    this.formats = formats.clone();
  }

  @Override
  public boolean opens(Packet packet, int queueBytes, long startPs) {
    if (packet.kind != Packet.Kind.DATA) {
      return true;
    }
    if (packet.hop == FIRST_SWITCH) {
      return times.isDue(key(packet.flow()), startPs);
    }
    TelemetryCodec format = formats[packet.flowClass];
    return format != null && !format.isEmpty(packet.telemetry, 0, packet.telemetryBytes);
  }

  /** Key that distinguishes flows on a wire: addresses and ports. */
  public static long key(Flow flow) {
    return SplitMix.mix((long) flow.source() << Integer.SIZE | flow.destination())
        + ((long) flow.sourcePort() << Short.SIZE | flow.destinationPort());
  }
}
