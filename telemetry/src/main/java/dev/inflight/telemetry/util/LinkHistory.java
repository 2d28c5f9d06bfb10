package dev.inflight.telemetry.util;

/**
 * Comparison of one link's record with its earlier record, for a sender that receives reports of this link only. Mutable and
 * reusable.
 */
public final class LinkHistory {
  private boolean compared;
  private boolean newPath;
  private boolean part;
  private long elapsedPs;
  private double utilization;
  private long queueBytesBefore;

  /**
   * Sets the comparison with an earlier record of the same link.
   *
   * @param sincePs time between the two, in picoseconds; 0 if the link's clock has not advanced
   * @param use share of that time in which the link was sending, 0 or more
   * @param queueBytes bytes that waited at the earlier record
   */
  public void compared(long sincePs, double use, long queueBytes) {
    compared = true;
    elapsedPs = sincePs;
    utilization = use;
    queueBytesBefore = queueBytes;
  }

  /** Sets that no comparable earlier record exists. */
  public void notCompared() {
    compared = false;
    elapsedPs = 0;
    utilization = 0;
    queueBytesBefore = 0;
  }

  /**
   * Sets the facts about the path.
   *
   * @param isNew true if the path has links without earlier records, so that earlier averages are no longer valid
   * @param isPart true if links are left out, one of which may be busier
   */
  public void path(boolean isNew, boolean isPart) {
    newPath = isNew;
    part = isPart;
  }

  /** True if a comparable earlier record exists. */
  public boolean isCompared() {
    return compared;
  }

  /** True if the path has changed. */
  public boolean isNewPath() {
    return newPath;
  }

  /** True if the report leaves links out. */
  public boolean isPart() {
    return part;
  }

  /** Time since the earlier record, in picoseconds. */
  public long elapsedPs() {
    return elapsedPs;
  }

  /** Share of that time in which the link was sending, 0 or more. */
  public double utilization() {
    return utilization;
  }

  /** Bytes that waited at the earlier record. */
  public long queueBytesBefore() {
    return queueBytesBefore;
  }
}
