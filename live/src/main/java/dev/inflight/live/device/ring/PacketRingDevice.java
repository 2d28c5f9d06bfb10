package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.FrameTaker;
import dev.inflight.live.device.LinkState;
import dev.inflight.live.device.Opened;
import dev.inflight.live.device.SendBatch;
import dev.inflight.live.os.InterfaceInfo;
import dev.inflight.live.os.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * An interface through AF_PACKET with a ring of version 2. The kernel copies what arrives into the ring, and it is copied once more into a chunk; the
 * kernel's own protocols see it as well. What is sent is not copied here.
 */
public final class PacketRingDevice implements Device {
  private static final int FAMILY = 17;
  private static final int RAW = 3;
  private static final int LEVEL = 263;
  private static final int RX_RING = 5;
  private static final int STATISTICS = 6;
  private static final int VERSION = 10;
  private static final int IGNORE_OUTGOING = 23;
  private static final int VERSION_2 = 1;
  private static final int ALL_PROTOCOLS = 0x0300; // 3 in network order
  private static final int ADDRESS_BYTES = 20;
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int BLOCKS = 32;
  private static final int STATUS_USER = 1;
  private static final int LENGTH_AT = 4;
  private static final int CAPTURED_AT = 8;
  private static final int FRAME_AT = 12;
  private static final int ETHERNET_BYTES = 14;
  private static final VarHandle STATUS = JAVA_INT.varHandle();

  private final Libc libc = new Libc();
  private final FrameMemory memory;
  private final InterfaceInfo info;
  private final LinkState link;
  private final long mac;
  private final int largest;
  private final int socket;
  private final MemorySegment ring;
  private final int slotBytes;
  private final int slots;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment statistics = arena.allocate(8, Integer.BYTES);
  private final DeviceCounters counters = new DeviceCounters();
  private final SendBatch batch;
  private FrameTaker taker;
  private int slot;
  private boolean closed;

  /**
   * Opens an interface of the calling thread's namespace.
   *
   * @throws dev.inflight.live.os.OsException when the machine does not allow it
   */
  public PacketRingDevice(String name, FrameMemory memory) {
    this.memory = memory;
    taker = (at, length, arrivalPs) -> memory.give(at);
    slotBytes = memory.chunkBytes();
    slots = BLOCK_BYTES / slotBytes * BLOCKS;
    info = new InterfaceInfo(name);
    var opened = new Opened();
    opened.add(info);
    opened.add(arena);
    try {
      mac = info.mac();
      largest = Math.min(info.mtu() + ETHERNET_BYTES, memory.largestFrameBytes());
      link = new LinkState(info);
      socket = libc.check(libc.socket(FAMILY, RAW, 0), "a socket of AF_PACKET");
      opened.add(() -> libc.close(socket));
      libc.check(libc.option(socket, LEVEL, IGNORE_OUTGOING, 1), "a socket of AF_PACKET");
      libc.check(libc.option(socket, LEVEL, VERSION, VERSION_2), "a ring of AF_PACKET");
      MemorySegment size = arena.allocate(16, Integer.BYTES);
      size.set(JAVA_INT, 0, BLOCK_BYTES);
      size.set(JAVA_INT, 4, BLOCKS);
      size.set(JAVA_INT, 8, slotBytes);
      size.set(JAVA_INT, 12, slots);
      libc.check(libc.option(socket, LEVEL, RX_RING, size, 16), "a ring of AF_PACKET");
      ring = libc.map(socket, 0, (long) BLOCK_BYTES * BLOCKS, "mmap of a ring of AF_PACKET");
      opened.add(() -> libc.unmap(ring));
      MemorySegment address = arena.allocate(ADDRESS_BYTES, Integer.BYTES);
      address.set(JAVA_SHORT, 0, (short) FAMILY);
      address.set(JAVA_SHORT, 2, (short) ALL_PROTOCOLS);
      address.set(JAVA_INT, 4, info.index());
      libc.check(libc.bind(socket, address, ADDRESS_BYTES), "binding a socket of AF_PACKET to " + name);
    } catch (RuntimeException | Error failed) {
      opened.closeAll();
      throw failed;
    }
    batch = new SendBatch(arena, memory, counters);
  }

  @Override
  public Kind kind() {
    return Kind.PACKET_RING;
  }

  @Override
  public String name() {
    return info.name();
  }

  @Override
  public long mac() {
    return mac;
  }

  @Override
  public FrameMemory memory() {
    return memory;
  }

  @Override
  public int largestFrameBytes() {
    return largest;
  }

  @Override
  public boolean isUp() {
    return link.isUp();
  }

  @Override
  public void deliverTo(FrameTaker newTaker) {
    taker = newTaker;
  }

  @Override
  public int poll(long nowPs, int most) {
    int frames = 0;
    while (frames < most) {
      long at = (long) slot * slotBytes;
      if (((int) STATUS.getAcquire(ring, at) & STATUS_USER) == 0) {
        break;
      }
      take(at, nowPs);
      STATUS.setRelease(ring, at, 0);
      slot = slot + 1 == slots ? 0 : slot + 1;
      frames++;
    }
    if (link.look(nowPs) && libc.readOption(socket, LEVEL, STATISTICS, statistics, 8) >= 0) {
      counters.dropsIn += statistics.get(JAVA_INT, 4) & 0xFFFF_FFFFL; // since it was last asked
    }
    return frames;
  }

  private void take(long at, long nowPs) {
    int length = ring.get(JAVA_INT, at + LENGTH_AT);
    int captured = ring.get(JAVA_INT, at + CAPTURED_AT);
    long chunk = length > captured || length > memory.largestFrameBytes() ? -1 : memory.take();
    if (chunk < 0) {
      counters.dropsIn++;
      return;
    }
    long to = chunk + FrameMemory.HEADROOM_BYTES;
    MemorySegment.copy(ring, at + (ring.get(JAVA_SHORT, at + FRAME_AT) & 0xFFFF), memory.bytes(), to, length);
    counters.framesIn++;
    counters.bytesIn += length;
    taker.take(to, length, nowPs);
  }

  @Override
  public boolean send(long at, int length) {
    if (length > largest || !link.isUp()) {
      counters.dropsOut++;
      memory.give(at);
      return false;
    }
    if (batch.isFull()) {
      flush();
    }
    batch.add(at, length);
    return true;
  }

  @Override
  public void flush() {
    if (!batch.send(libc, socket)) {
      link.gone();
    }
  }

  @Override
  public void endRound() {
    flush();
  }

  @Override
  public int fileDescriptor() {
    return socket;
  }

  @Override
  public DeviceCounters counters() {
    return counters;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    batch.drop();
    libc.unmap(ring);
    libc.close(socket);
    info.close();
    arena.close();
  }
}
