package dev.inflight.sim.fast;

import dev.inflight.net.link.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A flow with bytes that count as carried although no packet has carried them. It continues as a flow that is shorter by these
 * bytes: no sequence number, packet number or telemetry in flight changes.
 */
final class CreditedFlow extends Flow {
  private long creditedBytes;
  /** Samples of its progress, while it is in progress. */
  @Nullable
  SampledFlow sampled;

  CreditedFlow(int id, int source, int destination, int sourcePort, int destinationPort, int priority, long sizeBytes,
      long startPs, int flowClass) {
    super(id, source, destination, sourcePort, destinationPort, priority, sizeBytes, startPs, flowClass);
  }

  /** Application bytes that packets carry, or have carried. */
  @Override
  public long sizeBytes() {
    return super.sizeBytes() - creditedBytes;
  }

  /** Credited application bytes, which no packet has carried, including those of the present stretch. */
  long creditedBytes() {
    SampledFlow underWay = sampled;
    return creditedBytes + (underWay == null ? 0 : Math.round(underWay.duringBytes));
  }

  /** All application bytes of the flow. */
  long allBytes() {
    return super.sizeBytes();
  }

  /** Credits bytes as carried: whole packets that have not been sent. */
  void credit(long bytes) {
    creditedBytes += bytes;
  }
}
