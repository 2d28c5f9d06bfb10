package dev.inflight.telemetry;

/** Telemetry header in its own array, for callers without packets. Reusable; not thread-safe. */
public final class TelemetryHeader {
  private final TelemetryCodec codec;
  private final byte[] bytes;
  private int length;

  /** Creates a header with room for the records of {@code hops} hops; call {@link #begin} before use. */
  public TelemetryHeader(TelemetryCodec codec, int hops) {
    this.codec = codec;
    bytes = new byte[Math.max(codec.bufferBytes(hops), codec.sizeBytes(0))];
  }

  /** Resets this to a header without hops. */
  public TelemetryHeader begin(PathQuery question) {
    length = codec.begin(bytes, 0, question);
    return this;
  }

  /** Writes the record of a switch. */
  public TelemetryHeader stamp(TelemetryCodec.Stamper stamper, PortSnapshot snapshot) {
    length += stamper.stamp(bytes, 0, length, bytes.length, snapshot);
    return this;
  }

  /** Reads the records of all hops. */
  public DecodeStatus read(Hops into) {
    return codec.read(bytes, 0, length, into);
  }

  /** Describes the records of all hops as text. */
  public DecodedHeader describe() {
    return codec.describe(bytes, 0, length);
  }

  /** Bytes of the header: {@link #length} of them, from index 0. */
  public byte[] bytes() {
    return bytes;
  }

  /** Bytes that the header occupies now. */
  public int length() {
    return length;
  }
}
