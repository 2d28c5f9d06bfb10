package dev.inflight.net.codec;

/** Packet sequence numbers: the low 24 bits of a packet's number in its flow (InfiniBand Architecture vol. 1, §9.7.1). */
final class Psn {
  private static final int BITS = 24;
  static final int MASK = (1 << BITS) - 1;

  private Psn() {
  }

  /** The number with these low 24 bits that is nearest to another one: from 2^23 below it to 2^23 - 1 above. */
  static long nearest(int low, long to) {
    int spare = Integer.SIZE - BITS;
    return to + (low - (int) to << spare >> spare);
  }
}
