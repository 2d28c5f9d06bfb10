package dev.inflight.telemetry.util;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;

/**
 * A format in a network: what depends on the {@link NetworkFacts} is the subclass's, all else that of the format's own parameters. It is not
 * itself a record of parameters, because a link table is not something that a user writes down as one.
 *
 * @param <F> the format that has the parameters
 */
public abstract class DomainFormat<F extends TelemetryFormat> implements TelemetryFormat {
  public final F parameters;

  public DomainFormat(F parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return parameters.name();
  }

  @Override
  public HeaderPlacement placement() {
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
  public TelemetryFormat within(NetworkFacts other) {
    return parameters.within(other);
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    return parameters.begin(bytes, offset, question);
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return parameters.stamper(link);
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
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
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    return parameters.describe(bytes, offset, length);
  }

  @Override
  public String toString() {
    return parameters.toString();
  }
}
