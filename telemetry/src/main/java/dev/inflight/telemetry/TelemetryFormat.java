package dev.inflight.telemetry;

/**
 * One wire codec for in-band telemetry: how an empty header looks, what a switch writes into it, and what the endpoint reads.
 * A format is immutable; units, widths, wrap and limits are its data, never constants of a congestion control.
 */
public interface TelemetryFormat {
  /** Every header tells its length within this many bytes. */
  int PREFIX_BYTES = 16;

  /** The format's name in scenarios and documents. */
  String name();

  /** The largest number of hops that a header can hold. */
  int maxHops();

  /** Bytes that the header takes in a packet once {@code hops} hops have written to it. */
  int sizeBytes(int hops);

  /** Bytes of buffer that a packet needs so that {@code hops} hops can write to it. */
  default int bufferBytes(int hops) {
    return sizeBytes(Math.min(hops, maxHops()));
  }

  /** Whether the header can say that a link runs at this rate. */
  boolean canExpress(long rateBitsPerSec);

  /** The rates that the header can express, for messages to people. */
  String expressibleRates();

  /** The sender's part: writes a header without hops at {@code offset}. */
  void begin(byte[] bytes, int offset);

  /**
   * The switch's part for one egress port.
   *
   * @param switchId the switch's number; formats use as many low bits as they carry
   * @param rateBitsPerSec the port's rate
   * @throws IllegalArgumentException when the format cannot express the rate
   */
  Stamper stamper(int switchId, long rateBitsPerSec);

  /**
   * The endpoint's part: reads the header at {@code offset} into {@code into}, replacing what it held.
   *
   * @throws IndexOutOfBoundsException when the bytes end before the hops that the header announces
   */
  void read(byte[] bytes, int offset, Hops into);

  /**
   * How long a header is by its own account, so that the payload behind it can be found. At most {@link #PREFIX_BYTES} bytes are
   * looked at, so a header that stands in two pieces need not be gathered for it.
   *
   * @param available bytes that may be looked at, from {@code offset} on
   * @return its size in bytes, which may be more than {@code available}; -1 when these bytes do not tell
   */
  default int lengthBytes(byte[] bytes, int offset, int available) {
    return -1;
  }

  /** What one egress port writes; made once per port so that writing looks nothing up. */
  interface Stamper {
    /**
     * Writes this hop into the header at {@code offset}, at the instant the packet's first bit leaves.
     *
     * @param nowPs that instant, in picoseconds
     * @param sentBytes bytes sent by the port before this packet
     * @param queueBytes bytes waiting at the port behind this packet
     * @return the number of bytes by which the packet grew; 0 for a pre-allocated or a full header
     */
    int stamp(byte[] bytes, int offset, long nowPs, long sentBytes, long queueBytes);
  }
}
