package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Namespaces;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * AF_XDP socket with its four rings. The first socket of a memory registers the memory with the kernel, and the others share the
 * registration.
 */
final class XdpSocket implements AutoCloseable {
  private static final int AF_XDP = 44;
  private static final int SOCK_RAW = 3;
  private static final int SOL_XDP = 283;
  private static final int MMAP_OFFSETS = 1;
  private static final int RX_RING = 2;
  private static final int TX_RING = 3;
  private static final int UMEM_REG = 4;
  private static final int FILL_RING = 5;
  private static final int COMPLETION_RING = 6;
  private static final int STATISTICS = 7;
  private static final int STATISTICS_BYTES = 48;
  private static final int OFFSETS_BYTES = 128;
  private static final int SHARED_UMEM = 1;
  private static final int COPY_NEED_WAKEUP = 2 | 8;
  private static final int SO_SNDBUFFORCE = 32;
  private static final int SEND_BUFFER_BYTES = 32 << 20;
  private static final int BIND_TRIES = 100;
  private static final long BIND_WAIT_NANOS = 10_000_000;
  private static final long RX_PAGE = 0;
  private static final long TX_PAGE = 0x80000000L;
  private static final long FILL_PAGE = 0x100000000L;
  private static final long COMPLETION_PAGE = 0x180000000L;

  private final Libc libc = new Libc();
  private final FrameMemory memory;
  private final Descriptor socket;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment statistics = arena.allocate(STATISTICS_BYTES + 8, 8);
  private @Nullable XdpRing rx;
  private @Nullable XdpRing tx;
  private @Nullable XdpRing fill;
  private @Nullable XdpRing completion;
  private boolean registered;
  private boolean closed;

  XdpSocket(@Nullable String namespace, String name, int index, FrameMemory memory, int frames) {
    this.memory = memory;
    socket = Descriptor.socket("socket of AF_XDP", namespace, AF_XDP, SOCK_RAW);
    try (Arena scratch = Arena.ofConfined()) {
      setUp(scratch, namespace, name, index, frames);
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private void setUp(Arena scratch, @Nullable String namespace, String name, int index, int frames) {
    int fd = socket.fd();
    int shared = memory.socket();
    if (shared < 0) {
      MemorySegment umem = scratch.allocate(32, 8);
      umem.set(JAVA_LONG, 0, memory.bytes().address());
      umem.set(JAVA_LONG, 8, memory.bytes().byteSize());
      umem.set(JAVA_INT, 16, memory.chunkBytes()); // no own headroom: the kernel leaves 256 bytes anyway
      libc.check("memory for AF_XDP", libc.setsockopt(fd, SOL_XDP, UMEM_REG, umem.address(), 32));
    }
    libc.setsockopt(fd, Libc.SOL_SOCKET, SO_SNDBUFFORCE, SEND_BUFFER_BYTES); // the socket works with less
    for (int ring = RX_RING; ring <= COMPLETION_RING; ring++) {
      if (ring != UMEM_REG) {
        libc.check("ring for AF_XDP", libc.setsockopt(fd, SOL_XDP, ring, frames));
      }
    }
    MemorySegment offsets = scratch.allocate(OFFSETS_BYTES, 8);
    MemorySegment length = scratch.allocateFrom(JAVA_INT, OFFSETS_BYTES);
    libc.check("rings of AF_XDP", libc.getsockopt(fd, SOL_XDP, MMAP_OFFSETS, offsets.address(), length.address()));
    rx = new XdpRing(fd, RX_PAGE, offsets, 0, frames, XdpRing.FRAME_BYTES);
    tx = new XdpRing(fd, TX_PAGE, offsets, 32, frames, XdpRing.FRAME_BYTES);
    fill = new XdpRing(fd, FILL_PAGE, offsets, 64, frames, XdpRing.ADDRESS_BYTES);
    completion = new XdpRing(fd, COMPLETION_PAGE, offsets, 96, frames, XdpRing.ADDRESS_BYTES);
    MemorySegment address = scratch.allocate(16, 8);
    address.set(JAVA_SHORT, 0, (short) AF_XDP);
    address.set(JAVA_SHORT, 2, (short) (shared < 0 ? COPY_NEED_WAKEUP : SHARED_UMEM)); // a sharing socket has the other's flags
    address.set(JAVA_INT, 4, index);
    address.set(JAVA_INT, 12, Math.max(shared, 0));
    libc.check("AF_XDP on " + name, Namespaces.within(namespace, () -> bind(fd, address.address())));
    memory.addSocket(fd);
    registered = true;
  }

  /** Binds the socket. The kernel releases a queue some time after its socket was closed; until then the queue is busy. */
  private int bind(int fd, long address) {
    int result = libc.bind(fd, address, 16);
    for (int tries = 1; tries < BIND_TRIES && result == -Errno.EBUSY; tries++) {
      LockSupport.parkNanos(BIND_WAIT_NANOS);
      result = libc.bind(fd, address, 16);
    }
    return result;
  }

  int fd() {
    return socket.fd();
  }

  XdpRing rx() {
    return made(rx);
  }

  XdpRing tx() {
    return made(tx);
  }

  XdpRing fill() {
    return made(fill);
  }

  XdpRing completion() {
    return made(completion);
  }

  private static XdpRing made(@Nullable XdpRing ring) {
    if (ring == null) {
      throw new IllegalStateException("a socket without rings");
    }
    return ring;
  }

  /** Number of frames for which the kernel found no chunk or no room in the ring. */
  long drops() {
    long lengthAt = statistics.address() + STATISTICS_BYTES;
    statistics.set(JAVA_INT, STATISTICS_BYTES, STATISTICS_BYTES);
    libc.getsockopt(socket.fd(), SOL_XDP, STATISTICS, statistics.address(), lengthAt);
    return statistics.get(JAVA_LONG, 0) + statistics.get(JAVA_LONG, 24); // rx_dropped, rx_ring_full
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (registered) {
      memory.removeSocket(socket.fd());
    }
    socket.close();
    close(rx);
    close(tx);
    close(fill);
    close(completion);
    arena.close();
  }

  private static void close(@Nullable XdpRing ring) {
    if (ring != null) {
      ring.close();
    }
  }
}
