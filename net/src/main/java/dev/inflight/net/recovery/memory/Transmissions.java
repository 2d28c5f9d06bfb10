package dev.inflight.net.recovery.memory;

import java.util.Arrays;

/**
 * The packets of a flow from the first unacknowledged one to the last one sent, numbered in the order of their bytes, and their
 * transmissions in the order of time. Each packet is in flight, arrived or lost. Each transmission is examined once, so a step
 * costs as much as its changes.
 */
public final class Transmissions {
  private static final int FIRST_ROOM = 16;
  private static final byte IN_FLIGHT = 0;
  private static final byte ARRIVED = 1;
  private static final byte LOST = 2;

  // By packet: its start, its state, and its last transmission.
  private long[] starts = new long[FIRST_ROOM];
  private byte[] states = new byte[FIRST_ROOM];
  private long[] last = new long[FIRST_ROOM];
  private long first;
  private long end;
  private long endByte;

  // By transmission: its owner, and when it left.
  private long[] packets = new long[FIRST_ROOM];
  private long[] timesPs = new long[FIRST_ROOM];
  private long oldest;
  private long next;

  // Lost packets in order of detection; some have arrived since then.
  private long[] lost = new long[FIRST_ROOM];
  private long lostFrom;
  private long lostTo;

  private long inflightBytes;
  private long arrivedBytes;

  /** The number of the first packet that is not acknowledged. */
  public long first() {
    return first;
  }

  /** The number of the next new packet. */
  public long end() {
    return end;
  }

  /** The byte after the last packet. */
  public long endByte() {
    return endByte;
  }

  /** Bytes of packets in flight. */
  public long inflightBytes() {
    return inflightBytes;
  }

  /** Bytes of packets that have arrived, including acknowledged ones. */
  public long arrivedBytes() {
    return arrivedBytes;
  }

  /** True if a packet waits for retransmission. */
  public boolean hasLost() {
    return lostFrom < lostTo;
  }

  /** First byte of the packet that has waited longest for retransmission. */
  public long firstLostByte() {
    return starts[slot(lost[slot(lostFrom, lost.length)])];
  }

  /** Counts a new packet that leaves. */
  public void sendNew(int bytes, long nowPs) {
    if (end - first == starts.length) {
      growPackets();
    }
    starts[slot(end)] = endByte;
    long packet = end++;
    endByte += bytes;
    leaves(packet, bytes, nowPs);
  }

  /** Retransmits the packet that has waited longest. */
  public void sendLost(long nowPs) {
    long packet = lost[slot(lostFrom, lost.length)];
    lostFrom++;
    skipFound();
    leaves(packet, bytes(packet), nowPs);
  }

  private void leaves(long packet, int bytes, long nowPs) {
    if (next - oldest == packets.length) {
      growTransmissions();
    }
    int slot = slot(next, packets.length);
    packets[slot] = packet;
    timesPs[slot] = nowPs;
    states[slot(packet)] = IN_FLIGHT;
    last[slot(packet)] = next++;
    inflightBytes += bytes;
  }

  /** Counts all bytes before this one as arrived, and forgets their packets. */
  public void acknowledge(long before) {
    while (first < end && endOf(first) <= before) {
      arrived(first);
      first++;
    }
    skipFound();
  }

  /**
   * Counts a packet that has arrived.
   *
   * @return true if that was not known
   */
  public boolean arrived(long packet) {
    if (packet < first || packet >= end || states[slot(packet)] == ARRIVED) {
      return false;
    }
    int bytes = bytes(packet);
    if (states[slot(packet)] == IN_FLIGHT) {
      inflightBytes -= bytes;
    }
    states[slot(packet)] = ARRIVED;
    arrivedBytes += bytes;
    skipFound();
    return true;
  }

  /**
   * Counts a packet as lost if it is in flight and was not retransmitted after the given time.
   *
   * @param sentPs departure time of the lost packet, in picoseconds
   * @return its bytes; 0 if it is not lost
   */
  public int lose(long packet, long sentPs) {
    boolean loses = packet >= first && packet < end && states[slot(packet)] == IN_FLIGHT
        && timesPs[slot(last[slot(packet)], packets.length)] <= sentPs;
    return loses ? lose(packet) : 0;
  }

  private int lose(long packet) {
    if (lostTo - lostFrom == lost.length) {
      lost = moved(lost, lostFrom, lostTo);
    }
    lost[slot(lostTo++, lost.length)] = packet;
    states[slot(packet)] = LOST;
    int bytes = bytes(packet);
    inflightBytes -= bytes;
    return bytes;
  }

  /**
   * Counts packets in flight that left before this time as lost.
   *
   * @return their bytes
   */
  public long loseBefore(long timePs) {
    long bytes = 0;
    while (oldest < next && (isOver(oldest) || timesPs[slot(oldest, packets.length)] < timePs)) {
      if (!isOver(oldest)) {
        bytes += lose(packets[slot(oldest, packets.length)]);
      }
      oldest++;
    }
    return bytes;
  }

  /** Departure time of the oldest packet in flight; {@link Long#MAX_VALUE} if there is none. */
  public long oldestPs() {
    loseBefore(Long.MIN_VALUE);
    return oldest < next ? timesPs[slot(oldest, packets.length)] : Long.MAX_VALUE;
  }

  /** True if a transmission is not in flight: its packet has arrived, is lost, or was retransmitted. */
  private boolean isOver(long transmission) {
    long packet = packets[slot(transmission, packets.length)];
    return packet < first || states[slot(packet)] != IN_FLIGHT || last[slot(packet)] != transmission;
  }

  /** Skips packets that have arrived after all. */
  private void skipFound() {
    while (lostFrom < lostTo) {
      long packet = lost[slot(lostFrom, lost.length)];
      if (packet >= first && states[slot(packet)] == LOST) {
        return;
      }
      lostFrom++;
    }
  }

  private long endOf(long packet) {
    return packet + 1 == end ? endByte : starts[slot(packet + 1)];
  }

  private int bytes(long packet) {
    return (int) (endOf(packet) - starts[slot(packet)]);
  }

  private int slot(long packet) {
    return slot(packet, starts.length);
  }

  private static int slot(long number, int room) {
    return (int) number & room - 1;
  }

  private void growPackets() {
    byte[] before = states;
    states = new byte[2 * before.length];
    for (long packet = first; packet < end; packet++) {
      states[slot(packet, states.length)] = before[slot(packet, before.length)];
    }
    starts = moved(starts, first, end);
    last = moved(last, first, end);
  }

  /** Makes room, unless finished transmissions have left enough. */
  private void growTransmissions() {
    loseBefore(Long.MIN_VALUE);
    if (next - oldest == packets.length) {
      packets = moved(packets, oldest, next);
      timesPs = moved(timesPs, oldest, next);
    }
  }

  private static long[] moved(long[] from, long first, long end) {
    long[] to = new long[2 * from.length];
    for (long number = first; number < end; number++) {
      to[slot(number, to.length)] = from[slot(number, from.length)];
    }
    return to;
  }

  @Override
  public String toString() {
    return "packets " + first + " to " + end + ", " + inflightBytes + " B in flight, " + (lostTo - lostFrom) + " lost, "
        + Arrays.toString(states);
  }
}
