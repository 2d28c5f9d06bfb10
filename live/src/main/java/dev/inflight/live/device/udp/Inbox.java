package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.os.Messages;
import java.lang.foreign.MemorySegment;

/** Chunks into which recvmmsg writes datagrams, with enough room in front for the headers. */
final class Inbox implements AutoCloseable {
  private static final int MESSAGES = 64;
  private static final int CONTROL_BYTES = 128;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int DEFAULT_TTL = 64;

  private final FrameMemory memory;
  private final Headers headers;
  private final Messages messages;
  private final long[] chunks = new long[MESSAGES];
  private int ready;
  private int trafficClass;
  private int ttl;

  Inbox(FrameMemory memory, Headers headers) {
    this.memory = memory;
    this.headers = headers;
    messages = new Messages(MESSAGES, headers.addressBytes, CONTROL_BYTES);
  }

  Messages messages() {
    return messages;
  }

  /** Takes missing chunks from the memory; returns the number of messages that may be received. */
  int prepare() {
    while (ready < MESSAGES) {
      long chunk = memory.take();
      if (chunk < 0) {
        break;
      }
      place(ready++, chunk);
    }
    return ready;
  }

  private void place(int message, long chunk) {
    chunks[message] = chunk;
    long at = chunk + FrameMemory.HEADROOM_BYTES + headers.bytes;
    messages.piece(message, memory.bytes().address() + at, memory.largestFrameBytes() - headers.bytes);
  }

  /** Writes the headers of a message that arrived at a port; returns the start of its frame, in a chunk for the caller. */
  long frame(int message, long mac, int toPort) {
    long at = chunks[message] + FrameMemory.HEADROOM_BYTES;
    chunks[message] = -1;
    readControl(message);
    headers.write(memory.bytes(), at, mac, messages.names(), messages.name(message), toPort, trafficClass, ttl,
        messages.received(message));
    return at;
  }

  private void readControl(int message) {
    trafficClass = 0;
    ttl = DEFAULT_TTL;
    MemorySegment controls = messages.controls();
    long at = messages.control(message);
    long end = at + messages.controlLength(message);
    while (at + CONTROL_HEADER_BYTES < end) {
      long length = controls.get(JAVA_LONG, at);
      int type = controls.get(JAVA_INT, at + 12);
      boolean ours = controls.get(JAVA_INT, at + 8) == headers.level;
      if (ours && type == headers.trafficClassType) {
        trafficClass = controls.get(JAVA_BYTE, at + CONTROL_HEADER_BYTES) & 0xFF; // the first of one or of four bytes
      } else if (ours && type == headers.ttlType) {
        ttl = controls.get(JAVA_INT, at + CONTROL_HEADER_BYTES) & 0xFF;
      }
      at += Math.max(CONTROL_HEADER_BYTES, length + 7 & -8);
    }
  }

  /** Ends a batch: messages without chunks get new ones, or those of others if none is free. */
  void endBatch(int received) {
    for (int message = received - 1; message >= 0; message--) {
      messages.reset(message);
      if (chunks[message] < 0) {
        long chunk = memory.take();
        place(message, chunk >= 0 ? chunk : chunks[--ready]);
      }
    }
  }

  @Override
  public void close() {
    while (ready > 0) {
      memory.give(chunks[--ready]);
    }
    messages.close();
  }
}
