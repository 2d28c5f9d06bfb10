package dev.inflight.net.switching.pfc;

/**
 * What holds for one port and priority of a switch. A priority holds first its reserved bytes, then a share of the pool up to its threshold,
 * then headroom.
 *
 * @param reservedBytes set aside for it, in bytes; 0 or more
 * @param headroomBytes set aside for what arrives after a pause was sent, in bytes; 0 or more
 * @param th the threshold is 2^th times the free part of the pool (SAI's dynamic_th), {@link #LEAST_TH} to {@link #UNLIMITED_TH}
 * @param xoffBytes and at most this, in bytes; above 0
 * @param xonBytes a pause ends when the shared use is at most this, in bytes; 0 or more
 * @param xonOffsetBytes and when it is this far below the threshold, in bytes; 0 or more
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

  /** As any record's, written out because each start asks for it: that of the language makes classes at its first call. */
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

  /** What is set aside before anything is shared: the reserved part and headroom, in bytes. */
  public long setAsideBytes() {
    return reservedBytes + headroomBytes;
  }

  /** What the shared use may reach, given the free part of the pool, in bytes. */
  public long thresholdBytes(long freeBytes) {
    return Math.min(xoffBytes, th < 0 ? freeBytes >> -th : freeBytes << th);
  }

  /** The free part of the pool from which on the threshold is above 0, in bytes. */
  public long leastFreeBytes() {
    return th < 0 ? 1L << -th : 1;
  }

  /** Whether a pause may end at a shared use, given the threshold. */
  public boolean mayResume(int sharedBytes, long thresholdBytes) {
    return sharedBytes <= xonBytes || (long) sharedBytes + xonOffsetBytes <= thresholdBytes;
  }
}
