package dev.inflight.live.device.xdp;

import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.InterfaceDevice;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.NetworkInterface;
import org.jspecify.annotations.Nullable;

/**
 * AF_XDP in copy mode, on an interface's first queue: an interface with several receive queues must be set to use one
 * ({@code ethtool -L}). The loop and the kernel share the memory, and Java code never copies frames. All devices of a memory
 * share its registration.
 *
 * <p>While the device is open, the kernel gets none of the interface's frames, or only ARP: see {@link Taking}. Frames that a
 * kernel on the same machine sends through a veth have no checksums if these are offloaded; {@code ethtool -K DEV tx off} at the
 * sender makes the kernel compute them.
 *
 * <p>A device with a removed interface stays down forever.
 */
public final class XdpDevice extends InterfaceDevice {
  /** Frames that the device takes from the kernel. */
  public enum Taking {
    /** All frames, including ARP: for a switch, which forwards ARP like other frames. */
    ALL,
    /** All but ARP, which the kernel answers: for a host, so that peers can resolve its address. */
    ALL_BUT_ARP
  }

  private static final int LARGEST_RING = 2048;
  private static final int SMALLEST_RING = 64;
  private static final int SHARE = 4;
  private static final int MOST_RESERVE = 64;

  private final Libc libc = new Libc();
  private final XdpProgram program;
  private final XdpSocket socket;
  private final XdpRing rx;
  private final XdpRing tx;
  private final XdpRing fill;
  private final XdpRing completion;
  private final boolean[] isKernels; // chunk by chunk
  private final int reserve;
  private final int index;
  /** Number of sent frames that the kernel has not returned: if 0, the rings to the kernel need no check. */
  private int underWay;
  private boolean lacksRoom;
  private boolean gone;

  private XdpDevice(@Nullable String namespace, NetworkInterface link, FrameMemory memory, XdpProgram program, int frames) {
    super(link, memory);
    this.program = program;
    index = libc.check("interface " + link.name(), link.index());
    socket = new XdpSocket(namespace, link.name(), index, memory, frames);
    rx = socket.rx();
    tx = socket.tx();
    fill = socket.fill();
    completion = socket.completion();
    isKernels = new boolean[memory.chunks()];
    reserve = Math.min(MOST_RESERVE, memory.chunks() / 8);
    try {
      program.handTo(socket.fd());
      refill();
      program.attach(namespace, link.name(), index);
    } catch (RuntimeException failure) {
      socket.close();
      takeBack();
      throw failure;
    }
    opened();
  }

  /**
   * Opens an interface. Each ring has room for a quarter of the memory's chunks, at most 2048: a memory should have about 4096
   * for each device.
   *
   * @param namespace network namespace of the interface; null for the thread's
   * @throws dev.inflight.live.os.OsException if the kernel rejects it
   */
  public static XdpDevice open(@Nullable String namespace, String name, FrameMemory memory, Taking taking) {
    int frames = Math.clamp(Integer.highestOneBit(Math.max(1, memory.chunks() / SHARE)), SMALLEST_RING, LARGEST_RING);
    NetworkInterface link = new NetworkInterface(namespace, name);
    XdpProgram program = null;
    try {
      program = new XdpProgram(taking);
      return new XdpDevice(namespace, link, memory, program, frames);
    } catch (RuntimeException failure) {
      if (program != null) {
        program.close();
      }
      link.close();
      throw failure;
    }
  }

  /** True if the driver hands frames over; false if they have passed through a part of the kernel first. */
  public boolean isNative() {
    return program.isNative();
  }

  @Override
  public Kind kind() {
    return Kind.XDP;
  }

  @Override
  public int poll(long nowPs, int most) {
    if (closed) {
      return 0;
    }
    if (isTimeToLook(nowPs)) {
      look();
    }
    complete();
    int frames = Math.min(rx.waiting(), most);
    for (int frame = 0; frame < frames; frame++) {
      long at = rx.address();
      int length = rx.length();
      rx.advance();
      isKernels[(int) (at / memory.chunkBytes())] = false;
      counters.framesIn++;
      counters.bytesIn += length;
      taker.take(at, length, nowPs);
    }
    if (frames > 0) {
      rx.release();
    }
    refill();
    return frames;
  }

  private void look() {
    gone |= link.index() != index;
    up = !gone && link.isUp();
  }

  /** Takes sent frames back from the kernel. */
  private void complete() {
    int frames = underWay == 0 ? 0 : completion.waiting();
    if (frames == 0) {
      return;
    }
    for (int frame = 0; frame < frames; frame++) {
      long at = completion.address();
      completion.advance();
      isKernels[(int) (at / memory.chunkBytes())] = false;
      memory.give(at);
    }
    underWay -= frames;
    completion.release();
  }

  /** Gives the kernel chunks to write frames into; a few are left for code that creates frames. */
  private void refill() {
    int frames = Math.min(fill.room(), memory.freeChunks() - reserve);
    if (frames <= 0) {
      return;
    }
    for (int frame = 0; frame < frames; frame++) {
      long at = memory.take();
      isKernels[(int) (at / memory.chunkBytes())] = true;
      fill.putAddress(at);
    }
    fill.publish();
  }

  @Override
  public boolean send(long at, int length) {
    if (!up || length > largestFrameBytes || tx.room() == 0) {
      counters.dropsOut++;
      memory.give(at);
      return false;
    }
    isKernels[(int) (at / memory.chunkBytes())] = true;
    tx.putFrame(at, length);
    underWay++;
    counters.framesOut++;
    counters.bytesOut += length;
    return true;
  }

  /** Makes the kernel send; in copy mode it sends within the call, about 32 frames at a time. */
  @Override
  public void flush() {
    lacksRoom = false;
    int unsent = closed || underWay == 0 ? 0 : tx.unread();
    if (unsent == 0) {
      return;
    }
    tx.publish();
    while (unsent > 0 && tx.needsWakeup()) {
      int result = libc.kick(socket.fd());
      complete();
      int left = tx.unread();
      if (result == -Errno.ENETDOWN || result == -Errno.ENXIO) {
        up = false;
        return;
      }
      if (left == unsent) { // no room in transit for now
        lacksRoom = true;
        return;
      }
      unsent = left;
    }
  }

  @Override
  public boolean isWaitingForRoom() {
    return lacksRoom && up;
  }

  @Override
  public int fileDescriptor() {
    return socket.fd();
  }

  @Override
  public DeviceCounters counters() {
    if (!closed) {
      counters.dropsIn = socket.drops();
    }
    return counters;
  }

  @Override
  protected void release() {
    program.close();
    socket.close();
    takeBack();
  }

  /** Takes back the chunks that the kernel had when the socket is closed. */
  private void takeBack() {
    for (int chunk = 0; chunk < isKernels.length; chunk++) {
      if (isKernels[chunk]) {
        isKernels[chunk] = false;
        memory.give((long) chunk * memory.chunkBytes());
      }
    }
  }
}
