package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;
import java.util.Arrays;

/**
 * Keeps packets that arrive out of order (IRN §3.1): a ring of the packets beyond the first missing one. Each packet behind a gap is
 * reported, also a duplicate, because the report of its first arrival may be lost.
 *
 * <p>The sender's bound on bytes beyond the last cumulative acknowledgement bounds the ring; packets beyond it are not kept.
 */
final class SelectiveRepeatReceiver implements RecoveryReceiver {
  /** Twice the bandwidth-delay product of a usual path: most rings never grow. */
  private static final int FIRST_ROOM = 256;
  private static final int MOST_ROOM = 1 << 18;
  private static final short ABSENT = -1;

  private long expected;
  private long expectedBytes;
  /** The payload of each packet that is here, by the low bits of its number; {@link #ABSENT} for one that is not. */
  private short[] kept = {};
  private int count;

  @Override
  public Verdict take(Packet packet) {
    long number = packet.number;
    if (number < expected) {
      return Verdict.DUPLICATE;
    }
    if (number == expected) {
      advance(packet.payloadBytes);
      while (count > 0 && kept[slot(expected)] != ABSENT) {
        int slot = slot(expected);
        advance(kept[slot]);
        kept[slot] = ABSENT;
        count--;
      }
      return Verdict.ACCEPT;
    }
    if (number - expected >= MOST_ROOM) {
      return Verdict.IGNORE;
    }
    return keep(number, packet.payloadBytes) ? Verdict.KEEP : Verdict.REPORT_GAP;
  }

  private void advance(int bytes) {
    expected++;
    expectedBytes += bytes;
  }

  private int slot(long number) {
    return (int) number & kept.length - 1;
  }

  /** Keeps a packet; false when it is here. */
  private boolean keep(long number, int bytes) {
    if (number - expected >= kept.length) {
      grow((int) (number - expected));
    }
    int slot = slot(number);
    if (kept[slot] != ABSENT) {
      return false;
    }
    kept[slot] = (short) bytes; // at most 9000
    count++;
    return true;
  }

  private void grow(int ahead) {
    short[] before = kept;
    kept = new short[Math.max(FIRST_ROOM, Integer.highestOneBit(ahead) << 1)];
    Arrays.fill(kept, ABSENT);
    for (long number = expected; number < expected + before.length; number++) {
      kept[slot(number)] = before[(int) number & before.length - 1];
    }
  }

  @Override
  public long expectedNumber() {
    return expected;
  }

  @Override
  public long expectedBytes() {
    return expectedBytes;
  }

  @Override
  public boolean reportsArrivals() {
    return true;
  }
}
