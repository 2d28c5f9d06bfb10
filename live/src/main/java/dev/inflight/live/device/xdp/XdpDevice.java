package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.FrameTaker;
import dev.inflight.live.device.LinkState;
import dev.inflight.live.device.Opened;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.InterfaceInfo;
import dev.inflight.live.os.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;

/**
 * An interface through AF_XDP. The kernel writes what arrives into free chunks of the memory, which we have given it, and reads what is to be sent out of
 * it; here nothing is copied. Everything that arrives at the interface comes here, and nothing of it reaches the kernel's own protocols.
 */
public final class XdpDevice implements Device {
  private static final int FAMILY = 44;
  private static final int RAW = 3;
  private static final int LEVEL = 283;
  private static final int MMAP_OFFSETS = 1;
  private static final int RX_RING = 2;
  private static final int TX_RING = 3;
  private static final int REGISTER = 4;
  private static final int FILL_RING = 5;
  private static final int COMPLETION_RING = 6;
  private static final int STATISTICS = 7;
  private static final int STATISTICS_BYTES = 24;
  private static final short SHARED_MEMORY = 1;
  private static final short COPY = 2;
  private static final short WAKE_WHEN_NEEDED = 8;
  private static final long TX_PAGE = 0x8000_0000L;
  private static final long FILL_PAGE = 0x1_0000_0000L;
  private static final long COMPLETION_PAGE = 0x1_8000_0000L;
  private static final int DESCRIPTOR_BYTES = 16;
  private static final int ETHERNET_BYTES = 14;
  /** The kernel lets a queue go some time after its last socket was closed. */
  private static final int MOST_TRIES = 200;
  private static final long TRY_NANOS = 10_000_000;
  /** Frames that the kernel sends at one call. */
  private static final int FRAMES_PER_KICK = 32;

  private final Libc libc = new Libc();
  private final FrameMemory memory;
  private final InterfaceInfo info;
  private final LinkState link;
  private final long mac;
  private final int largest;
  private final int socket;
  private final XdpRing received;
  private final XdpRing toSend;
  private final XdpRing fill;
  private final XdpRing sent;
  private final XdpProgram program;
  private final DeviceCounters counters = new DeviceCounters();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment statistics = arena.allocate(STATISTICS_BYTES, Long.BYTES);
  private FrameTaker taker = this::giveBack;
  /** Chunks that the kernel has. */
  private final BitSet lent;
  /** Frames that were sent and have not come back: without any, the rings to the kernel need no look. */
  private int underWay;
  private boolean queued;
  private boolean closed;

  /**
   * Opens an interface of the calling thread's namespace.
   *
   * @throws dev.inflight.live.os.OsException when the machine does not allow it
   */
  @SuppressWarnings("this-escape") // frames that come before anybody takes them are given back
  public XdpDevice(String name, FrameMemory memory) {
    this.memory = memory;
    lent = new BitSet(memory.chunks());
    info = new InterfaceInfo(name);
    var opened = new Opened();
    opened.add(info);
    opened.add(arena);
    try {
      mac = info.mac();
      largest = Math.min(info.mtu() + ETHERNET_BYTES, memory.largestFrameBytes());
      link = new LinkState(info);
      socket = libc.check(libc.socket(FAMILY, RAW, 0), "a socket of AF_XDP");
      opened.add(() -> libc.close(socket));
      if (memory.registeredAt() < 0) {
        register();
      }
      for (int ring : new int[] {FILL_RING, COMPLETION_RING, RX_RING, TX_RING}) {
        libc.check(libc.option(socket, LEVEL, ring, XdpRing.ENTRIES), "a ring of AF_XDP");
      }
      MemorySegment offsets = arena.allocate(4 * 32L, Long.BYTES);
      libc.check(libc.readOption(socket, LEVEL, MMAP_OFFSETS, offsets, (int) offsets.byteSize()), "the rings of AF_XDP");
      received = opened.add(new XdpRing(libc, socket, offsets, 0, 0, DESCRIPTOR_BYTES));
      toSend = opened.add(new XdpRing(libc, socket, offsets, 1, TX_PAGE, DESCRIPTOR_BYTES));
      fill = opened.add(new XdpRing(libc, socket, offsets, 2, FILL_PAGE, Long.BYTES));
      sent = opened.add(new XdpRing(libc, socket, offsets, 3, COMPLETION_PAGE, Long.BYTES));
      bind(info.index(), name);
      if (memory.registeredAt() < 0) {
        memory.registerAt(socket);
      }
      program = opened.add(new XdpProgram(libc, name, info.index(), socket));
    } catch (RuntimeException | Error failed) {
      opened.closeAll();
      throw failed;
    }
    refill();
  }

  private void register() {
    MemorySegment what = arena.allocate(32, Long.BYTES);
    what.set(JAVA_LONG, 0, memory.bytes().address());
    what.set(JAVA_LONG, 8, memory.bytes().byteSize());
    what.set(JAVA_INT, 16, memory.chunkBytes());
    libc.check(libc.option(socket, LEVEL, REGISTER, what, (int) what.byteSize()), "registering memory with AF_XDP");
  }

  private void bind(int index, String name) {
    MemorySegment address = arena.allocate(16, Long.BYTES);
    boolean shares = memory.registeredAt() >= 0;
    address.set(JAVA_SHORT, 0, (short) FAMILY);
    address.set(JAVA_SHORT, 2, shares ? SHARED_MEMORY : (short) (COPY | WAKE_WHEN_NEEDED));
    address.set(JAVA_INT, 4, index);
    address.set(JAVA_INT, 12, shares ? memory.registeredAt() : 0);
    int bound = libc.bind(socket, address, 16);
    for (int tries = 0; bound < 0 && libc.errno() == Errno.EBUSY && tries < MOST_TRIES; tries++) {
      LockSupport.parkNanos(TRY_NANOS);
      bound = libc.bind(socket, address, 16);
    }
    libc.check(bound, "binding a socket of AF_XDP to " + name);
  }

  @Override
  public Kind kind() {
    return Kind.XDP;
  }

  @Override
  public String name() {
    return info.name();
  }

  /** Whether its program runs in the interface's driver, and not behind it. */
  public boolean isNative() {
    return program.isNative();
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

  private void giveBack(long at, int length, long arrivalPs) {
    memory.give(at);
  }

  @Override
  public int poll(long nowPs, int most) {
    reclaim();
    int frames = Math.min(received.arrived(), most);
    for (int frame = 0; frame < frames; frame++) {
      long entry = received.next();
      long at = received.memory().get(JAVA_LONG, entry);
      int length = received.memory().get(JAVA_INT, entry + 8);
      received.mine++;
      lent.clear(memory.chunk(at));
      counters.framesIn++;
      counters.bytesIn += length;
      taker.take(at, length, nowPs);
    }
    if (frames > 0) {
      received.taken();
      refill();
    }
    if (link.look(nowPs)) {
      refill(); // there may have been no chunk when it was last tried
      count();
    }
    return frames;
  }

  /** Chunks whose frames have been sent. */
  private void reclaim() {
    int done = underWay == 0 ? 0 : sent.arrived();
    if (done > 0) {
      for (int frame = 0; frame < done; frame++) {
        long at = sent.memory().get(JAVA_LONG, sent.next());
        sent.mine++;
        lent.clear(memory.chunk(at));
        memory.give(at);
      }
      underWay -= done;
      sent.taken();
    }
  }

  /** Gives the kernel chunks for what arrives. */
  private void refill() {
    int room = fill.room();
    int given = 0;
    while (given < room) {
      long chunk = memory.take();
      if (chunk < 0) {
        break;
      }
      fill.memory().set(JAVA_LONG, fill.next(), chunk);
      fill.mine++;
      lent.set(memory.chunk(chunk));
      given++;
    }
    if (given > 0) {
      fill.put();
    }
  }

  private void count() {
    if (libc.readOption(socket, LEVEL, STATISTICS, statistics, STATISTICS_BYTES) >= 0) {
      counters.dropsIn = statistics.get(JAVA_LONG, 0);
    }
  }

  @Override
  public boolean send(long at, int length) {
    if (length > largest || !link.isUp() || toSend.room() == 0) {
      counters.dropsOut++;
      memory.give(at);
      return false;
    }
    long entry = toSend.next();
    toSend.memory().set(JAVA_LONG, entry, at);
    toSend.memory().set(JAVA_INT, entry + 8, length);
    toSend.memory().set(JAVA_INT, entry + 12, 0);
    toSend.mine++;
    lent.set(memory.chunk(at));
    counters.framesOut++;
    counters.bytesOut += length;
    underWay++;
    queued = true;
    return true;
  }

  @Override
  public void flush() {
    if (underWay == 0) {
      return;
    }
    if (queued) {
      toSend.put();
      queued = false;
    }
    int waiting = toSend.waiting();
    for (int left = waiting; left > 0; left -= FRAMES_PER_KICK) {
      if (libc.kick(socket) < 0 && !Errno.isForNow(libc.errno())) {
        link.gone();
        break;
      }
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
    if (memory.registeredAt() == socket) {
      memory.registerAt(-1);
    }
    program.close();
    fill.close();
    sent.close();
    received.close();
    toSend.close();
    libc.close(socket);
    lent.stream().forEach(memory::giveChunk);
    lent.clear();
    info.close();
    arena.close();
  }
}
