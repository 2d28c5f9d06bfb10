package dev.inflight.telemetry;

import dev.inflight.telemetry.util.RateCodes;
import org.jspecify.annotations.Nullable;

/**
 * One wire format for in-band telemetry: an immutable record of its parameters; units, widths, wrap and limits are its data, never
 * constants of a congestion control. Its bytes stand together in an array, whatever their {@link #placement} in a frame. As a codec it
 * works in a network of which nothing is known.
 */
public interface TelemetryFormat extends TelemetryCodec {
  /** Every header states its length within this many bytes. */
  int PREFIX_BYTES = 16;

  /** The format's name in scenarios and documents. */
  String name();

  /** Where the header is in a frame. */
  HeaderPlacement placement();

  /** The number by which a frame says that this header is there: port, protocol, option type or TPID, as the placement has it. */
  int marker();

  /** The number by which a {@code Reflection} says that it holds this header, 1 to 15; 0 for a header that is never reflected. */
  int reflectionCode();

  /** The codes of the rates that the header can express; null: it expresses any. */
  default @Nullable RateCodes rates() {
    return null;
  }

  /** Whether the endpoint can learn that a link runs at this rate. */
  default boolean canExpress(long rateBitsPerSec) {
    RateCodes rates = rates();
    return rates == null || rates.code(rateBitsPerSec) >= 0;
  }

  /** The rates that the header can express, for messages to people. */
  default String expressibleRates() {
    RateCodes rates = rates();
    return rates == null ? "any" : rates.toString();
  }

  /** Whether a packet brings back one value for the whole path, and not a record for each hop. */
  default boolean bottleneckOnly() {
    return false;
  }

  /** Whether its records, as configured, hold what HPCC measures: a link to know the rate of, its queue, and its use. */
  default boolean isMeasurable() {
    return true;
  }

  /**
   * The same, but with the time that the packet itself was in the switch (its sojourn time: last bit in to first bit out), and the endpoint
   * takes that, times the link's rate, for the queue (draft-miao-rtgwg-hpccplus §9.3).
   *
   * @return null where the header has no field for it
   */
  default @Nullable TelemetryFormat bySojourn() {
    return null;
  }

  /**
   * What a {@link Hops#pathId} says of where an answer for the whole path comes from, for people.
   *
   * @param locator that of a report that {@linkplain Hops#answered answers} a question
   */
  default String locatorName(int locator) {
    return "locator " + locator;
  }

  /** Whether a header leaves the operator's network with ratios only: where it does, each that leaves has to pass the border's switch. */
  default boolean hidesNetwork() {
    return false;
  }

  /**
   * Whether a description of one of its headers depends on parameters that a frame does not carry, such as the unit of a queue or the length of
   * a code. The {@link #marker} is none of these: it found the header.
   */
  default boolean dependsOnParameters(DecodedHeader description) {
    return true;
  }

  /** The codec with what depends on the network filled in. */
  default TelemetryCodec in(NetworkFacts network) {
    return this;
  }

  @Override
  default TelemetryFormat format() {
    return this;
  }

  /**
   * How long a header is by its own account, so that the payload behind it can be found. At most {@link #PREFIX_BYTES} bytes are
   * looked at, so a header that is in two pieces need not be gathered for it.
   *
   * @param available bytes that may be looked at, from {@code offset} on
   * @return its size in bytes, which may be more than {@code available}; -1 when these bytes are too few for it
   */
  int lengthBytes(byte[] bytes, int offset, int available);

  /**
   * The number that the {@link #marker} of a header has displaced in its frame, which says what follows: a UDP port or an IP protocol.
   *
   * @return -1 when the header neither keeps nor implies one
   */
  int displacedMarker(byte[] bytes, int offset);

  /**
   * Bytes of what is in the header's place in those packets of a flow that have none. All packets of a flow have the same {@link #marker},
   * so that switches which know nothing of telemetry forward them alike.
   *
   * @return 0 where the payload itself shows that there is no header: its bytes 2 and 3 are RoCEv2's default partition, 0xFFFF, which
   *     no header of such a format has there
   */
  default int blankBytes() {
    return 0;
  }

  /** Writes these bytes, by which switches and endpoints find no header to extend or read. */
  default void writeBlank(byte[] bytes, int offset) {
  }
}
