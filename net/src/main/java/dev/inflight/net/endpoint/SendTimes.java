package dev.inflight.net.endpoint;

import dev.inflight.net.link.Packet;

/**
 * When each packet of a flow that is not acknowledged was last sent. RoCEv2 carries no time of sending, so a sender that has only frames to go
 * by remembers it, and takes what an acknowledgement names for what it answers.
 */
final class SendTimes {
  private static final int FIRST_ROOM = 16;

  private long[] sentPs = new long[FIRST_ROOM];
  private long first;
  private long end;

  /** A data packet leaves. */
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
   * When the packet was sent that an acknowledgement answers. It is the one that the acknowledgement names; else the last to be sent of those that it
   * acknowledges, and when it reports a gap, the one behind that.
   *
   * @return {@code otherwise} when it answers nothing that is known
   */
  long answered(Packet ack, long otherwise) {
    boolean gap = ack.kind == Packet.Kind.NACK;
    long latest = otherwise;
    if (gap) {
      latest = timeOf(ack.arrivedNumber == Packet.NO_NUMBER ? ack.number + 1 : ack.arrivedNumber, otherwise);
    } else if (ack.number > first) {
      latest = timeOf(first, otherwise);
      for (long number = first + 1; number < Math.min(ack.number, end); number++) {
        latest = Math.max(latest, sentPs[slot(number)]);
      }
    }
    first = Math.max(first, ack.number);
    end = Math.max(end, first);
    return latest;
  }

  private long timeOf(long number, long otherwise) {
    return number >= first && number < end ? sentPs[slot(number)] : otherwise;
  }
}
