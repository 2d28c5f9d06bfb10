package dev.inflight.net.rdma;

import dev.inflight.net.host.ReceiveOwner;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Takes the other end's stream: checks what a request may reach, and handles each message once it is here whole. A READ request is answered
 * on this end's own stream; the {@link Requester} is told of responses.
 */
final class Responder extends ReceiveOwner {
  private final QueuePair queuePair;
  private final MessageLog messages;
  private final MemoryRegions memory;
  /** How far the stream is handled, in whole messages. */
  private long handledBytes;
  private @Nullable Message permitted; // last

  Responder(QueuePair queuePair, StreamFlow in, MemoryRegions memory) {
    this.queuePair = queuePair;
    messages = in.log();
    this.memory = memory;
  }

  @Override
  public boolean permits(Packet packet) {
    queuePair.onArrival(packet.timePs);
    if (packet.sequence < handledBytes) {
      return true; // it was here before
    }
    Message message = messages.at(packet.sequence);
    if (message == permitted || message.kind() == Message.Kind.READ_RESPONSE) {
      return true;
    }
    boolean allowed = memory.permits(message);
    permitted = allowed ? message : null;
    return allowed;
  }

  @Override
  public void hasRefused(long nowPs) {
    queuePair.hasRefused(nowPs);
  }

  @Override
  public boolean endsMessage(Flow flow, long end) {
    return messages.at(end - 1).end() == end;
  }

  @Override
  public void arrived(long expected, long nowPs) {
    boolean responds = false;
    while (handledBytes < expected && queuePair.state() != QueuePair.State.CLOSED) {
      Message message = messages.at(handledBytes);
      if (message.end() > expected) {
        break;
      }
      handledBytes = message.end();
      switch (message.kind()) {
        case WRITE -> {
          // The memory has it; nobody is told (one-sided).
        }
        case READ_REQUEST -> {
          queuePair.append(Message.responseTo(message));
          responds = true;
        }
        case READ_RESPONSE -> queuePair.readIsDone(nowPs);
      }
    }
    if (responds) {
      queuePair.send(nowPs);
    }
    queuePair.closeWhenIdle(nowPs);
  }
}
