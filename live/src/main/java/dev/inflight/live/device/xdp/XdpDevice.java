package dev.inflight.live.device.xdp;

import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.InterfaceDevice;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.NetworkInterface;
import org.jspecify.annotations.Nullable;

/**
 * AF_XDP in copy mode, on an interface's first queue: one with several receive queues must be set to use one ({@code ethtool -L}).
 * The loop's memory is the kernel's too, and frames are never copied in Java. All devices of a memory share it.
 *
 * <p>The kernel gets none of the interface's frames while this is open, or ARP alone: see {@link Taking}. What a kernel on the same
 * machine sends through a veth has no checksums yet where these are offloaded; {@code ethtool -K DEV tx off} at the sender has them
 * made.
 *
 * <p>A device with a removed interface stays down for ever.
 */
public final class XdpDevice extends InterfaceDevice {
  /** Which frames come here, and not to the kernel. */
  public enum Taking {
    /** All, ARP too: for a switch, to which ARP is a frame as any other. */
    ALL,
    /** All but ARP, which the kernel answers: for a host with peers that ask for its address. */
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
  /** Frames that were sent and have not come back: without any, the rings to the kernel need no look. */
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
   * Opens an interface. Each ring has room for a quarter of the memory's chunks, 2048 at most: a memory should have some 4096 for each
   * device.
   *
   * @param namespace where the interface is; null is the thread's
   * @throws dev.inflight.live.os.OsException where the kernel refuses
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

  /** Whether frames are taken in the driver; else they have gone some way through the kernel already. */
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

  /** Takes back what was sent. */
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

  /** Gives the kernel chunks to put frames into; a few are left for code that makes frames. */
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

  /** In copy mode the kernel sends within the call, some 32 frames at a time. */
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
      if (left == unsent) { // no room on the way for now
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

  /** What the kernel had comes back when the socket is closed. */
  private void takeBack() {
    for (int chunk = 0; chunk < isKernels.length; chunk++) {
      if (isKernels[chunk]) {
        isKernels[chunk] = false;
        memory.give((long) chunk * memory.chunkBytes());
      }
    }
  }
}
