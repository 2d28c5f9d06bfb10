package dev.inflight.net.recovery;

import dev.inflight.net.recovery.memory.SentPackets;

/**
 * Retransmits only missing packets (IRN, SIGCOMM'18 §3). A reported gap or a timeout starts a recovery: the sender retransmits
 * the first missing packet, whatever the window. It declares any other packet lost when a later one has arrived. A recovery
 * retransmits each packet at most once, and ends when all data sent before its start is acknowledged.
 *
 * <p>Packets of a flow do not overtake each other, so two more answers show losses. Without them, each packet of a lost tail
 * would take a timeout. The answer to a retransmission shows that the next packet sent before it is lost (as in the authors'
 * hardware, irn-vivado-hls). The answer to a packet sent after a timeout shows that all packets before it are lost (not in
 * theirs).
 */
final class SelectiveRepeatSender implements RecoverySender {
  private static final long NEVER = Long.MAX_VALUE;

  private long sizeBytes;
  private final long bdpBytes;
  private final long reachBytes;
  private final int fewPackets;
  private final Irn irn;
  private final SentPackets packets = new SentPackets();

  private long ackedBytes;
  private long inflightBytes;
  private int inflightPackets;
  /** Packets in [lostFrom, lostTo) that are not known to have arrived are lost, and wait for retransmission. */
  private long lostFrom;
  private long lostTo;
  private boolean recovering;
  /** The recovery ends when the packets before this one are acknowledged. */
  private long recoverTo;
  /** The first packet of a recovery has not left yet. */
  private boolean urgent;
  private long timedOutAtPs = NEVER;
  /** Sending time of the newest answered packet. */
  private long answeredPs;
  /** The first missing packet, retransmitted for a gap, and the sent and answered data at that time. */
  private long filler = -1;
  private long fillerEnd;
  private long fillerAfterPs;

  SelectiveRepeatSender(Irn irn, long sizeBytes, long bdpBytes) {
    this.irn = irn;
    this.sizeBytes = sizeBytes;
    this.bdpBytes = bdpBytes;
    reachBytes = irn.reach() * bdpBytes;
    fewPackets = irn.fewPackets();
  }

  @Override
  public long usedBytes() {
    if (lostFrom < lostTo) {
      if (urgent) {
        return 0;
      }
    } else if (packets.endByte() >= sizeBytes || packets.endByte() - ackedBytes >= reachBytes) {
      return NOTHING;
    }
    return inflightBytes < bdpBytes ? inflightBytes : NOTHING; // BDP-FC (§3.2)
  }

  @Override
  public long next() {
    return lostFrom < lostTo ? packets.start(lostFrom) : packets.endByte();
  }

  @Override
  public int sent(int bytes) {
    inflightBytes += bytes;
    inflightPackets++;
    if (lostFrom == lostTo) {
      packets.add(bytes);
      return 0;
    }
    urgent = false;
    if (lostFrom == packets.first() && timedOutAtPs == NEVER) {
      filler = lostFrom;
      fillerEnd = packets.end();
      fillerAfterPs = answeredPs;
    }
    lostFrom++;
    passArrived();
    return bytes;
  }

  private void passArrived() {
    while (lostFrom < lostTo && packets.hasArrived(lostFrom)) {
      lostFrom++;
    }
  }

  @Override
  public boolean acknowledged(long expected, long sentPs) {
    boolean further = expected > ackedBytes;
    if (further) {
      boolean filled = packets.first() == filler && sentPs > fillerAfterPs; // the original was not just late
      moveTo(Math.min(expected, packets.endByte()));
      if (filled) {
        takeForLost(Math.min(packets.first() + 1, fillerEnd));
      }
    }
    answeredPs = Math.max(answeredPs, sentPs);
    if (sentPs >= timedOutAtPs) {
      timedOutAtPs = NEVER;
      takeForLost(recoverTo);
    }
    if (recovering && packets.first() >= recoverTo) {
      goOnOrEnd();
    }
    return further;
  }

  private void moveTo(long expected) {
    ackedBytes = expected;
    while (packets.first() < packets.end() && packets.end(packets.first()) <= expected) {
      long packet = packets.first();
      if (isInFlight(packet)) {
        leavesFlight(packet);
      }
      packets.removeFirst();
    }
    if (lostFrom < packets.first()) {
      lostFrom = packets.first();
      urgent = false;
    }
    lostTo = Math.max(lostTo, packets.first());
    passArrived();
  }

  /** Ends the recovery; starts the next one if packets beyond its end are known to be missing, or already retransmitted. */
  private void goOnOrEnd() {
    timedOutAtPs = NEVER;
    if (lostTo > packets.first()) {
      recoverTo = packets.end();
    } else {
      recovering = false;
    }
  }

  @Override
  public boolean gapReported(long packet) {
    if (packet <= packets.first() || packet >= packets.end() || packets.hasArrived(packet)) {
      return false; // acknowledged meanwhile, never sent, or reported before
    }
    if (isInFlight(packet)) {
      leavesFlight(packet);
    }
    packets.markArrived(packet);
    takeForLost(packet);
    passArrived();
    if (!recovering) {
      begin();
    }
    return true;
  }

  private void begin() {
    recovering = true;
    recoverTo = packets.end();
    urgent = true;
  }

  @Override
  public void extend(long newSizeBytes) {
    sizeBytes = newSizeBytes;
  }

  @Override
  public void timedOut(long nowPs) {
    timedOutAtPs = nowPs;
    lostFrom = packets.first();
    lostTo = Math.max(lostTo, lostFrom + 1);
    passArrived();
    inflightBytes = 0;
    inflightPackets = 0;
    for (long packet = lostTo; packet < packets.end(); packet++) {
      if (!packets.hasArrived(packet)) {
        inflightBytes += packets.bytes(packet);
        inflightPackets++;
      }
    }
    begin();
  }

  private boolean isInFlight(long packet) {
    return !packets.hasArrived(packet) && (packet < lostFrom || packet >= lostTo);
  }

  private void leavesFlight(long packet) {
    inflightBytes -= packets.bytes(packet);
    inflightPackets--;
  }

  /** Declares all packets before this one lost, except those that have arrived or are retransmitted. */
  private void takeForLost(long before) {
    for (long packet = lostTo; packet < before; packet++) {
      if (!packets.hasArrived(packet)) {
        leavesFlight(packet);
      }
    }
    lostTo = Math.max(lostTo, before);
    passArrived();
  }

  @Override
  public boolean awaitsAnswer() {
    return inflightBytes > 0 && !urgent;
  }

  @Override
  public long timeoutPs(long otherwisePs) {
    return inflightPackets <= fewPackets && packets.end() > 0 ? irn.rtoLowPs() : irn.rtoHighPs();
  }

  @Override
  public long inflightBytes() {
    return inflightBytes;
  }

  @Override
  public boolean hasGap() {
    return recovering;
  }

  @Override
  public long sentBytes() {
    return packets.endByte();
  }

  @Override
  public long highestSentBytes() {
    return packets.endByte();
  }

  @Override
  public long ackedBytes() {
    return ackedBytes;
  }
}
