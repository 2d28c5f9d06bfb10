package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.header.RdmaHeader;

/** A plain flow at a host that has only its frames: its size follows from the messages that have started or ended. */
public final class ArrivingFlow extends Flow {
  private long knownBytes;
  private boolean whole;

  /** Makes a flow of which only the ends are known; as {@link Flow#Flow(int, int, int, int, int, int, long, long) any other}. */
  public ArrivingFlow(int id, int source, int destination, int sourcePort, int destinationPort, int priority) {
    super(id, source, destination, sourcePort, destinationPort, priority, 0, 0);
  }

  /** Bytes of the flow's messages that frames have shown so far. */
  @Override
  public long sizeBytes() {
    return knownBytes;
  }

  @Override
  public boolean startsMessage(long sequence, int payloadBytes) {
    return sequence % messageBytes(payloadBytes) == 0;
  }

  /** Takes the message fields of a packet's frame; returns false if they are not possible in a plain flow. */
  boolean learn(RdmaHeader said, long sequence, int payload, int payloadBytes) {
    boolean full = payload == payloadBytes;
    long end = sequence + payload;
    boolean ends = whole && end == knownBytes || startsMessage(end, payloadBytes);
    boolean fits = said.first == startsMessage(sequence, payloadBytes) && (full || said.last && payload < payloadBytes)
        && !(whole && (end > knownBytes || said.last != ends));
    if (!fits || said.first && (said.address != sequence || said.key != queuePair())) {
      return false;
    }
    if (said.first) {
      know(sequence + said.memoryBytes, payloadBytes);
    }
    if (said.last) {
      know(end, payloadBytes);
    }
    return true;
  }

  private void know(long endBytes, int payloadBytes) {
    knownBytes = Math.max(knownBytes, endBytes);
    whole |= !startsMessage(endBytes, payloadBytes); // a message below the largest size is the last one
  }
}
