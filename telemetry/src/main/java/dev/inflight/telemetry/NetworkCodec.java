package dev.inflight.telemetry;

/**
 * Codec of a {@link NetworkFormat}. Subclasses implement the parts that depend on the network; the format implements the others.
 *
 * @param <F> the format
 */
public abstract class NetworkCodec<F extends NetworkFormat> implements TelemetryCodec {
  protected final F format;

  protected NetworkCodec(F format) {
    this.format = format;
  }

  @Override
  public final F format() {
    return format;
  }

  @Override
  public int maxHops() {
    return format.maxHops();
  }

  @Override
  public int sizeBytes(int hops) {
    return format.sizeBytes(hops);
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    return format.begin(bytes, offset, question);
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    return format.describe(bytes, offset, length);
  }
}
