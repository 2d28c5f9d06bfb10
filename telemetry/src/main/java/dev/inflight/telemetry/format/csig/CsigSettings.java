package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.NetworkFormat;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.format.hpcc.NativeRecord;
import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.RateCodes;
import org.jspecify.annotations.Nullable;

/** Settings that the compact and the wide CSIG tag share: all except the tag's layout and its scale. */
interface CsigSettings extends NetworkFormat {
  /** Limit of hops; a tag does not count them. */
  int MOST_HOPS = 255;

  /** Protocol ID of the tag. */
  int tpid();

  /** Signal that answers {@link PathQuery#UTILIZATION}. */
  CsigSignal utilization();

  /** Signal that answers {@link PathQuery#QUEUEING}. */
  CsigSignal queueing();

  /** Span over which switches measure utilization, in picoseconds; 0 for the network's base RTT. */
  long intervalPs();

  /** Layout of the tag. */
  CsigTag tag();

  /** Scale of the tag's values; each call creates a new one. */
  CsigScale scale();

  /** Checks the ranges of the shared settings. */
  static void check(int tpid, CsigSignal utilization, CsigSignal queueing, long intervalPs) {
    Check.checkTpid(tpid);
    CsigSignal.check(utilization, queueing);
    Check.check("interval in ps", intervalPs, 0, Long.MAX_VALUE);
  }

  @Override
  default HeaderPlacement placement() {
    return HeaderPlacement.LINK_LAYER;
  }

  @Override
  default int marker() {
    return tpid();
  }

  @Override
  default int maxHops() {
    return MOST_HOPS;
  }

  @Override
  default int sizeBytes(int hops) {
    return tag().sizeBytes;
  }

  @Override
  default @Nullable RateCodes rates() {
    return utilization() == CsigSignal.ABW ? NativeRecord.RATES : null;
  }

  @Override
  default boolean bottleneckOnly() {
    return true;
  }

  @Override
  default String locatorName(int locator) {
    return "lm " + locator;
  }

  @Override
  default TelemetryCodec in(NetworkFacts network) {
    PathQuery queue = network.ofQueues() && queueing() == CsigSignal.PD ? PathQuery.WAIT : PathQuery.QUEUEING;
    return new CsigCodec(this, intervalPs() > 0 ? intervalPs() : network.baseRttPs(), queue);
  }

  @Override
  default int lengthBytes(byte[] bytes, int offset, int available) {
    return tag().sizeBytes;
  }

  @Override
  default int displacedMarker(byte[] bytes, int offset) {
    return -1;
  }
}
