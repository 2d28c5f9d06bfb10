package dev.inflight.telemetry.format.busiest;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkCodec;
import dev.inflight.telemetry.PathQuery;
import java.util.ArrayList;
import java.util.List;

/** Codec of the format in a network with T configured at its switches. */
final class BusiestCodec extends NetworkCodec<BusiestFormat> {
  private static final double PARTS = 1e6;

  private final long baseRttPs;

  BusiestCodec(BusiestFormat format, long baseRttPs) {
    super(format);
    this.baseRttPs = baseRttPs;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new BusiestStamper(baseRttPs, link);
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    DecodeStatus outcome = check(bytes, offset, length);
    if (outcome == DecodeStatus.READ && BusiestRecord.hops(bytes, offset) > 0) {
      into.answer(PathQuery.LOAD, BusiestRecord.inflight(BusiestRecord.measure(bytes, offset)),
          BusiestRecord.link(bytes, offset));
    }
    return outcome;
  }

  private static DecodeStatus check(byte[] bytes, int offset, int length) {
    if (length < BusiestRecord.BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    return BusiestRecord.isWellFormed(bytes, offset) ? DecodeStatus.READ : DecodeStatus.MALFORMED;
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    DecodeStatus outcome = check(bytes, offset, length);
    var fields = new ArrayList<Field>();
    if (outcome != DecodeStatus.TRUNCATED) {
      fields.add(new Field("hopCount", (long) BusiestRecord.hops(bytes, offset)));
      boolean written = BusiestRecord.hops(bytes, offset) > 0;
      fields.add(new Field("inflightPpm",
          written
              ? (Object) Math.round(BusiestRecord.inflight(BusiestRecord.measure(bytes, offset)) * PARTS)
              : DecodedHeader.UNAVAILABLE));
      if (written) {
        fields.add(new Field("hop", (long) BusiestRecord.hop(bytes, offset)));
        fields.add(new Field("node", (long) BusiestRecord.node(bytes, offset)));
        fields.add(new Field("port", (long) BusiestRecord.port(bytes, offset)));
        fields.add(new Field("rateGbps", (long) BusiestRecord.gigabitsPerSec(bytes, offset)));
        fields.add(new Field("queueBytes", BusiestRecord.queueBytes(bytes, offset)));
      }
    }
    return new DecodedHeader(format.name(), outcome, fields, List.of());
  }
}
