package dev.inflight.net.endpoint;

import dev.inflight.net.link.Packet;

/**
 * Last time of sending of each unacknowledged packet of a flow. RoCEv2 carries no time of sending, so a sender with frames as its
 * peer stores it. If a packet was sent twice, an answer counts for the second one.
 */
final class SendTimes {
  private static final int FIRST_ROOM = 16;
  private static final long NOT_KNOWN = Long.MIN_VALUE;

  private long[] sentPs = new long[FIRST_ROOM];
  private long first;
  private long end;
  private long lastRttPs;

  /** Stores the time of a data packet that leaves. */
  void sent(long number, long nowPs) {
    if (number < first) {
      return; // acknowledged meanwhile
    }
    while (number - first >= sentPs.length) {
      grow();
    }
    end = Math.max(end, number + 1);
    sentPs[slot(number)] = nowPs;
  }

  private void grow() {
    long[] more = new long[2 * sentPs.length];
    for (long number = first; number < first + sentPs.length; number++) {
      more[(int) number & more.length - 1] = sentPs[slot(number)];
    }
    sentPs = more;
  }

  private int slot(long number) {
    return (int) number & sentPs.length - 1;
  }

  /**
   * Time at which the packet was sent that an acknowledgement answers. It is the one that the acknowledgement names; else the
   * last to be sent of those that it acknowledges, and if it reports a gap, the one behind that. If it acknowledges no further
   * packet, the last round-trip time is used for it.
   */
  long answered(Packet ack, long nowPs) {
    if (ack.kind == Packet.Kind.RETURNED) { // which acknowledges no data, and measures no round trip
      long leftPs = timeOf(ack.number);
      return leftPs == NOT_KNOWN ? nowPs : leftPs;
    }
    long sentAtPs = NOT_KNOWN;
    if (ack.kind == Packet.Kind.NACK || ack.kind == Packet.Kind.TRIM_NACK) {
      sentAtPs = timeOf(ack.arrivedNumber == Packet.NO_NUMBER ? ack.expectedNumber() + 1 : ack.arrivedNumber);
    } else {
      for (long number = first; number < Math.min(ack.expectedNumber(), end); number++) {
        sentAtPs = Math.max(sentAtPs, sentPs[slot(number)]);
      }
    }
    first = Math.max(first, Math.min(ack.expectedNumber(), end)); // packets that were never sent cannot be acknowledged
    if (sentAtPs != NOT_KNOWN) {
      lastRttPs = nowPs - sentAtPs;
    }
    return nowPs - lastRttPs;
  }

  private long timeOf(long number) {
    return number >= first && number < end ? sentPs[slot(number)] : NOT_KNOWN;
  }
}
