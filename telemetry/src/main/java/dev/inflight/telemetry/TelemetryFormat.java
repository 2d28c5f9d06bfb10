package dev.inflight.telemetry;

import dev.inflight.telemetry.util.RateCodes;
import org.jspecify.annotations.Nullable;

/**
 * Wire format of in-band telemetry: an immutable record of its parameters. Units, widths, wrap and limits belong to the format;
 * congestion control has no such constants. A header's bytes are contiguous in an array, whatever their {@link #placement} in a
 * frame. Used directly as a codec, the format assumes an unknown network.
 */
public interface TelemetryFormat extends TelemetryCodec {
  /** Number of leading bytes that are enough to find a header's length. */
  int PREFIX_BYTES = 16;

  /** Name of the format in scenarios and documents. */
  String name();

  /** Position of the header in a frame. */
  HeaderPlacement placement();

  /** Number that marks this header in a frame: port, protocol, option type or TPID, depending on the placement. */
  int marker();

  /** Code of this format in a {@code Reflection}, 1 to 15; 0 for a header that is never reflected. */
  int reflectionCode();

  /** Codes of the rates that the header can express; null if it can express any rate. */
  default @Nullable RateCodes rates() {
    return null;
  }

  /** True if the endpoint can obtain this link rate from the header. */
  default boolean canExpress(long rateBitsPerSec) {
    RateCodes rates = rates();
    return rates == null || rates.code(rateBitsPerSec) >= 0;
  }

  /** Rates that the header can express, as text for messages. */
  default String expressibleRates() {
    RateCodes rates = rates();
    return rates == null ? "any" : rates.toString();
  }

  /** True if a packet returns one value for the whole path instead of a record for each hop. */
  default boolean bottleneckOnly() {
    return false;
  }

  /**
   * True if the configured records hold the data that HPCC measures: the link's identity for its rate, its queue, and its use.
   */
  default boolean isMeasurable() {
    return true;
  }

  /**
   * Same format, but with the packet's sojourn time in the switch (last bit in to first bit out). The endpoint multiplies it by
   * the link's rate to get the queue (draft-miao-rtgwg-hpccplus §9.3).
   * @return null if the header has no field for the sojourn time
   */
  default @Nullable TelemetryFormat bySojourn() {
    return null;
  }

  /**
   * Name, for people, of the location that a {@link Hops#pathId} gives in an answer for the whole path.
   * @param locator path identity of a report that {@linkplain Hops#answered answers} a question
   */
  default String locatorName(int locator) {
    return "locator " + locator;
  }

  /** True if switches draw random numbers for the header. */
  default boolean isRandom() {
    return false;
  }

  /**
   * True if headers that leave the operator's network carry ratios only. Every such header must then pass the border's switch.
   */
  default boolean hidesNetwork() {
    return false;
  }

  /**
   * True if the description of a header depends on parameters that a frame does not carry, such as the unit of a queue or the
   * length of a code. The {@link #marker} does not count, because it identifies the header.
   */
  default boolean dependsOnParameters(DecodedHeader description) {
    return true;
  }

  /** Codec of this format for a network. */
  default TelemetryCodec in(NetworkFacts network) {
    return this;
  }

  @Override
  default TelemetryFormat format() {
    return this;
  }

  /**
   * Length of a header according to its own fields, which locates the payload behind it. The method reads at most
   * {@link #PREFIX_BYTES} bytes, so callers need not join a header in two pieces.
   *
   * @param available bytes that may be read from {@code offset}
   * @return size in bytes, which may exceed {@code available}; -1 if these bytes are too few to determine it
   */
  int lengthBytes(byte[] bytes, int offset, int available);

  /**
   * UDP port or IP protocol that the {@link #marker} replaced in the frame, and that identifies the content behind the header.
   *
   * @return -1 if the header neither keeps nor implies one
   */
  int displacedMarker(byte[] bytes, int offset);

  /**
   * Bytes of the placeholder in packets without a header. All packets of a flow have the same {@link #marker}, so switches
   * without telemetry forward them alike.
   *
   * @return 0 if the payload itself shows that there is no header: its bytes 2 and 3 are RoCEv2's default partition, 0xFFFF,
   *     which no header of such a format has there
   */
  default int blankBytes() {
    return 0;
  }

  /** Writes the placeholder, in which switches and endpoints find no header to extend or read. */
  default void writeBlank(byte[] bytes, int offset) {
  }
}
