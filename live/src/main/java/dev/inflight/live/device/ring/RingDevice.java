package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.InterfaceDevice;
import dev.inflight.live.device.SendQueue;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.NetworkInterface;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * AF_PACKET with a ring: the kernel copies each frame into the ring, and the device copies it into a chunk; sent frames leave
 * directly from their chunks. The kernel still processes every frame, so it answers ARP for the interface's own addresses. It
 * must not answer frames for the endpoint: an interface without an address is best.
 *
 * <p>When its interface is removed and one of the same name appears later, the device works again.
 */
public final class RingDevice extends InterfaceDevice {
  private static final int TAG_BYTES = 4;
  private static final int ADDRESSES_BYTES = 12;
  private static final int RING_FRAMES = 4096;
  private static final int SEND_FRAMES = 1024;

  private final PacketRing ring;
  private final Binding binding;
  private final SendQueue queue;

  private RingDevice(@Nullable String namespace, NetworkInterface link, FrameMemory memory) {
    super(link, memory);
    int index = link.index();
    ring = new PacketRing(namespace, link.name(), index, largestFrameBytes + TAG_BYTES, RING_FRAMES);
    binding = new Binding(link, ring, index);
    queue = new SendQueue(memory, counters, SEND_FRAMES, 0, 0);
    opened();
  }

  /**
   * Opens an interface.
   *
   * @param namespace its network namespace; null for the thread's
   * @throws dev.inflight.live.os.OsException if the kernel rejects it
   */
  public static RingDevice open(@Nullable String namespace, String name, FrameMemory memory) {
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new RingDevice(namespace, link, memory);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  /** Number of frames that may wait in the ring. */
  public int ringFrames() {
    return ring.frames();
  }

  @Override
  public Kind kind() {
    return Kind.PACKET_RING;
  }

  @Override
  public int poll(long nowPs, int most) {
    if (closed) {
      return 0;
    }
    if (isTimeToLook(nowPs)) {
      up = binding.follow();
    }
    int frames = 0;
    while (frames < most && ring.hasNext()) {
      take(nowPs);
      frames++;
    }
    return frames;
  }

  private void take(long nowPs) {
    int tag = ring.tag();
    int length = ring.length();
    int tagged = length + (tag == 0 ? 0 : TAG_BYTES);
    long chunk = ring.captured() < length || tagged > memory.largestFrameBytes() ? -1 : memory.take();
    if (chunk < 0) {
      counters.dropsIn++;
      ring.release();
      return;
    }
    long at = chunk + FrameMemory.HEADROOM_BYTES;
    MemorySegment to = memory.bytes();
    if (tag == 0) {
      MemorySegment.copy(ring.bytes(), ring.at(), to, at, length);
    } else {
      MemorySegment.copy(ring.bytes(), ring.at(), to, at, ADDRESSES_BYTES);
      for (int octet = 0; octet < TAG_BYTES; octet++) {
        to.set(JAVA_BYTE, at + ADDRESSES_BYTES + octet, (byte) (tag >>> 24 - 8 * octet));
      }
      MemorySegment.copy(ring.bytes(), ring.at() + ADDRESSES_BYTES, to, at + ADDRESSES_BYTES + TAG_BYTES,
          length - ADDRESSES_BYTES);
    }
    ring.release();
    counters.framesIn++;
    counters.bytesIn += tagged;
    taker.take(at, tagged, nowPs);
  }

  @Override
  public boolean send(long at, int length) {
    if (!up || length > largestFrameBytes || queue.add(ring.fd(), at, length, length) < 0) {
      return queue.drop(at);
    }
    return true;
  }

  @Override
  public void flush() {
    int failure = closed ? 0 : queue.flush();
    if (failure == -Errno.ENETDOWN || failure == -Errno.ENXIO || failure == -Errno.ENODEV) {
      up = false;
    }
  }

  @Override
  public boolean isWaitingForRoom() {
    return !closed && up && queue.isWaiting();
  }

  @Override
  public int fileDescriptor() {
    return ring.fd();
  }

  @Override
  public DeviceCounters counters() {
    if (!closed) {
      counters.dropsIn += ring.newDrops();
    }
    return counters;
  }

  @Override
  protected void release() {
    queue.close();
    ring.close();
  }
}
