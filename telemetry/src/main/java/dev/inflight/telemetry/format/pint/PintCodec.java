package dev.inflight.telemetry.format.pint;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkCodec;
import dev.inflight.telemetry.PathQuery;
import java.util.ArrayList;
import java.util.List;

/** Codec of the PINT format: a table of values, and T configured at the network's switches. */
final class PintCodec extends NetworkCodec<PintFormat> {
  private static final double PARTS = 1e6;

  private final PintCodes codes;
  private final long baseRttPs;

  PintCodec(PintFormat format, PintCodes codes, long baseRttPs) {
    super(format);
    this.codes = codes;
    this.baseRttPs = baseRttPs;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new PintStamper(codes, baseRttPs, link);
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    DecodeStatus outcome = check(bytes, offset, length);
    if (outcome == DecodeStatus.READ) {
      int code = codes.load(bytes, offset);
      if (code != PintCodes.NOTHING) {
        into.answer(PathQuery.INFLIGHT, codes.value(code), 0);
      }
    }
    return outcome;
  }

  private DecodeStatus check(byte[] bytes, int offset, int length) {
    if (length < codes.bytes()) {
      return DecodeStatus.TRUNCATED;
    }
    return codes.load(bytes, offset) <= codes.last() ? DecodeStatus.READ : DecodeStatus.UNSUPPORTED;
  }

  @Override
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    DecodeStatus outcome = check(bytes, offset, length);
    var fields = new ArrayList<Field>();
    if (outcome != DecodeStatus.TRUNCATED) {
      int code = codes.load(bytes, offset);
      fields.add(new Field("code", (long) code));
      boolean written = outcome == DecodeStatus.READ && code != PintCodes.NOTHING;
      fields.add(new Field("inflightPpm", written ? (Object) Math.round(codes.value(code) * PARTS) : DecodedHeader.UNAVAILABLE));
    }
    return new DecodedHeader(format.name(), outcome, fields, List.of());
  }
}
