package dev.inflight.net.recovery;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.net.recovery.memory.ByteRanges;

/**
 * The receiving half of {@link Tcp}: keeps segments that arrive out of order, as ranges of bytes. Each acknowledgement names the
 * range of the newest segment, and the most recently named ranges (RFC 2018 §4). It echoes the time of the earliest segment that
 * it acknowledges (RFC 7323 §4.3). This class decides when an acknowledgement leaves only if it cannot wait.
 */
final class TcpReceiver implements RecoveryReceiver {
  private static final int NO_RANGE = -1;
  /** More ranges than fit in an acknowledgement, as some disappear before they are named again. */
  private static final int REMEMBERED = 4 * SackBlocks.MOST;

  private final int segmentBytes;
  private final ByteRanges held = new ByteRanges();
  /** A byte of each named range, the most recent first; ranges may have grown, joined or disappeared. */
  private long[] named = {};
  private int namedCount;
  private long expected;
  private long echoPs;
  private boolean echoIsDue; // no acknowledgement has left since

  TcpReceiver(int segmentBytes) {
    this.segmentBytes = segmentBytes;
  }

  @Override
  public Verdict take(Packet packet) {
    long end = packet.sequence + packet.payloadBytes;
    if (packet.sequence > expected) {
      if (held.add(packet.sequence, end) == 0) {
        remember(packet.sequence);
        return Verdict.REPORT_GAP;
      }
      remember(packet.sequence);
      return Verdict.KEEP;
    }
    if (end <= expected) {
      echoPs = Math.max(echoPs, packet.sentPs);
      return Verdict.DUPLICATE;
    }
    if (!echoIsDue) {
      echoPs = packet.sentPs;
      echoIsDue = true;
    }
    boolean fills = held.count() > 0;
    expected = held.nextAbsent(end);
    held.removeBefore(expected);
    return fills ? Verdict.FILL : Verdict.ACCEPT;
  }

  /** Names the range with this byte first. */
  private void remember(long newest) {
    if (named.length == 0) {
      named = new long[REMEMBERED];
    }
    forget(held.firstBehind(newest));
    namedCount = Math.min(namedCount + 1, REMEMBERED);
    for (int at = namedCount - 1; at > 0; at--) {
      named[at] = named[at - 1];
    }
    named[0] = newest;
  }

  /** Removes the named bytes that are in this range or in none. */
  private void forget(int which) {
    int kept = 0;
    for (int at = 0; at < namedCount; at++) {
      int range = held.firstBehind(named[at]);
      if (range != which && range < held.count() && held.start(range) <= named[at]) {
        named[kept++] = named[at];
      }
    }
    namedCount = kept;
  }

  @Override
  public int ackBytes(Packet ack, Framing framing) {
    SackBlocks blocks = ack.sack();
    blocks.clear();
    if (held.count() > 0) {
      forget(NO_RANGE);
      for (int at = 0; at < Math.min(namedCount, SackBlocks.MOST); at++) {
        int range = held.firstBehind(named[at]);
        blocks.add(held.start(range), held.end(range));
      }
    }
    ack.sentPs = echoPs;
    echoIsDue = false;
    return framing.sackBytes(ack.telemetryBytes, blocks.count());
  }

  @Override
  public Packet.Kind gapAnswer() {
    return Packet.Kind.ACK;
  }

  @Override
  public long expectedNumber() {
    return Math.ceilDiv(expected, segmentBytes);
  }

  @Override
  public long expectedBytes() {
    return expected;
  }

  @Override
  public boolean reportsArrivals() {
    return false;
  }
}
