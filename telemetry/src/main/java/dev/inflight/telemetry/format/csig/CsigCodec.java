package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkCodec;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.util.RateCodes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Codec of a CSIG format with its ranges and the span of its switches' meters. */
final class CsigCodec extends NetworkCodec<CsigSettings> {
  private static final double PARTS = 1e6;

  private final CsigTag tag;
  private final int tpid;
  private final CsigScale scale;
  private final long intervalPs;
  private final PathQuery queue;
  private final long[] emptyTags = new long[PathQuery.values().length];

  /**
   * Creates the codec of a format in a network.
   *
   * @param queue kind of answers about the queue: {@link PathQuery#QUEUEING} or {@link PathQuery#WAIT}
   */
  CsigCodec(CsigSettings format, long intervalPs, PathQuery queue) {
    super(format);
    tag = format.tag();
    tpid = format.tpid();
    scale = format.scale();
    this.intervalPs = intervalPs;
    this.queue = queue;
    emptyTags[PathQuery.UTILIZATION.ordinal()] = tag.empty(tpid, format.utilization());
    emptyTags[PathQuery.QUEUEING.ordinal()] = tag.empty(tpid, format.queueing());
    emptyTags[PathQuery.WAIT.ordinal()] = tag.empty(tpid, format.queueing());
    emptyTags[PathQuery.LOAD.ordinal()] = tag.empty(tpid, format.queueing());
    emptyTags[PathQuery.INFLIGHT.ordinal()] = tag.empty(tpid, format.queueing()); // the closest question that a tag can answer
  }

  @Override
  public int begin(byte[] bytes, int offset, PathQuery question) {
    tag.store(bytes, offset, emptyTags[question.ordinal()]);
    return tag.sizeBytes;
  }

  @Override
  public Stamper stamper(EgressLink link) {
    RateCodes rates = format.rates();
    if (rates != null) {
      rates.require(format.name(), link.rateBitsPerSec());
    }
    return new CsigStamper(tag, tpid, scale, intervalPs, link);
  }

  @Override
  public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    DecodeStatus outcome = check(bytes, offset, length);
    if (outcome != DecodeStatus.READ) {
      return outcome;
    }
    long found = tag.load(bytes, offset);
    CsigSignal signal = CsigSignal.of(tag.signal(found));
    double answer = answer(found);
    if (answer >= 0) {
      into.answer(signal.question() == PathQuery.QUEUEING ? queue : signal.question(), answer, tag.locator(found));
    }
    into.cutOff(tag.isFrozen(found));
    return DecodeStatus.READ;
  }

  private DecodeStatus check(byte[] bytes, int offset, int length) {
    if (length < tag.sizeBytes) {
      return DecodeStatus.TRUNCATED;
    }
    long found = tag.load(bytes, offset);
    return tag.tpid(found) == tpid && tag.signal(found) < CsigSignal.count() ? DecodeStatus.READ : DecodeStatus.UNSUPPORTED;
  }

  /** Answer of a tag; negative if not every switch, or none, has written to it, or if the rate that it needs is unknown. */
  private double answer(long found) {
    int locator = tag.locator(found);
    if (locator == tag.noLink() || tag.isFrozen(found)) {
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
  public DecodedHeader describe(byte[] bytes, int offset, int length) {
    DecodeStatus outcome = check(bytes, offset, length);
    var fields = new ArrayList<Field>();
    if (outcome != DecodeStatus.TRUNCATED) {
      long found = tag.load(bytes, offset);
      long rate = CsigLocator.rate(tag, tag.locator(found));
      fields.add(new Field("tpid", "0x" + HexFormat.of().toHexDigits(tag.tpid(found), 4)));
      fields.add(new Field("t", (long) tag.signal(found)));
      fields.add(new Field("reserved", tag.isFrozen(found)));
      fields.add(new Field("s", (long) tag.value(found)));
      fields.add(new Field("lm", (long) tag.locator(found)));
      fields.add(new Field("rateBitsPerSec", rate == 0 ? DecodedHeader.UNAVAILABLE : (Object) rate));
      if (outcome == DecodeStatus.READ) {
        fields.add(answerField(found));
      }
    }
    return new DecodedHeader(format.name(), outcome, fields, List.of());
  }

  private Field answerField(long found) {
    boolean queueing = CsigSignal.of(tag.signal(found)).question() == PathQuery.QUEUEING;
    double answer = answer(found);
    return new Field(queueing ? "queueingPs" : "utilizationPpm",
        answer < 0 ? DecodedHeader.UNAVAILABLE : (Object) Math.round(queueing ? answer : answer * PARTS));
  }
}
