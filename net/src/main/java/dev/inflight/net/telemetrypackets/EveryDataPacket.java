package dev.inflight.net.telemetrypackets;

import org.jspecify.annotations.Nullable;

/** Every data packet carries telemetry, and every switch writes into it (HPCC §3.2). */
public record EveryDataPacket() implements TelemetryPackets {
  /** The only one. */
  public static final EveryDataPacket DEFAULT = new EveryDataPacket();

  @Override
  public String name() {
    return "every";
  }

  @Override
  public @Nullable HeaderChoice choice(long baseRttPs) {
    return null;
  }
}
