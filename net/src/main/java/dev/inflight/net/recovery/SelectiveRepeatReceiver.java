package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;
import java.util.Arrays;

/**
 * Keeps packets that arrive out of order (IRN §3.1), in a ring that starts at the first missing packet. It reports each packet
 * after a gap, even a duplicate, because the first report may be lost.
 *
 * <p>The sender's limit on bytes beyond the last cumulative acknowledgement bounds the ring. Packets beyond it are discarded.
 */
final class SelectiveRepeatReceiver implements RecoveryReceiver {
  /** Twice the BDP of a usual path, in packets: most rings never grow. */
  private static final int FIRST_ROOM = 256;
  private static final int MOST_ROOM = 1 << 18;
  private static final short ABSENT = -1;

  private long expected;
  private long expectedBytes;
  /** Payload bytes of each packet, by the low bits of its number; {@link #ABSENT} if it has not arrived. */
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

  /** Keeps a packet; returns false for a duplicate. */
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
