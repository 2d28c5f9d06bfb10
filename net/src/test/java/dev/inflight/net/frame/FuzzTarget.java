package dev.inflight.net.frame;

/** A decoder that has to survive any bytes. */
interface FuzzTarget {
  /** Throws when something does not hold for these bytes. */
  void accept(byte[] data);
}
