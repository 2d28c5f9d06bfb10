package dev.inflight.telemetry;

/**
 * Egress port that a {@link TelemetryCodec.Stamper} writes for.
 *
 * @param node number of the switch, 0 or more; formats use as many low bits as they carry
 * @param port number of the port at the switch, from 1; formats use as many low bits as they carry
 * @param rateBitsPerSec the link's rate, above 0
 * @param leaves true if the link leads out of the operator's network, to a host
 */
public record EgressLink(int node, int port, long rateBitsPerSec, boolean leaves) {
  /** Creates a link within the network. */
  public EgressLink(int node, int port, long rateBitsPerSec) {
    this(node, port, rateBitsPerSec, false);
  }

  /** Checks the ranges. */
  public EgressLink {
    if (node < 0 || port < 0 || rateBitsPerSec <= 0) {
      throw new IllegalArgumentException("no egress link: node " + node + ", port " + port + ", " + rateBitsPerSec + " b/s");
    }
  }
}
