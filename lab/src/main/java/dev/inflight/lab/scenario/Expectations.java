package dev.inflight.lab.scenario;

import dev.inflight.lab.read.SourceLocation;
import java.util.List;
import java.util.stream.Stream;

/**
 * Expectations of a scenario's author for its run, which determine the run's exit code.
 *
 * @param targets bounds of results
 * @param unfinished meaning of flows that are unfinished at {@code until}
 */
public record Expectations(List<Written> targets, Unfinished unfinished) {
  /** Key of targets. */
  public static final String TARGETS = "targets";
  /** Key of the meaning of unfinished flows. */
  public static final String UNFINISHED = "unfinished";
  /** No targets; the load determines the meaning of unfinished flows. */
  public static final Expectations NONE = new Expectations(List.of(), Unfinished.BY_LOAD);

  /** Meanings of flows that are unfinished at {@code until}. */
  public enum Unfinished {
    /** A failure, unless links of hosts cannot carry the flows by then, however they are shared. */
    BY_LOAD,
    /** No failure, as the author requested this end. */
    ALLOWED,
    /** A failure. */
    FAILURE
  }

  /**
   * Target in a scenario.
   *
   * @param text text of the target, such as {@code p99 slowdown < 5}
   * @param place place of the target, for messages
   */
  public record Written(String text, SourceLocation place) {
  }

  /** Copies the list. */
  public Expectations {
    targets = List.copyOf(targets);
  }

  /** Returns the expectations with more targets at the end. */
  public Expectations and(List<Written> more) {
    return new Expectations(Stream.concat(targets.stream(), more.stream()).toList(), unfinished);
  }
}
