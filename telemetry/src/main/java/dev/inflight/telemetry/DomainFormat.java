package dev.inflight.telemetry;

/**
 * A format in a network: what depends on the {@link Domain} is the subclass's, all else that of the format's own parameters. It is not
 * itself a record of parameters, because a link table is not something that a user writes down as one.
 *
 * @param <F> the format that has the parameters
 */
abstract class DomainFormat<F extends TelemetryFormat> implements TelemetryFormat {
  final F parameters;

  DomainFormat(F parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return parameters.name();
  }

  @Override
  public Placement placement() {
    return parameters.placement();
  }

  @Override
  public int marker() {
    return parameters.marker();
  }

  @Override
  public int reflectionCode() {
    return parameters.reflectionCode();
  }

  @Override
  public int maxHops() {
    return parameters.maxHops();
  }

  @Override
  public int sizeBytes(int hops) {
    return parameters.sizeBytes(hops);
  }

  @Override
  public int bufferBytes(int hops) {
    return parameters.bufferBytes(hops);
  }

  @Override
  public boolean canExpress(long rateBitsPerSec) {
    return parameters.canExpress(rateBitsPerSec);
  }

  @Override
  public String expressibleRates() {
    return parameters.expressibleRates();
  }

  @Override
  public boolean isMeasurable() {
    return parameters.isMeasurable();
  }

  @Override
  public boolean bottleneckOnly() {
    return parameters.bottleneckOnly();
  }

  @Override
  public TelemetryFormat within(Domain other) {
    return parameters.within(other);
  }

  @Override
  public int begin(byte[] bytes, int offset, Question question) {
    return parameters.begin(bytes, offset, question);
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return parameters.stamper(link);
  }

  @Override
  public Outcome read(byte[] bytes, int offset, int length, Hops into) {
    return parameters.read(bytes, offset, length, into);
  }

  @Override
  public int lengthBytes(byte[] bytes, int offset, int available) {
    return parameters.lengthBytes(bytes, offset, available);
  }

  @Override
  public int displacedMarker(byte[] bytes, int offset) {
    return parameters.displacedMarker(bytes, offset);
  }

  @Override
  public Description describe(byte[] bytes, int offset, int length) {
    return parameters.describe(bytes, offset, length);
  }

  @Override
  public String toString() {
    return parameters.toString();
  }
}
