package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.net.recovery.memory.ByteRanges;
import dev.inflight.net.recovery.memory.RoundTripTimes;

/**
 * The sending half of {@link Tcp}: loss recovery by RFC 6675 (the comments use its terms), timeouts by RFC 6298. The congestion
 * control decides the data in flight; its window bounds the pipe.
 *
 * <p>Segments keep the boundaries of their first transmission, so all bounds are multiples of the segment size, or the flow's
 * end. The standards leave some choices. After a timeout the sender discards its record of the receiver's data (RFC 2018 §8),
 * goes back to the first missing byte, and continues, skipping data that is reported from then on (RFC 6675 §5.1). It measures
 * the RTT once per round trip.
 */
final class TcpSender implements RecoverySender {
  private static final int DUP_THRESH = 3;

  /** The phase, which selects the next bytes to send. */
  private enum Phase {
    /** No loss is known. */
    OPEN,
    /** RFC 6675 §5: from the detection of a loss until all data sent before it is acknowledged. */
    RECOVERY,
    /** RFC 6675 §5.1: the same after a timeout. */
    AFTER_TIMEOUT
  }

  /** The rule that selects the next segment: those of NextSeg(), and two that precede them. */
  private enum Rule {
    NONE, NEW_DATA, FIRST_LOST, LOST, RESCUE, GO_BACK
  }

  private final int segmentBytes;
  private final RoundTripTimes times;
  private final ByteRanges held = new ByteRanges();
  private long sizeBytes;
  private long acked; // behind HighACK
  private long highest; // behind HighData
  private long next; // SND.NXT after a timeout
  private long retransmitted; // behind HighRxt
  private long rescued; // behind RescueRxt
  private long recoveryPoint; // behind it
  private long pipe;
  private int duplicates;
  private long echoedTo; // the highest acknowledgement so far
  private long measuredAt; // the round trip ends when this is acknowledged
  private long rttPs;
  private Phase phase = Phase.OPEN;
  private Rule rule = Rule.NEW_DATA;
  private long chosen;
  private boolean firstIsDue;
  private boolean foundLoss;

  /**
   * A sender.
   *
   * @param baseRttPs round-trip time that the handshake measured, in picoseconds
   */
  TcpSender(Tcp rules, long sizeBytes, int segmentBytes, long baseRttPs) {
    this.sizeBytes = sizeBytes;
    this.segmentBytes = segmentBytes;
    times = new RoundTripTimes(baseRttPs, rules.minRtoPs());
    rttPs = baseRttPs;
    choose();
  }

  // Sending

  @Override
  public long usedBytes() {
    return rule == Rule.NONE ? NOTHING : rule == Rule.FIRST_LOST ? 0 : pipe;
  }

  @Override
  public long next() {
    return chosen;
  }

  @Override
  public int sent(int bytes) {
    pipe += bytes;
    long end = chosen + bytes;
    int again = bytes;
    switch (rule) {
      case NEW_DATA -> {
        highest = end;
        next = end;
        again = 0;
      }
      case GO_BACK -> next = end;
      case FIRST_LOST -> { // §5 (4.3) and (4.4)
        firstIsDue = false;
        retransmitted = end;
        rescued = end;
        setPipe();
      }
      case LOST -> retransmitted = end;
      case RESCUE -> rescued = recoveryPoint;
      case NONE -> throw new IllegalStateException("nothing was to be sent");
    }
    choose();
    return again;
  }

  private void choose() {
    switch (phase) {
      case OPEN -> newData();
      case RECOVERY -> nextSeg();
      case AFTER_TIMEOUT -> {
        next = held.nextAbsent(next);
        if (next < highest) {
          choose(Rule.GO_BACK, next);
        } else {
          newData();
        }
      }
    }
  }

  private void choose(Rule why, long first) {
    rule = why;
    chosen = first;
  }

  private void newData() {
    choose(highest < sizeBytes ? Rule.NEW_DATA : Rule.NONE, highest);
  }

  /** RFC 6675 §4. */
  private void nextSeg() {
    if (firstIsDue) {
      choose(Rule.FIRST_LOST, acked);
      return;
    }
    long absent = held.nextAbsent(Math.max(acked, retransmitted));
    boolean isBelowHeld = absent < held.end();
    if (isBelowHeld && absent < lostBefore()) {
      choose(Rule.LOST, absent);
    } else if (highest < sizeBytes) {
      newData();
    } else if (isBelowHeld) {
      choose(Rule.LOST, absent);
    } else if (acked > rescued && acked < highest) {
      choose(Rule.RESCUE, lastAbsent());
    } else {
      newData();
    }
  }

  /** The segment with the highest byte that is outstanding and not reported as held. */
  private long lastAbsent() {
    long last = held.end() == highest ? held.start(held.count() - 1) - 1 : highest - 1;
    return last - last % segmentBytes;
  }

  /** IsLost() is true for absent data below this byte. */
  private long lostBefore() {
    long bytesAbove = 0;
    for (int range = held.count() - 1; range >= 0; range--) {
      bytesAbove += held.end(range) - held.start(range);
      if (held.count() - range >= DUP_THRESH || bytesAbove > (DUP_THRESH - 1L) * segmentBytes) {
        return held.start(range);
      }
    }
    return acked;
  }

  /** SetPipe(); after a timeout, the data sent since then. */
  private void setPipe() {
    if (phase == Phase.AFTER_TIMEOUT) {
      pipe = absent(acked, next);
    } else {
      pipe = absent(Math.max(acked, lostBefore()), highest);
      if (phase == Phase.RECOVERY) {
        pipe += absent(acked, retransmitted);
      }
    }
  }

  private long absent(long from, long to) {
    return from < to ? to - from - held.bytesIn(from, to) : 0;
  }

  // Acknowledgements

  @Override
  public boolean answered(Packet ack) {
    boolean further = moveTo(ack.expectedByte());
    long to = Math.min(ack.expectedByte(), highest);
    if (to > echoedTo) { // also if an earlier notification has reported the receiver's progress
      echoedTo = to;
      rttPs = ack.timePs - ack.sentPs;
      if (to >= measuredAt) {
        times.take(rttPs);
        measuredAt = highest;
      }
    }
    react(update(ack.sack()));
    return further;
  }

  @Override
  public boolean acknowledged(long expected, long sentPs) {
    boolean further = moveTo(expected);
    react(false);
    return further;
  }

  private boolean moveTo(long expected) {
    long to = wholeSegments(Math.min(expected, highest));
    if (to <= acked) {
      return false;
    }
    acked = to;
    next = Math.max(next, to);
    duplicates = 0;
    held.removeBefore(to);
    return true;
  }

  private long wholeSegments(long end) {
    return end == sizeBytes ? end : end - end % segmentBytes;
  }

  /** Update(): true if the acknowledgement reports new data (RFC 6675 §2 defines duplicates). */
  private boolean update(SackBlocks blocks) {
    if (acked == highest) {
      return false;
    }
    long news = 0;
    for (int block = 0; block < blocks.count(); block++) {
      long start = Math.max(blocks.start(block) + segmentBytes - 1, acked);
      news += held.add(start - start % segmentBytes, wholeSegments(Math.min(blocks.end(block), highest)));
    }
    return news > 0;
  }

  /** RFC 6675 §5: (1) to (4), (A) and (B). */
  private void react(boolean isDuplicate) {
    foundLoss = false;
    if (phase != Phase.OPEN && acked >= recoveryPoint) {
      phase = Phase.OPEN;
      firstIsDue = false;
    }
    if (phase == Phase.RECOVERY && acked > retransmitted) {
      retransmitted = acked;
    }
    if (isDuplicate && phase == Phase.OPEN) {
      duplicates++;
      if (duplicates >= DUP_THRESH || acked < lostBefore()) {
        foundLoss = true;
        phase = Phase.RECOVERY;
        recoveryPoint = highest;
        retransmitted = acked;
        firstIsDue = true;
      }
    }
    setPipe();
    choose();
  }

  /** The RTT that the last acknowledgement of new data measured. Others echo a time older than their segment (RFC 7323 §4.3). */
  @Override
  public long rttPs(Packet ack) {
    return rttPs;
  }

  @Override
  public boolean reportsLoss(Packet ack) {
    return foundLoss;
  }

  @Override
  public boolean gapReported(long arrived) {
    return false; // TCP has no negative acknowledgements
  }

  @Override
  public void extend(long newSizeBytes) {
    sizeBytes = newSizeBytes;
    choose();
  }

  // Timeouts

  @Override
  public void timedOut(long nowPs) {
    held.clear();
    duplicates = 0;
    phase = Phase.AFTER_TIMEOUT;
    firstIsDue = false;
    recoveryPoint = highest;
    next = acked;
    pipe = 0;
    choose();
  }

  @Override
  public boolean awaitsAnswer() {
    return (phase == Phase.AFTER_TIMEOUT ? next : highest) > acked;
  }

  @Override
  public long timeoutPs(long otherwisePs) {
    return times.timeoutPs();
  }

  // Notifications

  @Override
  public long inflightBytes() {
    return pipe;
  }

  @Override
  public boolean hasGap() {
    return phase != Phase.OPEN || held.count() > 0;
  }

  @Override
  public long sentBytes() {
    return phase == Phase.AFTER_TIMEOUT ? next : highest;
  }

  @Override
  public long highestSentBytes() {
    return highest;
  }

  @Override
  public long ackedBytes() {
    return acked;
  }
}
