package dev.inflight.wire;

/** Decoder that must handle any bytes. */
public interface FuzzTarget {
  /** Throws if a property does not hold for these bytes. */
  void accept(byte[] data);
}
