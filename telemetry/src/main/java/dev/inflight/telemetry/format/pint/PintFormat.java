package dev.inflight.telemetry.format.pint;

import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.NetworkFormat;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.Check;

/**
 * The digest of HPCC-PINT (Ben Basat et al., "PINT: Probabilistic In-band Network Telemetry", SIGCOMM'20; the HPCC authors'
 * simulator, CC_MODE 10): one or two bytes between UDP and BTH, which return one figure of the busiest link. Big-endian.
 *
 * <pre>
 *  0                   1                       0
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5             0 1 2 3 4 5 6 7
 * +-------------------------------+           +---------------+
 * |             code              |    or     |     code      |
 * +-------------------------------+           +---------------+
 * </pre>
 *
 * Each egress port keeps U, its own moving average of the normalized bytes in flight (HPCC Algorithm 1, lines 4-9), in bandwidth-delay
 * products of the link: see {@link PintStamper}. Code 0: no switch has written. Code 1: U = 0. Code c from 2 on: U = 2^-10 * logBase^(c-2),
 * up to 1024 or the last code; a larger U is written as the last one. Codes behind it have no meaning, and neither switches nor endpoints
 * accept them.
 *
 * <p>A U between two codes becomes one or the other by chance, so that its expectation is U; either is off by less than {@code logBase - 1}
 * of U, or of 2^-10 below that. A switch writes its code if it is larger than the header's. The header does not identify the link.
 *
 * <p>Switches ignore the question and always answer {@link PathQuery#INFLIGHT}. Every packet carries the digest (the authors' PINT_PROB 1).
 * The marker, the ends of the scale and the order of the bytes are this project's: no document gives them.
 *
 * @param udpPort the UDP destination port that marks the header, which is not assigned; the original one is 4791 (RoCEv2)
 * @param bytes length of the code, 1 to 2
 * @param logBase ratio of U of consecutive codes, up to 2, and so large that the last code is 8 or more;
 *     0: 1.01 for two bytes (the HPCC authors' PINT_LOG_BASE), 1.05 for one byte (the runs of PINT's paper)
 * @param tPs T, by which a switch normalizes and over which it averages; 0: the network's base RTT
 */
public record PintFormat(int udpPort, int bytes, double logBase, long tPs) implements BehindUdp, NetworkFormat {
  /** Default format: two bytes behind UDP port 64794, with the authors' base. */
  public static final PintFormat DEFAULT = new PintFormat(64794, 2, 0, 0);

  private static final double BASE_OF_ONE_BYTE = 1.05;
  private static final double BASE_OF_TWO_BYTES = 1.01;
  private static final int MOST_HOPS = 255;

  /** Checks the ranges. */
  public PintFormat {
    BehindUdp.checkPort(udpPort);
    Check.check("bytes", bytes, 1, 2);
    Check.check("T in ps", tPs, 0, Long.MAX_VALUE);
    if (logBase != 0) {
      PintCodes.check(bytes, logBase);
    }
  }

  private double base() {
    if (logBase != 0) {
      return logBase;
    }
    return bytes == 1 ? BASE_OF_ONE_BYTE : BASE_OF_TWO_BYTES;
  }

  @Override
  public boolean isRandom() {
    return true; // codes are rounded at random
  }

  @Override
  public String name() {
    return "pint";
  }

  @Override
  public int reflectionCode() {
    return 9;
  }

  @Override
  public int maxHops() {
    return MOST_HOPS;
  }

  @Override
  public int sizeBytes(int hops) {
    return bytes;
  }

  /** Empty, because the header does not identify the link. */
  @Override
  public String locatorName(int locator) {
    return "any path";
  }

  @Override
  public boolean bottleneckOnly() {
    return true;
  }

  @Override
  public TelemetryCodec in(NetworkFacts network) {
    return new PintCodec(this, new PintCodes(bytes, base()), tPs > 0 ? tPs : network.baseRttPs());
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    for (int at = 0; at < this.bytes; at++) {
      bytes[offset + at] = 0;
    }
    return this.bytes;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return this.bytes;
  }
}
