package dev.inflight.net.telemetrypackets;

import java.util.List;

/** All kinds of packets that carry telemetry, with their default parameters. */
public final class TelemetryPacketKinds {
  /** All kinds of packets that carry telemetry. */
  public static final List<TelemetryPackets> ALL = List.of(EveryDataPacket.DEFAULT, OneIn.DEFAULT, PerRtt.DEFAULT,
      OnQueue.DEFAULT, Subscribed.DEFAULT, Probes.DEFAULT);

  private TelemetryPacketKinds() {
  }
}
