package dev.inflight.cc;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A congestion-control scheme: a record of its parameters that is also the factory of its flows' state. Component names carry their
 * unit as a suffix ({@code minRateBitsPerSec}); the compact constructor refuses values out of range with a sentence.
 */
public interface Scheme {
  /** The scheme's name in scenarios, such as {@code hpcc}. */
  String name();

  /** Signals that it needs; a scenario that does not provide one is refused. */
  Set<Signal> signals();

  /** Whether {@link Signal#HOPS} may also be one figure of the whole path an acknowledgement, in answer to its question. */
  default boolean takesBottleneckOnly() {
    return false;
  }

  /** Whether it goes on deciding where switches write only while a queue stands, and so most reports are {@link Feedback#quiet}. */
  default boolean takesQuiet() {
    return false;
  }

  /** Whether it takes what switches say by themselves ({@link Feedback#fromSwitch}). */
  default boolean takesSwitchAnswers() {
    return false;
  }

  /** Whether its flows may move to another path ({@link CongestionControl#onPathChange}). */
  default boolean takesPathChanges() {
    return false;
  }

  /** Whether its receivers may decide, from what their packets bring (draft-miao-rtgwg-hpccplus §6.3.2). */
  default boolean runsAtReceivers() {
    return false;
  }

  /** Whether reports may have one link of the path each ({@link #linkChoice}). */
  default boolean takesOneLink() {
    return false;
  }

  /**
   * What chooses that link for a new flow, at its receiver.
   *
   * @param path what the flow's sender knows of it
   */
  default LinkChoice linkChoice(PathFacts path) {
    throw new IllegalStateException(name() + " needs the records of all links");
  }

  /** What a message calls it that says that it needs a record of each hop: its name, and the parameter that makes it so. */
  default String nameWithoutBottleneck() {
    return name();
  }

  /** How long a receiver waits after a {@link Signal#CNP} before it sends the flow another one, in picoseconds. */
  default long cnpIntervalPs() {
    return 0;
  }

  /**
   * When switches should mark at a link of this rate, in bit/s, where the scenario has none; none from schemes that do not use
   * {@link Signal#ECN}.
   */
  default @Nullable MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return null;
  }

  /** How receivers grant credit; none from schemes that do not use {@link Signal#CREDIT}. */
  default @Nullable CreditGrants credits() {
    return null;
  }

  /** How marks come back in acknowledgements of several packets. */
  default MarkEcho markEcho() {
    return MarkEcho.WITH_OTHERS;
  }

  /** How its flows pace packets when the rate changes. */
  default Pacing pacing() {
    return Pacing.CURRENT_RATE;
  }

  /** The state of a new flow. */
  CongestionControl start(PathFacts path);
}
