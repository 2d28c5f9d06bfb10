package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeRecord;
import dev.inflight.telemetry.util.Check;

/** What the compact and the wide CSIG tag have in common: all but the tag's layout and the scale of its values. */
interface CsigSettings extends TelemetryFormat {
  /** The base RTT where there is no network to have one. */
  long DEFAULT_INTERVAL_PS = 10_000_000;
  /** A tag counts no hops. */
  int MOST_HOPS = 255;

  /** The tag's protocol ID. */
  int tpid();

  /** The signal that answers {@link PathQuery#UTILISATION}. */
  CsigSignal utilisation();

  /** The signal that answers {@link PathQuery#QUEUEING}. */
  CsigSignal queueing();

  /** The span over which switches measure utilisation, in picoseconds; 0 for the network's base RTT. */
  long intervalPs();

  /** The tag's layout. */
  CsigTag tag();

  /** What its values stand for; worked out anew each time. */
  CsigScale scale();

  /** Checks the ranges of what both have. */
  static void check(int tpid, CsigSignal utilisation, CsigSignal queueing, long intervalPs) {
    Check.checkTpid(tpid);
    CsigSignal.check(utilisation, queueing);
    Check.check("interval in ps", intervalPs, 0, Long.MAX_VALUE);
  }

  private CsigInNetwork over(long baseRttPs) {
    return new CsigInNetwork(this, tag(), utilisation(), queueing(), scale(), intervalPs() > 0 ? intervalPs() : baseRttPs);
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
  default boolean canExpress(long rateBitsPerSec) {
    return utilisation() != CsigSignal.ABW || NativeRecord.RATES.code(rateBitsPerSec) >= 0;
  }

  @Override
  default String expressibleRates() {
    return utilisation() == CsigSignal.ABW ? NativeRecord.RATES.toString() : "any";
  }

  @Override
  default boolean bottleneckOnly() {
    return true;
  }

  @Override
  default TelemetryFormat within(NetworkFacts domain) {
    return over(domain.baseRttPs());
  }

  @Override
  default int begin(byte[] bytes, int offset, PathQuery question) {
    tag().store(bytes, offset, tag().empty(tpid(), question == PathQuery.UTILISATION ? utilisation() : queueing()));
    return tag().sizeBytes;
  }

  @Override
  default int lengthBytes(byte[] bytes, int offset, int available) {
    return tag().sizeBytes;
  }

  @Override
  default int displacedMarker(byte[] bytes, int offset) {
    return -1;
  }

  @Override
  default Stamper stamper(EgressLink link) {
    return over(DEFAULT_INTERVAL_PS).stamper(link);
  }

  @Override
  default DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    return over(DEFAULT_INTERVAL_PS).read(bytes, offset, length, into);
  }

  @Override
  default DecodedHeader describe(byte[] bytes, int offset, int length) {
    return over(DEFAULT_INTERVAL_PS).describe(bytes, offset, length);
  }
}
