package dev.inflight.net.switching.pfc;

import dev.inflight.telemetry.util.Check;

/**
 * Limits of one port and priority of a switch. A priority fills first its reserved bytes, then a share of the pool up to its
 * threshold, then headroom.
 *
 * @param reservedBytes set aside for it, in bytes; 0 or more
 * @param headroomBytes reserved bytes for packets that arrive after a pause was sent; 0 or more
 * @param th the threshold is 2^th times the free part of the shared buffer (SAI's dynamic_th), {@link #LEAST_TH} to
 * {@link #UNLIMITED_TH}
 * @param xoffBytes upper bound of the threshold, in bytes; above 0
 * @param xonBytes a pause ends when shared memory in use is at most this, in bytes; 0 or more
 * @param xonOffsetBytes a pause also ends when that memory is this far below the threshold, in bytes; 0 or more
 */
public record PfcLimits(int reservedBytes, long headroomBytes, int th, int xoffBytes, int xonBytes, int xonOffsetBytes) {
  /** The smallest exponent. */
  public static final int LEAST_TH = -8;
  /** The largest exponent of a dynamic threshold. */
  public static final int LARGEST_TH = 8;
  /** With this exponent one free byte of the pool is more than any {@code xoffBytes}. */
  public static final int UNLIMITED_TH = 31;
  /** A threshold or an offset that is never reached. */
  public static final int NEVER = Integer.MAX_VALUE;

  /** Checks the ranges, because extensions make limits too. */
  public PfcLimits {
    Check.size("reservedBytes", reservedBytes, 0);
    Check.size("headroomBytes", headroomBytes, 0);
    Check.check("th", th, LEAST_TH, UNLIMITED_TH);
    Check.size("xoffBytes", xoffBytes, 1);
    Check.size("xonBytes", xonBytes, 0);
    Check.size("xonOffsetBytes", xonOffsetBytes, 0);
  }

  /** Compares like a record. Written out because each start calls it, and the generated method defines classes at first call. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PfcLimits limits && reservedBytes == limits.reservedBytes && headroomBytes == limits.headroomBytes
        && th == limits.th && xoffBytes == limits.xoffBytes && xonBytes == limits.xonBytes
        && xonOffsetBytes == limits.xonOffsetBytes;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * reservedBytes + Long.hashCode(headroomBytes)) + th) + xoffBytes;
  }

  /** Bytes that are reserved and not shared: the reserved part and headroom. */
  public long setAsideBytes() {
    return reservedBytes + headroomBytes;
  }

  /** Limit of the shared use, given the free part of the pool, in bytes. */
  public long thresholdBytes(long freeBytes) {
    return Math.min(xoffBytes, th < 0 ? freeBytes >> -th : freeBytes << th);
  }

  /** The free part of the pool from which on the threshold is above 0, in bytes. */
  public long leastFreeBytes() {
    return th < 0 ? 1L << -th : 1;
  }

  /** Reports whether a pause may end at a shared use, given the threshold. */
  public boolean mayResume(int sharedBytes, long thresholdBytes) {
    return sharedBytes <= xonBytes || (long) sharedBytes + xonOffsetBytes <= thresholdBytes;
  }
}
