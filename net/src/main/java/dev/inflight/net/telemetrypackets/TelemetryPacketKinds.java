package dev.inflight.net.telemetrypackets;

import java.util.List;

/** Every carrier there is, with its default parameters. */
public final class TelemetryPacketKinds {
  /** All of them. */
  public static final List<TelemetryPackets> ALL = List.of(EveryDataPacket.DEFAULT, OneIn.DEFAULT, PerRtt.DEFAULT,
      OnQueue.DEFAULT, Subscribed.DEFAULT, Probes.DEFAULT);

  private TelemetryPacketKinds() {
  }
}
