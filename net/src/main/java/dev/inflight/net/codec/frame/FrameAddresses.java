package dev.inflight.net.codec.frame;

/**
 * Addresses of the simulator's nodes and ports in frames, and the reverse lookup. All are from ranges for private use.
 *
 * <table>
 * <caption>Addresses of node n</caption>
 * <tr><td>MAC of its port p</td><td>{@code 02:nn:nn:nn:pp:pp}</td><td>locally administered; n 0 to 2^24 - 1, p 0 to 65535</td></tr>
 * <tr><td>IPv4</td><td>10.0.0.0/8, host part n + 1: node 0 is 10.0.0.1</td><td>n 0 to 2^24 - 3</td></tr>
 * <tr><td>IPv6</td><td>fd00::/64, interface part n + 1: node 0 is fd00::1</td><td>the same</td></tr>
 * </table>
 */
public final class FrameAddresses {
  /** The node of an address that is not of these ranges. */
  public static final int NO_NODE = -1;

  /** Nodes that have IP addresses: as many as 10.0.0.0/8 has hosts. */
  public static final int NODES = (1 << 24) - 2;

  /** The upper half of each IPv6 address. */
  public static final long IPV6_PREFIX = 0xFD00L << 48;

  private static final int LOCAL = 0x02;
  private static final int NET_10 = 10 << 24;
  private static final int HOST_BITS = 0xFF_FFFF;
  private static final int PORT_BITS = 16;

  private FrameAddresses() {
  }

  /**
   * The MAC address of a port, in the low 48 bits.
   *
   * @throws IllegalArgumentException if node or port is out of range
   */
  public static long mac(int node, int port) {
    if ((node & ~HOST_BITS) != 0 || port >>> PORT_BITS != 0) {
      throw new IllegalArgumentException(
          "port " + port + " of node " + node + " is outside the MAC addresses for 2^24 nodes of 2^16");
    }
    return (long) LOCAL << 40 | (long) node << PORT_BITS | port;
  }

  /**
   * A node's IPv4 address.
   *
   * @throws IllegalArgumentException if the node is out of range
   */
  public static int ipv4(int node) {
    return NET_10 | hostPart(node);
  }

  /** The node that has this IPv4 address, or {@link #NO_NODE}. */
  public static int nodeOfIpv4(int address) {
    return (address & ~HOST_BITS) == NET_10 ? nodeOfHostPart(address & HOST_BITS) : NO_NODE;
  }

  /**
   * The lower half of a node's IPv6 address; the upper one is {@link #IPV6_PREFIX}.
   *
   * @throws IllegalArgumentException if the node is out of range
   */
  public static long ipv6Low(int node) {
    return hostPart(node);
  }

  /** The node that has this IPv6 address, given in halves, or {@link #NO_NODE}. */
  public static int nodeOfIpv6(long high, long low) {
    return high == IPV6_PREFIX && low >>> 24 == 0 ? nodeOfHostPart((int) low) : NO_NODE;
  }

  private static int hostPart(int node) {
    if (node < 0 || node >= NODES) {
      throw new IllegalArgumentException(
          "node " + node + " is outside 0 to " + (NODES - 1) + ", the nodes that have IP addresses");
    }
    return node + 1;
  }

  private static int nodeOfHostPart(int part) {
    return part > 0 && part <= NODES ? part - 1 : NO_NODE;
  }
}
