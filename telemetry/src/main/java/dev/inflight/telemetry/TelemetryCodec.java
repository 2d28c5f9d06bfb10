package dev.inflight.telemetry;

/** Format as used in a network: senders write an empty header, switches stamp it, and endpoints read it. */
public interface TelemetryCodec {
  /** Format and its parameters. */
  TelemetryFormat format();

  /** Largest number of hops that a header can hold. */
  int maxHops();

  /** Bytes that the header occupies in a packet after {@code hops} hops have written to it. */
  int sizeBytes(int hops);

  /** Bytes of buffer that a packet needs so that {@code hops} hops can write to it. */
  default int bufferBytes(int hops) {
    return sizeBytes(Math.min(hops, maxHops()));
  }

  /**
   * Writes, at the sender, a header without hops at {@code offset}.
   *
   * @param question question of the packet, used by headers with room for one figure
   * @return the header's size in bytes
   */
  int begin(byte[] bytes, int offset, PathQuery question);

  /**
   * Returns the stamper of a switch for one egress port.
   *
   * @throws IllegalArgumentException if the format cannot express the rate
   */
  Stamper stamper(EgressLink link);

  /**
   * Reads, at an endpoint, a header and replaces the content of {@code into}, which has no hops unless the result is
   * {@link DecodeStatus#READ}. Hops are in path order; a hop that lacks data for a measurement has rate 0.
   *
   * @param length bytes that may be read from {@code offset} on; bytes behind the header are ignored
   */
  DecodeStatus read(byte[] bytes, int offset, int length, Hops into);

  /**
   * True if no switch has written into a header; for formats with a record for each hop.
   *
   * @param length bytes that the header occupies, from {@code offset} on
   */
  default boolean isEmpty(byte[] bytes, int offset, int length) {
    return length <= sizeBytes(0);
  }

  /** Reads all fields of a header as text for people. */
  DecodedHeader describe(byte[] bytes, int offset, int length);

  /** Writer of one egress port's records. One object per port avoids look-ups, and may keep state for its measurements. */
  interface Stamper {
    /**
     * Writes this hop into a header. A full header gets the format's overflow flag. A malformed header or unknown version stays
     * unchanged.
     *
     * @param length bytes that the header occupies now, from {@code offset} on
     * @param limit end of the room into which the header may grow, as an index
     * @param snapshot state of the port at the instant at which the packet's first bit leaves
     * @return number of bytes by which the header grew; 0 for a pre-allocated, full or malformed header
     */
    int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot);
  }
}
