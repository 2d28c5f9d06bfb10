package dev.inflight.telemetry;

/** An IOAM format that knows its network's links and how many hops to reserve room for; for the rest, it is as it was. */
abstract class IoamInNetwork implements TelemetryFormat {
  final LinkRates links;
  final int hops;
  private final TelemetryFormat format;

  /**
   * The format in a network.
   *
   * @param configuredHops what the format itself says of the number of hops, 0 for nothing
   */
  IoamInNetwork(TelemetryFormat format, Domain domain, int configuredHops) {
    this.format = format;
    links = domain.links();
    hops = configuredHops > 0 ? configuredHops : Math.min(domain.hops(), format.maxHops());
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
    return hops;
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return format.lengthBytes(bytes, offset, available);
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    return format.displacedMarker(bytes, offset);
  }

  @Override
  public Description describe(byte[] bytes, int offset, int length) {
    return format.describe(bytes, offset, length);
  }

  @Override
  public String toString() {
    return format.toString();
  }
}
