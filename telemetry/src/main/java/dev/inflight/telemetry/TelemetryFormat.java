package dev.inflight.telemetry;

/**
 * One wire codec for in-band telemetry: how an empty header looks, what a switch writes into it, and what the endpoint reads.
 * A format is an immutable record of its parameters; units, widths, wrap and limits are its data, never constants of a congestion
 * control. Its bytes stand together in an array, whatever their {@link #placement} in a frame.
 */
public interface TelemetryFormat {
  /** Every header tells its length within this many bytes. */
  int PREFIX_BYTES = 16;

  /** The format's name in scenarios and documents. */
  String name();

  /** Where the header stands in a frame. */
  HeaderPlacement placement();

  /** The number by which a frame says that this header is there: port, protocol, option type or TPID, as the placement has it. */
  int marker();

  /** The number by which a {@code Reflection} says that it holds this header, 1 to 15; 0 for a header that is never reflected. */
  int reflectionCode();

  /** The largest number of hops that a header can hold. */
  int maxHops();

  /** Bytes that the header takes in a packet once {@code hops} hops have written to it. */
  int sizeBytes(int hops);

  /** Bytes of buffer that a packet needs so that {@code hops} hops can write to it. */
  default int bufferBytes(int hops) {
    return sizeBytes(Math.min(hops, maxHops()));
  }

  /** Whether the endpoint can learn that a link runs at this rate. */
  default boolean canExpress(long rateBitsPerSec) {
    return true;
  }

  /** The rates that the header can express, for messages to people. */
  default String expressibleRates() {
    return "any";
  }

  /** Whether a packet brings back one figure of the whole path, and not a record for each hop. */
  default boolean bottleneckOnly() {
    return false;
  }

  /** Whether its records, as configured, hold what HPCC measures: a link to know the rate of, its queue, and its use. */
  default boolean isMeasurable() {
    return true;
  }

  /** This format in a network: with those parameters filled in that depend on it. */
  default TelemetryFormat within(NetworkFacts domain) {
    return this;
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
   * @param length bytes that may be read from {@code offset} on; what stands behind the header is ignored
   */
  DecodeStatus read(byte[] bytes, int offset, int length, Hops into);

  /**
   * How long a header is by its own account, so that the payload behind it can be found. At most {@link #PREFIX_BYTES} bytes are
   * looked at, so a header that stands in two pieces need not be gathered for it.
   *
   * @param available bytes that may be looked at, from {@code offset} on
   * @return its size in bytes, which may be more than {@code available}; -1 when these bytes do not tell
   */
  int lengthBytes(byte[] bytes, int offset, int available);

  /**
   * The number that the {@link #marker} of a header has displaced in its frame, which says what follows: a UDP port or an IP protocol.
   *
   * @return -1 when the header neither keeps nor implies one
   */
  int displacedMarker(byte[] bytes, int offset);

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
