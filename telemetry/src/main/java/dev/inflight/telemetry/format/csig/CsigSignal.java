package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.PathQuery;
import java.util.List;

/**
 * Signals that a CSIG tag can request, in the order of their codes T (draft-miao-ccwg-hpcc-info-04 §3; the last one is UEC's).
 */
public enum CsigSignal {
  /** Least available bandwidth of the path's links. */
  ABW(PathQuery.UTILIZATION),
  /** Least available bandwidth of the path's links as a share of the link's capacity. */
  ABW_RATIO(PathQuery.UTILIZATION),
  /** Longest time of the packet itself at one hop. */
  PD(PathQuery.QUEUEING),
  /** Longest queue behind the packet, divided by the link's rate. */
  NQD(PathQuery.QUEUEING);

  private static final List<CsigSignal> BY_CODE = List.of(values());

  private final PathQuery question;

  CsigSignal(PathQuery question) {
    this.question = question;
  }

  /** Number of signals; their codes are below it. */
  static int count() {
    return BY_CODE.size();
  }

  static CsigSignal of(int code) {
    return BY_CODE.get(code);
  }

  int code() {
    return ordinal();
  }

  /** Question that the signal answers. */
  public PathQuery question() {
    return question;
  }

  /** True if the least value of the path counts; false if the greatest does. */
  boolean takesLeast() {
    return question == PathQuery.UTILIZATION;
  }

  /** True if a hop's value replaces the one found in a tag. */
  boolean replaces(int own, int found) {
    return takesLeast() ? own < found : own > found;
  }

  /** Checks that the signals answer the questions they are configured for. */
  static void check(CsigSignal utilization, CsigSignal queueing) {
    if (utilization.question != PathQuery.UTILIZATION || queueing.question != PathQuery.QUEUEING) {
      throw new IllegalArgumentException("signal " + (utilization.question != PathQuery.UTILIZATION
          ? utilization + " does not report utilization; ABW and ABW_RATIO do"
          : queueing + " does not report queueing; NQD and PD do"));
    }
  }
}
