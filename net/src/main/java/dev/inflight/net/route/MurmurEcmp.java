package dev.inflight.net.route;

/**
 * The HPCC authors' choice: 32-bit MurmurHash3 over source address, destination address and the two ports, seeded with the
 * switch's number, or with a constant at hosts.
 */
public final class MurmurEcmp implements EcmpHash {
  private static final int HOST_SEED = 0x8BADF00D;
  private static final int HASHED_BYTES = 12;

  /** The address that the authors' simulator gives to a node. */
  public static int address(int node) {
    return 0x0b000001 + (node / 256 << 16) + (node % 256 << 8);
  }

  @Override
  public int hash(int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost) {
    int hash = isHost ? HOST_SEED : node;
    hash = mix(hash, address(source));
    hash = mix(hash, address(destination));
    hash = mix(hash, sourcePort & 0xFFFF | destinationPort << 16);
    hash ^= HASHED_BYTES;
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  private static int mix(int hash, int word) {
    int mixed = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
    return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xe6546b64;
  }
}
