package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.inflight.live.loop.Source;
import dev.inflight.live.os.NetworkInterface;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Listens to what an interface takes and sends, by AF_PACKET: everybody else gets each frame as without it. The interface takes frames for
 * other addresses too while it is open (promiscuous mode), so that it may be at a port to which a switch mirrors.
 *
 * <p>When its interface is removed, and there is one of the same name later, it listens to that.
 */
public final class ListeningDevice implements Source, AutoCloseable {
  /** Of a frame no more is copied: headers with telemetry are shorter. */
  public static final int LARGEST_COPY_BYTES = 4096;
  /** Longer frames, which are none of Ethernet, are not passed on but counted as {@link #unheard}. */
  public static final int LARGEST_FRAME_BYTES = 1 << 17;

  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 64;
  private static final int TAG_BYTES = 4;
  private static final int ADDRESSES_BYTES = 12;
  private static final long LOOK_PS = 10_000_000_000L;

  private final NetworkInterface link;
  private final BlockRing ring;
  private final Binding binding;
  private final FrameHearer hearer;
  private final byte[] frame = new byte[LARGEST_FRAME_BYTES];
  private boolean up;
  private boolean closed;
  private long lookedPs = -LOOK_PS;
  private long lost;
  private long unheard;

  private ListeningDevice(@Nullable String namespace, NetworkInterface link, FrameHearer hearer, int blocks) {
    this.link = link;
    this.hearer = hearer;
    int index = link.index();
    up = link.isUp();
    ring = new BlockRing(namespace, link.name(), index, BLOCK_BYTES, blocks);
    binding = new Binding(link, ring, index);
  }

  /**
   * Opens an interface, with room for 64 MB of frames that wait to be looked at.
   *
   * @param namespace where it is; null is the thread's
   * @throws dev.inflight.live.os.OsException where the kernel refuses
   * @throws IllegalArgumentException where the name cannot be one
   */
  public static ListeningDevice open(@Nullable String namespace, String name, FrameHearer hearer) {
    return open(namespace, name, hearer, BLOCKS);
  }

  static ListeningDevice open(@Nullable String namespace, String name, FrameHearer hearer, int blocks) {
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new ListeningDevice(namespace, link, hearer, blocks);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  @Override
  public int poll(long nowPs, int most) {
    if (closed) {
      return 0;
    }
    if (nowPs >= lookedPs + LOOK_PS || nowPs < lookedPs) { // the loop's time may start anew
      lookedPs = nowPs;
      up = binding.follow();
    }
    int frames = 0;
    while (frames < most && ring.next()) {
      passOn();
      frames++;
    }
    return frames;
  }

  private void passOn() {
    int tag = ring.tag();
    int tagBytes = tag == 0 ? 0 : TAG_BYTES;
    int length = ring.length() + tagBytes;
    if (length > LARGEST_FRAME_BYTES || ring.captured() < ADDRESSES_BYTES) {
      unheard++;
      return;
    }
    int copied = Math.min(ring.captured(), LARGEST_COPY_BYTES - tagBytes);
    MemorySegment.copy(ring.bytes(), JAVA_BYTE, ring.at(), frame, 0, tag == 0 ? copied : ADDRESSES_BYTES);
    if (tag != 0) {
      for (int octet = 0; octet < TAG_BYTES; octet++) {
        frame[ADDRESSES_BYTES + octet] = (byte) (tag >>> 24 - 8 * octet);
      }
      MemorySegment.copy(ring.bytes(), JAVA_BYTE, ring.at() + ADDRESSES_BYTES, frame, ADDRESSES_BYTES + TAG_BYTES,
          copied - ADDRESSES_BYTES);
    }
    hearer.take(frame, copied + tagBytes, length, ring.timeNs());
  }

  @Override
  public void endRound() {
    // Nothing is sent.
  }

  @Override
  public int fileDescriptor() {
    return ring.fd();
  }

  /** Whether the interface is there, up, and connected, as it was at the last look. */
  public boolean isUp() {
    return up;
  }

  /** Frames so far that were not passed on, as the kernel had no room to copy them into. */
  public long lost() {
    if (!closed) {
      lost += ring.newDrops();
    }
    return lost;
  }

  /** Frames so far that are no frames of Ethernet: of less than two addresses, or of more than 2^17 bytes. */
  public long unheard() {
    return unheard;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    lost();
    closed = true;
    ring.close();
    link.close();
  }
}
