package dev.inflight.live.soak;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Messages;
import dev.inflight.live.os.NetworkInterface;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Sender of the same frames again and again by an interface, without receiving: a batch of them is one system call. */
final class Replayer implements AutoCloseable {
  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW = 3;
  private static final int SOL_PACKET = 263;
  private static final int QDISC_BYPASS = 20;
  private static final int ADDRESS_BYTES = 20;

  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final Messages messages;
  private final Descriptor socket;
  private int next;

  Replayer(String namespace, String name, List<byte[]> frames) {
    messages = new Messages(frames.size(), 0, 0);
    for (int message = 0; message < frames.size(); message++) {
      byte[] frame = frames.get(message);
      messages.piece(message, arena.allocateFrom(ValueLayout.JAVA_BYTE, frame).address(), frame.length);
    }
    socket = Descriptor.socket("socket of AF_PACKET", namespace, AF_PACKET, SOCK_RAW);
    try {
      bind(namespace, name);
    } catch (RuntimeException refused) {
      close();
      throw refused;
    }
  }

  private void bind(String namespace, String name) {
    libc.check("PACKET_QDISC_BYPASS", libc.setsockopt(socket.fd(), SOL_PACKET, QDISC_BYPASS, 1));
    try (NetworkInterface link = new NetworkInterface(namespace, name)) {
      MemorySegment address = arena.allocate(ADDRESS_BYTES, 8); // without a protocol: it receives nothing
      address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_PACKET);
      address.set(ValueLayout.JAVA_INT, 4, link.index());
      libc.check("bind", libc.bind(socket.fd(), address.address(), ADDRESS_BYTES));
    }
  }

  /** Sends the next frames; returns their number. Frames without room in the kernel, or rejected by it, are skipped. */
  int send(int most) {
    int count = Math.min(most, messages.count() - next);
    int sent = Math.max(0, libc.sendmmsg(socket.fd(), messages.address(next), count, 0));
    int passed = sent < count ? sent + 1 : sent;
    next = next + passed == messages.count() ? 0 : next + passed;
    return sent;
  }

  @Override
  public void close() {
    socket.close();
    messages.close();
    arena.close();
  }
}
