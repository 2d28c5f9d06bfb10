package dev.inflight.telemetry.util;

/**
 * One link's past from the records of a path, for a receiver of that link's reports alone: how its record compares with the one before
 * it. Mutable and reusable.
 */
public final class LinkHistory {
  private boolean compared;
  private boolean newPath;
  private boolean part;
  private long elapsedPs;
  private double utilization;
  private long queueBytesBefore;

  /**
   * There is a record of the same link before.
   *
   * @param sincePs time between the two, in picoseconds; 0 when the link's clock has not moved
   * @param use of that time, which part the link was sending, 0 or more
   * @param queueBytes what waited then
   */
  public void compared(long sincePs, double use, long queueBytes) {
    compared = true;
    elapsedPs = sincePs;
    utilization = use;
    queueBytesBefore = queueBytes;
  }

  /** There is none, or none that it can be compared with. */
  public void notCompared() {
    compared = false;
    elapsedPs = 0;
    utilization = 0;
    queueBytesBefore = 0;
  }

  /**
   * What is known of the path.
   *
   * @param isNew whether it has links of which nothing was known, so that what was averaged before is no longer true
   * @param isPart whether links are left out, one of which may be busier
   */
  public void path(boolean isNew, boolean isPart) {
    newPath = isNew;
    part = isPart;
  }

  /** Whether there is a record before. */
  public boolean isCompared() {
    return compared;
  }

  /** Whether the path is another one. */
  public boolean isNewPath() {
    return newPath;
  }

  /** Whether links are left out. */
  public boolean isPart() {
    return part;
  }

  /** Time since the record before, in picoseconds. */
  public long elapsedPs() {
    return elapsedPs;
  }

  /** Which part of that time the link was sending, 0 or more. */
  public double utilization() {
    return utilization;
  }

  /** What waited then, in bytes. */
  public long queueBytesBefore() {
    return queueBytesBefore;
  }
}
