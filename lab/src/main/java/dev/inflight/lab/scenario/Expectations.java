package dev.inflight.lab.scenario;

import dev.inflight.lab.read.SourceLocation;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a scenario's author expects of its run, by which the run's exit code is chosen.
 *
 * @param targets bounds of what comes out
 * @param unfinished what flows mean that are left when {@code until} is reached
 */
public record Expectations(List<Written> targets, Unfinished unfinished) {
  /** The key of targets. */
  public static final String TARGETS = "targets";
  /** The key of what flows mean that are left. */
  public static final String UNFINISHED = "unfinished";
  /** No targets, and the load decides. */
  public static final Expectations NONE = new Expectations(List.of(), Unfinished.BY_LOAD);

  /** What flows mean that are left when {@code until} is reached. */
  public enum Unfinished {
    /** A failure, unless links of hosts cannot carry the flows by then, however they are shared. */
    BY_LOAD,
    /** The run was asked to end there. */
    ALLOWED,
    /** A failure. */
    FAILURE
  }

  /**
   * A target as it was written.
   *
   * @param text such as {@code p99 slowdown < 5}
   * @param place where it was written, for messages
   */
  public record Written(String text, SourceLocation place) {
  }

  /** Keeps a copy. */
  public Expectations {
    targets = List.copyOf(targets);
  }

  /** The same with more targets behind. */
  public Expectations and(List<Written> more) {
    return new Expectations(Stream.concat(targets.stream(), more.stream()).toList(), unfinished);
  }
}
