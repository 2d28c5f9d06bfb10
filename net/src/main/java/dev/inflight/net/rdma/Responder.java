package dev.inflight.net.rdma;

import dev.inflight.net.host.ReceiveOwner;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.rdma.memory.ArrivingBytes;
import dev.inflight.net.rdma.memory.ByteStore;
import dev.inflight.net.rdma.memory.MemoryRegions;
import org.jspecify.annotations.Nullable;

/**
 * Receives the other end's stream, which its packets' headers describe. It checks access, and handles each message once it is
 * whole. It answers a READ request on this end's own stream; the {@link Requester} receives responses.
 */
final class Responder extends ReceiveOwner {
  private final QueuePair queuePair;
  private final MemoryRegions memory;
  /** Stores bytes at their destinations; null if packets have none. */
  private final @Nullable Placement placement;
  private final ArrivedHeaders headers = new ArrivedHeaders();
  /** Header of the arriving message's first packet. */
  private final RdmaHeader message = new RdmaHeader();
  /** Number of messages that have arrived whole. */
  private long completed;
  private boolean hasRefused;

  Responder(QueuePair queuePair, MemoryRegions memory, @Nullable ArrivingBytes arriving) {
    placement = arriving == null ? null : new Placement(queuePair, memory, arriving);
    this.queuePair = queuePair;
    this.memory = memory;
  }

  @Override
  public boolean permits(Packet packet) {
    if (!queuePair.isOfThis(packet)) {
      return false;
    }
    queuePair.onArrival(packet.timePs);
    if (packet.number < headers.next()) {
      return true; // a duplicate
    }
    RdmaHeader header = packet.rdma();
    boolean asks = header.first && header.kind != RdmaHeader.Kind.READ_RESPONSE;
    return !hasRefused
        && (placement == null ? !asks || memory.permits(header) : placement.permits(packet, packet.number == headers.next()));
  }

  @Override
  public boolean takesBytes() {
    return placement != null;
  }

  @Override
  public void hasRefused(long nowPs) {
    hasRefused = true;
    queuePair.hasRefused(nowPs);
  }

  @Override
  public boolean taken(Packet packet) {
    headers.put(packet.number, packet.rdma());
    return placement == null || placement.take(packet);
  }

  @Override
  public boolean endsMessage(Flow flow, long expected, long expectedBytes) {
    return headers.get(expected - 1).last;
  }

  @Override
  public void answers(Packet ack) {
    long whole = completed;
    for (long number = headers.next(); number < ack.expectedNumber(); number++) {
      whole += headers.get(number).last ? 1 : 0;
    }
    ack.rdma().completedMessages = whole;
  }

  @Override
  public void arrived(long expected, long nowPs) {
    boolean responds = false;
    while (headers.next() < expected && queuePair.state() != QueuePair.State.CLOSED) {
      RdmaHeader header = headers.get(headers.next());
      headers.pass();
      if (header.first) {
        message.set(header);
      }
      queuePair.retransmittedThere(header.retransmittedBytes); // for each packet: some fill gaps after the last one
      if (header.last) {
        completed++;
        if (placement != null) {
          placement.passed(headers.next(), nowPs);
        }
        responds |= complete(header.kind, nowPs);
      }
    }
    if (responds) {
      queuePair.send(nowPs);
    }
    queuePair.closeWhenIdle(nowPs);
  }

  /** Handles the arriving message, now whole; returns true if it is answered. */
  private boolean complete(RdmaHeader.Kind kind, long nowPs) {
    switch (kind) {
      case WRITE -> {
        if (placement == null) {
          queuePair.listener.written(queuePair, message.address, nowPs);
        } // else the memory has it, without a report (one-sided)
      }
      case READ_REQUEST -> {
        Message response = Message.response(message.memoryBytes, completed);
        if (placement != null) {
          ByteStore from = memory.storeOf(message.key);
          if (from == null) { // it was revoked after the request was permitted and acknowledged
            queuePair.cannotAnswer(nowPs);
            return false;
          }
          response.from(from, memory.offsetOf(message.key, message.address));
        }
        queuePair.append(response);
        return true;
      }
      case READ_RESPONSE -> queuePair.readIsDone(nowPs);
    }
    return false;
  }
}
