package dev.inflight.net.codec.frame;

/** IP addresses of nodes. */
public interface AddressBook {
  /** The simulator's: {@link FrameAddresses}. */
  AddressBook SIMULATED = new AddressBook() {
    @Override
    public int ipv4(int node) {
      return FrameAddresses.ipv4(node);
    }

    @Override
    public int nodeOfIpv4(int address) {
      return FrameAddresses.nodeOfIpv4(address);
    }
  };

  /**
   * Addresses of hosts with any IPv4 addresses: a node's number is its address. It stores nothing, so that no peer can fill it.
   */
  AddressBook IPV4 = new AddressBook() {
    @Override
    public int ipv4(int node) {
      return node;
    }

    @Override
    public int nodeOfIpv4(int address) {
      return address;
    }
  };

  /**
   * Addresses of hosts with the upper half of their IPv6 addresses in common: a node's number is the last four bytes of its
   * address; the four before are 0.
   *
   * @param prefix the upper half
   */
  static AddressBook ipv6(long prefix) {
    return new AddressBook() {
      @Override
      public int ipv4(int node) {
        throw new IllegalArgumentException("node " + node + " has no IPv4 address");
      }

      @Override
      public int nodeOfIpv4(int address) {
        return FrameAddresses.NO_NODE;
      }

      @Override
      public long ipv6High(int node) {
        return prefix;
      }

      @Override
      public long ipv6Low(int node) {
        return node & 0xFFFF_FFFFL;
      }

      @Override
      public int nodeOfIpv6(long high, long low) {
        return high == prefix && low >>> Integer.SIZE == 0 ? (int) low : FrameAddresses.NO_NODE;
      }
    };
  }

  /**
   * A node's IPv4 address.
   *
   * @throws IllegalArgumentException if it has none
   */
  int ipv4(int node);

  /** The node that has this IPv4 address, or {@link FrameAddresses#NO_NODE}. */
  int nodeOfIpv4(int address);

  /** The upper half of a node's IPv6 address. */
  default long ipv6High(int node) {
    return FrameAddresses.IPV6_PREFIX;
  }

  /**
   * The lower half of a node's IPv6 address.
   *
   * @throws IllegalArgumentException if it has none
   */
  default long ipv6Low(int node) {
    return FrameAddresses.ipv6Low(node);
  }

  /** The node that has this IPv6 address, given in halves, or {@link FrameAddresses#NO_NODE}. */
  default int nodeOfIpv6(long high, long low) {
    return FrameAddresses.nodeOfIpv6(high, low);
  }
}
