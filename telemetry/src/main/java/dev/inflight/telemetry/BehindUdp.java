package dev.inflight.telemetry;

/** A header between UDP and its payload, for which a UDP destination port stands in the place of RoCEv2's. */
public interface BehindUdp extends TelemetryFormat {
  /** The port that says that RoCEv2 follows without telemetry. */
  int ROCE_V2_PORT = 4791;

  /** The UDP destination port that marks the header. */
  int udpPort();

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
