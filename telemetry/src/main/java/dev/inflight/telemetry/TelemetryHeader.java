package dev.inflight.telemetry;

/** A telemetry header in an array of its own, for those who have no packets of their own to put it into. Reusable; not thread-safe. */
public final class TelemetryHeader {
  private final TelemetryCodec codec;
  private final byte[] bytes;
  private int length;

  /** A header with room for the records of {@code hops} hops; {@link #begin} it before use. */
  public TelemetryHeader(TelemetryCodec codec, int hops) {
    this.codec = codec;
    bytes = new byte[Math.max(codec.bufferBytes(hops), codec.sizeBytes(0))];
  }

  /** Makes it a header without hops. */
  public TelemetryHeader begin(PathQuery question) {
    length = codec.begin(bytes, 0, question);
    return this;
  }

  /** Lets a switch write its hop. */
  public TelemetryHeader stamp(TelemetryCodec.Stamper stamper, PortSnapshot snapshot) {
    length += stamper.stamp(bytes, 0, length, bytes.length, snapshot);
    return this;
  }

  /** Reads what the hops have written. */
  public DecodeStatus read(Hops into) {
    return codec.read(bytes, 0, length, into);
  }

  /** Spells out what the hops have written. */
  public DecodedHeader describe() {
    return codec.describe(bytes, 0, length);
  }

  /** The bytes: {@link #length} of them, from 0, belong to the header. */
  public byte[] bytes() {
    return bytes;
  }

  /** Bytes that the header takes now. */
  public int length() {
    return length;
  }
}
