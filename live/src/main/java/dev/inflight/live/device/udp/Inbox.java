package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.os.Messages;
import java.lang.foreign.MemorySegment;

/** Chunks that recvmmsg puts datagrams into, so far behind their beginning that the headers fit in front. */
final class Inbox implements AutoCloseable {
  private static final int MESSAGES = 64;
  private static final int CONTROL_BYTES = 128;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int IP_TOS = 1;
  private static final int IP_TTL = 2;
  private static final int DEFAULT_TTL = 64;

  private final FrameMemory memory;
  private final Messages messages = new Messages(MESSAGES, UdpSockets.ADDRESS_BYTES, CONTROL_BYTES);
  private final long[] chunks = new long[MESSAGES];
  private int ready;
  private int trafficClass;
  private int ttl;

  Inbox(FrameMemory memory) {
    this.memory = memory;
  }

  Messages messages() {
    return messages;
  }

  /** Takes what is missing from the memory; returns how many messages may be received. */
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
    long at = chunk + FrameMemory.HEADROOM_BYTES + Headers.BYTES;
    messages.piece(message, memory.bytes().address() + at, memory.largestFrameBytes() - Headers.BYTES);
  }

  /** Writes the headers of a message that has arrived at a port; returns where its frame begins, in a chunk that is the caller's now. */
  long frame(int message, long mac, int to, int toPort) {
    long at = chunks[message] + FrameMemory.HEADROOM_BYTES;
    chunks[message] = -1;
    readControl(message);
    MemorySegment names = messages.names();
    long name = messages.name(message);
    Headers.write(memory.bytes(), at, mac, Headers.get32(names, name + 4), to, Headers.get16(names, name + 2), toPort,
        trafficClass,
        ttl, messages.received(message));
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
      if (controls.get(JAVA_INT, at + 8) == 0 && type == IP_TOS) {
        trafficClass = controls.get(JAVA_BYTE, at + CONTROL_HEADER_BYTES) & 0xFF;
      } else if (controls.get(JAVA_INT, at + 8) == 0 && type == IP_TTL) {
        ttl = controls.get(JAVA_INT, at + CONTROL_HEADER_BYTES) & 0xFF;
      }
      at += Math.max(CONTROL_HEADER_BYTES, length + 7 & -8);
    }
  }

  /** Ends a batch: messages whose chunks are gone get new ones, or others' where there are none. */
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
