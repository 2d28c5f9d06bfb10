package dev.inflight.telemetry;

import dev.inflight.telemetry.util.Check;

/** Telemetry header between UDP and its payload, marked by a UDP destination port that replaces RoCEv2's. */
public interface BehindUdp extends TelemetryFormat {
  /** UDP destination port of RoCEv2 without telemetry. */
  int ROCE_V2_PORT = 4791;

  /** UDP destination port that marks the header. */
  int udpPort();

  /** Rejects a port that cannot mark telemetry: one out of range, or the port of RoCEv2 without telemetry. */
  static void checkPort(int port) {
    Check.check("UDP port", port, 1, 0xFFFF);
    if (port == ROCE_V2_PORT) {
      throw new IllegalArgumentException("UDP port " + port + " is that of RoCEv2 without telemetry; use another port");
    }
  }

  @Override
  default HeaderPlacement placement() {
    return HeaderPlacement.AFTER_UDP;
  }

  @Override
  default int marker() {
    return udpPort();
  }

  @Override
  default int displacedMarker(byte[] bytes, int offset) {
    return ROCE_V2_PORT;
  }
}
