package dev.inflight.wire;

/** A decoder that has to survive any bytes. */
public interface FuzzTarget {
  /** Throws when something does not hold for these bytes. */
  void accept(byte[] data);
}
