package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;
import java.util.Arrays;

/**
 * Keeps what comes out of order (IRN §3.1): a sorted list of the ranges that are here beyond the first missing byte. Each packet behind a
 * gap is reported, also one that was here before, because the report of its first arrival may be lost.
 *
 * <p>The sender's bound on bytes beyond the last cumulative acknowledgement bounds the list.
 */
final class SelectiveRepeatReceiver implements RecoveryReceiver {
  private static final int FIRST_RANGES = 4;

  private long expected;
  /** Ranges, apart from each other: first byte of range n at 2n, the byte behind its last at 2n+1. */
  private long[] ranges = {};
  private int count;

  @Override
  public Verdict take(Packet packet) {
    long from = packet.sequence;
    long to = from + packet.payloadBytes;
    if (from < expected) {
      return Verdict.DUPLICATE;
    }
    if (from == expected) {
      expected = to;
      if (count > 0 && ranges[0] <= to) {
        expected = Math.max(to, ranges[1]);
        remove(0);
      }
      return Verdict.ACCEPT;
    }
    return insert(from, to) ? Verdict.KEEP : Verdict.REPORT_GAP;
  }

  /** Adds a range, one packet long; false when it is here. Packets begin and end at the same bytes whenever they are sent. */
  private boolean insert(long from, long to) {
    int after = count; // the newest packet mostly comes last
    while (after > 0 && ranges[2 * after - 2] > from) {
      after--;
    }
    if (after > 0 && from < ranges[2 * after - 1]) {
      return false;
    }
    boolean joinsBefore = after > 0 && ranges[2 * after - 1] == from;
    boolean joinsAfter = after < count && ranges[2 * after] == to;
    if (joinsBefore) {
      ranges[2 * after - 1] = joinsAfter ? ranges[2 * after + 1] : to;
      if (joinsAfter) {
        remove(after);
      }
    } else if (joinsAfter) {
      ranges[2 * after] = from;
    } else {
      open(after);
      ranges[2 * after] = from;
      ranges[2 * after + 1] = to;
    }
    return true;
  }

  private void open(int at) {
    if (2 * count == ranges.length) {
      ranges = Arrays.copyOf(ranges, Math.max(2 * FIRST_RANGES, 2 * ranges.length));
    }
    System.arraycopy(ranges, 2 * at, ranges, 2 * at + 2, 2 * (count - at));
    count++;
  }

  private void remove(int at) {
    count--;
    System.arraycopy(ranges, 2 * at + 2, ranges, 2 * at, 2 * (count - at));
  }

  @Override
  public long expected() {
    return expected;
  }

  @Override
  public boolean reportsArrivals() {
    return true;
  }
}
