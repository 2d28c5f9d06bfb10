package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.memory.Transmissions;
import dev.inflight.telemetry.util.Check;

/**
 * Selective retransmission of packets that may overtake each other: the receiver keeps packets that arrive out of order and
 * reports each; the sender retransmits a missing packet when a much later one has arrived (RACK, RFC 8985), when a switch has
 * trimmed it, or after a timeout.
 *
 * @param reorderPs a packet counts as lost when a packet sent more than this later has arrived, 0 to 1000 s; 0: one and a half
 *     base RTTs, or the timeout with sprayed paths and trimming
 * @param rtoPs timeout (above 0, at most 1000 s); raised to some base RTTs if it is shorter
 * @param reach how far a flow sends beyond the first missing byte, in bandwidth-delay products, 1 to 1000: limits the state of
 *     both ends
 */
public record Selective(long reorderPs, long rtoPs, int reach) implements Recovery {
  /**
   * htsim's parameters for Ultra Ethernet without trimming: one and a half windows of disorder, which full windows take as many
   * RTTs for.
   */
  public static final Selective DEFAULT = new Selective(0, 100_000_000, 8);

  private static final int LONGEST_REACH = 1000;

  /** Checks the ranges. */
  public Selective {
    Check.time("reorder", reorderPs, 0);
    if (reorderPs > LONGEST_WAIT_PS) {
      throw new IllegalArgumentException("reorder must be at most 1000 s");
    }
    if (rtoPs <= 0 || rtoPs > LONGEST_WAIT_PS) {
      throw new IllegalArgumentException("rto must be above 0 and at most 1000 s");
    }
    Check.check("reach", reach, 1, LONGEST_REACH);
  }

  @Override
  public String name() {
    return "selective";
  }

  @Override
  public RecoverySender sender(long sizeBytes, PathFacts path) {
    return new Sender(this, sizeBytes, path);
  }

  @Override
  public RecoveryReceiver receiver(int payloadBytes) {
    return new SelectiveRepeatReceiver();
  }

  @Override
  public long longestWaitPs(long hostTimeoutPs) {
    return rtoPs;
  }

  @Override
  public String ownWaits() {
    return "rto=...";
  }

  @Override
  public boolean takesReordering() {
    return true;
  }

  @Override
  public Selective waitingAtLeast(long leastPs) {
    return new Selective(reorderPs, Math.max(rtoPs, leastPs), reach);
  }

  /** Returns a recovery for reordering until a timeout, unless a time is set for it. */
  @Override
  public Selective reorderingUntilTimeout() {
    return reorderPs == 0 ? new Selective(rtoPs, rtoPs, reach) : this;
  }

  /** The sender's half. */
  static final class Sender implements RecoverySender {
    private static final long NEVER = Long.MIN_VALUE;

    private final Transmissions packets = new Transmissions();
    private final long reorderPs;
    private final long rtoPs;
    private final long reachBytes;
    private long sizeBytes;
    private long ackedBytes;
    /** Latest departure among the packets that have arrived, in picoseconds. */
    private long newestPs = NEVER;
    private long lostBytes;
    private long trimmedBytes;
    /** There are gaps until the packets before this one are acknowledged. */
    private long recoverTo;

    Sender(Selective rules, long sizeBytes, PathFacts path) {
      this.sizeBytes = sizeBytes;
      reorderPs = rules.reorderPs == 0 ? path.baseRttPs() * 3 / 2 : rules.reorderPs;
      rtoPs = rules.rtoPs;
      reachBytes = rules.reach * path.bdpBytes();
    }

    @Override
    public long usedBytes() {
      boolean mayGoOn = packets.hasLost() || packets.endByte() < sizeBytes && packets.endByte() - ackedBytes < reachBytes;
      return mayGoOn ? packets.inflightBytes() : NOTHING;
    }

    @Override
    public long next() {
      return packets.hasLost() ? packets.firstLostByte() : packets.endByte();
    }

    @Override
    public int sent(int bytes) {
      throw new IllegalStateException("when it is sent has to be known");
    }

    @Override
    public int sent(int bytes, long startPs) {
      if (!packets.hasLost()) {
        packets.sendNew(bytes, startPs);
        return 0;
      }
      packets.sendLost(startPs);
      return bytes;
    }

    @Override
    public boolean acknowledged(long expected, long sentPs) {
      lostBytes = 0;
      trimmedBytes = 0;
      boolean further = expected > ackedBytes;
      if (further) {
        ackedBytes = Math.min(expected, packets.endByte());
        packets.acknowledge(ackedBytes);
      }
      newestPs = Math.max(newestPs, sentPs);
      return further;
    }

    @Override
    public boolean gapReported(long arrived) {
      return packets.arrived(arrived);
    }

    /**
     * Handles an acknowledgement. A trimmed packet has not arrived, and its header has overtaken others: it proves nothing
     * about packets that left before it.
     */
    @Override
    public boolean answered(Packet ack) {
      boolean trimmed = ack.kind == Packet.Kind.TRIM_NACK;
      boolean further = acknowledged(ack.expectedByte(), trimmed ? NEVER : ack.sentPs);
      further |= ack.kind == Packet.Kind.NACK && gapReported(ack.gapArrival());
      loseTrimmed(trimmed ? packets.lose(ack.trimmedNumber(), ack.sentPs) : 0);
      if (newestPs != NEVER) {
        lostBytes += packets.loseBefore(newestPs - reorderPs);
      }
      noteLoss(lostBytes);
      return further;
    }

    private void loseTrimmed(int bytes) {
      trimmedBytes = bytes;
      lostBytes = bytes;
    }

    @Override
    public void returned(Packet header) {
      loseTrimmed(packets.lose(header.number, header.sentPs));
      noteLoss(lostBytes);
    }

    private void noteLoss(long bytes) {
      if (bytes > 0) {
        recoverTo = packets.end();
      }
    }

    @Override
    public long lostBytes() {
      return lostBytes;
    }

    @Override
    public long trimmedBytes() {
      return trimmedBytes;
    }

    @Override
    public boolean reportsLoss(Packet ack) {
      return lostBytes > 0;
    }

    @Override
    public boolean hasGap() {
      return packets.arrivedBytes() > ackedBytes || packets.first() < recoverTo;
    }

    @Override
    public void extend(long newSizeBytes) {
      sizeBytes = newSizeBytes;
    }

    /** Declares packets lost that have been in flight for the timeout, and at least the oldest one. */
    @Override
    public void timedOut(long nowPs) {
      long oldestPs = packets.oldestPs();
      if (oldestPs != Long.MAX_VALUE) {
        noteLoss(packets.loseBefore(Math.max(nowPs - rtoPs, oldestPs) + 1));
      }
    }

    @Override
    public boolean awaitsAnswer() {
      return packets.inflightBytes() > 0;
    }

    @Override
    public long timeoutPs(long otherwisePs) {
      return rtoPs;
    }

    @Override
    public long inflightBytes() {
      return packets.inflightBytes();
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

    @Override
    public long arrivedBytes() {
      return packets.arrivedBytes();
    }
  }
}
