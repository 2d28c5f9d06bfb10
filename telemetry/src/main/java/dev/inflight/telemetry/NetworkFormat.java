package dev.inflight.telemetry;

/**
 * Format with a codec that depends on its network. Without a network, it creates a codec for {@link NetworkFacts#UNKNOWN} at each
 * use.
 */
public interface NetworkFormat extends TelemetryFormat {
  @Override
  TelemetryCodec in(NetworkFacts network);

  @Override
  default int sizeBytes(int hops) {
    return in(NetworkFacts.UNKNOWN).sizeBytes(hops);
  }

  @Override
  default int begin(byte[] bytes, int offset, PathQuery question) {
    return in(NetworkFacts.UNKNOWN).begin(bytes, offset, question);
  }

  @Override
  default boolean isEmpty(byte[] bytes, int offset, int length) {
    return in(NetworkFacts.UNKNOWN).isEmpty(bytes, offset, length);
  }

  @Override
  default Stamper stamper(EgressLink link) {
    return in(NetworkFacts.UNKNOWN).stamper(link);
  }

  @Override
  default DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    return in(NetworkFacts.UNKNOWN).read(bytes, offset, length, into);
  }

  @Override
  default DecodedHeader describe(byte[] bytes, int offset, int length) {
    return in(NetworkFacts.UNKNOWN).describe(bytes, offset, length);
  }
}
