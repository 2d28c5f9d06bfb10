package dev.inflight.telemetry;

import dev.inflight.telemetry.Description.Field;
import java.util.ArrayList;
import java.util.List;

/** The PINT format with its table of values, in a network whose switches know T. */
final class PintInNetwork extends DomainFormat<PintFormat> {
  private static final double PARTS = 1e6;

  private final PintCodes codes;
  private final long baseRttPs;

  PintInNetwork(PintFormat format, PintCodes codes, long baseRttPs) {
    super(format);
    this.codes = codes;
    this.baseRttPs = baseRttPs;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    return new PintStamper(codes, baseRttPs, link);
  }

  @Override
  public Outcome read(byte[] bytes, int offset, int length, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    Outcome outcome = check(bytes, offset, length);
    if (outcome == Outcome.READ) {
      int code = codes.load(bytes, offset);
      if (code != PintCodes.NOBODY) {
        into.answer(Question.INFLIGHT, codes.value(code), 0);
      }
    }
    return outcome;
  }

  private Outcome check(byte[] bytes, int offset, int length) {
    if (length < codes.bytes()) {
      return Outcome.TRUNCATED;
    }
    return codes.load(bytes, offset) <= codes.last() ? Outcome.READ : Outcome.UNSUPPORTED;
  }

  @Override
  public Description describe(byte[] bytes, int offset, int length) {
    Outcome outcome = check(bytes, offset, length);
    var fields = new ArrayList<Field>();
    if (outcome != Outcome.TRUNCATED) {
      int code = codes.load(bytes, offset);
      fields.add(new Field("code", (long) code));
      boolean written = outcome == Outcome.READ && code != PintCodes.NOBODY;
      fields.add(new Field("inflightPpm", written ? (Object) Math.round(codes.value(code) * PARTS) : Description.UNAVAILABLE));
    }
    return new Description(name(), outcome, fields, List.of());
  }
}
