package dev.inflight.net.rdma;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.rdma.memory.ArrivingBytes;
import dev.inflight.net.rdma.memory.ByteStore;
import dev.inflight.net.rdma.memory.MemoryRegions;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores the bytes of an arriving stream at their destinations, once per packet: when the receiver accepts it, in order or early.
 * A message's first packet determines its destination: by the address of a WRITE, or by the request that a READ response answers.
 * Bytes that arrive before the first packet are kept aside; beyond a bound they are refused, as if lost.
 *
 * <p>Every packet must fit its message; others are refused.
 */
final class Placement {
  /** Limit of bytes aside, or in unfinished messages for the application, not counting the next message in order. */
  private static final long MOST_ASIDE_BYTES = 64L << 20;

  /** A message that has its first packet. */
  private static final class Arriving {
    final long first;
    /** Behind its last packet. */
    final long end;
    final RdmaHeader.Kind kind;
    final long bytes;
    final @Nullable ByteStore store;
    final long offset;
    final long address;
    final byte @Nullable [] message;
    /** Request that a response answers. */
    final @Nullable Operation read;

    Arriving(long first, long end, RdmaHeader header, long bytes, @Nullable ByteStore store, long offset,
        byte @Nullable [] message, @Nullable Operation read) {
      this.read = read;
      this.first = first;
      this.end = end;
      kind = header.kind;
      address = header.address;
      this.bytes = bytes;
      this.store = store;
      this.offset = offset;
      this.message = message;
    }
  }

  /** A packet that arrived before its message's first. */
  private record Aside(RdmaHeader.Kind kind, boolean last, byte[] bytes) {
  }

  private final QueuePair queuePair;
  private final MemoryRegions memory;
  private final ArrivingBytes arriving;
  private final int payloadBytes;
  /** By the number of the first packet. */
  private final TreeMap<Long, Arriving> messages = new TreeMap<>();
  private final TreeMap<Long, Aside> aside = new TreeMap<>();
  private long asideBytes;
  private boolean broken;
  /** For the message that starts with the last permitted packet. */
  private byte @Nullable [] room;
  /** The message found last. */
  private @Nullable Arriving last;

  Placement(QueuePair queuePair, MemoryRegions memory, ArrivingBytes arriving) {
    this.queuePair = queuePair;
    this.memory = memory;
    this.arriving = arriving;
    payloadBytes = queuePair.stream().connection().payloadBytes();
  }

  private @Nullable Arriving find(long number) {
    Arriving known = last;
    if (known == null || number < known.first || number >= known.end) {
      Map.Entry<Long, Arriving> before = messages.floorEntry(number);
      known = before == null || number >= before.getValue().end ? null : before.getValue();
      if (known != null) {
        last = known;
      }
    }
    return known;
  }

  /**
   * Reports whether a packet fits its message as far as that is known, and may be kept.
   *
   * @param inTurn true if it is the next packet in order
   */
  boolean permits(Packet packet, boolean inTurn) {
    if (broken) {
      return false;
    }
    RdmaHeader header = packet.rdma();
    Arriving known = find(packet.number);
    if (known != null) {
      return (known.read == null
          ? known.store == null || !known.store.isTakenBack()
          : known.read.status == Operation.Status.PENDING) // afterward its memory is used again
          && header.first == (packet.number == known.first)
          && fits(known, packet.number, header.kind, header.last, packet.payloadBytes);
    }
    if (!header.first) {
      return !inTurn && asideBytes + packet.payloadBytes <= MOST_ASIDE_BYTES;
    }
    return begins(header, inTurn) && fitsBehind(packet) && isShaped(header, packet.payloadBytes);
  }

  /** Reports whether a message may start with such a packet. */
  private boolean begins(RdmaHeader header, boolean inTurn) {
    return switch (header.kind) {
      case READ_REQUEST -> memory.permits(header);
      case READ_RESPONSE -> queuePair.requester.answeredBy(header.completedMessages) != null;
      case WRITE -> header.key == 0 ? takesMessage(header.memoryBytes, inTurn) : memory.permits(header);
    };
  }

  private boolean takesMessage(long bytes, boolean inTurn) {
    return bytes <= queuePair.listener.mostMessageBytes() && (inTurn || asideBytes + bytes <= MOST_ASIDE_BYTES)
        && hasMemoryFor((int) bytes);
  }

  /**
   * Reports whether there is memory for a message. Otherwise it is refused, like one that is too long, which affects only its
   * sender.
   */
  private boolean hasMemoryFor(int bytes) {
    byte[] before = room;
    if (before != null && before.length == bytes) {
      return true;
    }
    try {
      room = new byte[bytes];
      return true;
    } catch (OutOfMemoryError _) {
      return false;
    }
  }

  /** Reports whether the message would end before the next one that has started. */
  private boolean fitsBehind(Packet packet) {
    Long next = messages.higherKey(packet.number);
    return next == null || packet.number + Math.ceilDiv(streamBytes(packet.rdma()), payloadBytes) <= next;
  }

  /** Reports whether the first packet of a message has a payload that fits the message's size. */
  private boolean isShaped(RdmaHeader header, int payload) {
    long bytes = streamBytes(header);
    return payload == Math.min(bytes, payloadBytes) && header.last == bytes <= payloadBytes;
  }

  private long streamBytes(RdmaHeader header) {
    if (header.kind == RdmaHeader.Kind.READ_REQUEST) {
      return Message.READ_REQUEST_BYTES;
    }
    if (header.kind == RdmaHeader.Kind.WRITE) {
      return header.memoryBytes;
    }
    Operation read = queuePair.requester.answeredBy(header.completedMessages);
    return read == null ? 1 : read.bytes();
  }

  private boolean fits(Arriving message, long number, RdmaHeader.Kind kind, boolean ends, int payload) {
    long place = (number - message.first) * payloadBytes;
    return kind == message.kind && ends == (number == message.end - 1)
        && payload == Math.min(message.bytes - place, payloadBytes);
  }

  /** Stores a permitted packet; returns false if its memory is inaccessible, and the connection ends. */
  boolean take(Packet packet) {
    RdmaHeader header = packet.rdma();
    Arriving message = find(packet.number);
    if (message == null && !header.first) {
      int from = arriving.at;
      aside.put(packet.number,
          new Aside(header.kind, header.last, Arrays.copyOfRange(arriving.frame, from, from + packet.payloadBytes)));
      asideBytes += packet.payloadBytes;
      return true;
    }
    if (message == null) {
      message = begin(packet.number, header);
    }
    boolean placed = place(message, packet.number, arriving.frame, arriving.at, packet.payloadBytes);
    if (header.first && !aside.isEmpty()) {
      placed &= placeAside(message);
    }
    if (!placed) {
      queuePair.cannotPlace(message.read, packet.timePs);
    }
    return placed;
  }

  private Arriving begin(long number, RdmaHeader header) {
    long bytes = streamBytes(header);
    ByteStore store = null;
    long offset = 0;
    byte[] whole = null;
    Operation read = null;
    if (header.kind == RdmaHeader.Kind.READ_RESPONSE) {
      read = queuePair.requester.answeredBy(header.completedMessages);
      store = read == null ? null : read.local;
      offset = read == null ? 0 : read.localOffset;
    } else if (header.kind == RdmaHeader.Kind.WRITE && header.key == 0) {
      whole = Objects.requireNonNull(room, "that the packet was permitted");
      room = null;
      store = ByteStore.of(whole);
      asideBytes += bytes;
    } else if (header.kind == RdmaHeader.Kind.WRITE) {
      store = memory.storeOf(header.key);
      offset = memory.offsetOf(header.key, header.address);
    }
    var message = new Arriving(number, number + Math.ceilDiv(bytes, payloadBytes), header, bytes, store, offset, whole, read);
    messages.put(number, message);
    last = message;
    return message;
  }

  private boolean place(Arriving message, long number, byte[] from, int at, int count) {
    return message.store == null || message.store.put(message.offset + (number - message.first) * payloadBytes, from, at, count);
  }

  private boolean placeAside(Arriving message) {
    boolean placed = true;
    Map<Long, Aside> its = aside.subMap(message.first, message.end);
    for (Map.Entry<Long, Aside> one : its.entrySet()) {
      Aside kept = one.getValue();
      if (fits(message, one.getKey(), kept.kind, kept.last, kept.bytes.length)) {
        placed &= place(message, one.getKey(), kept.bytes, 0, kept.bytes.length);
      } else {
        broken = true; // its sender contradicts itself, so nothing more is accepted
      }
      asideBytes -= kept.bytes.length;
    }
    its.clear();
    return placed;
  }

  /** Called when all packets before this one have been handled, and a message has ended with the last of them. */
  void passed(long next, long nowPs) {
    Map.Entry<Long, Arriving> first = messages.firstEntry();
    if (first == null || first.getValue().end > next) {
      return;
    }
    messages.pollFirstEntry();
    last = null;
    byte[] whole = first.getValue().message;
    if (whole != null) {
      asideBytes -= whole.length;
      queuePair.listener.arrived(queuePair, first.getValue().address, whole, nowPs);
    }
  }
}
