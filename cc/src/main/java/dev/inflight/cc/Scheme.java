package dev.inflight.cc;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Congestion-control scheme: a record of its parameters that is also the factory of its flows' state. Component names carry
 * their unit as a suffix ({@code minRateBitsPerSec}); the compact constructor rejects values out of range with a message.
 */
public interface Scheme {
  /** Name of the scheme in scenarios, such as {@code hpcc}. */
  String name();

  /** Signals that the scheme needs; a scenario without one of them is invalid. */
  Set<Signal> signals();

  /**
   * True if {@link Signal#HOPS} may also be a single figure of the whole path in each acknowledgement, as the answer to its
   * question.
   */
  default boolean takesBottleneckOnly() {
    return false;
  }

  /**
   * True if the scheme supports switches that write only while a queue exists, so that most reports are {@link Feedback#quiet}.
   */
  default boolean takesQuiet() {
    return false;
  }

  /** True if the scheme uses switch-originated feedback ({@link Feedback#fromSwitch}). */
  default boolean takesSwitchAnswers() {
    return false;
  }

  /** True if the scheme's flows may move to another path ({@link CongestionControl#onPathChange}). */
  default boolean takesPathChanges() {
    return false;
  }

  /** True if the scheme's receivers may decide, from the telemetry of their packets (draft-miao-rtgwg-hpccplus §6.3.2). */
  default boolean runsAtReceivers() {
    return false;
  }

  /** True if the scheme's flows use the number of flows that receivers count ({@link Feedback#flowsOnLastLink}). */
  default boolean takesFlowCounts() {
    return false;
  }

  /** True if reports may contain one link of the path each ({@link #linkChoice}). */
  default boolean takesOneLink() {
    return false;
  }

  /**
   * Chooser of that link for a new flow, at its receiver.
   *
   * @param path the sender's facts about the path
   */
  default LinkChoice linkChoice(PathFacts path) {
    throw new IllegalStateException(name() + " needs the records of all links");
  }

  /** Name of the scheme, with the parameter that requires a record of each hop, for messages about that requirement. */
  default String nameWithoutBottleneck() {
    return name();
  }

  /** Time, in picoseconds, that a receiver waits after a {@link Signal#CNP} before it sends the flow another one. */
  default long cnpIntervalPs() {
    return 0;
  }

  /**
   * Thresholds for marking at a link of this rate, in bit/s, if the scenario has none; null from schemes without
   * {@link Signal#ECN}.
   */
  default @Nullable MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return null;
  }

  /** Rules by which receivers grant credit; null from schemes without {@link Signal#CREDIT}. */
  default @Nullable CreditGrants credits() {
    return null;
  }

  /** Rule by which an acknowledgement of several packets returns their marks. */
  default MarkEcho markEcho() {
    return MarkEcho.WITH_OTHERS;
  }

  /** Pacing rule of the flows when their rate changes. */
  default Pacing pacing() {
    return Pacing.CURRENT_RATE;
  }

  /** Creates the state of a new flow. */
  CongestionControl start(PathFacts path);
}
