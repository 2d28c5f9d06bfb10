package dev.inflight.net.credit;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.link.Packet;

/**
 * A sender's view of its credit. Credit counts the bytes that are sent with it: first flights are not charged, and credit that
 * was requested before a first flight and is unused then expires, as the congestion control drops it.
 */
public final class CreditAccount {
  private static final int TURNS = 2;
  /** Each turn takes an eighth off the longest one so far. */
  private static final int FORGETTING = 3;

  private long unsolicitedBytes;
  private long forfeitedBytes;
  private long requestedBytes;
  private long grantedBytes;
  private long answeredBeforeBytes; // requested before the last first flight
  private long lastCreditPs; // or the start of the last first flight
  private long longestTurnPs;

  /** An account without credit. */
  public CreditAccount(long nowPs) {
    lastCreditPs = nowPs;
  }

  /**
   * Writes the request into a packet that is being sent.
   *
   * @param everSentBytes bytes sent so far, this packet's too, each as often as it was
   * @param unsentBytes bytes that have still to be sent, those to retransmit counted
   * @param repeated true for the first packet after a timeout
   */
  public void request(Packet packet, CongestionControl control, long everSentBytes, long unsentBytes, boolean repeated) {
    if (control.sendsUnsolicited()) {
      unsolicitedBytes += packet.payloadBytes;
    }
    long more = Math.clamp(control.creditRequestBytes(unsentBytes, everSentBytes), 0, Math.max(0, unsentBytes));
    long wantedBytes = usedBytes(everSentBytes) + more;
    requestedBytes = Math.max(requestedBytes, wantedBytes);
    CreditHeader.write(packet, wantedBytes, repeated);
  }

  private long usedBytes(long everSentBytes) {
    return everSentBytes - unsolicitedBytes + forfeitedBytes;
  }

  /** Starts a first flight, after all data so far has been sent. */
  public void restart(long everSentBytes, long nowPs) {
    long usedBytes = usedBytes(everSentBytes);
    answeredBeforeBytes = Math.max(usedBytes, Math.max(requestedBytes, grantedBytes));
    forfeitedBytes += answeredBeforeBytes - usedBytes;
    longestTurnPs = 0;
    lastCreditPs = nowPs;
  }

  /** True if a credit answers a request of the present first flight, or a later one. */
  public boolean accepts(long creditBytes, long nowPs) {
    if (creditBytes <= answeredBeforeBytes) {
      return false;
    }
    grantedBytes = Math.max(grantedBytes, creditBytes);
    longestTurnPs = Math.max(nowPs - lastCreditPs, longestTurnPs - (longestTurnPs >> FORGETTING));
    lastCreditPs = nowPs;
    return true;
  }

  /** Returns a credit as the total of bytes that may have been sent, with those of first flights. */
  public long inAllBytes(long creditBytes) {
    return creditBytes + unsolicitedBytes - forfeitedBytes;
  }

  /**
   * Time to wait for credit before a packet is sent without, in picoseconds: receivers grant credit to many flows in turn, so
   * twice the longest recent turn from one credit to the next.
   *
   * @param timeoutPs the retransmission timeout, which is the least
   */
  public long waitPs(long timeoutPs) {
    return Math.max(timeoutPs, TURNS * longestTurnPs);
  }
}
