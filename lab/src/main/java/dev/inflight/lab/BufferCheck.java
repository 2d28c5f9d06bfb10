package dev.inflight.lab;

import dev.inflight.net.Topology;
import java.math.BigInteger;
import java.util.Arrays;

/** Whether the buffer of each switch holds what is set aside for its ports. */
final class BufferCheck {
  /** What each port has for itself, whatever the others hold. */
  private static final long RESERVED_BYTES = 4096;
  private static final long MIB = 1L << 20;
  private static final BigInteger BITS_PS = BigInteger.valueOf(8_000_000_000_000L);

  private BufferCheck() {
  }

  /**
   * Refuses a buffer that has nothing to share.
   *
   * @param place where the buffer was set
   * @param pfc whether there is headroom for what arrives after a pause was sent: three times the cable's capacity
   */
  static void check(Place place, Topology topology, long bufferBytes, boolean pfc) {
    BigInteger[] needed = new BigInteger[topology.nodeCount()];
    Arrays.fill(needed, BigInteger.ZERO);
    for (Topology.Link link : topology.links()) {
      BigInteger headroom = BigInteger.valueOf(link.rateBitsPerSec()).multiply(BigInteger.valueOf(link.delayPs()))
          .multiply(BigInteger.valueOf(3)).divide(BITS_PS);
      BigInteger port = BigInteger.valueOf(RESERVED_BYTES).add(pfc ? headroom : BigInteger.ZERO);
      needed[link.a()] = needed[link.a()].add(port);
      needed[link.b()] = needed[link.b()].add(port);
    }
    int worst = -1;
    for (int node = 0; node < needed.length; node++) {
      if (topology.isSwitch(node) && (worst < 0 || needed[node].compareTo(needed[worst]) > 0)) {
        worst = node;
      }
    }
    if (worst >= 0 && needed[worst].compareTo(BigInteger.valueOf(bufferBytes)) >= 0) {
      BigInteger smallest = needed[worst].add(BigInteger.ONE);
      BigInteger mib = smallest.add(BigInteger.valueOf(MIB - 1)).divide(BigInteger.valueOf(MIB));
      throw place.error("the buffer of " + bufferBytes + " bytes is too small: " + topology.name(worst) + " sets aside "
          + needed[worst] + " bytes for its ports" + (pfc ? " (PFC headroom and reserved parts)" : "")
          + "; the smallest buffer that would do has " + smallest + " bytes (in whole MiB: " + mib + ")");
    }
  }
}
