package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.PathQuery;
import java.util.List;

/**
 * The signals that a CSIG tag can ask for, in the order of their codes T (draft-miao-ccwg-hpcc-info-04 §3; the last one is
 * UEC's).
 */
public enum CsigSignal {
  /** The least available bandwidth of the path's links. */
  ABW(PathQuery.UTILIZATION),
  /** The least available bandwidth in relation to the link's capacity. */
  ABW_RATIO(PathQuery.UTILIZATION),
  /** The longest time that the packet itself spent at a hop. */
  PD(PathQuery.QUEUEING),
  /** The longest queue behind the packet, divided by the link's rate. */
  NQD(PathQuery.QUEUEING);

  private static final List<CsigSignal> BY_CODE = List.of(values());

  private final PathQuery question;

  CsigSignal(PathQuery question) {
    this.question = question;
  }

  /** The number of signals; their codes are below. */
  static int count() {
    return BY_CODE.size();
  }

  static CsigSignal of(int code) {
    return BY_CODE.get(code);
  }

  int code() {
    return ordinal();
  }

  /** The question that it answers. */
  public PathQuery question() {
    return question;
  }

  /** Whether the least value of the path counts; otherwise, the greatest. */
  boolean takesLeast() {
    return question == PathQuery.UTILIZATION;
  }

  /** Whether a hop's value takes the place of the one that a tag has. */
  boolean replaces(int own, int found) {
    return takesLeast() ? own < found : own > found;
  }

  /** Checks that the signals answer what they are to answer. */
  static void check(CsigSignal utilization, CsigSignal queueing) {
    if (utilization.question != PathQuery.UTILIZATION || queueing.question != PathQuery.QUEUEING) {
      throw new IllegalArgumentException("signal " + (utilization.question != PathQuery.UTILIZATION
          ? utilization + " does not report utilization; ABW and ABW_RATIO do"
          : queueing + " does not report queueing; NQD and PD do"));
    }
  }
}
