package dev.inflight.telemetry;

/** A format at work in a network: how an empty header looks, what a switch writes into it, and what the endpoint reads. */
public interface TelemetryCodec {
  /** The format with its parameters. */
  TelemetryFormat format();

  /** The largest number of hops that a header can hold. */
  int maxHops();

  /** Bytes that the header takes in a packet once {@code hops} hops have written to it. */
  int sizeBytes(int hops);

  /** Bytes of buffer that a packet needs so that {@code hops} hops can write to it. */
  default int bufferBytes(int hops) {
    return sizeBytes(Math.min(hops, maxHops()));
  }

  /**
   * The sender's part: writes a header without hops at {@code offset}.
   *
   * @param question what the packet shall find out, where the header has room for one figure
   * @return the header's size in bytes
   */
  int begin(byte[] bytes, int offset, PathQuery question);

  /**
   * The switch's part for one egress port.
   *
   * @throws IllegalArgumentException when the format cannot express the rate
   */
  Stamper stamper(EgressLink link);

  /**
   * The endpoint's part: reads a header into {@code into}, replacing what it held; on any outcome but {@link DecodeStatus#READ} it is left
   * without hops. Hops come in path order; one that lacks what is needed to measure it has rate 0.
   *
   * @param length bytes that may be read from {@code offset} on; what follows the header is ignored
   */
  DecodeStatus read(byte[] bytes, int offset, int length, Hops into);

  /** Reads everything there is, for people. */
  DecodedHeader describe(byte[] bytes, int offset, int length);

  /** What one egress port writes; made once per port, so that writing looks nothing up, and may keep what it measures. */
  interface Stamper {
    /**
     * Writes this hop into a header. A header that is full gets the format's own flag; one that is malformed or of an unknown version is
     * left as it is.
     *
     * @param length bytes that the header takes now, from {@code offset} on
     * @param limit end of the room into which it may grow, as an index
     * @param snapshot the instant at which the packet's first bit leaves
     * @return the number of bytes by which the header grew; 0 for a pre-allocated, full or malformed one
     */
    int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot);
  }
}
