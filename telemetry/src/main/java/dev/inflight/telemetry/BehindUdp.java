package dev.inflight.telemetry;

import dev.inflight.telemetry.util.Check;

/** A header between UDP and its payload, for which a UDP destination port is in the place of RoCEv2's. */
public interface BehindUdp extends TelemetryFormat {
  /** The port that marks RoCEv2 without telemetry. */
  int ROCE_V2_PORT = 4791;

  /** The UDP destination port that marks the header. */
  int udpPort();

  /** Refuses a port that cannot mark telemetry: none, or the one that marks RoCEv2 without. */
  static void checkPort(int port) {
    Check.check("UDP port", port, 1, 0xFFFF);
    if (port == ROCE_V2_PORT) {
      throw new IllegalArgumentException("UDP port " + port + " marks RoCEv2 without telemetry; take another port");
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
