package dev.inflight.telemetry;

/** A format that has been told its network; for the rest, it is as it was. */
abstract class FormatInNetwork implements TelemetryFormat {
  private final TelemetryFormat format;

  FormatInNetwork(TelemetryFormat format) {
    this.format = format;
  }

  @Override
  public String name() {
    return format.name();
  }

  @Override
  public Placement placement() {
    return format.placement();
  }

  @Override
  public int marker() {
    return format.marker();
  }

  @Override
  public int reflectionCode() {
    return format.reflectionCode();
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
  public boolean canExpress(long rateBitsPerSec) {
    return format.canExpress(rateBitsPerSec);
  }

  @Override
  public String expressibleRates() {
    return format.expressibleRates();
  }

  @Override
  public boolean bottleneckOnly() {
    return format.bottleneckOnly();
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return format.lengthBytes(bytes, offset, available);
  }

  @Override
  public String toString() {
    return format.toString();
  }
}
