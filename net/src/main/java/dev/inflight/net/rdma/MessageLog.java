package dev.inflight.net.rdma;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.Segmentation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a stream in order, at the end that sends them. It keeps those that an acknowledgement may still refer to: all
 * unacknowledged ones, and others of the last 2^20 packets. That limit is 2^12 if messages have bytes, so that an endpoint stores
 * few, and 2^8 for a job's connections.
 */
public final class MessageLog extends Segmentation {
  private static final int FIRST_ROOM = 8;
  private static final long KEPT_PACKETS = 1 << 20;
  private static final long KEPT_PACKETS_WITH_BYTES = 1 << 12;
  /** Bound for connections of jobs, of which there may be a million; an older acknowledgement has no effect. */
  private static final long KEPT_PACKETS_OF_JOBS = 1 << 8;

  private final int payloadBytes;
  private long keptPackets;
  private @Nullable Message[] ring = new Message[FIRST_ROOM];
  private int head;
  private int count;
  private long endBytes;
  private long endNumber;
  private long endSerial;
  private boolean holdsBytes;
  private long released; // messages before this serial number hold no memory
  private @Nullable Message last; // requested last

  /**
   * A log without messages.
   *
   * @param ofJob true for a connection of a job
   */
  MessageLog(int payloadBytes, boolean ofJob) {
    this.payloadBytes = payloadBytes;
    keptPackets = ofJob ? KEPT_PACKETS_OF_JOBS : KEPT_PACKETS;
  }

  /** Sets whether its messages have bytes, in memory of an application. */
  void holdsBytes(boolean real) {
    holdsBytes = real;
    keptPackets = real ? KEPT_PACKETS_WITH_BYTES : keptPackets;
  }

  /** Appends a message. */
  void append(Message message) {
    if (count == ring.length) {
      grow();
    }
    message.start = endBytes;
    message.firstNumber = endNumber;
    message.serial = endSerial++;
    ring[head + count & ring.length - 1] = message;
    count++;
    endBytes = message.end();
    endNumber += Math.ceilDiv(message.streamBytes(), payloadBytes);
  }

  private void grow() {
    @Nullable
    Message[] wider = Arrays.copyOf(ring, 2 * ring.length);
    for (int n = 0; n < count; n++) {
      wider[n] = get(n);
    }
    ring = wider;
    head = 0;
  }

  @SuppressWarnings("NullAway") // places below count are filled
  private Message get(int n) {
    return ring[head + n & ring.length - 1];
  }

  /** Releases messages that no packet can refer to any more, now that the first bytes are acknowledged. */
  void acknowledged(long sequence) {
    long number = numberOf(sequence);
    if (holdsBytes) {
      release(sequence);
    }
    while (count > 1 && get(1).firstNumber() < number - keptPackets) {
      ring[head] = null;
      head = head + 1 & ring.length - 1;
      count--;
    }
  }

  /** Ends the log: no more data is sent, acknowledgements are ignored, and all messages with bytes are released. */
  void release() {
    if (holdsBytes) {
      release(endBytes);
      ring = new Message[FIRST_ROOM];
      head = 0;
      count = 0;
      last = null;
    }
  }

  /** Releases the memory of messages that end before a byte and will not be sent again. */
  private void release(long sequence) {
    for (int n = (int) (count - (endSerial - released)); n < count && get(n).end() <= sequence; n++) {
      get(n).release();
      released++;
    }
  }

  /** Bytes of all messages so far. */
  public long endBytes() {
    return endBytes;
  }

  /**
   * The message that a byte belongs to.
   *
   * @throws IllegalArgumentException if there is none, or it was removed long ago
   */
  @SuppressWarnings("ReferenceEquality")
  public Message at(long sequence) {
    Message known = last;
    if (known != null && sequence >= known.start && sequence < known.end()) {
      return known;
    }
    int n = find(sequence, false);
    if (n < 0 || sequence >= get(n).end()) {
      throw new IllegalArgumentException("byte " + sequence + " is in none of the " + count + " messages kept");
    }
    Message found = get(n);
    last = found;
    return found;
  }

  /** The last message that starts at or before a byte, or a packet number; -1 when none is kept. */
  private int find(long place, boolean byNumber) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      Message message = get(middle);
      if ((byNumber ? message.firstNumber : message.start) <= place) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  @Override
  public void fill(Packet packet, long sequence) {
    Message message = at(sequence);
    int payload = (int) Math.min(payloadBytes, message.end() - sequence);
    packet.payloadBytes = payload;
    packet.number = message.firstNumber + (sequence - message.start) / payloadBytes;
    message.describe(packet.rdma(), sequence, payload);
  }

  @Override
  public int extendedBytes(Packet packet, Framing framing) {
    RdmaHeader header = packet.rdma();
    return switch (header.kind) {
      case WRITE -> header.first ? framing.rethBytes() : 0;
      case READ_REQUEST -> 0; // its RETH replaces its payload
      case READ_RESPONSE -> header.first || header.last ? framing.aethBytes() : 0;
    };
  }

  @Override
  public long numberOf(long sequence) {
    if (sequence == endBytes) {
      return endNumber;
    }
    Message message = at(sequence);
    long offset = sequence - message.start;
    if (offset % payloadBytes != 0) {
      throw new IllegalArgumentException("byte " + sequence + " is not where a packet of " + message + " begins");
    }
    return message.firstNumber + offset / payloadBytes;
  }

  /** Byte at which the packet with a number starts, the end of the stream for the number after the last; -1 for others. */
  public long sequenceOf(long number) {
    if (number == endNumber) {
      return endBytes;
    }
    int n = number > endNumber ? -1 : find(number, true);
    return n < 0 ? -1 : get(n).start + (number - get(n).firstNumber) * payloadBytes;
  }

  /** The response to a READ request; null if it does not exist yet, or was removed long ago. */
  @Nullable
  Message responseTo(Message request) {
    for (int n = 0; n < count; n++) {
      if (get(n).completedMessages() == request.serial() + 1) {
        return get(n);
      }
    }
    return null;
  }
}
