package dev.inflight.telemetry;

import dev.inflight.telemetry.Description.Field;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A CSIG format whose ranges are set up and which knows the span of its switches' meters. */
final class CsigInNetwork extends DomainFormat<TelemetryFormat> {
  private static final double PARTS = 1e6;

  private final CsigTag tag;
  private final int tpid;
  private final CsigSignal utilisation;
  private final CsigScale scale;
  private final long intervalPs;
  private final long[] emptyTags = new long[Question.values().length];

  CsigInNetwork(TelemetryFormat format, CsigTag tag, CsigSignal utilisation, CsigSignal queueing, CsigScale scale,
      long intervalPs) {
    super(format);
    this.tag = tag;
    tpid = format.marker();
    this.utilisation = utilisation;
    this.scale = scale;
    this.intervalPs = intervalPs;
    emptyTags[Question.UTILISATION.ordinal()] = tag.empty(tpid, utilisation);
    emptyTags[Question.QUEUEING.ordinal()] = tag.empty(tpid, queueing);
    emptyTags[Question.INFLIGHT.ordinal()] = tag.empty(tpid, queueing); // the nearest that a tag can answer
  }

  @Override
  public int begin(byte[] bytes, int offset, Question question) {
    tag.store(bytes, offset, emptyTags[question.ordinal()]);
    return tag.sizeBytes;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    if (utilisation == CsigSignal.ABW) {
      NativeRecord.RATES.require(name(), link.rateBitsPerSec());
    }
    return new CsigStamper(tag, tpid, scale, intervalPs, link);
  }

  @Override
  public Outcome read(byte[] bytes, int offset, int length, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    Outcome outcome = check(bytes, offset, length);
    if (outcome != Outcome.READ) {
      return outcome;
    }
    long found = tag.load(bytes, offset);
    CsigSignal signal = CsigSignal.of(tag.signal(found));
    double answer = answer(found);
    if (answer >= 0) {
      into.answer(signal.question(), answer, tag.locator(found));
    }
    into.cutOff(tag.isFrozen(found));
    return Outcome.READ;
  }

  private Outcome check(byte[] bytes, int offset, int length) {
    if (length < tag.sizeBytes) {
      return Outcome.TRUNCATED;
    }
    long found = tag.load(bytes, offset);
    return tag.tpid(found) == tpid && tag.signal(found) < CsigSignal.count() ? Outcome.READ : Outcome.UNSUPPORTED;
  }

  /** What the tag answers; negative when no switch has, or not all have, or the rate that it takes is not known. */
  private double answer(long found) {
    int locator = tag.locator(found);
    if (locator == tag.nobody() || tag.isFrozen(found)) {
      return -1;
    }
    CsigSignal signal = CsigSignal.of(tag.signal(found));
    double value = scale.value(signal, tag.value(found));
    return switch (signal) {
      case ABW -> {
        long rate = CsigLocator.rate(tag, locator);
        yield rate == 0 ? -1 : Math.max(0, 1 - value / rate);
      }
      case ABW_RATIO -> Math.max(0, 1 - value);
      case PD, NQD -> value;
    };
  }

  @Override
  public Description describe(byte[] bytes, int offset, int length) {
    Outcome outcome = check(bytes, offset, length);
    var fields = new ArrayList<Field>();
    if (outcome != Outcome.TRUNCATED) {
      long found = tag.load(bytes, offset);
      long rate = CsigLocator.rate(tag, tag.locator(found));
      fields.add(new Field("tpid", "0x" + HexFormat.of().toHexDigits(tag.tpid(found), 4)));
      fields.add(new Field("t", (long) tag.signal(found)));
      fields.add(new Field("reserved", tag.isFrozen(found)));
      fields.add(new Field("s", (long) tag.value(found)));
      fields.add(new Field("lm", (long) tag.locator(found)));
      fields.add(new Field("rateBitsPerSec", rate == 0 ? Description.UNAVAILABLE : (Object) rate));
      if (outcome == Outcome.READ) {
        fields.add(answerField(found));
      }
    }
    return new Description(name(), outcome, fields, List.of());
  }

  private Field answerField(long found) {
    boolean queueing = CsigSignal.of(tag.signal(found)).question() == Question.QUEUEING;
    double answer = answer(found);
    return new Field(queueing ? "queueingPs" : "utilisationPpm",
        answer < 0 ? Description.UNAVAILABLE : (Object) Math.round(queueing ? answer : answer * PARTS));
  }
}
